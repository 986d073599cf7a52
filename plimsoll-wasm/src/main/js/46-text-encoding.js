// TextEncoder and TextDecoder: UTF-8, UTF-16 and windows-1252, whose labels include latin1 and ascii.
const encodingLabels = {
  __proto__: null,
  'utf-8': 'utf-8', utf8: 'utf-8', 'unicode-1-1-utf-8': 'utf-8', 'utf-16': 'utf-16le', 'utf-16le': 'utf-16le',
  'ucs-2': 'utf-16le', unicode: 'utf-16le', 'utf-16be': 'utf-16be', latin1: 'windows-1252', 'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252', ascii: 'windows-1252', 'us-ascii': 'windows-1252', l1: 'windows-1252', cp1252: 'windows-1252',
};
// What windows-1252 has at 0x80 to 0x9f.
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const BYTE_ORDER_MARK = 0xfeff;

const encodeUtf8 = (text) => new intrinsics.Uint8Array(native.utf8Encode(text));

class TextEncoder {
  get encoding() { return 'utf-8'; }

  encode(input = '') {
    return encodeUtf8(`${input}`);
  }

  encodeInto(source, destination) {
    checkString(source, 'src');
    if (className(destination) !== 'Uint8Array') {
      throw argumentTypeError('dest', 'an instance of Uint8Array', destination);
    }
    const space = typedArrayLength(destination);
    let end = 0;
    let written = 0;
    while (end < source.length) {
      const code = codePoint(source, end);
      const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      if (written + size > space) {
        break;
      }
      written += size;
      end += code < 0x10000 ? 1 : 2;
    }
    copyInto(destination, encodeUtf8(sliceText(source, 0, end)));
    return { read: end, written };
  }

  [inspectCustom](depth, options) {
    return depth < 0 ? '[Object]' : inspect({ encoding: 'utf-8' }, options);
  }
}
makeEnumerable(TextEncoder.prototype, ['encoding', 'encode', 'encodeInto']);
setTag(TextEncoder.prototype, 'TextEncoder');

function concatBytes(first, second) {
  const result = new intrinsics.Uint8Array(first.length + second.length);
  copyInto(result, first);
  copyInto(result, second, first.length);
  return result;
}

// How many bytes at the end are the beginning of a UTF-8 sequence that is not complete.
function incompleteTail(bytes) {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back];
    if ((byte & 0xc0) !== 0x80) {
      const size = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
      return byte < 0xf5 && size > back ? back : 0;
    }
  }
  return 0;
}

function decodeUtf16(bytes, bigEndian, fatal, flush) {
  const parts = [];
  const high = bigEndian ? 0 : 1;
  let used = bytes.length & ~1;
  for (let i = 0; i < used; i += 2) {
    const unit = (bytes[i + high] << 8) | bytes[i + 1 - high];
    if (!flush && i + 2 === used && unit >= 0xd800 && unit < 0xdc00) {
      used = i;
      break;
    }
    push(parts, fromCharCode(unit));
  }
  let text = join(parts, '');
  if (flush && used < bytes.length) {
    text += '\ud800';
  }
  const good = isWellFormed(text);
  return { __proto__: null, text: good ? text : toWellFormed(text), used: flush ? bytes.length : used, bad: fatal && !good };
}

function decodeWindows1252(bytes) {
  const parts = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    push(parts, byte >= 0x80 && byte < 0xa0 ? windows1252[byte - 0x80] : fromCharCode(byte));
  }
  return join(parts, '');
}

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBom;
  #kept = new intrinsics.Uint8Array(0);
  #atStart = true;

  constructor(label = 'utf-8', options = {}) {
    const encoding = encodingLabels[lowerCase(trim(`${label}`))];
    if (encoding === undefined) {
      throw codedError(intrinsics.RangeError, 'ERR_ENCODING_NOT_SUPPORTED', `The "${label}" encoding is not supported`);
    }
    if (options !== null && !isObject(options)) {
      throw argumentTypeError('options', 'of type object', options);
    }
    this.#encoding = encoding;
    this.#fatal = !!options?.fatal;
    this.#ignoreBom = !!options?.ignoreBOM;
  }

  get encoding() { return this.#encoding; }
  get fatal() { return this.#fatal; }
  get ignoreBOM() { return this.#ignoreBom; }

  decode(input, options) {
    let bytes = input === undefined ? new intrinsics.Uint8Array(0) : bytesOf(input);
    if (bytes === undefined) {
      throw argumentTypeError('list', 'an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView', input);
    }
    const streaming = isObject(options) && !!options.stream;
    if (this.#kept.length > 0) {
      bytes = concatBytes(this.#kept, bytes);
    }
    let text = this.#decodeBytes(bytes, streaming);
    if (this.#atStart && text !== '') {
      this.#atStart = false;
      if (!this.#ignoreBom && this.#encoding !== 'windows-1252' && charCode(text, 0) === BYTE_ORDER_MARK) {
        text = sliceText(text, 1);
      }
    }
    if (!streaming) {
      this.#reset();
    }
    return text;
  }

  #reset() {
    this.#kept = new intrinsics.Uint8Array(0);
    this.#atStart = true;
  }

  #decodeBytes(bytes, streaming) {
    if (this.#encoding === 'windows-1252') {
      return decodeWindows1252(bytes);
    }
    if (this.#encoding !== 'utf-8') {
      const { text, used, bad } = decodeUtf16(bytes, this.#encoding === 'utf-16be', this.#fatal, !streaming);
      if (bad) {
        throw this.#invalid();
      }
      this.#kept = new intrinsics.Uint8Array(bufferSlice(typedArrayBuffer(bytes), typedArrayByteOffset(bytes) + used,
        typedArrayByteOffset(bytes) + bytes.length));
      return text;
    }
    const tail = streaming ? incompleteTail(bytes) : 0;
    const end = typedArrayByteOffset(bytes) + typedArrayByteLength(bytes);
    let text;
    try {
      text = native.utf8Decode(typedArrayBuffer(bytes), typedArrayByteOffset(bytes), typedArrayByteLength(bytes) - tail, this.#fatal);
    } catch (error) {
      if (isOutOfMemory(error)) {
        throw error;
      }
      throw this.#invalid();
    }
    this.#kept = new intrinsics.Uint8Array(bufferSlice(typedArrayBuffer(bytes), end - tail, end));
    return text;
  }

  #invalid() {
    this.#reset();
    return codedError(
      intrinsics.TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', `The encoded data was not valid for encoding ${this.#encoding}`);
  }

  [inspectCustom](depth, options) {
    const record = { encoding: this.#encoding, fatal: this.#fatal, ignoreBOM: this.#ignoreBom };
    return inspectAs('TextDecoder', record, depth, options);
  }
}
makeEnumerable(TextDecoder.prototype, ['encoding', 'fatal', 'ignoreBOM', 'decode']);
setTag(TextDecoder.prototype, 'TextDecoder');
