// require('assert').
class AssertionError extends Error {
  constructor(options) {
    super(options.message ?? 'Failed');
    this.generatedMessage = options.message === undefined || options.generated === true;
    this.code = 'ERR_ASSERTION';
    this.actual = options.actual;
    this.expected = options.expected;
    this.operator = options.operator;
    setStackHeader(this, `AssertionError [ERR_ASSERTION]: ${this.message}`);
  }
}
define(AssertionError.prototype, 'name', 'AssertionError');

function failAssertion(actual, expected, message, operator, text) {
  if (isError(message)) {
    throw message;
  }
  throw new AssertionError({
    __proto__: null, message: message ?? text, generated: message === undefined, actual, expected, operator,
  });
}

function check(passes, actual, expected, message, operator, text) {
  if (!passes) {
    failAssertion(actual, expected, message, operator, `${text}\n\n${inspect(actual)}\n\nshould ${operator}\n\n${inspect(expected)}`);
  }
}

// Whether what was thrown is what the test expects: a class, an expression, an object's properties or a predicate.
function matchesExpected(error, expected) {
  if (expected === undefined || typeof expected === 'string') {
    return true;
  }
  if (className(expected) === 'RegExp') {
    return matchRegExp(expected, `${error}`) !== null;
  }
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && isInstance(error, expected)) {
      return true;
    }
    return functionKind(expected) !== 'class' && !isInstance(expected.prototype, intrinsics.Error) && expected(error) === true;
  }
  const keys = enumerableKeys(expected);
  if (isError(expected)) {
    push(keys, 'name', 'message');
  }
  for (let i = 0; i < keys.length; i++) {
    const wanted = expected[keys[i]];
    const isMatch = className(wanted) === 'RegExp' && typeof error[keys[i]] === 'string' ?
      matchRegExp(wanted, error[keys[i]]) !== null : deepEqual(error[keys[i]], wanted, true);
    if (!isMatch) {
      return false;
    }
  }
  return true;
}

function checkThrown(error, expected) {
  if (!matchesExpected(error, expected)) {
    throw error;
  }
}

function assertModule(value, message) {
  if (!value) {
    failAssertion(value, true, message, '==',
      arguments.length === 0 ? 'No value argument passed to `assert.ok()`' : 'The expression evaluated to a falsy value');
  }
}

const assertMethods = {
  ok: assertModule,
  fail(message = 'Failed') { failAssertion(undefined, undefined, message, 'fail', message); },
  equal(a, b, message) {
    if (!(a == b || (a !== a && b !== b))) {
      failAssertion(a, b, message, '==', `${inspect(a)} == ${inspect(b)}`);
    }
  },
  notEqual(a, b, message) {
    if (a == b) {
      failAssertion(a, b, message, '!=', `${inspect(a)} != ${inspect(b)}`);
    }
  },
  strictEqual(a, b, message) {
    if (!sameValue(a, b)) {
      const text = `Expected values to be strictly equal:\n\n${inspect(a)} !== ${inspect(b)}\n`;
      failAssertion(a, b, message, 'strictEqual', text);
    }
  },
  notStrictEqual(a, b, message) {
    if (sameValue(a, b)) {
      const text = `Expected "actual" to be strictly unequal to: ${inspect(b)}`;
      failAssertion(a, b, message, 'notStrictEqual', text);
    }
  },
  deepEqual(a, b, message) {
    check(deepEqual(a, b, false), a, b, message, 'loosely deep-equal', 'Expected values to be loosely deep-equal:');
  },
  deepStrictEqual(a, b, message) {
    check(deepEqual(a, b, true), a, b, message, 'deepStrictEqual', 'Expected values to be strictly deep-equal:');
  },
  notDeepStrictEqual(a, b, message) {
    check(!deepEqual(a, b, true), a, b, message, 'notDeepStrictEqual', 'Expected "actual" not to be strictly deep-equal to:');
  },
  throws(callback, expected, message) {
    checkFunction(callback, 'fn');
    try {
      callback();
    } catch (error) {
      checkThrown(error, expected);
      return;
    }
    failAssertion(undefined, expected, typeof expected === 'string' ? expected : message, 'throws', 'Missing expected exception.');
  },
  doesNotThrow(callback) { callback(); },
  async rejects(promise, expected, message) {
    try {
      await (typeof promise === 'function' ? promise() : promise);
    } catch (error) {
      checkThrown(error, expected);
      return;
    }
    failAssertion(undefined, expected, message, 'rejects', 'Missing expected rejection.');
  },
  match(text, expression, message) {
    if (typeof text !== 'string' || matchRegExp(expression, text) === null) {
      const reason = `The input did not match the regular expression ${inspect(expression)}. Input:\n\n${inspect(text)}\n`;
      failAssertion(text, expression, message, 'match', reason);
    }
  },
  doesNotMatch(text, expression, message) {
    if (matchRegExp(expression, text) !== null) {
      const reason = `The input was expected to not match the regular expression ${inspect(expression)}. Input:\n\n${inspect(text)}\n`;
      failAssertion(text, expression, message, 'doesNotMatch', reason);
    }
  },
  ifError(value) {
    if (value !== null && value !== undefined) {
      throw value;
    }
  },
  AssertionError,
};
assertMethods.notDeepEqual = (a, b, message) =>
  check(!deepEqual(a, b, false), a, b, message, 'notDeepEqual', 'Expected "actual" not to be loosely deep-equal to:');
define(assertModule, 'name', 'ok');
for (const name of enumerableKeys(assertMethods)) {
  define(assertModule, name, assertMethods[name], true);
}
define(assertModule, 'strict', assertModule, true);
