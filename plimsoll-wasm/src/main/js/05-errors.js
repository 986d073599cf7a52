// Errors as Node.js makes them: an own `code`, which the stack's first line shows in brackets.

// A stack without the line end that the engine may leave at its end.
const trimStack = (stack) => endsWith(stack, '\n') ? sliceText(stack, 0, -1) : stack;

// The frames of a stack, whether or not the engine put "name: message" in front of them.
function framesOf(error) {
  let stack = read(error, 'stack');
  if (typeof stack !== 'string') {
    return '';
  }
  stack = trimStack(stack);
  if (startsWith(stack, '    at ')) {
    return stack;
  }
  const at = indexIn(stack, '\n    at ');
  return at === -1 ? '' : sliceText(stack, at + 1);
}

function setStackHeader(error, header) {
  const frames = framesOf(error);
  define(error, 'stack', frames === '' ? header : `${header}\n${frames}`);
}

function codedError(Base, code, message) {
  const error = new Base(message);
  define(error, 'code', code, true);
  setStackHeader(error, `${Base.name} [${code}]: ${message}`);
  return error;
}

// How Node.js names a value of the wrong type in a message.
function describeReceived(value) {
  if (value === undefined || value === null) {
    return ` Received ${value}`;
  }
  if (typeof value === 'function') {
    const name = read(value, 'name');
    return ` Received function ${typeof name === 'string' ? name : ''}`;
  }
  if (typeof value === 'object') {
    const constructor = read(value, 'constructor');
    const name = isObject(constructor) ? read(constructor, 'name') : undefined;
    if (typeof name === 'string' && name !== '') {
      return ` Received an instance of ${name}`;
    }
    return ` Received ${inspect(value, { __proto__: null, depth: -1 })}`;
  }
  let text = inspect(value, { __proto__: null, colors: false });
  if (text.length > 28) {
    text = `${sliceText(text, 0, 25)}...`;
  }
  return ` Received type ${typeof value} (${text})`;
}

// `expected` is the end of the sentence: "of type function", "an instance of Buffer".
function argumentTypeError(name, expected, value) {
  const kind = contains(name, '.') ? 'property' : 'argument';
  const subject = endsWith(name, ' argument') ? `The ${name}` : `The "${name}" ${kind}`;
  return codedError(
    intrinsics.TypeError, 'ERR_INVALID_ARG_TYPE', `${subject} must be ${expected}.${describeReceived(value)}`);
}

function argumentValueError(name, value, reason = 'is invalid') {
  const kind = contains(name, '.') ? 'property' : 'argument';
  let text = inspect(value);
  if (text.length > 128) {
    text = `${sliceText(text, 0, 128)}...`;
  }
  return codedError(intrinsics.TypeError, 'ERR_INVALID_ARG_VALUE', `The ${kind} '${name}' ${reason}. Received ${text}`);
}

function withSeparators(value) {
  let text = `${value}`;
  let result = '';
  const start = text[0] === '-' ? 1 : 0;
  while (text.length >= start + 4) {
    result = `_${sliceText(text, -3)}${result}`;
    text = sliceText(text, 0, -3);
  }
  return text + result;
}

function outOfRangeError(name, range, value) {
  let received;
  if (typeof value === 'bigint') {
    received = `${withSeparators(value)}n`;
  } else if (isInteger(value) && abs(value) > 2 ** 32) {
    received = withSeparators(value);
  } else {
    received = inspect(value);
  }
  return codedError(
    intrinsics.RangeError, 'ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be ${range}. Received ${received}`);
}

function missingArgumentsError(names) {
  const quoted = [];
  for (let i = 0; i < names.length; i++) {
    push(quoted, `"${names[i]}"`);
  }
  const list = quoted.length === 1 ? `${quoted[0]} argument` : `${join(copyRange(quoted, 0, quoted.length - 1), ', ')} and ${
    quoted[quoted.length - 1]} arguments`;
  return codedError(intrinsics.TypeError, 'ERR_MISSING_ARGS', `The ${list} must be specified`);
}

function checkFunction(value, name) {
  if (typeof value !== 'function') {
    throw argumentTypeError(name, 'of type function', value);
  }
}

function checkString(value, name) {
  if (typeof value !== 'string') {
    throw argumentTypeError(name, 'of type string', value);
  }
}

function checkInteger(value, name, low = -(2 ** 53 - 1), high = 2 ** 53 - 1) {
  if (typeof value !== 'number') {
    throw argumentTypeError(name, 'of type number', value);
  }
  if (!isInteger(value)) {
    throw outOfRangeError(name, 'an integer', value);
  }
  if (value < low || value > high) {
    throw outOfRangeError(name, `>= ${low} && <= ${high}`, value);
  }
}
