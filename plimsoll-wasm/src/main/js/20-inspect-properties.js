// One property as `key: value`.
function formatProperty(context, value, depth, key, kind, given, original = value) {
  const descriptor = given ?? descriptorOf(value, key) ?? { __proto__: null, value: read(value, key), enumerable: true };
  let text;
  let gap = ' ';
  if (descriptor.value !== undefined) {
    const step = context.compact !== true || kind !== KIND_OBJECT ? 2 : 3;
    context.indentation += step;
    text = formatValue(context, descriptor.value, depth);
    if (step === 3 && context.breakLength < textWidth(text, context.colors)) {
      gap = `\n${indent(context)}`;
    }
    context.indentation -= step;
  } else if (descriptor.get !== undefined) {
    text = formatGetter(context, descriptor, original, depth);
  } else if (descriptor.set !== undefined) {
    text = context.stylize('[Setter]', 'special');
  } else {
    text = context.stylize('undefined', 'undefined');
  }
  return kind === KIND_ELEMENT ? text : `${keyText(context, key, descriptor.enumerable !== false)}:${gap}${text}`;
}

function keyText(context, key, enumerable) {
  if (typeof key === 'symbol') {
    const text = replaceMatches(symbolToString(key), escapesAll, escapeCharacter);
    return `[${context.stylize(text, 'symbol')}]`;
  }
  if (key === '__proto__') {
    return "['__proto__']";
  }
  if (!enumerable) {
    return `[${replaceMatches(key, escapesAll, escapeCharacter)}]`;
  }
  return matchRegExp(identifier, key) !== null ? context.stylize(key, 'name') : context.stylize(quote(key), 'string');
}

function formatGetter(context, descriptor, original, depth) {
  const { stylize, getters } = context;
  const label = descriptor.set !== undefined ? 'Getter/Setter' : 'Getter';
  const isWanted = getters === true || (getters === 'get' && descriptor.set === undefined) ||
    (getters === 'set' && descriptor.set !== undefined);
  if (!isWanted) {
    return stylize(`[${label}]`, 'special');
  }
  let result;
  try {
    result = call(descriptor.get, original);
  } catch (error) {
    if (isOutOfMemory(error)) {
      throw error;
    }
    const message = isObject(error) ? read(error, 'message') : undefined;
    return `${stylize(`[${label}:`, 'special')} <Inspection threw (${safeText(message)})>${stylize(']', 'special')}`;
  }
  if (result === null) {
    return `${stylize(`[${label}:`, 'special')} ${stylize('null', 'null')}${stylize(']', 'special')}`;
  }
  context.indentation += 2;
  const text = isObject(result) ?
    `${stylize(`[${label}]`, 'special')} ${formatValue(context, result, depth)}` :
    `${stylize(`[${label}:`, 'special')} ${formatPrimitive(stylize, result, context)}${stylize(']', 'special')}`;
  context.indentation -= 2;
  return text;
}
