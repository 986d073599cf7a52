// Buffer: a Uint8Array with Node's methods.
const MAX_BUFFER_LENGTH = 2 ** 31 - 1;
const INSPECTED_BYTES = 50;

class FastBuffer extends Uint8Array {}

function Buffer(value, encodingOrOffset, length) {
  return typeof value === 'number' ? Buffer.alloc(value) : BufferFrom(value, encodingOrOffset, length);
}

function asBuffer(bytes) {
  return new FastBuffer(typedArrayBuffer(bytes), typedArrayByteOffset(bytes), bytes.length);
}

function newBuffer(size) {
  if (typeof size !== 'number') {
    throw argumentTypeError('size', 'of type number', size);
  }
  if (!(size >= 0 && size <= MAX_BUFFER_LENGTH)) {
    throw outOfRangeError('size', `>= 0 && <= ${MAX_BUFFER_LENGTH}`, size);
  }
  return new FastBuffer(size);
}

function copyOfBytes(bytes) {
  const buffer = newBuffer(bytes.length);
  copyInto(buffer, bytes);
  return buffer;
}

function BufferFrom(value, encodingOrOffset, length) {
  if (typeof value === 'string') {
    return asBuffer(textToBytes(value, bufferEncoding(encodingOrOffset)));
  }
  if (isObject(value)) {
    const type = className(value);
    if (type === 'ArrayBuffer' || type === 'SharedArrayBuffer') {
      return new FastBuffer(value, encodingOrOffset, length);
    }
    if (type === 'Uint8Array') {
      return copyOfBytes(value);
    }
    const primitive = typeof value.valueOf === 'function' ? value.valueOf() : value;
    if (primitive !== value && primitive !== null && (typeof primitive === 'string' || isObject(primitive))) {
      return BufferFrom(primitive, encodingOrOffset, length);
    }
    const items = value.type === 'Buffer' && isArray(value.data) ? value.data : value;
    if (typeof items.length === 'number') {
      const buffer = newBuffer(max(0, trunc(items.length) || 0));
      for (let i = 0; i < buffer.length; i++) {
        buffer[i] = items[i];
      }
      return buffer;
    }
  }
  throw argumentTypeError(
    'first argument', 'of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object', value);
}

// `fill` repeated over the bytes from `start` to `end`.
function fillBytes(buffer, fill, start, end, encoding) {
  let pattern;
  if (typeof fill === 'string') {
    pattern = textToBytes(fill, bufferEncoding(encoding));
  } else if (isObject(fill)) {
    pattern = bytesOf(fill);
  }
  for (let i = start; i < end; i++) {
    buffer[i] = pattern === undefined ? +fill : pattern.length === 0 ? 0 : pattern[(i - start) % pattern.length];
  }
  return buffer;
}

function compareBytes(a, b) {
  const length = min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) {
      return a[i] < b[i] ? -1 : 1;
    }
  }
  return a.length < b.length ? -1 : a.length > b.length ? 1 : 0;
}

function needBytes(value, name) {
  if (className(value) !== 'Uint8Array') {
    throw argumentTypeError(name, 'an instance of Buffer or Uint8Array', value);
  }
  return value;
}

const bufferStatics = {
  __proto__: null,
  from: BufferFrom,
  alloc(size, fill, encoding) {
    const buffer = newBuffer(size);
    return fill === undefined || fill === 0 ? buffer : fillBytes(buffer, fill, 0, buffer.length, encoding);
  },
  allocUnsafe: (size) => newBuffer(size),
  allocUnsafeSlow: (size) => newBuffer(size),
  isBuffer: (value) => isInstance(value, Buffer),
  isEncoding: (name) => typeof name === 'string' && bufferEncodings[lowerCase(name)] !== undefined,
  byteLength(value, encoding) {
    if (typeof value === 'string') {
      return textToBytes(value, bufferEncodings[lowerCase(`${encoding}`)] ?? 'utf8').length;
    }
    const bytes = bytesOf(value);
    if (bytes === undefined) {
      throw argumentTypeError('string', 'of type string or an instance of Buffer or ArrayBuffer', value);
    }
    return bytes.length;
  },
  concat(list, total) {
    if (!isArray(list)) {
      throw argumentTypeError('list', 'an instance of Array', list);
    }
    let length = 0;
    for (let i = 0; i < list.length; i++) {
      length += needBytes(list[i], `list[${i}]`).length;
    }
    const buffer = newBuffer(total ?? length);
    let at = 0;
    for (let i = 0; i < list.length && at < buffer.length; i++) {
      const part = new intrinsics.Uint8Array(
        typedArrayBuffer(list[i]), typedArrayByteOffset(list[i]), min(list[i].length, buffer.length - at));
      copyInto(buffer, part, at);
      at += part.length;
    }
    return buffer;
  },
  compare: (a, b) => compareBytes(needBytes(a, 'buf1'), needBytes(b, 'buf2')),
  of() { return BufferFrom(arguments); },
};

