// String.prototype.localeCompare near the root collation: blanks, punctuation, symbols, digits, letters; accents and then case
// decide only between texts that are else the same.
const punctuationOrder = '\t\n\v\f\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';
const combiningMarks = /[\u0300-\u036f]/g;
const foldedLetters = {
  __proto__: null, 'ß': 'ss', 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'đ': 'd', 'ð': 'd', 'ł': 'l', 'þ': 'th', 'ı': 'i',
};
const DIGITS_WEIGHT = 1000;
const LETTERS_WEIGHT = 2000;

function primaryWeight(code) {
  if (code >= 48 && code <= 57) {
    return DIGITS_WEIGHT + code;
  }
  const at = code < 128 ? indexIn(punctuationOrder, fromCharCode(code)) : -1;
  return at === -1 ? LETTERS_WEIGHT + code : at;
}

// The text without case and accents.
function baseText(text) {
  text = replaceMatches(normalizeText(lowerCase(text), 'NFD'), combiningMarks, () => '');
  let result = '';
  for (let i = 0; i < text.length; i++) {
    result += foldedLetters[text[i]] ?? text[i];
  }
  return result;
}

const isDigit = (code) => code >= 48 && code <= 57;

function comparePrimary(a, b, numeric) {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (numeric && isDigit(charCode(a, i)) && isDigit(charCode(b, j))) {
      const first = matchRegExp(/^0*(\d*)/, sliceText(a, i));
      const second = matchRegExp(/^0*(\d*)/, sliceText(b, j));
      const order = first[1].length - second[1].length || (first[1] < second[1] ? -1 : first[1] > second[1] ? 1 : 0);
      if (order !== 0) {
        return order < 0 ? -1 : 1;
      }
      i += first[0].length;
      j += second[0].length;
      continue;
    }
    const order = primaryWeight(charCode(a, i++)) - primaryWeight(charCode(b, j++));
    if (order !== 0) {
      return order < 0 ? -1 : 1;
    }
  }
  return i < a.length ? 1 : j < b.length ? -1 : 0;
}

const byUnits = (a, b) => a < b ? -1 : a > b ? 1 : 0;

function compareCase(a, b) {
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] !== b[i]) {
      return a[i] === lowerCase(a[i]) ? -1 : 1;
    }
  }
  return 0;
}

function compareLocale(a, b, options) {
  if (a === b) {
    return 0;
  }
  const { numeric = false, sensitivity = 'variant' } = options;
  const primary = comparePrimary(baseText(a), baseText(b), numeric);
  if (primary !== 0 || sensitivity === 'base') {
    return primary;
  }
  const first = normalizeText(a, 'NFD');
  const second = normalizeText(b, 'NFD');
  if (sensitivity !== 'case') {
    const accents = byUnits(lowerCase(first), lowerCase(second));
    if (accents !== 0 || sensitivity === 'accent') {
      return accents;
    }
  }
  return compareCase(first, second);
}

function installLocale() {
  const replace = (prototype, methods) => {
    const names = enumerableKeys(methods);
    for (let i = 0; i < names.length; i++) {
      define(prototype, names[i], methods[names[i]]);
    }
  };
  replace(String.prototype, {
    __proto__: null,
    localeCompare(other, locales, options) {
      if (this === undefined || this === null) {
        throw new intrinsics.TypeError('String.prototype.localeCompare called on null or undefined');
      }
      const known = readOptions(options, ['numeric', 'sensitivity', 'usage', 'ignorePunctuation', 'caseFirst']);
      return compareLocale(`${this}`, `${other}`, known);
    },
  });
  replace(Number.prototype, {
    __proto__: null,
    toLocaleString(locales, options) { return formatLocaleNumber(numberValue(this), locales, options); },
  });
  replace(BigInt.prototype, {
    __proto__: null,
    toLocaleString(locales, options) { return formatLocaleNumber(bigintValue(this), locales, options); },
  });
  replace(Date.prototype, {
    __proto__: null,
    toLocaleString(locales, options) { return formatLocaleDate(this, locales, options, 'all'); },
    toLocaleDateString(locales, options) { return formatLocaleDate(this, locales, options, 'date'); },
    toLocaleTimeString(locales, options) { return formatLocaleDate(this, locales, options, 'time'); },
  });
}
