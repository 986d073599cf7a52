// Strings, numbers and the other primitives as source text.
const escapesAll = /[\x00-\x1f\x27\x5c\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const escapesAllButQuote = /[\x00-\x1f\x5c\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const identifier = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
const shortEscapes = { __proto__: null, 8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r', 39: "\\'", 92: '\\\\' };
// Strings up to this length are never broken at their line ends.
const MIN_BROKEN_LENGTH = 16;

function escapeCharacter(character) {
  const code = charCode(character, 0);
  const short = shortEscapes[code];
  if (short !== undefined) {
    return short;
  }
  return code < 0xa0 ? `\\x${padStart(upperCase(numberToString(code, 16)), 2, '0')}` : `\\u${numberToString(code, 16)}`;
}

// Single quotes unless the text has one; then double quotes, then backticks, then escapes.
function quote(text) {
  let mark = "'";
  if (contains(text, "'")) {
    if (!contains(text, '"')) {
      mark = '"';
    } else if (!contains(text, '`') && !contains(text, '${')) {
      mark = '`';
    }
  }
  return mark + replaceMatches(text, mark === "'" ? escapesAll : escapesAllButQuote, escapeCharacter) + mark;
}

function groupFraction(digits) {
  let result = '';
  while (digits.length > 3) {
    result += `${sliceText(digits, 0, 3)}_`;
    digits = sliceText(digits, 3);
  }
  return result + digits;
}

function formatNumber(stylize, number, separator) {
  let text = sameValue(number, -0) ? '-0' : `${number}`;
  if (separator && isFiniteNumber(number) && !contains(text, 'e')) {
    const point = indexIn(text, '.');
    text = point === -1 ?
      withSeparators(text) : `${withSeparators(sliceText(text, 0, point))}.${groupFraction(sliceText(text, point + 1))}`;
  }
  return stylize(text, 'number');
}

function formatBigint(stylize, bigint, separator) {
  return stylize(`${separator ? withSeparators(bigint) : bigint}n`, 'bigint');
}

const moreItems = (count) => `... ${count} more item${count > 1 ? 's' : ''}`;

function formatString(stylize, text, context) {
  let trailer = '';
  if (text.length > context.maxStringLength) {
    const left = text.length - context.maxStringLength;
    text = sliceText(text, 0, context.maxStringLength);
    trailer = `... ${left} more character${left > 1 ? 's' : ''}`;
  }
  if (context.compact === true || text.length <= MIN_BROKEN_LENGTH ||
      text.length <= context.breakLength - context.indentation - 4) {
    return stylize(quote(text), 'string') + trailer;
  }
  const lines = splitText(text, '\n');
  const parts = [];
  for (let i = 0; i < lines.length; i++) {
    const isLast = i === lines.length - 1;
    if (!isLast || lines[i] !== '') {
      push(parts, stylize(quote(isLast ? lines[i] : `${lines[i]}\n`), 'string'));
    }
  }
  return join(parts, ` +\n${repeatText(' ', context.indentation + 2)}`) + trailer;
}

function formatPrimitive(stylize, value, context) {
  switch (typeof value) {
    case 'string':
      return formatString(stylize, value, context);
    case 'number':
      return formatNumber(stylize, value, context.numericSeparator);
    case 'bigint':
      return formatBigint(stylize, value, context.numericSeparator);
    case 'boolean':
      return stylize(`${value}`, 'boolean');
    case 'undefined':
      return stylize('undefined', 'undefined');
    default:
      return stylize(symbolToString(value), 'symbol');
  }
}
