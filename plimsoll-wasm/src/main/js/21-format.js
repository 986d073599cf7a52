// util.format: the printf-like placeholders of console.log.
const PERCENT = 37;
// What JSON.stringify says of a structure with a cycle.
const CIRCULAR = 'Converting circular structure to JSON';

function formatArguments(values, options) {
  const first = values.length === 0 ? undefined : values[0];
  if (values.length === 1 && typeof first === 'string') {
    return first;
  }
  let next = 0;
  let text = '';
  let gap = '';
  if (typeof first === 'string') {
    const filled = fillPlaceholders(first, values, options);
    if (filled !== undefined) {
      ({ text, next } = filled);
      gap = ' ';
    }
  }
  for (; next < values.length; next++) {
    const value = values[next];
    text += gap + (typeof value === 'string' ? value : inspect(value, options));
    gap = ' ';
  }
  return text;
}

// undefined when the text has no placeholder at all.
function fillPlaceholders(pattern, values, options) {
  let text = '';
  let last = 0;
  let used = 0;
  for (let i = indexIn(pattern, '%'); i !== -1 && i < pattern.length - 1; i = indexIn(pattern, '%', i + 1)) {
    i++;
    if (charCode(pattern, i) === PERCENT) {
      text += sliceText(pattern, last, i);
      last = i + 1;
    } else if (used + 1 !== values.length) {
      const placeholder = placeholders[pattern[i]];
      if (placeholder !== undefined) {
        used++;
        text += sliceText(pattern, last, i - 1) + placeholder(values[used], options);
        last = i + 1;
      }
    }
  }
  return last === 0 ? undefined : { __proto__: null, text: text + sliceText(pattern, last), next: used + 1 };
}

function withOptions(options, more) {
  const result = { __proto__: null };
  const keys = isObject(options) ? enumerableKeys(options) : [];
  for (let i = 0; i < keys.length; i++) {
    result[keys[i]] = options[keys[i]];
  }
  const others = enumerableKeys(more);
  for (let i = 0; i < others.length; i++) {
    result[others[i]] = more[others[i]];
  }
  return result;
}

function placeNumber(convert) {
  return (value) => {
    if (typeof value === 'bigint') {
      return formatBigint(stylizeNothing, value, false);
    }
    if (typeof value === 'symbol') {
      return 'NaN';
    }
    return formatNumber(stylizeNothing, convert(value), false);
  };
}

const placeholders = {
  __proto__: null,
  s: placeString,
  d: placeNumber((value) => isObject(value) ? +value : intrinsics.Number(value)),
  i: placeNumber((value) => parseInt(value)),
  f: placeNumber((value) => parseFloat(value)),
  j: placeJson,
  o: (value, options) => inspect(value, withOptions(options, { __proto__: null, showHidden: true, showProxy: true, depth: 4 })),
  O: (value, options) => inspect(value, options),
  c: () => '',
};

function placeString(value, options) {
  if (typeof value === 'number') {
    return formatNumber(stylizeNothing, value, false);
  }
  if (typeof value === 'bigint') {
    return formatBigint(stylizeNothing, value, false);
  }
  const short = { __proto__: null, depth: 0, colors: false, compact: 3 };
  if (typeof value === 'object' && value !== null && hasBuiltInToString(value)) {
    return inspect(value, withOptions(options, short));
  }
  return intrinsics.String(value);
}

function placeJson(value) {
  try {
    return stringifyJson(value) ?? 'undefined';
  } catch (error) {
    if (isError(error) && read(error, 'name') === 'TypeError' && read(error, 'message') === CIRCULAR) {
      return '[Circular]';
    }
    throw error;
  }
}

// Whether the value's text would come from a built-in toString, which says less than an inspection.
function hasBuiltInToString(value) {
  if (proxyDetails(value) !== undefined) {
    value = unwrapProxy(value);
    if (value === null) {
      return true;
    }
  }
  if (typeof read(value, 'toString') !== 'function') {
    if (typeof read(value, SymbolToPrimitive) !== 'function') {
      return true;
    }
    if (hasOwn(value, SymbolToPrimitive)) {
      return false;
    }
  } else if (hasOwn(value, 'toString')) {
    return false;
  } else if (typeof read(value, SymbolToPrimitive) === 'function' && hasOwn(value, SymbolToPrimitive)) {
    return false;
  }
  let object = prototypeOf(value);
  for (let i = 0; object !== null && i < MAX_PROTOTYPES; i++) {
    if (proxyDetails(object) !== undefined) {
      return true;
    }
    if (hasOwn(object, 'toString') || hasOwn(object, SymbolToPrimitive)) {
      const constructor = ownConstructor(object);
      return constructor !== undefined && setHas(builtinNames, read(constructor, 'name'));
    }
    object = prototypeOf(object);
  }
  return true;
}
