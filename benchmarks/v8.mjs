// The engine's WebAssembly in V8: prints one JSON object of milliseconds, the median of the runs after the warm-up, each in a
// fresh instance. Usage: node v8.mjs
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = ['answer', 'fib', 'sort', 'json', 'regexp'];
const WARM_UP = 10;
const RUNS = 15;
const GUEST_STACK = 640 << 10;
const FLAG_NONE = 0;

const module = new WebAssembly.Module(readFileSync(`${root}plimsoll-wasm/engine/quickjs.wasm`));
const preludeFolder = `${root}plimsoll-wasm/src/main/js/`;
const prelude = '(function (native) { "use strict";\n'
    + readdirSync(preludeFolder).filter((name) => name.endsWith('.js')).sort()
      .map((name) => readFileSync(preludeFolder + name, 'utf8')).join('\n')
    + '\nreturn hooks;\n})';

let output = '';

function instantiate() {
  let exports;
  const text = (address, length) => Buffer.from(exports.memory.buffer, address, length).toString();
  ({ exports } = new WebAssembly.Instance(module, {
    plimsoll: {
      write: (fd, address, length) => { output += text(address, length); },
      interrupt: () => 0,
      clock: () => process.hrtime.bigint(),
      random: (address, length) => crypto.getRandomValues(new Uint8Array(exports.memory.buffer, address, length)),
      host_call: () => 1,
    },
  }));
  return exports;
}

function place(exports, source) {
  const bytes = Buffer.from(`${source}\0`);
  const address = exports.ps_alloc(bytes.length);
  new Uint8Array(exports.memory.buffer).set(bytes, address);
  return [address, bytes.length - 1];
}

const first = instantiate();
first._initialize();
if (first.ps_boot(GUEST_STACK) !== 0 || first.ps_prelude(...place(first, prelude)) !== 0) {
  throw new Error(`the prelude failed: ${output}`);
}
const image = new Uint8Array(first.memory.buffer).slice();
const stackPointer = first.__stack_pointer.value;

function run(source) {
  const exports = instantiate();
  exports.memory.grow((image.length - exports.memory.buffer.byteLength) / 65536);
  new Uint8Array(exports.memory.buffer).set(image);
  exports.__stack_pointer.value = stackPointer;
  output = '';
  const start = performance.now();
  exports.ps_begin(FLAG_NONE);
  let status = exports.ps_eval(...place(exports, `console.log(${source})`));
  if (status === 0) {
    status = exports.ps_finish();
  }
  const millis = performance.now() - start;
  if (status !== 1 || exports.ps_exit_code() !== 0) {
    throw new Error(`status ${status}: ${output}`);
  }
  return millis;
}

const result = {};
for (const name of programs) {
  const source = readFileSync(`${root}benchmarks/src/main/resources/dev/plimsoll/benchmarks/${name}.js`, 'utf8').trim();
  const times = [];
  for (let i = 0; i < WARM_UP + RUNS; i++) {
    const millis = run(source);
    if (i >= WARM_UP) {
      times.push(millis);
    }
  }
  times.sort((a, b) => a - b);
  result[name] = times[RUNS >> 1];
}
console.log(JSON.stringify(result));
