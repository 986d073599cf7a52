// Base64 in both alphabets.
const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64UrlAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const base64Values = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i++) {
  base64Values[base64Alphabet.charCodeAt(i)] = i;
  base64Values[base64UrlAlphabet.charCodeAt(i)] = i;
}
const NO_VALUE = -1;

function encodeBase64(bytes, forUrl) {
  const alphabet = forUrl ? base64UrlAlphabet : base64Alphabet;
  const parts = [];
  let i = 0;
  for (; i + 2 < bytes.length; i += 3) {
    const bits = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    push(parts, alphabet[bits >> 18] + alphabet[(bits >> 12) & 63] + alphabet[(bits >> 6) & 63] + alphabet[bits & 63]);
  }
  const padding = forUrl ? '' : '=';
  if (i + 1 === bytes.length) {
    push(parts, alphabet[bytes[i] >> 2] + alphabet[(bytes[i] & 3) << 4] + padding + padding);
  } else if (i + 2 === bytes.length) {
    const bits = (bytes[i] << 8) | bytes[i + 1];
    push(parts, alphabet[bits >> 10] + alphabet[(bits >> 4) & 63] + alphabet[(bits & 15) << 2] + padding);
  }
  return join(parts, '');
}

const base64Value = (code) => code < 128 ? base64Values[code] : NO_VALUE;

// Decodes what it can, as Buffer does: other characters are skipped, '=' ends the text.
function decodeBase64(text) {
  const bytes = new intrinsics.Uint8Array(ceil(text.length * 3 / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = charCode(text, i);
    if (code === 61) {
      break;
    }
    const value = base64Value(code);
    if (value !== NO_VALUE) {
      bits = ((bits << 6) | value) & 0xffffff;
      count += 6;
      if (count >= 8) {
        count -= 8;
        bytes[length++] = (bits >> count) & 0xff;
      }
    }
  }
  return new intrinsics.Uint8Array(typedArrayBuffer(bytes), 0, length);
}

const asciiWhitespace = /[\t\n\f\r ]/g;
const base64Text = /^[A-Za-z0-9+/]*$/;

function binaryText(bytes) {
  const parts = [];
  for (let i = 0; i < bytes.length; i++) {
    push(parts, fromCharCode(bytes[i]));
  }
  return join(parts, '');
}

const base64Functions = {
  __proto__: null,
  atob(input) {
    if (arguments.length === 0) {
      throw missingArgumentsError(['input']);
    }
    let text = replaceMatches(`${input}`, asciiWhitespace, () => '');
    if (text.length % 4 === 0) {
      text = endsWith(text, '==') ? sliceText(text, 0, -2) : endsWith(text, '=') ? sliceText(text, 0, -1) : text;
    }
    if (text.length % 4 === 1 || matchRegExp(base64Text, text) === null) {
      throw new DOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
    }
    return binaryText(decodeBase64(text));
  },
  btoa(input) {
    if (arguments.length === 0) {
      throw missingArgumentsError(['input']);
    }
    const text = `${input}`;
    const bytes = new intrinsics.Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) {
      const code = charCode(text, i);
      if (code > 0xff) {
        throw new DOMException('Invalid character', 'InvalidCharacterError');
      }
      bytes[i] = code;
    }
    return encodeBase64(bytes, false);
  },
};
