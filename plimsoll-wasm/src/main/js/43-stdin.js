// process.stdin: nothing is ever sent to a run, so whoever reads gets the end at once.
function makeEmptyInput() {
  const input = new EventEmitter();
  let ended = false;
  const end = () => {
    if (!ended) {
      ended = true;
      nextTick(() => {
        emitEvent(input, 'end', []);
        emitEvent(input, 'close', []);
      });
    }
    return input;
  };
  const methods = {
    __proto__: null,
    on(type, listener) {
      addListener(input, type, listener, false, false);
      return type === 'data' || type === 'readable' || type === 'end' ? end() : input;
    },
    once(type, listener) {
      addListener(input, type, listener, true, false);
      return type === 'data' || type === 'readable' || type === 'end' ? end() : input;
    },
    resume: end,
    pause: () => input,
    setEncoding: () => input,
    read: () => null,
    ref: () => input,
    unref: () => input,
    destroy: () => input,
    pipe: (target) => target,
    async* [SymbolAsyncIterator]() {},
  };
  const names = ownKeys(methods);
  for (let i = 0; i < names.length; i++) {
    define(input, names[i], methods[names[i]]);
  }
  define(input, 'addListener', methods.on);
  define(input, 'fd', 0);
  define(input, 'readable', true);
  define(input, 'isTTY', false);
  setTag(input, 'ReadStream');
  return input;
}
