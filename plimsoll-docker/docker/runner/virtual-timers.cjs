'use strict';
// Timers on a clock that stands still but for readings: waiting costs no real time, and the same callbacks come in the same order
// at the same readings as in the process tier, whose timers (35-timers.js of plimsoll-wasm) this follows reading by reading.
const MAX_DELAY = 2 ** 31 - 1;
const CLOCK_STEP = 4;
const POLL_MILLIS = 5;
const realSetImmediate = setImmediate;
const realSetTimeout = setTimeout;

// Each class has one job of a timer's life; the phases of the loop are TimerLoop's.
class Timer {
  #loop;
  #referenced = true;
  cleared = false;

  constructor(loop, callback, delay, values, repeats) {
    Object.assign(this, { callback, delay, values, repeats });
    this.#loop = loop;
    for (const hidden of ['callback', 'delay', 'values', 'repeats', 'cleared']) {
      Object.defineProperty(this, hidden, { enumerable: false, writable: true });
    }
  }

  ref() { return this.#setReferenced(true); }
  unref() { return this.#setReferenced(false); }
  hasRef() { return this.#referenced; }

  #setReferenced(value) {
    this.#referenced = value;
    this.#loop.wake();
    return this;
  }

  refresh() {
    if (!this.cleared) {
      this.#loop.remove(this);
      this.#loop.schedule(this);
    }
    return this;
  }

  close() {
    this.#loop.clear(this);
    return this;
  }

  [Symbol.toPrimitive]() { return this.#loop.idOf(this); }
}
Object.defineProperty(Timer, 'name', { value: 'Timeout' });

class TimerLoop {
  #clock;
  #isBusy;
  #waiting = []; // by order, then sequence
  #immediates = [];
  #immediatesNow = [];
  #byId = new Map();
  #sequence = 0;
  #timerClock = -Infinity;
  #phaseIsTimers = false;
  #phaseStart = -Infinity;
  #phaseSequence = 0;
  #turning = false;
  #lastId = 0;

  // `isBusy` tells whether something real is waited for, which must not be overtaken.
  constructor(clock, isBusy) {
    this.#clock = clock;
    this.#isBusy = isBusy;
  }

  start(callback, delay, values, repeats) {
    if (typeof callback !== 'function') {
      const error = new TypeError(`The "callback" argument must be of type function. Received ${callback === null ? 'null' : typeof callback}`);
      error.code = 'ERR_INVALID_ARG_TYPE';
      throw error;
    }
    const whole = Math.trunc(+delay);
    const timer = new Timer(this, callback, whole >= 1 && whole <= MAX_DELAY ? whole : 1, values, repeats);
    this.schedule(timer);
    return timer;
  }

  schedule(timer) {
    const now = Math.floor(this.#clock.runMillis());
    if (now - this.#timerClock >= CLOCK_STEP) {
      this.#timerClock = now;
    }
    const entry = { timer, order: this.#timerClock + timer.delay, due: now + timer.delay, sequence: this.#sequence++ };
    let at = this.#waiting.length;
    while (at > 0 && this.#waiting[at - 1].order > entry.order) {
      at--;
    }
    this.#waiting.splice(at, 0, entry);
    this.wake();
  }

  remove(timer) {
    const at = this.#waiting.findIndex((entry) => entry.timer === timer);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
    }
    return at >= 0;
  }

  clear(handle) {
    const timer = handle instanceof Timer ? handle : this.#byId.get(+handle);
    if (timer !== undefined) {
      timer.cleared = true;
      this.remove(timer);
    }
  }

  idOf(timer) {
    const known = [...this.#byId].find(([, value]) => value === timer);
    if (known !== undefined) {
      return known[0];
    }
    this.#byId.set(++this.#lastId, timer);
    return this.#lastId;
  }

  addImmediate(callback, values) {
    const immediate = { callback, values, waiting: true, referenced: true };
    this.#immediates.push(immediate);
    this.wake();
    return immediate;
  }

  // Turns as long as something is due or to come; Node.js drains ticks and promise jobs between two turns.
  wake() {
    if (!this.#turning) {
      this.#turning = true;
      realSetImmediate(() => this.#turn());
    }
  }

  #turn() {
    if (this.#isBusy() && !this.#immediates.length && !this.#immediatesNow.length) {
      realSetTimeout(() => this.#turn(), POLL_MILLIS);
      return;
    }
    const millis = this.#nextDue();
    if (millis < 0) {
      this.#turning = false;
    } else if (millis === 0) {
      this.#runDue();
    } else {
      this.#clock.advance(BigInt(Math.ceil(Math.min(millis, 1e12) * 1e6)));
      realSetImmediate(() => this.#turn());
    }
  }

  #nextDue() {
    const alive = this.#waiting.some(({ timer }) => timer.hasRef())
      || [...this.#immediates, ...this.#immediatesNow].some(({ waiting, referenced }) => waiting && referenced);
    if (!alive) {
      return -1;
    }
    if (this.#immediates.length + this.#immediatesNow.length > 0) {
      return 0;
    }
    return Math.max(0, this.#waiting[0].due - this.#clock.runMillis());
  }

  #runDue() {
    let ran = true;
    try {
      ran = this.#runOne();
    } finally {
      realSetImmediate(() => (ran ? this.#runDue() : this.#turn()));
    }
  }

  // Runs one callback that is due and returns true, or returns false. Two phases at most are empty in a row.
  #runOne() {
    for (let turn = 0; turn < 3; turn++) {
      if (this.#phaseIsTimers) {
        const first = this.#waiting[0];
        if (first !== undefined && first.sequence < this.#phaseSequence && first.due <= this.#phaseStart) {
          this.#fire(first.timer);
          return true;
        }
        this.#phaseIsTimers = false;
        this.#immediatesNow = this.#immediates;
        this.#immediates = [];
      }
      while (this.#immediatesNow.length > 0) {
        const immediate = this.#immediatesNow.shift();
        if (immediate.waiting) {
          immediate.waiting = false;
          immediate.callback(...immediate.values);
          return true;
        }
      }
      this.#phaseIsTimers = true;
      this.#phaseStart = this.#clock.runMillis();
      this.#phaseSequence = this.#sequence;
      if (this.#waiting.length > 0 && this.#waiting[0].timer.delay === 1) {
        this.#phaseStart = Math.max(this.#phaseStart, this.#waiting[0].due);
      }
    }
    return false;
  }

  #fire(timer) {
    this.remove(timer);
    try {
      Reflect.apply(timer.callback, timer, timer.values);
    } finally {
      if (timer.repeats && !timer.cleared && !this.#waiting.some((entry) => entry.timer === timer)) {
        this.schedule(timer);
      }
    }
  }
}

// The functions that take the place of Node's.
function timerFunctions(clock, isBusy) {
  const loop = new TimerLoop(clock, isBusy);
  const clear = (handle) => loop.clear(handle);
  return {
    setTimeout: (callback, delay, ...values) => loop.start(callback, delay, values, false),
    setInterval: (callback, delay, ...values) => loop.start(callback, delay, values, true),
    setImmediate: (callback, ...values) => loop.addImmediate(callback, values),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: (immediate) => {
      if (immediate != null) {
        immediate.waiting = false;
      }
    },
  };
}

module.exports = { timerFunctions };
