// The global console. Its methods are bound and print to the process' streams. As in Node.js, what a value's own inspector,
// toString or toJSON throws is the caller's to catch.
const consoleObject = {};
let groupIndentation = '';
const consoleCounts = new Map();
const consoleTimes = new Map();
const GROUP_WIDTH = 2;

function printLine(isError, text) {
  if (groupIndentation !== '') {
    text = groupIndentation + replaceText(text, '\n', `\n${groupIndentation}`);
  }
  if (isError) {
    printTo(stderr, stderrWrite, STDERR, `${text}\n`);
  } else {
    printTo(stdout, stdoutWrite, STDOUT, `${text}\n`);
  }
}

// Counters, tables and groups print through console.log as it is now, which programs replace to capture output.
function logByName(name, values) {
  const method = read(consoleObject, name);
  if (typeof method === 'function') {
    apply(method, consoleObject, values);
  }
}

function formatDuration(milliseconds) {
  if (milliseconds < 1000) {
    return `${+numberToFixed(milliseconds, 3)}ms`;
  }
  const two = (number) => padStart(`${number}`, 2, '0');
  const hours = floor(milliseconds / 3600000);
  const minutes = floor(milliseconds % 3600000 / 60000);
  const seconds = milliseconds % 60000 / 1000;
  if (hours !== 0) {
    return `${hours}:${two(minutes)}:${two(floor(seconds))} (h:mm:ss)`;
  }
  return minutes !== 0 ? `${minutes}:${padStart(numberToFixed(seconds, 3), 6, '0')} (m:ss.mmm)` :
    `${numberToFixed(seconds, 3)}s`;
}

function logTime(method, label, data) {
  if (!mapHas(consoleTimes, label)) {
    emitWarning(`No such label '${label}' for console.${method}()`);
    return false;
  }
  const values = ['%s: %s', label, formatDuration(native.now() - mapGet(consoleTimes, label))];
  for (let i = 1; i < data.length; i++) {
    push(values, data[i]);
  }
  logByName('log', values);
  return true;
}

const labelOf = (label) => label === undefined ? 'default' : `${label}`;

const consoleMethods = {
  __proto__: null,
  log() {
    printLine(false, formatArguments(arguments));
  },
  warn() {
    printLine(true, formatArguments(arguments));
  },
  dir(value, options) {
    printLine(false, inspect(value, withOptions({ __proto__: null, customInspect: false }, isObject(options) ? options : {})));
  },
  time(label) {
    label = labelOf(label);
    if (mapHas(consoleTimes, label)) {
      emitWarning(`Label '${label}' already exists for console.time()`);
      return;
    }
    mapSet(consoleTimes, label, native.now());
  },
  timeEnd(label) {
    label = labelOf(label);
    if (logTime('timeEnd', label, [])) {
      mapDelete(consoleTimes, label);
    }
  },
  timeLog(label) {
    logTime('timeLog', labelOf(label), arguments);
  },
  trace() {
    const record = { name: 'Trace', message: formatArguments(arguments) };
    native.captureStack(record);
    setStackHeader(record, record.message === '' ? 'Trace' : `Trace: ${record.message}`);
    logByName('error', [record.stack]);
  },
  assert(condition) {
    if (!condition) {
      const values = copyRange(arguments, 1, arguments.length);
      if (values.length === 0) {
        push(values, 'Assertion failed');
      } else {
        values[0] = `Assertion failed: ${typeof values[0] === 'symbol' ? symbolToString(values[0]) : safeText(values[0])}`;
      }
      logByName('warn', values);
    }
  },
  clear() {},
  count(label) {
    label = labelOf(label);
    const count = (mapGet(consoleCounts, label) ?? 0) + 1;
    mapSet(consoleCounts, label, count);
    logByName('log', [`${label}: ${count}`]);
  },
  countReset(label) {
    label = labelOf(label);
    if (!mapDelete(consoleCounts, label)) {
      emitWarning(`Count for '${label}' does not exist`);
    }
  },
  group() {
    if (arguments.length > 0) {
      logByName('log', arguments);
    }
    groupIndentation += repeatText(' ', GROUP_WIDTH);
  },
  groupEnd() {
    groupIndentation = sliceText(groupIndentation, 0, max(0, groupIndentation.length - GROUP_WIDTH));
  },
  table(data, properties) {
    if (properties !== undefined && !isArray(properties)) {
      throw argumentTypeError('properties', 'an instance of Array', properties);
    }
    logByName('log', [data === null || typeof data !== 'object' ? data : tableOf(data, properties)]);
  },
};

function installConsole() {
  const add = (name, method) => define(consoleObject, name, method, true);
  const names = enumerableKeys(consoleMethods);
  for (let i = 0; i < names.length; i++) {
    add(names[i], consoleMethods[names[i]]);
  }
  // Functions of their own, so that each has its own name.
  add('debug', function debug() { printLine(false, formatArguments(arguments)); });
  add('info', function info() { printLine(false, formatArguments(arguments)); });
  add('dirxml', function dirxml() { printLine(false, formatArguments(arguments)); });
  add('error', function error() { printLine(true, formatArguments(arguments)); });
  add('groupCollapsed', consoleMethods.group);
  setTag(consoleObject, 'console');
  define(global, 'console', consoleObject);
}
