// Errors: the stack with the class's own name in front, without frames that the cause repeats.
const stackName = /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n {4}at)/;
const errorName = /^([a-z_A-Z0-9-]*Error)$/;

function errorText(error) {
  try {
    return errorToString(error);
  } catch {
    return 'Error';
  }
}

// The stack as V8 forms it: "name: message" and the frames.
function stackOf(error) {
  const stack = read(error, 'stack');
  if (stack === undefined || stack === null || stack === '') {
    return errorText(error);
  }
  const text = trimStack(safeText(stack));
  return startsWith(text, '    at ') ? `${errorText(error)}\n${text}` : text;
}

function formatErrorValue(error, constructor, tag, context, keys) {
  const given = read(error, 'name');
  const name = given === undefined || given === null ? 'Error' : safeText(given);
  let stack = stackOf(error);
  hideKeysInStack(context, keys, error, stack);
  if (has(error, 'cause') && !includes(keys, 'cause')) {
    push(keys, 'cause');
  }
  if (isArray(read(error, 'errors')) && !includes(keys, 'errors')) {
    push(keys, 'errors');
  }
  stack = improveStack(stack, constructor, name, tag);
  const message = read(error, 'message');
  let at = typeof message === 'string' && message !== '' ? indexIn(stack, message) : -1;
  if (at !== -1) {
    at += message.length;
  }
  const framesAt = indexIn(stack, '\n    at', at);
  if (framesAt === -1) {
    stack = `[${stack}]`;
  } else {
    const frames = framesWithoutCause(context, error, sliceText(stack, framesAt + 1));
    stack = `${sliceText(stack, 0, framesAt)}\n${join(frames, '\n')}`;
  }
  return context.indentation === 0 ? stack : replaceText(stack, '\n', `\n${indent(context)}`);
}

function hideKeysInStack(context, keys, error, stack) {
  if (context.showHidden || keys.length === 0) {
    return;
  }
  for (let i = keys.length - 1; i >= 0; i--) {
    const key = keys[i];
    if (key === 'name' || key === 'message' || key === 'stack') {
      const value = read(error, key);
      if (contains(stack, typeof value === 'string' ? value : `${typeof value === 'object' ? '' : safeText(value)}`)) {
        removeAt(keys, i);
      }
    }
  }
}

// Puts the name of the class in front where the stack was made with that of its parent.
function improveStack(stack, constructor, name, tag) {
  let length = name.length;
  const isRegular = endsWith(name, 'Error') && startsWith(stack, name) &&
    (stack.length === length || stack[length] === ':' || stack[length] === '\n');
  if (constructor !== null && !isRegular) {
    return stack;
  }
  let fallback = 'Error';
  if (constructor === null) {
    const start = matchRegExp(stackName, stack) ?? matchRegExp(errorName, stack);
    fallback = start === null ? '' : start[1] ?? '';
    length = fallback.length;
    fallback = fallback === '' ? 'Error' : fallback;
  }
  const prefix = sliceText(prefixOf(constructor, tag, fallback), 0, -1);
  if (name === prefix) {
    return stack;
  }
  if (!contains(prefix, name)) {
    return `${prefix} [${name}]${sliceText(stack, length)}`;
  }
  return length === 0 ? `${prefix}: ${stack}` : `${prefix}${sliceText(stack, length)}`;
}

function framesWithoutCause(context, error, text) {
  const frames = splitText(text, '\n');
  const cause = read(error, 'cause');
  if (!isError(cause)) {
    return frames;
  }
  const causeStack = stackOf(cause);
  const at = indexIn(causeStack, '\n    at');
  if (at === -1) {
    return frames;
  }
  const { length, offset } = sharedFrames(frames, splitText(sliceText(causeStack, at + 1), '\n'));
  if (length === 0) {
    return frames;
  }
  const skipped = length - 2;
  const result = copyRange(frames, 0, offset + 1);
  push(result, context.stylize(`    ... ${skipped} lines matching cause stack trace ...`, 'undefined'));
  for (let i = offset + 1 + skipped; i < frames.length; i++) {
    push(result, frames[i]);
  }
  return result;
}

// The first run of more than three frames that two stacks have in common.
function sharedFrames(frames, others) {
  for (let offset = 0; offset < frames.length - 3; offset++) {
    const at = indexOf(others, frames[offset]);
    if (at !== -1 && others.length - at > 3) {
      let length = 1;
      const most = min(frames.length - offset, others.length - at);
      while (length < most && frames[offset + length] === others[at + length]) {
        length++;
      }
      if (length > 3) {
        return { length, offset };
      }
    }
  }
  return { length: 0, offset: 0 };
}