function rangeOf(buffer, start, end) {
  const from = start === undefined ? 0 : trunc(+start) || 0;
  const to = end === undefined ? buffer.length : trunc(+end) || 0;
  const bound = (index) => min(max(index < 0 ? buffer.length + index : index, 0), buffer.length);
  return { __proto__: null, from: bound(from), to: max(bound(from), bound(to)) };
}

function subBuffer(buffer, start, end) {
  const { from, to } = rangeOf(buffer, start, end);
  return new FastBuffer(typedArrayBuffer(buffer), typedArrayByteOffset(buffer) + from, to - from);
}

function findBytes(buffer, value, offset, encoding, backwards) {
  const wanted = typeof value === 'number' ? [value & 0xff] :
    typeof value === 'string' ? textToBytes(value, bufferEncoding(encoding)) : needBytes(value, 'value');
  const last = buffer.length - wanted.length;
  const step = backwards ? -1 : 1;
  let at = offset === undefined ? (backwards ? last : 0) : trunc(+offset) || 0;
  at = at < 0 ? max(at + buffer.length, backwards ? -1 : 0) : min(at, backwards ? last : buffer.length);
  for (; at >= 0 && at <= last; at += step) {
    let i = 0;
    while (i < wanted.length && buffer[at + i] === wanted[i]) {
      i++;
    }
    if (i === wanted.length) {
      return at;
    }
  }
  return -1;
}

const bufferMethods = {
  __proto__: null,
  toString(encoding, start, end) {
    const from = start === undefined || start <= 0 ? 0 : min(trunc(start) || 0, this.length);
    const to = end === undefined ? this.length : min(max(trunc(end) || 0, from), this.length);
    return bytesToText(subBuffer(this, from, to), bufferEncoding(encoding));
  },
  toJSON() { return { type: 'Buffer', data: copyRange(this, 0, this.length) }; },
  equals(other) { return compareBytes(this, needBytes(other, 'otherBuffer')) === 0; },
  compare(target, targetStart, targetEnd, start, end) {
    return compareBytes(subBuffer(this, start, end), subBuffer(needBytes(target, 'target'), targetStart, targetEnd));
  },
  slice(start, end) { return subBuffer(this, start, end); },
  subarray(start, end) { return subBuffer(this, start, end); },
  write(text, offset, length, encoding) {
    checkString(text, 'argument');
    if (typeof offset === 'string') {
      [encoding, offset] = [offset, 0];
    } else if (typeof length === 'string') {
      [encoding, length] = [length, undefined];
    }
    const at = offset ?? 0;
    checkInteger(at, 'offset', 0, this.length);
    const space = min(length ?? this.length - at, this.length - at);
    const bytes = textToBytes(text, bufferEncoding(encoding));
    let size = min(bytes.length, space);
    if (bufferEncoding(encoding) === 'utf8' && size < bytes.length) {
      // Never write a part of a character.
      while (size > 0 && (bytes[size] & 0xc0) === 0x80) {
        size--;
      }
    }
    copyInto(this, new intrinsics.Uint8Array(typedArrayBuffer(bytes), 0, size), at);
    return size;
  },
  copy(target, targetStart = 0, start = 0, end = this.length) {
    const part = subBuffer(this, start, min(end, start + max(0, target.length - targetStart)));
    copyInto(target, part, targetStart);
    return part.length;
  },
  fill(value, start, end, encoding) {
    if (typeof start === 'string') {
      [encoding, start] = [start, undefined];
    }
    return fillBytes(this, value, start ?? 0, end ?? this.length, encoding);
  },
  indexOf(value, offset, encoding) { return findBytes(this, value, offset, encoding, false); },
  lastIndexOf(value, offset, encoding) { return findBytes(this, value, offset, encoding, true); },
  includes(value, offset, encoding) { return findBytes(this, value, offset, encoding, false) !== -1; },
  [inspectCustom](depth, options) {
    let text = hexText(this, min(INSPECTED_BYTES, this.length), ' ');
    if (this.length > INSPECTED_BYTES) {
      const more = this.length - INSPECTED_BYTES;
      text += ` ... ${more} more byte${more > 1 ? 's' : ''}`;
    }
    return `<Buffer${text === '' ? '' : ` ${text}`}>`;
  },
};
