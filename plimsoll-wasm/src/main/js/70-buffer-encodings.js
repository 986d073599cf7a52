// The text encodings of Buffer.
const bufferEncodings = {
  __proto__: null,
  utf8: 'utf8', 'utf-8': 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url', latin1: 'latin1', binary: 'latin1',
  ascii: 'ascii', ucs2: 'utf16le', 'ucs-2': 'utf16le', utf16le: 'utf16le', 'utf-16le': 'utf16le',
};

function bufferEncoding(name) {
  const encoding = name === undefined || name === null || name === '' ? 'utf8' : bufferEncodings[lowerCase(`${name}`)];
  if (encoding === undefined) {
    throw codedError(intrinsics.TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${name}`);
  }
  return encoding;
}

function decodeHex(text) {
  const bytes = new intrinsics.Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    const high = hexValue(charCode(text, 2 * i));
    const low = hexValue(charCode(text, 2 * i + 1));
    if (high === -1 || low === -1) {
      return new intrinsics.Uint8Array(typedArrayBuffer(bytes), 0, i);
    }
    bytes[i] = high * 16 + low;
  }
  return bytes;
}

function encodeUnits(text, size) {
  const bytes = new intrinsics.Uint8Array(text.length * size);
  for (let i = 0; i < text.length; i++) {
    const code = charCode(text, i);
    bytes[i * size] = code & 0xff;
    if (size === 2) {
      bytes[2 * i + 1] = code >> 8;
    }
  }
  return bytes;
}

function textToBytes(text, encoding) {
  switch (encoding) {
    case 'utf8':
      return encodeUtf8(text);
    case 'hex':
      return decodeHex(text);
    case 'base64':
    case 'base64url':
      return decodeBase64(text);
    case 'utf16le':
      return encodeUnits(text, 2);
    default:
      return encodeUnits(text, 1);
  }
}

function bytesToText(bytes, encoding) {
  switch (encoding) {
    case 'utf8':
      return decodeUtf8(bytes);
    case 'hex':
      return hexText(bytes, bytes.length, '');
    case 'base64':
      return encodeBase64(bytes, false);
    case 'base64url':
      return encodeBase64(bytes, true);
    case 'latin1':
      return binaryText(bytes);
    default: {
      const parts = [];
      const size = encoding === 'ascii' ? 1 : 2;
      for (let i = 0; i + size <= bytes.length; i += size) {
        push(parts, fromCharCode(size === 1 ? bytes[i] & 0x7f : bytes[i] | (bytes[i + 1] << 8)));
      }
      return join(parts, '');
    }
  }
}
