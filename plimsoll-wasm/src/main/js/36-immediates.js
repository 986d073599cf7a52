// setImmediate, and the timer functions as globals.
class Immediate {
  #record;

  constructor(record) {
    this.#record = record;
  }

  static record(value) {
    return isObject(value) && #record in value ? value.#record : undefined;
  }

  ref() {
    const record = this.#record;
    if (!record.referenced) {
      record.referenced = true;
      referencedImmediates += record.waiting ? 1 : 0;
    }
    return this;
  }

  unref() {
    const record = this.#record;
    if (record.referenced) {
      record.referenced = false;
      referencedImmediates -= record.waiting ? 1 : 0;
    }
    return this;
  }

  hasRef() {
    return this.#record.referenced;
  }
}
const immediateRecord = Immediate.record;
delete Immediate.record;

function endImmediate(record) {
  if (record.waiting) {
    record.waiting = false;
    referencedImmediates -= record.referenced ? 1 : 0;
  }
}

// Returns false for one that was cleared.
function fireImmediate(record) {
  if (!record.waiting) {
    return false;
  }
  endImmediate(record);
  apply(record.callback, record.immediate, record.values);
  return true;
}

const timerFunctions = {
  __proto__: null,
  setTimeout(callback, delay) { return startTimer(callback, delay, arguments, false); },
  setInterval(callback, delay) { return startTimer(callback, delay, arguments, true); },
  setImmediate(callback) {
    checkFunction(callback, 'callback');
    const record = {
      __proto__: null,
      callback, values: copyRange(arguments, 1, arguments.length), referenced: true, waiting: true, immediate: undefined,
    };
    record.immediate = new Immediate(record);
    push(immediates, record);
    referencedImmediates++;
    return record.immediate;
  },
  clearTimeout(timer) { clearTimer(timer); },
  clearInterval(timer) { clearTimer(timer); },
  clearImmediate(immediate) {
    const record = immediateRecord(immediate);
    if (record !== undefined) {
      endImmediate(record);
    }
  },
};

function installTimers() {
  const names = enumerableKeys(timerFunctions);
  for (let i = 0; i < names.length; i++) {
    define(global, names[i], timerFunctions[names[i]]);
  }
  define(global, 'queueMicrotask', queueMicrotask);
}
