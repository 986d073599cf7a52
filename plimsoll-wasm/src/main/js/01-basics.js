// Small operations that the built-ins cannot do safely on values of a guest.
const { className, functionKind } = native;
const noop = () => {};
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// An own property descriptor that cannot be confused by a polluted Object.prototype.
function descriptorOf(object, key) {
  const descriptor = getOwnPropertyDescriptor(object, key);
  return descriptor === undefined ? undefined : setPrototypeOf(descriptor, null);
}

function define(object, key, value, enumerable = false) {
  return defineProperty(object, key, { __proto__: null, value, writable: true, enumerable, configurable: true });
}

function defineGetter(object, key, get, set, enumerable = false) {
  return defineProperty(object, key, { __proto__: null, get, set, enumerable, configurable: true });
}

// Web interfaces have enumerable members, class syntax makes them not enumerable.
function makeEnumerable(prototype, names) {
  for (let i = 0; i < names.length; i++) {
    defineProperty(prototype, names[i], { __proto__: null, enumerable: true });
  }
}

function setTag(prototype, tag) {
  defineProperty(prototype, SymbolToStringTag, { __proto__: null, value: tag, configurable: true });
}

// Reading a property of a guest's object may run a getter or a proxy trap, which may throw.
function read(object, key) {
  try {
    return object[key];
  } catch {
    return undefined;
  }
}

function has(object, key) {
  try {
    return key in object;
  } catch {
    return false;
  }
}

function prototypeOf(object) {
  try {
    return getPrototypeOf(object);
  } catch {
    return null;
  }
}

function isInstance(object, constructor) {
  try {
    return object instanceof constructor;
  } catch {
    return false;
  }
}

function isError(value) {
  return className(value) === 'Error' || (isObject(value) && isInstance(value, intrinsics.Error));
}

function copyRange(list, from, to) {
  const result = [];
  for (let i = from; i < to; i++) {
    push(result, list[i]);
  }
  return result;
}

// Puts values in front of those that a list has.
function prepend(list, values) {
  const all = copyRange(values, 0, values.length);
  for (let i = 0; i < list.length; i++) {
    push(all, list[i]);
  }
  for (let i = 0; i < all.length; i++) {
    placeAt(list, i, all[i]);
  }
}

// Sets an element that a list may not have yet; those before it that are missing become empty texts.
function placeAt(list, index, value) {
  while (list.length <= index) {
    push(list, '');
  }
  list[index] = value;
}

function removeAt(list, index) {
  for (let i = index; i < list.length - 1; i++) {
    list[i] = list[i + 1];
  }
  pop(list);
}

function splitText(text, separator) {
  const parts = [];
  let from = 0;
  for (let at = indexIn(text, separator); at !== -1; at = indexIn(text, separator, from)) {
    push(parts, sliceText(text, from, at));
    from = at + separator.length;
  }
  push(parts, sliceText(text, from));
  return parts;
}

function replaceText(text, search, replacement) {
  return indexIn(text, search) === -1 ? text : join(splitText(text, search), replacement);
}

// Replaces every match of a global expression; `replace` is given the matched text.
function replaceMatches(text, expression, replace) {
  expression.lastIndex = 0;
  let result = '';
  let last = 0;
  for (let match = matchRegExp(expression, text); match !== null; match = matchRegExp(expression, text)) {
    result += sliceText(text, last, match.index) + replace(match[0]);
    last = match.index + match[0].length;
    if (match[0] === '') {
      expression.lastIndex++;
    }
  }
  return last === 0 ? text : result + sliceText(text, last);
}

function isStackOverflow(error) {
  if (className(error) !== 'Error') {
    return false;
  }
  const message = descriptorOf(error, 'message');
  return message !== undefined && (message.value === 'stack overflow' || message.value === 'Maximum call stack size exceeded');
}

// Running out of memory must reach the engine, which turns it into the outcome of the run. Only the engine's own error says so.
const { isOutOfMemory } = native;

// The bytes of an ArrayBuffer or of any view on one, without a copy; undefined for anything else.
function bytesOf(value) {
  const name = className(value);
  if (name === 'ArrayBuffer' || name === 'SharedArrayBuffer') {
    return new intrinsics.Uint8Array(value);
  }
  if (name === 'DataView') {
    return new intrinsics.Uint8Array(viewBuffer(value), viewByteOffset(value), viewByteLength(value));
  }
  if (typeof value === 'object' && value !== null && typedArrayTag(value) !== undefined) {
    return new intrinsics.Uint8Array(typedArrayBuffer(value), typedArrayByteOffset(value), typedArrayByteLength(value));
  }
  return undefined;
}
