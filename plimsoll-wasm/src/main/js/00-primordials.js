// Captured intrinsics. The guest may replace anything it can reach, so the prelude takes what it uses once, while the heap
// image is made, and never looks a method up on a prototype afterwards.
//
// Rules for every file of the prelude:
//  - no for-of, spread, array destructuring or regular expression method on values: they look up patchable methods;
//  - internal records are made with `__proto__: null`, so that a polluted Object.prototype is not read by accident;
//  - a guest may give Array.prototype or Object.prototype accessors called 0, 1 and so on: arrays grow with `push` and `prepend`,
//    which define elements, and are never read or set where they have none, nor sliced with the species-aware built-ins.
const global = globalThis;
const uncurry = Function.prototype.bind.bind(Function.prototype.call);

const ObjectPrototype = Object.prototype;
const FunctionPrototype = Function.prototype;
const {
  create, defineProperty, freeze, getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols, getPrototypeOf,
  setPrototypeOf, is: sameValue, keys: enumerableKeys,
} = Object;
const { apply, construct, ownKeys } = Reflect;
const hasOwn = uncurry(ObjectPrototype.hasOwnProperty);
const isEnumerable = uncurry(ObjectPrototype.propertyIsEnumerable);
const objectToString = uncurry(ObjectPrototype.toString);
const functionToString = uncurry(FunctionPrototype.toString);
const call = uncurry(FunctionPrototype.call);

const { isArray } = Array;
const push = native.append;
const pop = uncurry(Array.prototype.pop);
const shift = uncurry(Array.prototype.shift);
const join = uncurry(Array.prototype.join);
const sort = uncurry(Array.prototype.sort);
const indexOf = uncurry(Array.prototype.indexOf);
const includes = uncurry(Array.prototype.includes);

const { fromCharCode, fromCodePoint } = String;
const charCode = uncurry(String.prototype.charCodeAt);
const codePoint = uncurry(String.prototype.codePointAt);
const sliceText = uncurry(String.prototype.slice);
const indexIn = uncurry(String.prototype.indexOf);
const lastIndexIn = uncurry(String.prototype.lastIndexOf);
const startsWith = uncurry(String.prototype.startsWith);
const endsWith = uncurry(String.prototype.endsWith);
const contains = uncurry(String.prototype.includes);
const repeatText = uncurry(String.prototype.repeat);
const padStart = uncurry(String.prototype.padStart);
const padEnd = uncurry(String.prototype.padEnd);
const lowerCase = uncurry(String.prototype.toLowerCase);
const upperCase = uncurry(String.prototype.toUpperCase);
const trim = uncurry(String.prototype.trim);
const normalizeText = uncurry(String.prototype.normalize);
const isWellFormed = uncurry(String.prototype.isWellFormed);
const toWellFormed = uncurry(String.prototype.toWellFormed);

const { abs, ceil, floor, max, min, round, sqrt, trunc } = Math;
const { isFinite: isFiniteNumber, isInteger, isNaN: isNaNNumber, parseFloat, parseInt } = Number;
const numberToString = uncurry(Number.prototype.toString);
const numberToFixed = uncurry(Number.prototype.toFixed);
const numberValue = uncurry(Number.prototype.valueOf);
const stringValue = uncurry(String.prototype.valueOf);
const booleanValue = uncurry(Boolean.prototype.valueOf);
const bigintValue = uncurry(BigInt.prototype.valueOf);
const symbolValue = uncurry(Symbol.prototype.valueOf);
const symbolToString = uncurry(Symbol.prototype.toString);
const {
  asyncIterator: SymbolAsyncIterator, hasInstance: SymbolHasInstance, iterator: SymbolIterator,
  toPrimitive: SymbolToPrimitive, toStringTag: SymbolToStringTag,
} = Symbol;

const matchRegExp = uncurry(RegExp.prototype.exec);
const regExpToString = uncurry(RegExp.prototype.toString);
const errorToString = uncurry(Error.prototype.toString);
const dateTime = uncurry(Date.prototype.getTime);
const dateToString = uncurry(Date.prototype.toString);
const dateToIsoString = uncurry(Date.prototype.toISOString);
const { parse: parseJson, stringify: stringifyJson } = JSON;

const mapGet = uncurry(Map.prototype.get);
const mapHas = uncurry(Map.prototype.has);
const mapSet = uncurry(Map.prototype.set);
const mapDelete = uncurry(Map.prototype.delete);
const mapForEach = uncurry(Map.prototype.forEach);
const setAdd = uncurry(Set.prototype.add);
const setHas = uncurry(Set.prototype.has);
const setForEach = uncurry(Set.prototype.forEach);

const getterOf = (prototype, key) => uncurry(getOwnPropertyDescriptor(prototype, key).get);
const mapSize = getterOf(Map.prototype, 'size');
const setSize = getterOf(Set.prototype, 'size');
const TypedArray = getPrototypeOf(Uint8Array);
const typedArrayTag = getterOf(TypedArray.prototype, SymbolToStringTag);
const typedArrayLength = getterOf(TypedArray.prototype, 'length');
const typedArrayBuffer = getterOf(TypedArray.prototype, 'buffer');
const typedArrayByteLength = getterOf(TypedArray.prototype, 'byteLength');
const typedArrayByteOffset = getterOf(TypedArray.prototype, 'byteOffset');
const copyInto = uncurry(TypedArray.prototype.set);
const bufferByteLength = getterOf(ArrayBuffer.prototype, 'byteLength');
const bufferSlice = uncurry(ArrayBuffer.prototype.slice);
const viewBuffer = getterOf(DataView.prototype, 'buffer');
const viewByteLength = getterOf(DataView.prototype, 'byteLength');
const viewByteOffset = getterOf(DataView.prototype, 'byteOffset');

// Constructors by the name the engine gives to an object's internal class.
const intrinsics = {
  __proto__: null,
  Object, Function, Array, Number, String, Boolean, Symbol, BigInt, Date, RegExp, Promise, Map, Set, WeakMap, WeakSet, WeakRef,
  Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, ArrayBuffer, DataView,
  SharedArrayBuffer: global.SharedArrayBuffer, InternalError: global.InternalError,
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array,
  BigInt64Array, BigUint64Array,
};
const evaluate = eval;
