'use strict';
// A fixed clock and a seeded random source, by the same algorithms and with the same number of readings as in the process tier:
// the same request gives the same result digest there and here. What stays real: memory usage, and Intl without a date.
const nodeCrypto = require('node:crypto');
const { syncBuiltinESMExports } = require('node:module');
const timers = require('node:timers');
const timersPromises = require('node:timers/promises');
const util = require('node:util');
const { timerFunctions } = require('./virtual-timers.cjs');

const RealDate = Date;
const MASK_64 = (1n << 64n) - 1n;
const MASK_48 = (1n << 48n) - 1n;
const LAST_NANO = (1n << 63n) - 1n;
const MAX_RANDOM_BYTES = 65536;

// The clock that each reading advances, in nanoseconds.
class FixedClock {
  #origin;
  #tick;
  #passed = 0n;

  constructor(originNanos, tickNanos) {
    this.#origin = originNanos;
    this.#tick = tickNanos;
  }

  #read() {
    const reading = this.#passed;
    this.advance(this.#tick);
    return reading;
  }

  // Milliseconds with three digits after the point, since the start or since 1970.
  runMillis() { return Number(this.#read() / 1000n) / 1000; }
  wallMillis() { return Number((this.#origin + this.#read()) / 1000n) / 1000; }

  // Not beyond what a signed 64-bit number of nanoseconds can tell, where the process tier's clock stands still too.
  advance(nanos) {
    const room = LAST_NANO - this.#origin - this.#passed;
    this.#passed += nanos < room ? nanos : room;
  }
}

// java.util.Random, whose sequence is part of its specification.
class SeededRandom {
  #state;

  constructor(seed) {
    this.#state = (BigInt.asUintN(64, seed) ^ 0x5DEECE66Dn) & MASK_48;
  }

  fill(bytes) {
    for (let i = 0; i < bytes.length;) {
      this.#state = (this.#state * 0x5DEECE66Dn + 0xBn) & MASK_48;
      let word = Number(this.#state >> 16n);
      for (let n = 0; n < 4 && i < bytes.length; n++) {
        bytes[i++] = word & 255;
        word >>>= 8;
      }
    }
    return bytes;
  }
}

// xorshift64*, as QuickJS has it, seeded with eight bytes.
function makeMathRandom(random) {
  let state = Buffer.from(random.fill(new Uint8Array(8))).readBigUInt64LE() || 1n;
  const bits = new DataView(new ArrayBuffer(8));
  return function random() {
    state ^= state >> 12n;
    state ^= (state << 25n) & MASK_64;
    state ^= state >> 27n;
    bits.setBigUint64(0, 0x3ffn << 52n | ((state * 0x2545F4914F6CDD1Dn) & MASK_64) >> 12n);
    return bits.getFloat64(0) - 1;
  };
}

function replace(target, members) {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

function installDate(clock) {
  const now = () => Math.floor(clock.wallMillis());
  function FixedDate(...values) {
    if (new.target === undefined) {
      return new RealDate(now()).toString();
    }
    return Reflect.construct(RealDate, values.length === 0 ? [now()] : values, new.target === FixedDate ? RealDate : new.target);
  }
  replace(FixedDate, { UTC: RealDate.UTC, parse: RealDate.parse, now });
  Object.defineProperty(FixedDate, 'name', { value: 'Date', configurable: true });
  Object.defineProperty(FixedDate, 'length', { value: RealDate.length, configurable: true });
  Object.defineProperty(FixedDate, 'prototype', { value: RealDate.prototype, writable: false });
  replace(RealDate.prototype, { constructor: FixedDate });
  replace(globalThis, { Date: FixedDate });
}

function installReadings(clock) {
  const origin = clock.wallMillis(); // read at the start there too
  replace(performance, { now: () => clock.runMillis() });
  Object.defineProperty(performance, 'timeOrigin', { get: () => origin, configurable: true });
  const hrtime = (since) => {
    const now = clock.runMillis();
    let seconds = Math.floor(now / 1000);
    let nanos = Math.floor(now % 1000 * 1e6);
    if (since !== undefined) {
      seconds -= since[0];
      nanos -= since[1];
      if (nanos < 0) {
        seconds--;
        nanos += 1e9;
      }
    }
    return [seconds, nanos];
  };
  hrtime.bigint = () => BigInt(Math.floor(clock.runMillis() * 1e6));
  replace(process, {
    hrtime,
    uptime: () => clock.runMillis() / 1000,
    cpuUsage: () => ({ user: Math.floor(clock.runMillis() * 1000), system: 0 }),
    pid: 1,
    ppid: 0,
  });
}

function formatDuration(millis) {
  if (millis < 1000) {
    return `${Number(millis.toFixed(3))}ms`;
  }
  const seconds = (millis % 60000) / 1000;
  const minutes = Math.floor(millis % 3600000 / 60000);
  const hours = Math.floor(millis / 3600000);
  const two = (number) => String(number).padStart(2, '0');
  if (hours !== 0) {
    return `${hours}:${two(minutes)}:${two(Math.floor(seconds))} (h:mm:ss)`;
  }
  return minutes !== 0 ? `${minutes}:${seconds.toFixed(3).padStart(6, '0')} (m:ss.mmm)` : `${seconds.toFixed(3)}s`;
}

function installConsoleTimes(clock) {
  const started = new Map();
  const log = (method, label, values) => {
    if (!started.has(label)) {
      process.emitWarning(`No such label '${label}' for console.${method}()`);
      return;
    }
    console.log('%s: %s', label, formatDuration(clock.runMillis() - started.get(label)), ...values);
  };
  Object.assign(console, {
    time(label = 'default') {
      if (started.has(`${label}`)) {
        process.emitWarning(`Label '${label}' already exists for console.time()`);
      } else {
        started.set(`${label}`, clock.runMillis());
      }
    },
    timeEnd(label = 'default') {
      log('timeEnd', `${label}`, []);
      started.delete(`${label}`);
    },
    timeLog(label = 'default', ...values) { log('timeLog', `${label}`, values); },
  });
}

function installRandom(random) {
  const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const getRandomValues = (array) => {
    if (!ArrayBuffer.isView(array) || /Float|DataView/.test(array.constructor.name)) {
      throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
    }
    if (array.byteLength > MAX_RANDOM_BYTES) {
      throw new DOMException(`The requested length exceeds ${MAX_RANDOM_BYTES} bytes`, 'QuotaExceededError');
    }
    random.fill(bytesOf(array));
    return array;
  };
  const randomUUID = () => {
    const bytes = Buffer.from(random.fill(new Uint8Array(16)));
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  const randomBytes = (size, callback) => {
    const bytes = Buffer.from(random.fill(new Uint8Array(size)));
    return callback === undefined ? bytes : setImmediate(callback, null, bytes);
  };
  replace(Math, { random: makeMathRandom(random) });
  replace(globalThis.crypto, { getRandomValues, randomUUID });
  // its getRandomValues cannot be replaced, and need not be: it calls that of the global crypto
  replace(nodeCrypto, { randomUUID, randomBytes, randomFillSync: getRandomValues });
}

function installTimers(clock, isBusy) {
  const functions = timerFunctions(clock, isBusy);
  const wait = (delay, value) => new Promise((resolve) => { functions.setTimeout(resolve, delay, value); });
  Object.defineProperty(functions.setTimeout, util.promisify.custom, { value: wait });
  for (const [name, value] of Object.entries(functions)) {
    replace(globalThis, { [name]: value });
  }
  Object.assign(timers, functions);
  Object.assign(timersPromises, {
    setTimeout: wait,
    setImmediate: (value) => new Promise((resolve) => { functions.setImmediate(resolve, value); }),
  });
}

function install({ clockNanos, tickNanos, seed }, isBusy) {
  const clock = new FixedClock(BigInt(clockNanos), BigInt(tickNanos));
  installRandom(new SeededRandom(BigInt(seed)));
  installReadings(clock);
  installDate(clock);
  installConsoleTimes(clock);
  installTimers(clock, isBusy);
  syncBuiltinESMExports();
}

module.exports = { install };
