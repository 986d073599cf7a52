// util.inspect as Node.js 20 prints it.
//
// It runs no getter but that of a tag, and no proxy trap of the value itself; names that throw count as none. What leaves it is
// what a value's own inspector throws, and running out of memory.
const { proxyDetails } = native;
const MAX_NESTED_PROXIES = 1000;

function inspect(value, options) {
  if (typeof options === 'boolean') {
    const legacy = newInspection(undefined);
    legacy.showHidden = options;
    if (arguments.length > 2 && arguments[2] !== undefined) {
      legacy.depth = arguments[2];
    }
    if (arguments.length > 3 && arguments[3]) {
      legacy.colors = true;
      legacy.stylize = stylizeWithColor;
    }
    return formatValue(legacy, value, 0);
  }
  return formatValue(newInspection(isObject(options) ? options : undefined), value, 0);
}

// The target behind a proxy and the proxies it may wrap in turn.
function unwrapProxy(value) {
  for (let i = 0; i < MAX_NESTED_PROXIES; i++) {
    const details = proxyDetails(value);
    if (details === undefined) {
      return value;
    }
    value = details[0];
    if (value === null) {
      return null;
    }
  }
  return null;
}

function formatValue(context, value, depth, insideTypedArray = false) {
  if (!isObject(value)) {
    return value === null ? context.stylize('null', 'null') : formatPrimitive(context.stylize, value, context);
  }
  const original = value;
  const details = proxyDetails(value);
  if (details !== undefined) {
    if (details[0] === null) {
      return context.stylize('<Revoked Proxy>', 'special');
    }
    if (context.showProxy) {
      return formatProxy(context, details, depth);
    }
    value = unwrapProxy(value);
    if (value === null) {
      return context.stylize('<Revoked Proxy>', 'special');
    }
  }
  if (context.customInspect) {
    const custom = formatWithOwnInspector(context, value, original, depth);
    if (custom !== undefined) {
      return custom;
    }
  }
  if (includes(context.seen, value)) {
    context.circular = context.circular ?? new intrinsics.Map();
    let index = mapGet(context.circular, value);
    if (index === undefined) {
      index = mapSize(context.circular) + 1;
      mapSet(context.circular, value, index);
    }
    return context.stylize(`[Circular *${index}]`, 'special');
  }
  return formatObject(context, value, depth, insideTypedArray);
}

function formatProxy(context, details, depth) {
  if (isTooDeep(context, depth)) {
    return context.stylize('Proxy [Array]', 'special');
  }
  context.indentation += 2;
  const parts = [formatValue(context, details[0], depth + 1), formatValue(context, details[1], depth + 1)];
  context.indentation -= 2;
  return layOut(context, parts, '', ['Proxy [', ']'], KIND_ARRAY, depth + 1);
}

// Calls the value's [util.inspect.custom].
function formatWithOwnInspector(context, value, original, depth) {
  const inspector = value[inspectCustom];
  if (typeof inspector !== 'function' || inspector === inspect || isPrototypeObject(value)) {
    return undefined;
  }
  const left = context.depth === null ? null : context.depth - depth;
  const result = call(inspector, original, left, optionsForGuest(context), inspect);
  if (result === original) {
    return undefined;
  }
  return typeof result === 'string' ? replaceText(result, '\n', `\n${indent(context)}`) : formatValue(context, result, depth);
}

function isPrototypeObject(value) {
  const constructor = read(value, 'constructor');
  return isObject(constructor) && read(constructor, 'prototype') === value;
}

function formatObject(context, value, depth, insideTypedArray) {
  const extra = context.showHidden && !isTooDeep(context, depth) ? [] : undefined;
  let constructor;
  let tag;
  let shape;
  const { indentation } = context;
  try {
    constructor = constructorName(context, value, depth, extra);
    tag = tagOf(context, value);
    shape = shapeOf(context, value, depth, constructor, tag, insideTypedArray, extra !== undefined && extra.length > 0);
  } catch (error) {
    if (!isStackOverflow(error)) {
      throw error;
    }
    context.indentation = indentation;
    return interrupted(context, value, constructor, '');
  }
  if (shape.text !== undefined) {
    return shape.text;
  }
  if (isTooDeep(context, depth)) {
    const name = sliceText(plainPrefix(value, constructor, tag), 0, -1);
    return context.stylize(constructor === null ? name : `[${name}]`, 'special');
  }
  depth++;
  push(context.seen, value);
  context.currentDepth = depth;
  let output;
  try {
    output = shape.entries === undefined ? [] : shape.entries(context, value, depth, shape.keys);
    for (let i = 0; i < shape.keys.length; i++) {
      push(output, formatProperty(context, value, depth, shape.keys[i], shape.kind));
    }
    for (let i = 0; extra !== undefined && i < extra.length; i++) {
      push(output, extra[i]);
    }
  } catch (error) {
    if (!isStackOverflow(error)) {
      throw error;
    }
    pop(context.seen);
    context.indentation = indentation;
    return interrupted(context, value, constructor, tag);
  }
  const index = context.circular === undefined ? undefined : mapGet(context.circular, value);
  if (index !== undefined) {
    const reference = context.stylize(`<ref *${index}>`, 'special');
    if (context.compact === true) {
      shape.braces[0] = `${reference} ${shape.braces[0]}`;
    } else {
      shape.base = shape.base === '' ? reference : `${reference} ${shape.base}`;
    }
  }
  pop(context.seen);
  if (context.sorted) {
    sortEntries(context.sorted, output, shape);
  }
  const text = layOut(context, output, shape.base, shape.braces, shape.kind, depth, value);
  const length = (context.budget[context.indentation] ?? 0) + text.length;
  context.budget[context.indentation] = length;
  if (length > MAX_LEVEL_LENGTH) {
    context.depth = -1;
  }
  return text;
}

function interrupted(context, value, constructor, tag) {
  const name = sliceText(plainPrefix(value, constructor ?? null, tag), 0, -1);
  return context.stylize(
    `[${name}: Inspection interrupted prematurely. Maximum call stack size exceeded.]`, 'special');
}

function sortEntries(sorted, output, shape) {
  const comparator = sorted === true ? undefined : sorted;
  const from = shape.kind === KIND_OBJECT ? 0 : output.length - shape.keys.length;
  const part = sort(copyRange(output, from, output.length), comparator);
  for (let i = 0; i < part.length; i++) {
    output[from + i] = part[i];
  }
}
