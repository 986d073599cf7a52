// Numbers in buffers: readInt32LE, writeDoubleBE and the others, made from one table.
const viewPrototype = DataView.prototype;
const bufferNumbers = [
  ['UInt8', 'Uint8', 1], ['UInt16', 'Uint16', 2], ['UInt32', 'Uint32', 4], ['Int8', 'Int8', 1], ['Int16', 'Int16', 2],
  ['Int32', 'Int32', 4], ['Float', 'Float32', 4], ['Double', 'Float64', 8], ['BigInt64', 'BigInt64', 8],
  ['BigUInt64', 'BigUint64', 8],
];

function checkOffset(buffer, offset, size) {
  if (typeof offset !== 'number') {
    throw argumentTypeError('offset', 'of type number', offset);
  }
  if (!isInteger(offset)) {
    throw outOfRangeError('offset', 'an integer', offset);
  }
  if (offset < 0 || offset + size > buffer.length) {
    if (buffer.length < size) {
      throw codedError(
        intrinsics.RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
    }
    throw outOfRangeError('offset', `>= 0 and <= ${buffer.length - size}`, offset);
  }
}

function checkWritten(value, kind, size) {
  if (kind === 'Float' || kind === 'Double' || startsWith(kind, 'Big')) {
    return;
  }
  const low = startsWith(kind, 'U') ? 0 : -(2 ** (size * 8 - 1));
  const high = startsWith(kind, 'U') ? 2 ** (size * 8) - 1 : 2 ** (size * 8 - 1) - 1;
  if (value < low || value > high) {
    throw outOfRangeError('value', `>= ${low} and <= ${high}`, value);
  }
}

const viewOf = (buffer) => new intrinsics.DataView(typedArrayBuffer(buffer), typedArrayByteOffset(buffer), buffer.length);

function addNumberMethods(kind, viewKind, size, ending) {
  const get = uncurry(viewPrototype[`get${viewKind}`]);
  const set = uncurry(viewPrototype[`set${viewKind}`]);
  const little = ending === 'LE';
  const methods = {
    [`read${kind}${ending}`](offset = 0) {
      checkOffset(this, offset, size);
      return get(viewOf(this), offset, little);
    },
    [`write${kind}${ending}`](value, offset = 0) {
      if (!startsWith(kind, 'Big')) {
        value = +value;
      }
      checkWritten(value, kind, size);
      checkOffset(this, offset, size);
      set(viewOf(this), offset, value, little);
      return offset + size;
    },
  };
  for (const name of enumerableKeys(methods)) {
    bufferMethods[name] = methods[name];
    if (name.includes('UInt')) {
      bufferMethods[name.replace('UInt', 'Uint')] = methods[name];
    }
  }
}

for (const [kind, viewKind, size] of bufferNumbers) {
  for (const ending of size === 1 ? [''] : ['LE', 'BE']) {
    addNumberMethods(kind, viewKind, size, ending);
  }
}

// Integers of one to six bytes.
function addWideMethods(ending, signed) {
  const little = ending === 'LE';
  const kind = signed ? 'Int' : 'UInt';
  const methods = {
    [`read${kind}${ending}`](offset, size) {
      checkInteger(size, 'byteLength', 1, 6);
      checkOffset(this, offset, size);
      let value = 0;
      for (let i = 0; i < size; i++) {
        value = value * 256 + this[little ? offset + size - 1 - i : offset + i];
      }
      return signed && value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value;
    },
    [`write${kind}${ending}`](value, offset, size) {
      checkInteger(size, 'byteLength', 1, 6);
      checkWritten(value, kind, size);
      checkOffset(this, offset, size);
      let rest = value < 0 ? value + 2 ** (8 * size) : +value;
      for (let i = 0; i < size; i++) {
        this[little ? offset + i : offset + size - 1 - i] = rest % 256;
        rest = floor(rest / 256);
      }
      return offset + size;
    },
  };
  for (const name of enumerableKeys(methods)) {
    bufferMethods[name] = methods[name];
  }
}
for (const ending of ['LE', 'BE']) {
  addWideMethods(ending, false);
  addWideMethods(ending, true);
}

function installBuffer() {
  setPrototypeOf(Buffer, Uint8Array);
  Buffer.prototype = FastBuffer.prototype;
  define(FastBuffer.prototype, 'constructor', Buffer);
  for (const name of enumerableKeys(bufferStatics)) {
    define(Buffer, name, bufferStatics[name], true);
  }
  define(Buffer.from, 'name', 'from');
  define(Buffer, 'poolSize', 8192, true);
  for (const name of ownKeys(bufferMethods)) {
    define(FastBuffer.prototype, name, bufferMethods[name], typeof name === 'string');
  }
  defineGetter(FastBuffer.prototype, 'parent', function () { return typedArrayBuffer(this); });
  define(global, 'Buffer', Buffer);
}
