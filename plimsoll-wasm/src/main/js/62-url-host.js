// Hosts after the URL Standard, 3.5: domains, IPv4 and IPv6 addresses, opaque hosts. null is failure.
const forbiddenHost = /[\0\t\n\r #/:<>?@[\\\]^|]/;
const forbiddenDomain = /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/;
const hexNumber = /^[0-9a-fA-F]*$/;
const octalNumber = /^[0-7]*$/;
const decimalNumber = /^[0-9]+$/;

function parseHost(input, isOpaque) {
  if (startsWith(input, '[')) {
    return endsWith(input, ']') ? parseIpv6(sliceText(input, 1, -1)) : null;
  }
  if (isOpaque) {
    return matchRegExp(forbiddenHost, input) === null ? percentEncode(input, SETS.control) : null;
  }
  const domain = domainToAscii(percentDecode(input));
  if (domain === null || domain === '' || matchRegExp(forbiddenDomain, domain) !== null) {
    return null;
  }
  return endsInNumber(domain) ? parseIpv4(domain) : domain;
}

function endsInNumber(domain) {
  const parts = splitText(domain, '.');
  if (parts[parts.length - 1] === '') {
    if (parts.length === 1) {
      return false;
    }
    pop(parts);
  }
  const last = parts[parts.length - 1];
  return matchRegExp(decimalNumber, last) !== null || parseIpv4Number(last) !== null;
}

function parseIpv4Number(text) {
  if (text === '') {
    return null;
  }
  let radix = 10;
  if (startsWith(text, '0x') || startsWith(text, '0X')) {
    text = sliceText(text, 2);
    radix = 16;
  } else if (text.length >= 2 && text[0] === '0') {
    text = sliceText(text, 1);
    radix = 8;
  }
  if (text === '') {
    return 0;
  }
  const digits = radix === 16 ? hexNumber : radix === 8 ? octalNumber : decimalNumber;
  return matchRegExp(digits, text) === null ? null : parseInt(text, radix);
}

function parseIpv4(domain) {
  const parts = splitText(domain, '.');
  if (parts[parts.length - 1] === '' && parts.length > 1) {
    pop(parts);
  }
  if (parts.length > 4) {
    return null;
  }
  let address = 0;
  for (let i = 0; i < parts.length; i++) {
    const number = parseIpv4Number(parts[i]);
    const isLast = i === parts.length - 1;
    if (number === null || number >= (isLast ? 256 ** (5 - parts.length) : 256)) {
      return null;
    }
    address += isLast ? number : number * 256 ** (3 - i);
  }
  return `${floor(address / 2 ** 24)}.${floor(address / 2 ** 16) % 256}.${floor(address / 256) % 256}.${address % 256}`;
}

// Reads the IPv4 address at the end of an IPv6 one into two pieces; false is failure.
function readIpv4Tail(text, pieces) {
  const parts = splitText(text, '.');
  if (parts.length !== 4) {
    return false;
  }
  const bytes = [];
  for (let i = 0; i < 4; i++) {
    if (matchRegExp(decimalNumber, parts[i]) === null || parts[i].length > 3 || (parts[i].length > 1 && parts[i][0] === '0') ||
        +parts[i] > 255) {
      return false;
    }
    push(bytes, +parts[i]);
  }
  push(pieces, bytes[0] * 256 + bytes[1], bytes[2] * 256 + bytes[3]);
  return true;
}

function readIpv6Pieces(text) {
  const pieces = [];
  if (text === '') {
    return pieces;
  }
  const parts = splitText(text, ':');
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (i === parts.length - 1 && contains(part, '.')) {
      if (!readIpv4Tail(part, pieces)) {
        return null;
      }
    } else if (part === '' || part.length > 4 || matchRegExp(hexNumber, part) === null) {
      return null;
    } else {
      push(pieces, parseInt(part, 16));
    }
  }
  return pieces;
}

function parseIpv6(text) {
  const gap = indexIn(text, '::');
  let pieces;
  if (gap === -1) {
    pieces = readIpv6Pieces(text);
    if (pieces === null || pieces.length !== 8) {
      return null;
    }
  } else {
    pieces = readIpv6Pieces(sliceText(text, 0, gap));
    const after = readIpv6Pieces(sliceText(text, gap + 2));
    if (pieces === null || after === null || pieces.length + after.length > 7 || contains(sliceText(text, 0, gap), '.')) {
      return null;
    }
    while (pieces.length + after.length < 8) {
      push(pieces, 0);
    }
    for (let i = 0; i < after.length; i++) {
      push(pieces, after[i]);
    }
  }
  return `[${ipv6Text(pieces)}]`;
}

// The first longest run of zeros, if longer than one, becomes "::".
function ipv6Text(pieces) {
  let gapAt = -1;
  let gapLength = 1;
  for (let i = 0; i < 8; i++) {
    let length = 0;
    while (i + length < 8 && pieces[i + length] === 0) {
      length++;
    }
    if (length > gapLength) {
      gapAt = i;
      gapLength = length;
    }
    i += max(0, length - 1);
  }
  let text = '';
  for (let i = 0; i < 8; i++) {
    if (i === gapAt) {
      text += i === 0 ? '::' : ':';
      i += gapLength - 1;
    } else {
      text += numberToString(pieces[i], 16) + (i < 7 ? ':' : '');
    }
  }
  return text;
}
