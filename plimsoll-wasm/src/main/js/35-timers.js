// Timers in the order of Node.js: by due time, then by creation; immediates after the timers that are due.
//
// The clock that orders timers stands still for a few milliseconds within one callback: two timers made by the same piece of
// code fire in the order of their delays even when the engine is slow. No timer fires before its delay has passed.
const MAX_DELAY = 2 ** 31 - 1;
const CLOCK_STEP = 4;

const timerHeap = [];
const timersById = new Map();
let timerSequence = 0;
let timerClock = -Infinity;
let referencedTimers = 0;
let immediates = [];
let immediatesNow = [];
let referencedImmediates = 0;
// Timers made during a phase wait for the next one.
let phaseIsTimers = false;
let phaseStart = -Infinity;
let phaseSequence = 0;

const comesBefore = (a, b) => a.order < b.order || (a.order === b.order && a.sequence < b.sequence);

function placeInHeap(index, record) {
  timerHeap[index] = record;
  record.index = index;
}

function moveUp(index, record) {
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!comesBefore(record, timerHeap[parent])) {
      break;
    }
    placeInHeap(index, timerHeap[parent]);
    index = parent;
  }
  placeInHeap(index, record);
}

function moveDown(index, record) {
  for (;;) {
    let child = 2 * index + 1;
    if (child >= timerHeap.length) {
      break;
    }
    if (child + 1 < timerHeap.length && comesBefore(timerHeap[child + 1], timerHeap[child])) {
      child++;
    }
    if (!comesBefore(timerHeap[child], record)) {
      break;
    }
    placeInHeap(index, timerHeap[child]);
    index = child;
  }
  placeInHeap(index, record);
}

function schedule(record) {
  const now = floor(native.now());
  if (now - timerClock >= CLOCK_STEP) {
    timerClock = now;
  }
  record.order = timerClock + record.delay;
  record.due = now + record.delay;
  record.sequence = timerSequence++;
  push(timerHeap, record);
  moveUp(timerHeap.length - 1, record);
  if (record.referenced) {
    referencedTimers++;
  }
}

function unschedule(record) {
  const { index } = record;
  if (index === -1) {
    return;
  }
  record.index = -1;
  const last = pop(timerHeap);
  if (last !== record) {
    moveDown(index, last);
    moveUp(last.index, last);
  }
  if (record.referenced) {
    referencedTimers--;
  }
}

const delayOf = (value) => {
  const delay = trunc(+value);
  return delay >= 1 && delay <= MAX_DELAY ? delay : 1;
};

class Timeout {
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
      referencedTimers += record.index === -1 ? 0 : 1;
    }
    return this;
  }

  unref() {
    const record = this.#record;
    if (record.referenced) {
      record.referenced = false;
      referencedTimers -= record.index === -1 ? 0 : 1;
    }
    return this;
  }

  hasRef() {
    return this.#record.referenced;
  }

  refresh() {
    const record = this.#record;
    if (!record.cleared) {
      unschedule(record);
      schedule(record);
    }
    return this;
  }

  close() {
    clearTimer(this);
    return this;
  }

  [SymbolToPrimitive]() {
    const record = this.#record;
    mapSet(timersById, record.id, record);
    return record.id;
  }
}
const timeoutRecord = Timeout.record;
delete Timeout.record;

let timerIds = 1;

function startTimer(callback, delay, args, repeats) {
  checkFunction(callback, 'callback');
  if (+delay > MAX_DELAY) {
    emitWarning(
      `${delay} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`, 'TimeoutOverflowWarning');
  }
  const record = {
    __proto__: null,
    callback, values: copyRange(args, 2, args.length), delay: delayOf(delay), repeats, referenced: true, cleared: false,
    id: timerIds++, index: -1, order: 0, due: 0, sequence: 0, timeout: undefined,
  };
  record.timeout = new Timeout(record);
  schedule(record);
  return record.timeout;
}

function stopTimer(record) {
  record.cleared = true;
  mapDelete(timersById, record.id);
  unschedule(record);
}

function clearTimer(timer) {
  let record = timeoutRecord(timer);
  if (record === undefined && (typeof timer === 'number' || typeof timer === 'string')) {
    record = mapGet(timersById, +timer);
  }
  if (record !== undefined) {
    stopTimer(record);
  }
}

function fireTimer(record) {
  unschedule(record);
  if (!record.repeats) {
    mapDelete(timersById, record.id);
  }
  try {
    apply(record.callback, record.timeout, record.values);
  } finally {
    if (record.repeats && !record.cleared && record.index === -1) {
      schedule(record);
    }
  }
}

// The hook: whether a timer, an immediate or the host's reply will wake the guest.
const isWaiting = () => referencedTimers + referencedImmediates + mapSize(hostCalls) > 0;

// The hook: milliseconds until something is due, -1 when nothing keeps the run alive.
function nextTimer() {
  if (referencedTimers + referencedImmediates === 0) {
    return -1;
  }
  if (immediates.length + immediatesNow.length > 0) {
    return 0;
  }
  return max(0, timerHeap[0].due - native.now());
}

// The hook: runs one callback that is due and returns true, or returns false.
function runTimer() {
  // Two phases at most are empty in a row.
  for (let turn = 0; turn < 3; turn++) {
    if (phaseIsTimers) {
      const first = timerHeap.length === 0 ? undefined : timerHeap[0];
      if (first !== undefined && first.sequence < phaseSequence && first.due <= phaseStart) {
        fireTimer(first);
        return true;
      }
      phaseIsTimers = false;
      immediatesNow = immediates;
      immediates = [];
    }
    while (immediatesNow.length > 0) {
      const immediate = shift(immediatesNow);
      if (fireImmediate(immediate)) {
        return true;
      }
    }
    phaseIsTimers = true;
    phaseStart = native.now();
    phaseSequence = timerSequence;
    // Between the code that made a timer of one millisecond and the first turn of Node's loop a millisecond has passed.
    if (timerHeap.length > 0 && timerHeap[0].delay === 1) {
      phaseStart = max(phaseStart, timerHeap[0].due);
    }
  }
  return false;
}
