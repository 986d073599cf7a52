'use strict';
// Runs one snippet as Node.js runs a script: the job comes on descriptor 3, a wanted last value leaves on 4. This process is
// the guest: whatever is here, the snippet can reach.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const util = require('node:util');
const vm = require('node:vm');
const { handOver } = require('./last-statement.cjs');

const JOB = 3;
const LAST_VALUE = 4;
const MAX_LAST_VALUE = 65536;
const TAKE_LAST_VALUE = '__plimsollLastValue';
const EXIT_UNSETTLED_AWAIT = 13;
const filename = 'agent.js';

// Output is written when it is printed, so that process.exit() loses none. Done before the job is there: it costs time.
for (const stream of [process.stdout, process.stderr]) {
  stream._handle?.setBlocking?.(true);
}
const job = JSON.parse(fs.readFileSync(JOB, 'utf8'));
fs.closeSync(JOB);
if (!job.lastValue) {
  fs.closeSync(LAST_VALUE);
}
let isHostBusy = () => false;
if (job.hostFolder !== undefined) {
  const client = require('./client.cjs');
  client.install(job.hostFolder, job.maxEnvelopeBytes);
  isHostBusy = client.isWaiting;
}
if (job.determinism !== undefined) {
  require('./determinism.cjs').install(job.determinism, isHostBusy);
}

// What a script file has and a vm script has not.
function installModuleScope() {
  const module = { exports: {}, id: '.', filename: '/work/agent.js', loaded: false, children: [], paths: [] };
  const scope = {
    require: createRequire('/work/agent.js'), module, exports: module.exports, __filename: '/work/agent.js', __dirname: '/work',
  };
  for (const [name, value] of Object.entries(scope)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }
  process.argv[1] = '/work/agent.js';
  process.execArgv.length = 0;
}

// Modules of Node.js and files can be imported, as far as the container has any.
async function importModule(specifier) {
  const relative = /^\.{0,2}\//.test(specifier);
  const found = await import(relative ? new URL(specifier, 'file:///work/').href : specifier);
  return found;
}

async function link(specifier, referrer) {
  const found = await importModule(specifier);
  const names = Object.keys(found);
  const module = new vm.SyntheticModule(names, () => names.forEach((name) => module.setExport(name, found[name])), {
    identifier: specifier, context: referrer.context,
  });
  return module;
}

// The line of the source where the parser stopped, for choosing the reading that got furthest.
const lineOf = (error) => Number(/^agent\.js:(\d+)/.exec(error.stack)?.[1] ?? 0);

// A source is what it parses as, never what words in it suggest: a script, else a module.
function compile(code) {
  let scriptError;
  try {
    return { script: new vm.Script(code, { filename, importModuleDynamically: importModule }) };
  } catch (error) {
    scriptError = error;
  }
  try {
    return {
      module: new vm.SourceTextModule(job.lastValue ? handOver(code, TAKE_LAST_VALUE) : code, {
        identifier: filename,
        importModuleDynamically: importModule,
        initializeImportMeta: (meta) => { meta.url = 'file:///work/agent.js'; },
      }),
    };
  } catch (moduleError) {
    throw lineOf(moduleError) >= lineOf(scriptError) ? moduleError : scriptError;
  }
}

function sendLastValue(value) {
  if (value !== undefined) {
    let text;
    try {
      text = util.inspect(value);
    } catch {
      text = '[value that cannot be inspected]';
    }
    fs.writeSync(LAST_VALUE, Buffer.from(text).subarray(0, MAX_LAST_VALUE));
  }
  fs.closeSync(LAST_VALUE);
}

function takeLastValueOnce() {
  Object.defineProperty(globalThis, TAKE_LAST_VALUE, {
    value: (value) => {
      delete globalThis[TAKE_LAST_VALUE];
      sendLastValue(value);
    },
    configurable: true,
    enumerable: false,
  });
}

function runModule(module) {
  if (job.lastValue) {
    takeLastValueOnce();
  }
  let settled = false;
  process.on('exit', (code) => {
    if (!settled && code === 0) {
      fs.writeSync(2, 'Warning: Detected unsettled top-level await\n');
      process.exitCode = EXIT_UNSETTLED_AWAIT;
    }
  });
  module.link(link).then(() => module.evaluate()).then(
    () => { settled = true; },
    (error) => {
      settled = true;
      process.nextTick(() => { throw error; });
    },
  );
}

installModuleScope();
const { script, module: main } = compile(job.code.replace(/^\uFEFF/, ''));
if (script !== undefined) {
  const value = script.runInThisContext();
  if (job.lastValue) {
    sendLastValue(value);
  }
} else {
  runModule(main);
}
