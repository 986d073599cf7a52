// URLSearchParams: the list of names and values of a query.
function parseForm(text) {
  const pairs = [];
  const parts = splitText(text, '&');
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] !== '') {
      const part = replaceText(parts[i], '+', ' ');
      const equals = indexIn(part, '=');
      push(pairs, [
        percentDecode(equals === -1 ? part : sliceText(part, 0, equals)),
        equals === -1 ? '' : percentDecode(sliceText(part, equals + 1)),
      ]);
    }
  }
  return pairs;
}

const encodeFormPart = (text) => replaceText(percentEncode(text, SETS.form), '%20', '+');

function formText(pairs) {
  const parts = [];
  for (let i = 0; i < pairs.length; i++) {
    push(parts, `${encodeFormPart(pairs[i][0])}=${encodeFormPart(pairs[i][1])}`);
  }
  return join(parts, '&');
}

const unicodeText = (value) => toWellFormed(`${value}`);

function pairsFromIterable(iterable) {
  const pairs = [];
  for (const item of iterable) {
    const pair = isObject(item) && typeof item[SymbolIterator] === 'function' ? intrinsics.Array.from(item) : [];
    if (pair.length !== 2) {
      throw codedError(intrinsics.TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple');
    }
    push(pairs, [unicodeText(pair[0]), unicodeText(pair[1])]);
  }
  return pairs;
}

function pairsFromRecord(record) {
  const pairs = [];
  const keys = ownKeys(record);
  for (let i = 0; i < keys.length; i++) {
    if (isEnumerable(record, keys[i])) {
      push(pairs, [unicodeText(keys[i]), unicodeText(record[keys[i]])]);
    }
  }
  return pairs;
}

class URLSearchParams {
  #pairs = [];
  #onChange = noop;

  constructor(init = undefined) {
    if (init === undefined || init === null) {
      return;
    }
    if (!isObject(init)) {
      const text = unicodeText(init);
      this.#pairs = parseForm(text[0] === '?' ? sliceText(text, 1) : text);
    } else if (typeof init[SymbolIterator] === 'function') {
      this.#pairs = pairsFromIterable(init);
    } else {
      this.#pairs = pairsFromRecord(init);
    }
  }

  // For URL only; removed from the class below.
  static connect(params, onChange) { params.#onChange = onChange; }
  static replace(params, text) { params.#pairs = parseForm(text); }

  get size() { return this.#pairs.length; }

  append(name, value) {
    push(this.#pairs, [unicodeText(name), unicodeText(value)]);
    this.#onChange();
  }

  delete(name, value) {
    name = unicodeText(name);
    const text = value === undefined ? undefined : unicodeText(value);
    for (let i = this.#pairs.length - 1; i >= 0; i--) {
      if (this.#pairs[i][0] === name && (text === undefined || this.#pairs[i][1] === text)) {
        removeAt(this.#pairs, i);
      }
    }
    this.#onChange();
  }

  get(name) {
    name = unicodeText(name);
    for (let i = 0; i < this.#pairs.length; i++) {
      if (this.#pairs[i][0] === name) {
        return this.#pairs[i][1];
      }
    }
    return null;
  }

  getAll(name) {
    name = unicodeText(name);
    const values = [];
    for (let i = 0; i < this.#pairs.length; i++) {
      if (this.#pairs[i][0] === name) {
        push(values, this.#pairs[i][1]);
      }
    }
    return values;
  }

  has(name, value) {
    name = unicodeText(name);
    const text = value === undefined ? undefined : unicodeText(value);
    for (let i = 0; i < this.#pairs.length; i++) {
      if (this.#pairs[i][0] === name && (text === undefined || this.#pairs[i][1] === text)) {
        return true;
      }
    }
    return false;
  }

  set(name, value) {
    name = unicodeText(name);
    value = unicodeText(value);
    let isSet = false;
    for (let i = 0; i < this.#pairs.length; i++) {
      if (this.#pairs[i][0] === name) {
        if (isSet) {
          removeAt(this.#pairs, i--);
        } else {
          this.#pairs[i][1] = value;
          isSet = true;
        }
      }
    }
    if (!isSet) {
      push(this.#pairs, [name, value]);
    }
    this.#onChange();
  }

  sort() {
    sort(this.#pairs, (a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
    this.#onChange();
  }

  forEach(callback, thisArg) {
    checkFunction(callback, 'callback');
    for (let i = 0; i < this.#pairs.length; i++) {
      call(callback, thisArg, this.#pairs[i][1], this.#pairs[i][0], this);
    }
  }

  * entries() {
    for (let i = 0; i < this.#pairs.length; i++) {
      yield [this.#pairs[i][0], this.#pairs[i][1]];
    }
  }

  * keys() {
    for (let i = 0; i < this.#pairs.length; i++) {
      yield this.#pairs[i][0];
    }
  }

  * values() {
    for (let i = 0; i < this.#pairs.length; i++) {
      yield this.#pairs[i][1];
    }
  }

  toString() { return formText(this.#pairs); }

  [inspectCustom](depth, options) {
    if (depth < 0) {
      return '[Object]';
    }
    const output = [];
    for (let i = 0; i < this.#pairs.length; i++) {
      push(output, `${inspect(this.#pairs[i][0], options)} => ${inspect(this.#pairs[i][1], options)}`);
    }
    if (output.length === 0) {
      return 'URLSearchParams {}';
    }
    const line = `URLSearchParams { ${join(output, ', ')} }`;
    return line.length <= options.breakLength ? line : `URLSearchParams {\n  ${join(output, ',\n  ')} }`;
  }
}
const connectParams = URLSearchParams.connect;
const replaceParams = URLSearchParams.replace;
delete URLSearchParams.connect;
delete URLSearchParams.replace;
define(URLSearchParams.prototype, SymbolIterator, URLSearchParams.prototype.entries);
makeEnumerable(URLSearchParams.prototype, [
  'size', 'append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'forEach', 'entries', 'keys', 'values', 'toString',
]);
setTag(URLSearchParams.prototype, 'URLSearchParams');
