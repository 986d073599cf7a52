// require('util').
const promisifyCustom = Symbol.for('nodejs.util.promisify.custom');

const classTest = (name) => (value) => className(value) === name;
const utilTypes = {
  __proto__: null,
  isDate: classTest('Date'), isRegExp: classTest('RegExp'), isMap: classTest('Map'), isSet: classTest('Set'),
  isWeakMap: classTest('WeakMap'), isWeakSet: classTest('WeakSet'), isPromise: classTest('Promise'), isProxy: classTest('Proxy'),
  isNativeError: classTest('Error'), isArrayBuffer: classTest('ArrayBuffer'), isDataView: classTest('DataView'),
  isUint8Array: classTest('Uint8Array'), isArgumentsObject: classTest('Arguments'),
  isMapIterator: classTest('Map Iterator'), isSetIterator: classTest('Set Iterator'),
  isTypedArray: (value) => endsWith(className(value), 'Array') && className(value) !== 'Array',
  isAnyArrayBuffer: (value) => endsWith(className(value), 'ArrayBuffer'),
  isGeneratorObject: (value) => endsWith(className(value), 'Generator'),
  isAsyncFunction: (value) => typeof value === 'function' && startsWith(functionKind(value), 'async'),
  isGeneratorFunction: (value) => typeof value === 'function' && endsWith(functionKind(value), 'generator'),
  isBoxedPrimitive: (value) => boxedClasses[className(value)] === true,
};

function promisify(original) {
  checkFunction(original, 'original');
  if (typeof original[promisifyCustom] === 'function') {
    return original[promisifyCustom];
  }
  return function (...values) {
    return new intrinsics.Promise((resolve, reject) => {
      push(values, (error, value) => {
        if (error) {
          reject(error);
        } else {
          resolve(value);
        }
      });
      apply(original, this, values);
    });
  };
}

const utilModule = {
  inspect,
  format() { return formatArguments(arguments); },
  formatWithOptions(options) { return formatArguments(copyRange(arguments, 1, arguments.length), options); },
  promisify,
  callbackify(original) {
    checkFunction(original, 'original');
    return function (...values) {
      const callback = pop(values);
      checkFunction(callback, 'last argument');
      apply(original, this, values).then(
        (value) => nextTick(callback, null, value), (error) => nextTick(callback, error));
    };
  },
  deprecate: (callback) => callback,
  inherits(constructor, parent) {
    define(constructor, 'super_', parent);
    setPrototypeOf(constructor.prototype, parent.prototype);
  },
  isDeepStrictEqual: (a, b) => deepEqual(a, b, true),
  stripVTControlCharacters: (text) => replaceMatches(`${text}`, controlSequence, () => ''),
  toUSVString: (text) => toWellFormed(`${text}`),
  isArray,
  types: utilTypes,
  TextEncoder,
  TextDecoder,
};
define(promisify, 'custom', promisifyCustom, true);
define(inspect, 'custom', inspectCustom, true);
define(inspect, 'defaultOptions', defaultInspectOptions, true);
define(inspect, 'colors', colorCodes, true);
define(inspect, 'styles', styleColors, true);
