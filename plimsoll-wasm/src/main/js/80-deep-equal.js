// util.isDeepStrictEqual and assert's loose form.
function sameKeys(a, b, strict) {
  const first = shownKeys(a, false);
  const second = shownKeys(b, false);
  if (first.length !== second.length) {
    return undefined;
  }
  for (let i = 0; i < first.length; i++) {
    if (!isEnumerable(b, first[i])) {
      return undefined;
    }
  }
  return strict || isArray(a) === isArray(b) ? first : undefined;
}

function sameEntries(a, b, strict, seen) {
  const pairs = collectionIsPairs(a);
  const step = pairs ? 2 : 1;
  const first = collectionEntries(a, 2 ** 31 - 1);
  const rest = collectionEntries(b, 2 ** 31 - 1);
  if (first.length !== rest.length) {
    return false;
  }
  const used = new intrinsics.Set();
  for (let i = 0; i < first.length; i += step) {
    let found = false;
    for (let j = 0; j < rest.length && !found; j += step) {
      found = !setHas(used, j) && deepEqual(first[i], rest[j], strict, seen) &&
        (!pairs || deepEqual(first[i + 1], rest[j + 1], strict, seen));
      if (found) {
        setAdd(used, j);
      }
    }
    if (!found) {
      return false;
    }
  }
  return true;
}

function sameContents(a, b, type) {
  if (type === 'Date') {
    return sameValue(dateTime(a), dateTime(b));
  }
  if (type === 'RegExp') {
    return regExpToString(a) === regExpToString(b) && a.lastIndex === b.lastIndex;
  }
  if (boxedClasses[type]) {
    return sameValue(boxedValues[type](a), boxedValues[type](b));
  }
  if (type === 'Error') {
    return a.message === b.message && a.name === b.name;
  }
  const first = bytesOf(a);
  return first === undefined || compareBytes(first, bytesOf(b)) === 0;
}

function deepEqual(a, b, strict, seen = []) {
  if (a === b) {
    return a !== 0 || !strict || sameValue(a, b);
  }
  if (!isObject(a) || !isObject(b) || typeof a === 'function' || typeof b === 'function') {
    return strict ? sameValue(a, b) : !isObject(a) && !isObject(b) && (a == b || (a !== a && b !== b));
  }
  const type = className(a);
  if (type !== className(b) || (strict && getPrototypeOf(a) !== getPrototypeOf(b)) || !sameContents(a, b, type)) {
    return false;
  }
  const keys = sameKeys(a, b, strict);
  if (keys === undefined || (type === 'Array' && a.length !== b.length)) {
    return false;
  }
  for (let i = 0; i < seen.length; i += 2) {
    if (seen[i] === a) {
      return seen[i + 1] === b;
    }
  }
  push(seen, a, b);
  let equal = type !== 'Map' && type !== 'Set' ? true : sameEntries(a, b, strict, seen);
  for (let i = 0; equal && i < keys.length; i++) {
    equal = deepEqual(a[keys[i]], b[keys[i]], strict, seen);
  }
  pop(seen);
  pop(seen);
  return equal;
}
