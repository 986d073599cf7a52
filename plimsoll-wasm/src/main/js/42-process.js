// The process object. There is no process behind it: it describes the run.
const NODE_VERSION = '20.20.2';
const PID = 1;
const processObject = new EventEmitter();
const stdout = makeWritable(STDOUT);
const stderr = makeWritable(STDERR);
const stdoutWrite = stdout.write;
const stderrWrite = stderr.write;
let exitCode;
let isExiting = false;

function checkExitCode(code) {
  if (code === undefined || code === null) {
    return undefined;
  }
  const number = typeof code === 'string' && trim(code) !== '' ? +code : code;
  if (typeof number !== 'number' || (typeof code === 'string' && !isInteger(number))) {
    throw argumentTypeError('code', 'of type number', code);
  }
  if (!isInteger(number)) {
    throw outOfRangeError('code', 'an integer', code);
  }
  return number;
}

// Emits 'exit' once for an end that no longer waits for anything, and returns the code that the handlers leave.
function runExitHandlers(code) {
  if (code !== undefined) {
    exitCode = code;
  }
  if (!isExiting) {
    isExiting = true;
    try {
      if (listenerCount(processObject, 'exit') > 0) {
        emitEvent(processObject, 'exit', [exitCode ?? 0]);
      }
    } catch (error) {
      if (isOutOfMemory(error)) {
        throw error;
      }
      reportUncaught(error);
      exitCode = EXIT_UNCAUGHT;
    }
  }
  return exitCode ?? 0;
}

// The hook, when nothing is left to wait for: what handlers start keeps the run alive.
function emitBeforeExit() {
  emitEvent(processObject, 'beforeExit', [exitCode ?? 0]);
}

// The hook for an end of its own accord. Microtasks of handlers still run, as in Node.js; ticks and timers do not.
function emitExit(unsettled) {
  if (isExiting) {
    return;
  }
  isExiting = true;
  const code = exitCode ?? 0;
  if (unsettled) {
    native.write(STDERR, 'Warning: Detected unsettled top-level await\n');
    exitCode ??= EXIT_UNSETTLED_AWAIT;
  }
  emitEvent(processObject, 'exit', [code]);
}

function emitWarning(warning, type, code) {
  const name = isObject(type) ? read(type, 'type') ?? 'Warning' : type ?? 'Warning';
  let error = warning;
  if (!isError(warning)) {
    checkString(warning, 'warning');
    error = new intrinsics.Error(warning);
    define(error, 'name', name);
    setStackHeader(error, `${name}: ${warning}`);
  }
  if (code !== undefined) {
    define(error, 'code', code, true);
  }
  native.write(STDERR, `(node:${PID}) ${code === undefined ? '' : `[${code}] `}${errorText(error)}\n`);
  nextTick(() => emitEvent(processObject, 'warning', [error]));
}

const NANOSECONDS = 1e9;

function hrtime(since) {
  const now = native.now();
  let seconds = floor(now / 1000);
  let nanoseconds = floor(now % 1000 * 1e6);
  if (since !== undefined) {
    if (!isArray(since)) {
      throw argumentTypeError('time', 'an instance of Array', since);
    }
    seconds -= since[0];
    nanoseconds -= since[1];
    if (nanoseconds < 0) {
      seconds--;
      nanoseconds += NANOSECONDS;
    }
  }
  return [seconds, nanoseconds];
}
define(hrtime, 'bigint', () => intrinsics.BigInt(floor(native.now() * 1e6)), true);
defineProperty(hrtime.bigint, 'name', { __proto__: null, value: 'bigint' });

const processMethods = {
  __proto__: null,
  nextTick,
  hrtime,
  emitWarning,
  exit(code) {
    const checked = checkExitCode(code);
    native.exit(runExitHandlers(checked));
  },
  reallyExit(code) { native.exit(checkExitCode(code) ?? 0); },
  abort() { native.exit(134); },
  cwd: () => '/',
  uptime: () => native.now() / 1000,
  cpuUsage: () => ({ user: floor(native.now() * 1000), system: 0 }),
  memoryUsage() {
    const used = native.memoryUsed();
    return { rss: used, heapTotal: used, heapUsed: used, external: 0, arrayBuffers: 0 };
  },
};

// Environment variables are text, whatever is assigned.
function makeEnvironment() {
  return new Proxy({}, {
    __proto__: null,
    set(target, key, value) {
      define(target, key, `${value}`, true);
      return true;
    },
    defineProperty(target, key, descriptor) {
      define(target, key, `${descriptor.value}`, true);
      return true;
    },
  });
}

const processValues = {
  __proto__: null,
  version: `v${NODE_VERSION}`,
  versions: { node: NODE_VERSION, quickjs: '2025-04-26' },
  arch: 'wasm32',
  platform: 'linux',
  release: { name: 'node' },
  title: 'node',
  pid: PID,
  ppid: 0,
  argv: ['/usr/local/bin/node', '/agent.js'],
  execArgv: [],
  execPath: '/usr/local/bin/node',
  argv0: 'node',
  env: makeEnvironment(),
  features: {},
  config: {},
};

function installProcess() {
  const names = enumerableKeys(processValues);
  for (let i = 0; i < names.length; i++) {
    define(processObject, names[i], processValues[names[i]], true);
  }
  const methods = enumerableKeys(processMethods);
  for (let i = 0; i < methods.length; i++) {
    define(processObject, methods[i], processMethods[methods[i]], true);
  }
  define(processMethods.memoryUsage, 'rss', () => native.memoryUsed(), true);
  defineGetter(processObject, 'exitCode', () => exitCode, (code) => { exitCode = checkExitCode(code); }, true);
  define(processObject, 'stdout', stdout, true);
  define(processObject, 'stderr', stderr, true);
  define(processObject, 'stdin', makeEmptyInput(), true);
  setTag(processObject, 'process');
  define(global, 'process', processObject);
  define(global, 'global', global);
  setTag(global, 'global');
}
