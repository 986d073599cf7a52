// crypto: random values. They come from the host, or from the seed of a deterministic run.
const MAX_RANDOM_BYTES = 65536;
const uuidDashes = { __proto__: null, 4: true, 6: true, 8: true, 10: true };

class Crypto {
  constructor(key) {
    if (key !== signalKey) {
      throw codedError(intrinsics.TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
    }
  }

  getRandomValues(array) {
    const type = className(array);
    if (!endsWith(type, 'Array') || type === 'Array' || startsWith(type, 'Float')) {
      throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
    }
    const length = typedArrayByteLength(array);
    if (length > MAX_RANDOM_BYTES) {
      throw new DOMException(
        `The requested length exceeds ${MAX_RANDOM_BYTES} bytes`, 'QuotaExceededError');
    }
    native.randomFill(typedArrayBuffer(array), typedArrayByteOffset(array), length);
    return array;
  }

  randomUUID() {
    const bytes = new intrinsics.Uint8Array(16);
    native.randomFill(typedArrayBuffer(bytes), 0, 16);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let text = '';
    for (let i = 0; i < 16; i++) {
      text += (uuidDashes[i] ? '-' : '') + padStart(numberToString(bytes[i], 16), 2, '0');
    }
    return text;
  }
}
makeEnumerable(Crypto.prototype, ['getRandomValues', 'randomUUID']);
setTag(Crypto.prototype, 'Crypto');
const cryptoObject = new Crypto(signalKey);
