// Percent-encoding and decoding after the URL Standard (url.spec.whatwg.org, 1.3).
const hexDigits = '0123456789ABCDEF';
const SETS = { __proto__: null };
// Each set also has the C0 controls and everything above '~'.
SETS.control = '';
SETS.fragment = ' "<>`';
SETS.query = ' "#<>';
SETS.specialQuery = `${SETS.query}'`;
SETS.path = `${SETS.query}?\`{}`;
SETS.userinfo = `${SETS.path}/:;=@[\\]^|`;
SETS.component = `${SETS.userinfo}$%&+,`;
SETS.form = `${SETS.component}!'()~`;

function percentEncodeByte(byte) {
  return `%${hexDigits[byte >> 4]}${hexDigits[byte & 15]}`;
}

function percentEncode(text, set) {
  const bytes = encodeUtf8(text);
  const parts = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    const character = fromCharCode(byte);
    push(parts, byte < 0x20 || byte > 0x7e || contains(set, character) ? percentEncodeByte(byte) : character);
  }
  return join(parts, '');
}

function hexValue(code) {
  if (code >= 48 && code <= 57) {
    return code - 48;
  }
  const lower = code | 0x20;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

function percentDecodeBytes(bytes) {
  const result = new intrinsics.Uint8Array(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const high = bytes[i] === 37 && i + 2 < bytes.length ? hexValue(bytes[i + 1]) : -1;
    const low = high === -1 ? -1 : hexValue(bytes[i + 2]);
    if (low === -1) {
      result[length++] = bytes[i];
    } else {
      result[length++] = high * 16 + low;
      i += 2;
    }
  }
  return new intrinsics.Uint8Array(typedArrayBuffer(result), 0, length);
}

function decodeUtf8(bytes) {
  return native.utf8Decode(typedArrayBuffer(bytes), typedArrayByteOffset(bytes), typedArrayByteLength(bytes), false);
}

const percentDecode = (text) => decodeUtf8(percentDecodeBytes(encodeUtf8(text)));
