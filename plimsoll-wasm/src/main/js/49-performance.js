// performance: the clock of the run, marks and measures.
class PerformanceEntry {
  constructor(name, entryType, startTime, duration, detail) {
    const members = { __proto__: null, name, entryType, startTime, duration };
    const keys = enumerableKeys(members);
    for (let i = 0; i < keys.length; i++) {
      defineProperty(this, keys[i], { __proto__: null, value: members[keys[i]], enumerable: true });
    }
    if (detail !== undefined) {
      defineProperty(this, 'detail', { __proto__: null, value: detail, enumerable: true });
    }
  }

  toJSON() {
    return { name: this.name, entryType: this.entryType, startTime: this.startTime, duration: this.duration, detail: this.detail };
  }
}
class PerformanceMark extends PerformanceEntry {}
class PerformanceMeasure extends PerformanceEntry {}
let performanceEntries = [];

function timeOfMark(mark) {
  if (typeof mark === 'number') {
    return mark;
  }
  for (let i = performanceEntries.length - 1; i >= 0; i--) {
    if (performanceEntries[i].entryType === 'mark' && performanceEntries[i].name === `${mark}`) {
      return performanceEntries[i].startTime;
    }
  }
  throw new DOMException(`The "${mark}" performance mark has not been set`, 'SyntaxError');
}

function chosenEntries(accepts) {
  const result = [];
  for (let i = 0; i < performanceEntries.length; i++) {
    if (accepts(performanceEntries[i])) {
      push(result, performanceEntries[i]);
    }
  }
  return sort(result, (a, b) => a.startTime - b.startTime);
}

function clearEntries(type, name) {
  performanceEntries = chosenEntries((entry) => entry.entryType !== type || (name !== undefined && entry.name !== `${name}`));
}

class Performance extends EventTarget {
  now() { return native.now(); }
  get timeOrigin() { return native.timeOrigin(); }

  mark(name, options) {
    const entry = new PerformanceMark(`${name}`, 'mark', options?.startTime ?? native.now(), 0, options?.detail ?? null);
    push(performanceEntries, entry);
    return entry;
  }

  measure(name, startOrOptions, endMark) {
    const options = isObject(startOrOptions) ? startOrOptions : { start: startOrOptions, end: endMark };
    let start = options.start === undefined ? 0 : timeOfMark(options.start);
    let end = options.end === undefined ? native.now() : timeOfMark(options.end);
    if (options.duration !== undefined) {
      if (options.start === undefined) {
        start = end - options.duration;
      } else {
        end = start + options.duration;
      }
    }
    const entry = new PerformanceMeasure(`${name}`, 'measure', start, end - start, options.detail ?? null);
    push(performanceEntries, entry);
    return entry;
  }

  getEntries() { return chosenEntries(() => true); }

  getEntriesByName(name, type) {
    return chosenEntries((entry) => entry.name === `${name}` && (type === undefined || entry.entryType === type));
  }

  getEntriesByType(type) { return chosenEntries((entry) => entry.entryType === type); }
  clearMarks(name) { clearEntries('mark', name); }
  clearMeasures(name) { clearEntries('measure', name); }

  timerify(callback) {
    checkFunction(callback, 'fn');
    return callback;
  }

  toJSON() { return { timeOrigin: native.timeOrigin() }; }
}
makeEnumerable(Performance.prototype, [
  'now', 'timeOrigin', 'mark', 'measure', 'getEntries', 'getEntriesByName', 'getEntriesByType', 'clearMarks', 'clearMeasures',
  'timerify', 'toJSON',
]);
setTag(Performance.prototype, 'Performance');
const performanceObject = new Performance();
