// For each kind of object: its braces, the text in front of them, how its entries are made, and which keys follow them.
const collectionShapes = {
  __proto__: null,
  Set: setEntries, Map: mapEntries, 'Map Iterator': iteratorEntries, 'Set Iterator': iteratorEntries,
};
const boxedClasses = { __proto__: null, Number: true, String: true, Boolean: true, BigInt: true, Symbol: true };

const newShape = (keys) => ({ __proto__: null, text: undefined, base: '', braces: ['{', '}'], entries: undefined, keys,
  kind: KIND_OBJECT });

const done = (text) => ({ __proto__: null, text });

// Returns a shape, or one with `text` when that is the whole output.
function shapeOf(context, value, depth, constructor, tag, insideTypedArray, hasExtra) {
  const type = className(value);
  if (has(value, SymbolIterator) || constructor === null) {
    if (type === 'Array') {
      return arrayShape(context, value, constructor, tag, hasExtra);
    }
    if (collectionShapes[type] !== undefined) {
      return collectionShape(context, value, type, constructor, tag, hasExtra);
    }
    if (endsWith(type, 'Array') && typedArrayTag(value) !== undefined) {
      return typedArrayShape(context, value, type, constructor, tag);
    }
  }
  const shape = newShape(shownKeys(value, context.showHidden));
  const isBare = () => shape.keys.length === 0 && !hasExtra;
  if (typeof value === 'function') {
    shape.base = functionBase(value, constructor, tag);
    return isBare() ? done(context.stylize(shape.base, 'special')) : shape;
  }
  if (constructor === 'Object' && type !== 'Error') {
    if (type === 'Arguments') {
      shape.braces[0] = '[Arguments] {';
    } else if (tag !== '') {
      shape.braces[0] = `${prefixOf(constructor, tag, 'Object')}{`;
    }
    return isBare() ? done(`${shape.braces[0]}}`) : shape;
  }
  if (type === 'RegExp') {
    shape.base = regExpBase(value, constructor, tag);
    return isBare() || isTooDeep(context, depth) ? done(context.stylize(shape.base, 'regexp')) : shape;
  }
  if (type === 'Date') {
    shape.base = dateBase(value, constructor, tag);
    return isBare() ? done(context.stylize(shape.base, 'date')) : shape;
  }
  if (isError(value)) {
    shape.base = formatErrorValue(value, constructor, tag, context, shape.keys);
    return isBare() ? done(shape.base) : shape;
  }
  if (type === 'ArrayBuffer' || type === 'SharedArrayBuffer') {
    return bufferShape(context, value, type, shape, constructor, tag, insideTypedArray);
  }
  if (boxedClasses[type]) {
    shape.base = boxedBase(value, type, shape.keys, context, constructor, tag);
    return isBare() ? done(shape.base) : shape;
  }
  return otherShape(context, value, type, shape, constructor, tag, isBare);
}

function arrayShape(context, value, constructor, tag, hasExtra) {
  const shape = newShape(extraKeys(value, context.showHidden));
  const prefix = constructor !== 'Array' || tag !== '' ? prefixOf(constructor, tag, 'Array', `(${value.length})`) : '';
  shape.braces = [`${prefix}[`, ']'];
  if (value.length === 0 && shape.keys.length === 0 && !hasExtra) {
    return done(`${shape.braces[0]}]`);
  }
  shape.kind = KIND_ARRAY;
  shape.entries = arrayEntries;
  return shape;
}

function collectionShape(context, value, type, constructor, tag, hasExtra) {
  const shape = newShape(shownKeys(value, context.showHidden));
  shape.entries = collectionShapes[type];
  if (type === 'Map Iterator' || type === 'Set Iterator') {
    shape.braces[0] = iteratorOpening(value, sliceText(type, 0, 3), tag);
    return shape;
  }
  const size = collectionSize(value);
  const prefix = prefixOf(constructor, tag, type, `(${size})`);
  shape.braces[0] = `${prefix}{`;
  return size === 0 && shape.keys.length === 0 && !hasExtra ? done(`${prefix}{}`) : shape;
}

function typedArrayShape(context, value, type, constructor, tag) {
  const shape = newShape(extraKeys(value, context.showHidden));
  const length = typedArrayLength(value);
  shape.braces = [`${prefixOf(constructor, tag, constructor === null ? type : '', `(${length})`)}[`, ']'];
  if (length === 0 && shape.keys.length === 0 && !context.showHidden) {
    return done(`${shape.braces[0]}]`);
  }
  shape.entries = typedArrayEntries;
  shape.kind = KIND_ARRAY;
  return shape;
}

function bufferShape(context, value, type, shape, constructor, tag, insideTypedArray) {
  const prefix = prefixOf(constructor, tag, type);
  if (!insideTypedArray) {
    shape.entries = bufferContents;
  } else if (shape.keys.length === 0) {
    return done(`${prefix}{ byteLength: ${formatNumber(context.stylize, read(value, 'byteLength'), false)} }`);
  }
  shape.braces[0] = `${prefix}{`;
  prepend(shape.keys, ['byteLength']);
  return shape;
}

const entriesByType = {
  __proto__: null, Promise: promiseEntries, WeakSet: weakEntries, WeakMap: weakEntries, Module: namespaceEntries,
};

function otherShape(context, value, type, shape, constructor, tag, isBare) {
  if (type === 'DataView') {
    shape.braces[0] = `${prefixOf(constructor, tag, 'DataView')}{`;
    prepend(shape.keys, ['byteLength', 'byteOffset', 'buffer']);
    return shape;
  }
  const entries = entriesByType[type];
  if (entries !== undefined) {
    shape.braces[0] = `${type === 'Module' ? '[Module: null prototype] ' : prefixOf(constructor, tag, type)}{`;
    shape.entries = entries;
    return shape;
  }
  const prefix = plainPrefix(value, constructor, tag);
  shape.braces[0] = `${prefix}{`;
  return isBare() ? done(`${prefix}{}`) : shape;
}
