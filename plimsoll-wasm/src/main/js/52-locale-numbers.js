// Number.prototype.toLocaleString and its like for the one locale there is: en-US. Others, and options that it does not know,
// fail with an error that names Intl.
const currencySigns = {
  __proto__: null, USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹', CNY: 'CN¥', KRW: '₩', BRL: 'R$', CAD: 'CA$', AUD: 'A$',
};
const MAX_FRACTION_DIGITS = 100;
const numberOptions = [
  'style', 'currency', 'minimumFractionDigits', 'maximumFractionDigits', 'useGrouping', 'currencyDisplay', 'notation',
  'minimumIntegerDigits',
];
const dateOptions = [
  'year', 'month', 'day', 'weekday', 'hour', 'minute', 'second', 'hour12', 'timeZone', 'timeZoneName', 'dateStyle', 'timeStyle',
  'hourCycle',
];

const intlError = (what) => new intrinsics.Error(`Intl is not available in this sandbox: ${what}`);

function checkLocale(locales) {
  const first = !isArray(locales) ? locales : locales.length === 0 ? undefined : locales[0];
  if (first !== undefined && matchRegExp(/^en(-US)?$/, `${first}`) === null) {
    throw intlError(`the locale ${inspect(first)} is not known, only en-US`);
  }
}

function readOptions(options, known) {
  const result = { __proto__: null };
  if (options === undefined) {
    return result;
  }
  const keys = enumerableKeys(options);
  for (let i = 0; i < keys.length; i++) {
    if (!includes(known, keys[i])) {
      throw intlError(`the option ${inspect(keys[i])} is not known`);
    }
    result[keys[i]] = options[keys[i]];
  }
  return result;
}

// Digits without an exponent.
function plainDecimal(number) {
  const text = `${number}`;
  const at = indexIn(text, 'e');
  if (at === -1) {
    return text;
  }
  const exponent = +sliceText(text, at + 1);
  const mantissa = sliceText(text, 0, at);
  const digits = replaceText(mantissa, '.', '');
  return exponent < 0 ? `0.${repeatText('0', -exponent - 1)}${digits}` : padEnd(digits, exponent + 1, '0');
}

// Rounds decimal digits half away from zero, which is what ICU does with the shortest form of a number.
function roundDecimal(text, fractionDigits) {
  const point = indexIn(text, '.');
  if (point === -1 || text.length - point - 1 <= fractionDigits) {
    return text;
  }
  const kept = sliceText(text, 0, point) + sliceText(text, point + 1, point + 1 + fractionDigits);
  const rounded = charCode(text, point + 1 + fractionDigits) >= 53 ? `${intrinsics.BigInt(kept) + 1n}` : kept;
  const digits = padStart(rounded, fractionDigits + 1, '0');
  return fractionDigits === 0 ? digits :
    `${sliceText(digits, 0, -fractionDigits)}.${sliceText(digits, -fractionDigits)}`;
}

function groupThousands(digits) {
  return replaceText(withSeparators(digits), '_', ',');
}

// `text` has no sign and no exponent.
function formatDecimal(text, options, defaultMin, defaultMax) {
  const least = options.minimumFractionDigits ?? min(defaultMin, options.maximumFractionDigits ?? defaultMin);
  const most = options.maximumFractionDigits ?? max(defaultMax, least);
  if (!(least >= 0 && most <= MAX_FRACTION_DIGITS && least <= most)) {
    throw new intrinsics.RangeError('maximumFractionDigits value is out of range.');
  }
  const rounded = roundDecimal(text, most);
  const point = indexIn(rounded, '.');
  let whole = point === -1 ? rounded : sliceText(rounded, 0, point);
  let fraction = point === -1 ? '' : sliceText(rounded, point + 1);
  while (fraction.length > least && endsWith(fraction, '0')) {
    fraction = sliceText(fraction, 0, -1);
  }
  fraction = padEnd(fraction, least, '0');
  whole = padStart(whole, min(options.minimumIntegerDigits ?? 1, 21), '0');
  return (options.useGrouping === false ? whole : groupThousands(whole)) + (fraction === '' ? '' : `.${fraction}`);
}

function formatLocaleNumber(number, locales, given) {
  checkLocale(locales);
  const options = readOptions(given, numberOptions);
  if (options.notation !== undefined && options.notation !== 'standard') {
    throw intlError(`the notation ${inspect(options.notation)} is not known`);
  }
  if (number !== number) {
    return 'NaN';
  }
  const negative = number < 0 || sameValue(number, -0);
  const infinite = number === Infinity || number === -Infinity;
  const text = typeof number === 'bigint' ? `${negative ? -number : number}` : plainDecimal(abs(number));
  const sign = negative ? '-' : '';
  switch (options.style ?? 'decimal') {
    case 'decimal':
      return sign + (infinite ? '∞' : formatDecimal(text, options, 0, 3));
    case 'percent': {
      const hundred = typeof number === 'bigint' ? `${text}00` : plainDecimal(+`${text}e2`);
      return `${sign}${infinite ? '∞' : formatDecimal(hundred, options, 0, 0)}%`;
    }
    case 'currency': {
      if (options.currency === undefined) {
        throw new intrinsics.TypeError('Currency code is required with currency style.');
      }
      const code = upperCase(`${options.currency}`);
      const digits = code === 'JPY' || code === 'KRW' ? 0 : 2;
      const mark = currencySigns[code] ?? `${code}\u00a0`;
      return sign + mark + (infinite ? '∞' : formatDecimal(text, options, digits, digits));
    }
    default:
      throw intlError(`the style ${inspect(options.style)} is not known`);
  }
}
