// The one-line form of functions, classes and boxed primitives, which stands in front of their properties.
const functionTypes = {
  __proto__: null,
  '': 'Function', generator: 'GeneratorFunction', async: 'AsyncFunction', 'async generator': 'AsyncGeneratorFunction',
};

function classBase(value, constructor, tag) {
  const own = hasOwn(value, 'name') ? read(value, 'name') : undefined;
  let base = `class ${own ? safeText(own) : '(anonymous)'}`;
  if (constructor !== 'Function' && constructor !== null) {
    base += ` [${constructor}]`;
  }
  if (tag !== '' && constructor !== tag) {
    base += ` [${tag}]`;
  }
  if (constructor === null) {
    base += ' extends [null prototype]';
  } else {
    const parent = prototypeOf(value);
    const name = parent === null ? undefined : read(parent, 'name');
    if (name) {
      base += ` extends ${safeText(name)}`;
    }
  }
  return `[${base}]`;
}

function functionBase(value, constructor, tag) {
  const kind = functionKind(value);
  if (kind === 'class') {
    return classBase(value, constructor, tag);
  }
  const type = functionTypes[kind];
  let base = `[${type}${constructor === null ? ' (null prototype)' : ''}`;
  const name = read(value, 'name');
  base += name === '' ? ' (anonymous)' : `: ${typeof name === 'symbol' ? symbolToString(name) : safeText(name)}`;
  base += ']';
  if (constructor !== type && constructor !== null) {
    base += ` ${constructor}`;
  }
  return tag !== '' && constructor !== tag ? `${base} [${tag}]` : base;
}

const boxedValues = {
  __proto__: null,
  Number: numberValue, String: stringValue, Boolean: booleanValue, BigInt: bigintValue, Symbol: symbolValue,
};

function boxedBase(value, type, keys, context, constructor, tag) {
  const primitive = boxedValues[type](value);
  if (type === 'String') {
    for (let i = primitive.length; i > 0 && keys.length > 0; i--) {
      shift(keys);
    }
  }
  let base = `[${type}`;
  if (type !== constructor) {
    base += constructor === null ? ' (null prototype)' : ` (${constructor})`;
  }
  base += `: ${formatPrimitive(stylizeNothing, primitive, context)}]`;
  if (tag !== '' && tag !== constructor) {
    base += ` [${tag}]`;
  }
  return keys.length !== 0 ? base : context.stylize(base, lowerCase(type));
}

function regExpBase(value, constructor, tag) {
  const base = constructor === null ? regExpToString(new intrinsics.RegExp(value)) : safeRegExpText(value);
  const prefix = prefixOf(constructor, tag, 'RegExp');
  return prefix === 'RegExp ' ? base : prefix + base;
}

// RegExp.prototype.toString reads `source` and `flags`, which a guest may have overridden.
function safeRegExpText(value) {
  try {
    return regExpToString(value);
  } catch {
    return '[RegExp]';
  }
}

function dateBase(value, constructor, tag) {
  const base = isNaNNumber(dateTime(value)) ? dateToString(value) : dateToIsoString(value);
  const prefix = prefixOf(constructor, tag, 'Date');
  return prefix === 'Date ' ? base : prefix + base;
}
