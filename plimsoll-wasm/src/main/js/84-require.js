// require: the few modules of Node that need nothing of a host. Any other name is an error that says what there is.
const timersPromises = {
  setTimeout: (delay, value) => new intrinsics.Promise((resolve) => timerFunctions.setTimeout(resolve, delay, value)),
  setImmediate: (value) => new intrinsics.Promise((resolve) => timerFunctions.setImmediate(resolve, value)),
};
const requirable = {
  __proto__: null,
  assert: () => assertModule,
  'assert/strict': () => assertModule,
  buffer: () => ({ Buffer, atob: base64Functions.atob, btoa: base64Functions.btoa, kMaxLength: MAX_BUFFER_LENGTH }),
  console: () => consoleObject,
  crypto: () => ({
    webcrypto: cryptoObject,
    randomUUID: () => cryptoObject.randomUUID(),
    getRandomValues: (array) => cryptoObject.getRandomValues(array),
    randomBytes(size) {
      const buffer = newBuffer(size);
      native.randomFill(typedArrayBuffer(buffer), 0, typedArrayByteLength(buffer));
      return buffer;
    },
  }),
  events: () => EventEmitter,
  path: () => pathModule,
  'path/posix': () => pathModule,
  perf_hooks: () => ({ performance: performanceObject }),
  process: () => processObject,
  timers: () => timerFunctions,
  'timers/promises': () => timersPromises,
  url: () => ({ URL, URLSearchParams }),
  util: () => utilModule,
};
const loadedModules = new Map();

function require(id) {
  checkString(id, 'id');
  const name = startsWith(id, 'node:') ? sliceText(id, 5) : id;
  let exports = mapGet(loadedModules, name);
  if (exports === undefined) {
    const load = requirable[name];
    if (load === undefined) {
      throw codedError(
        intrinsics.Error, 'MODULE_NOT_FOUND',
        `Cannot find module '${id}': a sandboxed run has no files, network or packages. Available: ${
          join(enumerableKeys(requirable), ', ')}`);
    }
    exports = load();
    mapSet(loadedModules, name, exports);
  }
  return exports;
}

function installRequire() {
  const module = { exports: {}, id: '.', filename: '/agent.js', loaded: false, children: [], paths: [] };
  define(require, 'main', module, true);
  define(module, 'require', require);
  define(global, 'require', require);
  define(global, 'module', module);
  define(global, 'exports', module.exports);
  define(global, '__filename', '/agent.js');
  define(global, '__dirname', '/');
}
