// Host names in other scripts as ASCII: Punycode (RFC 3492).
//
// The mapping of UTS 46 is approximated by lower case and NFKC, without its tables of disallowed characters.
const PUNYCODE = { __proto__: null, base: 36, tMin: 1, tMax: 26, skew: 38, damp: 700, bias: 72, first: 128 };
const MAX_LABEL = 1000;
const ideographicStop = /[\u3002\uff0e\uff61]/g;
const ignoredCharacters = /[\u00ad\u200b\u2060\ufeff\ufe00-\ufe0f]/g;
const nonAscii = /[^\x00-\x7f]/;

function adaptBias(delta, points, isFirst) {
  let k = 0;
  delta = isFirst ? floor(delta / PUNYCODE.damp) : delta >> 1;
  delta += floor(delta / points);
  for (; delta > ((PUNYCODE.base - PUNYCODE.tMin) * PUNYCODE.tMax) >> 1; k += PUNYCODE.base) {
    delta = floor(delta / (PUNYCODE.base - PUNYCODE.tMin));
  }
  return floor(k + (PUNYCODE.base - PUNYCODE.tMin + 1) * delta / (delta + PUNYCODE.skew));
}

const punycodeDigit = (digit) => fromCharCode(digit < 26 ? digit + 97 : digit + 22);

function codePointsOf(text) {
  const points = [];
  for (let i = 0; i < text.length; i++) {
    const point = codePoint(text, i);
    push(points, point);
    if (point > 0xffff) {
      i++;
    }
  }
  return points;
}

// undefined when the label is longer than any host name can be.
function punycodeEncode(label) {
  const points = codePointsOf(label);
  if (points.length > MAX_LABEL) {
    return undefined;
  }
  let output = '';
  for (let i = 0; i < points.length; i++) {
    output += points[i] < 128 ? fromCharCode(points[i]) : '';
  }
  const basic = output.length;
  let handled = basic;
  output += basic > 0 ? '-' : '';
  let n = PUNYCODE.first;
  let { bias } = PUNYCODE;
  let delta = 0;
  while (handled < points.length) {
    let next = Infinity;
    for (let i = 0; i < points.length; i++) {
      next = points[i] >= n && points[i] < next ? points[i] : next;
    }
    delta += (next - n) * (handled + 1);
    n = next;
    for (let i = 0; i < points.length; i++) {
      if (points[i] < n) {
        delta++;
      } else if (points[i] === n) {
        let q = delta;
        for (let k = PUNYCODE.base; ; k += PUNYCODE.base) {
          const t = min(max(k - bias, PUNYCODE.tMin), PUNYCODE.tMax);
          if (q < t) {
            break;
          }
          output += punycodeDigit(t + (q - t) % (PUNYCODE.base - t));
          q = floor((q - t) / (PUNYCODE.base - t));
        }
        output += punycodeDigit(q);
        bias = adaptBias(delta, handled + 1, handled === basic);
        delta = 0;
        handled++;
      }
    }
    delta++;
    n++;
  }
  return output;
}

function domainToAscii(domain) {
  if (matchRegExp(nonAscii, domain) === null) {
    return lowerCase(domain);
  }
  domain = replaceMatches(replaceMatches(domain, ideographicStop, () => '.'), ignoredCharacters, () => '');
  const labels = splitText(normalizeText(lowerCase(normalizeText(domain, 'NFKC')), 'NFKC'), '.');
  for (let i = 0; i < labels.length; i++) {
    if (matchRegExp(nonAscii, labels[i]) !== null) {
      const encoded = punycodeEncode(labels[i]);
      if (encoded === undefined) {
        return null;
      }
      labels[i] = `xn--${encoded}`;
    }
  }
  return join(labels, '.');
}
