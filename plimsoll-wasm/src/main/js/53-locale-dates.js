// Date.prototype.toLocaleString and its like: en-US, in UTC.
const monthNames = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
];
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const utcPart = (name) => uncurry(Date.prototype[`getUTC${name}`]);
const utcYear = utcPart('FullYear');
const utcMonth = utcPart('Month');
const utcDate = utcPart('Date');
const utcDay = utcPart('Day');
const utcHours = utcPart('Hours');
const utcMinutes = utcPart('Minutes');
const utcSeconds = utcPart('Seconds');
const twoDigits = (number) => padStart(`${number}`, 2, '0');
const dateKeys = ['weekday', 'year', 'month', 'day'];
const timeKeys = ['hour', 'minute', 'second'];
const dateStyles = {
  __proto__: null,
  full: { __proto__: null, weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  long: { __proto__: null, year: 'numeric', month: 'long', day: 'numeric' },
  medium: { __proto__: null, year: 'numeric', month: 'short', day: 'numeric' },
  short: { __proto__: null, year: '2-digit', month: 'numeric', day: 'numeric' },
};

const sized = (number, style) => style === '2-digit' ? twoDigits(number % 100) : `${number}`;
const named = (names, index, style) => style === 'long' ? names[index] : sliceText(names[index], 0, style === 'narrow' ? 1 : 3);

function hasAny(options, keys) {
  for (let i = 0; i < keys.length; i++) {
    if (options[keys[i]] !== undefined) {
      return true;
    }
  }
  return false;
}

function datePart(date, options) {
  const weekday = options.weekday === undefined ? '' : named(dayNames, utcDay(date), options.weekday);
  const isNamed = options.month === 'long' || options.month === 'short' || options.month === 'narrow';
  const year = options.year === undefined ? '' : sized(utcYear(date), options.year);
  const day = options.day === undefined ? '' : sized(utcDate(date), options.day);
  let text;
  if (isNamed) {
    const month = named(monthNames, utcMonth(date), options.month);
    text = day === '' ? `${month}${year === '' ? '' : ` ${year}`}` : `${month} ${day}${year === '' ? '' : `, ${year}`}`;
  } else {
    const month = options.month === undefined ? '' : sized(utcMonth(date) + 1, options.month);
    const parts = [];
    const all = [month, day, year];
    for (let i = 0; i < 3; i++) {
      if (all[i] !== '') {
        push(parts, all[i]);
      }
    }
    text = join(parts, '/');
  }
  return weekday !== '' && text !== '' ? `${weekday}, ${text}` : weekday + text;
}

function timePart(date, options) {
  const hours = utcHours(date);
  const isHalf = options.hour12 ?? (options.hourCycle === undefined || options.hourCycle === 'h12');
  let text = '';
  if (options.hour !== undefined) {
    const hour = isHalf ? hours % 12 || 12 : options.hour12 === false && hours === 0 ? 24 : hours;
    text = options.hour === '2-digit' || !isHalf ? twoDigits(hour) : `${hour}`;
  }
  if (options.minute !== undefined) {
    text += text === '' ? `${utcMinutes(date)}` : `:${twoDigits(utcMinutes(date))}`;
  }
  if (options.second !== undefined) {
    text += text === '' ? `${utcSeconds(date)}` : `:${twoDigits(utcSeconds(date))}`;
  }
  if (options.hour !== undefined && isHalf) {
    text += hours < 12 ? ' AM' : ' PM';
  }
  return options.timeZoneName === undefined ? text : `${text} UTC`;
}

// `defaults` says which parts are shown when the options name none.
function formatLocaleDate(date, locales, given, defaults) {
  const time = dateTime(date);
  checkLocale(locales);
  const options = readOptions(given, dateOptions);
  if (options.timeZone !== undefined && matchRegExp(/^(UTC|GMT|Etc\/(UTC|GMT))$/i, `${options.timeZone}`) === null) {
    throw intlError(`the time zone ${inspect(options.timeZone)} is not known, only UTC`);
  }
  if (time !== time) {
    return 'Invalid Date';
  }
  const byStyle = options.dateStyle !== undefined || options.timeStyle !== undefined;
  if (byStyle) {
    return formatByStyle(date, options);
  }
  const wantsDate = hasAny(options, dateKeys);
  const wantsTime = hasAny(options, timeKeys);
  const fill = (keys) => {
    for (let i = 0; i < keys.length; i++) {
      options[keys[i]] = 'numeric';
    }
  };
  if (!wantsDate && defaults !== 'time' && !(defaults === 'all' && wantsTime)) {
    fill(['year', 'month', 'day']);
  }
  if (!wantsTime && defaults !== 'date' && !(defaults === 'all' && wantsDate)) {
    fill(timeKeys);
  }
  const left = datePart(date, options);
  const right = hasAny(options, timeKeys) ? timePart(date, options) : '';
  const separator = options.month === 'long' || options.month === 'short' ? options.month === 'long' && options.year !== undefined ?
    ' at ' : ', ' : ', ';
  return left !== '' && right !== '' ? left + separator + right : left + right;
}

function formatByStyle(date, options) {
  const parts = [];
  if (options.dateStyle !== undefined) {
    push(parts, datePart(date, dateStyles[options.dateStyle] ?? dateStyles.medium));
  }
  if (options.timeStyle !== undefined) {
    const time = { __proto__: null, hour: 'numeric', minute: 'numeric', hour12: options.hour12 };
    if (options.timeStyle !== 'short') {
      time.second = 'numeric';
    }
    if (options.timeStyle === 'long' || options.timeStyle === 'full') {
      time.timeZoneName = 'short';
    }
    push(parts, timePart(date, time));
  }
  return join(parts, options.dateStyle === 'full' || options.dateStyle === 'long' ? ' at ' : ', ');
}
