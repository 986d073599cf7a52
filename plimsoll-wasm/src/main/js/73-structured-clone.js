// structuredClone after the HTML Standard: values that hold no code, with cycles; ArrayBuffers may be transferred.
const cloneableErrors = ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];

function notCloneable(value) {
  let text;
  try {
    text = typeof value === 'symbol' ? symbolToString(value) : typeof value === 'function' ? functionToString(value) :
      `#<${internalName(value)}>`;
  } catch {
    text = 'object';
  }
  return new DOMException(`${text} could not be cloned.`, 'DataCloneError');
}

function cloneError(error, seen) {
  const given = read(error, 'name');
  const name = includes(cloneableErrors, given) ? given : 'Error';
  const message = descriptorOf(error, 'message');
  const clone = new intrinsics[name]();
  mapSet(seen, error, clone);
  if (message !== undefined && 'value' in message) {
    define(clone, 'message', `${message.value}`);
  }
  define(clone, 'stack', read(error, 'stack'));
  if (hasOwn(error, 'cause')) {
    define(clone, 'cause', cloneValue(error.cause, seen));
  }
  return clone;
}

function cloneBuffer(buffer, seen) {
  const known = mapGet(seen, buffer);
  if (known !== undefined) {
    return known;
  }
  const clone = bufferSlice(buffer, 0);
  mapSet(seen, buffer, clone);
  return clone;
}

function cloneProperties(value, clone, seen) {
  const keys = enumerableKeys(value);
  for (let i = 0; i < keys.length; i++) {
    if (hasOwn(value, keys[i])) {
      define(clone, keys[i], cloneValue(value[keys[i]], seen), true);
    }
  }
  return clone;
}

function cloneCollection(value, type, seen) {
  const isMap = type === 'Map';
  const clone = new intrinsics[type]();
  mapSet(seen, value, clone);
  const items = collectionEntries(value, 2 ** 31 - 1);
  for (let i = 0; i < items.length; i += isMap ? 2 : 1) {
    const item = cloneValue(items[i], seen);
    if (isMap) {
      mapSet(clone, item, cloneValue(items[i + 1], seen));
    } else {
      setAdd(clone, item);
    }
  }
  return clone;
}

// Copies of objects without parts; undefined for the others.
function cloneSimple(value, type) {
  if (boxedClasses[type] && type !== 'Symbol') {
    return intrinsics.Object(boxedValues[type](value));
  }
  if (type === 'Date') {
    return new intrinsics.Date(dateTime(value));
  }
  if (type === 'RegExp') {
    return new intrinsics.RegExp(value.source, value.flags);
  }
  return undefined;
}

function cloneValue(value, seen) {
  if (!isObject(value)) {
    if (typeof value === 'symbol') {
      throw notCloneable(value);
    }
    return value;
  }
  const known = mapGet(seen, value);
  if (known !== undefined) {
    return known;
  }
  const type = className(value);
  const simple = cloneSimple(value, type);
  if (simple !== undefined) {
    mapSet(seen, value, simple);
    return simple;
  }
  if (type === 'ArrayBuffer') {
    return cloneBuffer(value, seen);
  }
  if (type === 'DataView' || (endsWith(type, 'Array') && type !== 'Array')) {
    return cloneView(value, type, seen);
  }
  if (type === 'Map' || type === 'Set') {
    return cloneCollection(value, type, seen);
  }
  if (type === 'Error') {
    return cloneError(value, seen);
  }
  if (type === 'Array') {
    const clone = new intrinsics.Array(value.length);
    mapSet(seen, value, clone);
    return cloneProperties(value, clone, seen);
  }
  if (type === 'Object' || type === 'Arguments') {
    const clone = {};
    mapSet(seen, value, clone);
    return cloneProperties(value, clone, seen);
  }
  throw notCloneable(value);
}

function cloneView(value, type, seen) {
  const isView = type === 'DataView';
  const buffer = cloneBuffer(isView ? viewBuffer(value) : typedArrayBuffer(value), seen);
  const clone = isView ? new intrinsics.DataView(buffer, viewByteOffset(value), viewByteLength(value)) :
    new intrinsics[type](buffer, typedArrayByteOffset(value), typedArrayLength(value));
  mapSet(seen, value, clone);
  return clone;
}

function structuredClone(value, options) {
  if (arguments.length === 0) {
    throw missingArgumentsError(['value']);
  }
  const seen = new intrinsics.Map();
  const transfer = options?.transfer === undefined ? [] : intrinsics.Array.from(options.transfer);
  for (let i = 0; i < transfer.length; i++) {
    if (className(transfer[i]) !== 'ArrayBuffer') {
      throw new DOMException('Value not transferable', 'DataCloneError');
    }
    cloneBuffer(transfer[i], seen);
  }
  const clone = cloneValue(value, seen);
  for (let i = 0; i < transfer.length; i++) {
    native.detach(transfer[i]);
  }
  return clone;
}
