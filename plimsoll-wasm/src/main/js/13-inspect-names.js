// What an object is called: its constructor, its tag, and the keys that are shown.
const builtinNames = new Set();
const builtinPrototypes = new Map();
for (const name of getOwnPropertyNames(global)) {
  if (matchRegExp(/^[A-Z][A-Za-z0-9]+$/, name) !== null) {
    setAdd(builtinNames, name);
    const { value } = getOwnPropertyDescriptor(global, name);
    if (typeof value === 'function' && isObject(value.prototype)) {
      mapSet(builtinPrototypes, value.prototype, name);
    }
  }
}
// A chain of proxies can make a prototype chain endless.
const MAX_PROTOTYPES = 1000;

function ownConstructor(object) {
  try {
    const descriptor = descriptorOf(object, 'constructor');
    return descriptor !== undefined && typeof descriptor.value === 'function' ? descriptor.value : undefined;
  } catch {
    return undefined;
  }
}

// The name of the constructor, null for an object without a prototype. Adds the prototype's own properties to `extra` when
// hidden ones are shown.
function constructorName(context, value, depth, extra) {
  let first;
  let object = value;
  for (let i = 0; object !== null && i < MAX_PROTOTYPES; i++) {
    let name = object === value ? undefined : mapGet(builtinPrototypes, object);
    if (name === undefined) {
      const constructor = ownConstructor(object);
      const own = constructor === undefined ? '' : read(constructor, 'name');
      if (own !== '' && own !== undefined && isInstance(value, constructor)) {
        name = typeof own === 'symbol' ? symbolToString(own) : safeText(own);
      }
    }
    if (name !== undefined) {
      if (extra !== undefined && (first !== object || !setHas(builtinNames, name))) {
        addPrototypeProperties(context, value, first || value, depth, extra);
      }
      return name;
    }
    object = prototypeOf(object);
    if (first === undefined) {
      first = object;
    }
  }
  if (first === null) {
    return null;
  }
  const own = internalName(value);
  if (isTooDeep(context, depth)) {
    return `${own} <Complex prototype>`;
  }
  const parent = constructorName(context, first, depth + 1, extra);
  if (parent !== null) {
    return `${own} <${parent}>`;
  }
  const nested = { __proto__: null };
  for (let i = 0; i < optionNames.length; i++) {
    nested[optionNames[i]] = context[optionNames[i]];
  }
  nested.customInspect = false;
  nested.depth = -1;
  return `${own} <${inspect(first, nested)}>`;
}

function internalName(value) {
  const name = className(value);
  return name === '' || contains(name, ' ') || name === 'Arguments' ? 'Object' : name;
}

function safeText(value) {
  try {
    return `${value}`;
  } catch {
    return 'Object';
  }
}

// Shows what a class defines on up to three prototypes, with `showHidden` only.
function addPrototypeProperties(context, value, object, depth, output) {
  let shown;
  for (let layer = 0; layer < 3; layer++) {
    if (layer !== 0 || value === object) {
      object = prototypeOf(object);
      if (object === null) {
        return;
      }
      const constructor = ownConstructor(object);
      if (constructor !== undefined && setHas(builtinNames, read(constructor, 'name'))) {
        return;
      }
    }
    shown = shown ?? new intrinsics.Set();
    const keys = ownKeys(object);
    push(context.seen, value);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      const descriptor = descriptorOf(object, key);
      if (key !== 'constructor' && !hasOwn(value, key) && !setHas(shown, key) && typeof descriptor.value !== 'function') {
        const text = formatProperty(context, object, depth, key, KIND_OBJECT, descriptor, value);
        push(output, context.colors ? `\u001b[2m${text}\u001b[22m` : text);
      }
      setAdd(shown, key);
    }
    pop(context.seen);
  }
}

function prefixOf(constructor, tag, fallback, size = '') {
  if (constructor === null) {
    const suffix = tag !== '' && fallback !== tag ? `[${tag}] ` : '';
    return `[${fallback}${size}: null prototype] ${suffix}`;
  }
  return tag !== '' && constructor !== tag ? `${constructor}${size} [${tag}] ` : `${constructor}${size} `;
}

function plainPrefix(value, constructor, tag) {
  let fallback = '';
  if (constructor === null) {
    fallback = internalName(value);
    if (fallback === tag) {
      fallback = 'Object';
    }
  }
  return prefixOf(constructor, tag, fallback);
}

// A tag is shown unless it is an own property that is printed anyway.
function tagOf(context, value) {
  const tag = value[SymbolToStringTag];
  if (typeof tag !== 'string' || tag === '') {
    return '';
  }
  const isShown = context.showHidden ? hasOwn(value, SymbolToStringTag) : isEnumerable(value, SymbolToStringTag);
  return isShown ? '' : tag;
}

function shownKeys(value, showHidden) {
  if (showHidden) {
    return ownKeys(value);
  }
  let keys;
  try {
    keys = enumerableKeys(value);
  } catch {
    // A module namespace whose bindings are not initialised yet.
    keys = getOwnPropertyNames(value);
  }
  const symbols = getOwnPropertySymbols(value);
  for (let i = 0; i < symbols.length; i++) {
    if (isEnumerable(value, symbols[i])) {
      push(keys, symbols[i]);
    }
  }
  return keys;
}

function isIndex(key) {
  if (typeof key !== 'string' || key === '' || key.length > 10) {
    return false;
  }
  const index = +key;
  return index >= 0 && index < 2 ** 32 - 1 && isInteger(index) && `${index}` === key;
}

// The keys of an array or typed array without its elements.
function extraKeys(value, showHidden) {
  const result = [];
  if (!showHidden && !isArray(value)) {
    const length = typedArrayLength(value);
    const keys = enumerableKeys(value);
    for (let i = length; i < keys.length; i++) {
      push(result, keys[i]);
    }
  } else {
    const keys = showHidden ? getOwnPropertyNames(value) : enumerableKeys(value);
    // Integer keys come first and in order: look for the end of them from the back.
    let from = keys.length;
    while (from > 0 && !isIndex(keys[from - 1])) {
      from--;
    }
    for (let i = from; i < keys.length; i++) {
      push(result, keys[i]);
    }
  }
  const symbols = getOwnPropertySymbols(value);
  for (let i = 0; i < symbols.length; i++) {
    if (showHidden || isEnumerable(value, symbols[i])) {
      push(result, symbols[i]);
    }
  }
  return result;
}
