// The time zone is always UTC; Node.js names it at the end of a date's text.
const timeToText = uncurry(Date.prototype.toTimeString);
const timeZoneName = ' (Coordinated Universal Time)';

function installTimeZoneName() {
  const methods = {
    __proto__: null,
    toString() {
      const text = dateToString(this);
      return isNaNNumber(dateTime(this)) ? text : text + timeZoneName;
    },
    toTimeString() {
      const text = timeToText(this);
      return isNaNNumber(dateTime(this)) ? text : text + timeZoneName;
    },
  };
  define(Date.prototype, 'toString', methods.toString);
  define(Date.prototype, 'toTimeString', methods.toTimeString);
}
