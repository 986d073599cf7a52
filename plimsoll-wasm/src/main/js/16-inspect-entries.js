// What is inside arrays, collections, buffers and promises. Each function returns the texts of the entries.
const { collectionEntries, collectionIsPairs, collectionSize, promiseState } = native;

function shownCount(context, length) {
  return min(max(0, context.maxArrayLength), length);
}

function addRemaining(output, remaining) {
  if (remaining > 0) {
    push(output, moreItems(remaining));
  }
  return output;
}

function arrayEntries(context, value, depth) {
  const count = shownCount(context, value.length);
  const output = [];
  for (let i = 0; i < count; i++) {
    if (!hasOwn(value, i)) {
      return sparseEntries(context, value, depth, count, output, i);
    }
    push(output, formatProperty(context, value, depth, i, KIND_ELEMENT));
  }
  return addRemaining(output, value.length - count);
}

const emptyItems = (context, count) => context.stylize(`<${count} empty item${count > 1 ? 's' : ''}>`, 'undefined');

// Continues at `at`, the first hole: a run of holes takes one entry.
function sparseEntries(context, value, depth, count, output, at) {
  const keys = enumerableKeys(value);
  let index = at;
  for (let i = at; i < keys.length && output.length < count && isIndex(keys[i]); i++) {
    const next = +keys[i];
    if (next !== index) {
      push(output, emptyItems(context, next - index));
      index = next;
      if (output.length === count) {
        break;
      }
    }
    push(output, formatProperty(context, value, depth, keys[i], KIND_ELEMENT));
    index++;
  }
  const remaining = value.length - index;
  if (output.length === count) {
    return addRemaining(output, remaining);
  }
  if (remaining > 0) {
    push(output, emptyItems(context, remaining));
  }
  return output;
}

function typedArrayEntries(context, value, depth) {
  const length = typedArrayLength(value);
  const count = shownCount(context, length);
  const output = [];
  for (let i = 0; i < count; i++) {
    push(output, formatPrimitive(context.stylize, value[i], context));
  }
  addRemaining(output, length - count);
  if (context.showHidden) {
    const hidden = [
      ['BYTES_PER_ELEMENT', typedArrayByteLength(value) / (length || 1)], ['length', length],
      ['byteLength', typedArrayByteLength(value)], ['byteOffset', typedArrayByteOffset(value)],
      ['buffer', typedArrayBuffer(value)],
    ];
    if (length === 0) {
      hidden[0][1] = read(value, 'BYTES_PER_ELEMENT');
    }
    context.indentation += 2;
    for (let i = 0; i < hidden.length; i++) {
      push(output, `[${hidden[i][0]}]: ${formatValue(context, hidden[i][1], depth, true)}`);
    }
    context.indentation -= 2;
  }
  return output;
}

function setEntries(context, value, depth) {
  const size = collectionSize(value);
  const count = shownCount(context, size);
  const items = collectionEntries(value, count);
  const output = [];
  context.indentation += 2;
  for (let i = 0; i < count; i++) {
    push(output, formatValue(context, items[i], depth));
  }
  context.indentation -= 2;
  return addRemaining(output, size - count);
}

function mapEntries(context, value, depth) {
  const size = collectionSize(value);
  const count = shownCount(context, size);
  const items = collectionEntries(value, count * 2);
  const output = [];
  context.indentation += 2;
  for (let i = 0; i < count; i++) {
    push(output, `${formatValue(context, items[i * 2], depth)} => ${formatValue(context, items[i * 2 + 1], depth)}`);
  }
  context.indentation -= 2;
  return addRemaining(output, size - count);
}

function iteratorEntries(context, value, depth) {
  if (!collectionIsPairs(value)) {
    return setEntries(context, value, depth);
  }
  const size = collectionSize(value);
  const count = shownCount(context, size);
  const items = collectionEntries(value, count * 2);
  const output = [];
  context.indentation += 2;
  for (let i = 0; i < count; i++) {
    const pair = [formatValue(context, items[i * 2], depth), formatValue(context, items[i * 2 + 1], depth)];
    push(output, layOut(context, pair, '', ['[', ']'], KIND_ARRAY, depth));
  }
  context.indentation -= 2;
  return addRemaining(output, size - count);
}

function iteratorOpening(value, type, tag) {
  if (tag !== `${type} Iterator`) {
    tag += tag === '' ? `${type} Iterator` : `] [${type} Iterator`;
  }
  return collectionIsPairs(value) ? `[${sliceText(tag, 0, -' Iterator'.length)} Entries] {` : `[${tag}] {`;
}

function bufferContents(context, value) {
  let bytes;
  try {
    bytes = new intrinsics.Uint8Array(value);
  } catch {
    return [context.stylize('(detached)', 'special')];
  }
  const count = min(max(0, context.maxArrayLength), bytes.length);
  let text = hexText(bytes, count, ' ');
  const remaining = bytes.length - context.maxArrayLength;
  if (remaining > 0) {
    text += ` ... ${remaining} more byte${remaining > 1 ? 's' : ''}`;
  }
  return [`${context.stylize('[Uint8Contents]', 'special')}: <${text}>`];
}

function hexText(bytes, count, separator) {
  const parts = [];
  for (let i = 0; i < count; i++) {
    push(parts, padStart(numberToString(bytes[i], 16), 2, '0'));
  }
  return join(parts, separator);
}

function promiseEntries(context, value, depth) {
  const state = promiseState(value);
  if (state[0] === 0) {
    return [context.stylize('<pending>', 'special')];
  }
  context.indentation += 2;
  const text = formatValue(context, state[1], depth);
  context.indentation -= 2;
  return [state[0] === 2 ? `${context.stylize('<rejected>', 'special')} ${text}` : text];
}

function weakEntries(context) {
  return [context.stylize('<items unknown>', 'special')];
}

// A namespace may have bindings that are not initialised yet: reading those throws.
function namespaceEntries(context, value, depth, keys) {
  const output = [];
  for (let i = 0; i < keys.length; i++) {
    try {
      push(output, formatProperty(context, value, depth, keys[i], KIND_OBJECT));
    } catch {
      push(output, `${keyText(context, keys[i], true)}: ${context.stylize('<uninitialized>', 'special')}`);
    }
  }
  keys.length = 0;
  return output;
}
