'use strict';
// A project in a microVM: lays its files out, runs one step, brings its artifacts back, each as a process of its own. What
// collect writes is the guest's word: it had the machine before.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { collect, layOut } = require('./files.cjs');

const WORK = path.join(__dirname, 'work');
const NO_MORE = 0xffffffff;
const EXIT_NOT_STARTED = 126;
const EXIT_SETUP_FAILED = 1;

const job = () => JSON.parse(fs.readFileSync(path.join(__dirname, 'job.json'), 'utf8'));

function number(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function setUp() {
  try {
    layOut(WORK, job().files.map(({ path: name, content }) => ({ path: name, content: Buffer.from(content, 'base64') })));
  } catch (error) {
    fs.writeSync(2, `${error.code ?? 'unknown error'}`);
    process.exitCode = EXIT_SETUP_FAILED;
  }
}

// How many processes the kernel has ended for memory, in the whole microVM; only the run is in it.
function killedForMemory() {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(fs.readFileSync('/proc/vmstat', 'latin1'))?.[1] ?? 0);
  } catch {
    return 0; // a kernel that does not say
  }
}

// The step's processes are a group of their own: what is left of it when the first process ends is ended too.
function step(index) {
  const { steps, host } = job();
  const env = { PATH: process.env.PATH, HOME: WORK, TMPDIR: '/tmp', LANG: 'C.UTF-8', TZ: 'UTC' };
  if (host !== undefined) {
    if (process.env.NODE_EXTRA_CA_CERTS !== undefined) {
      env.NODE_EXTRA_CA_CERTS = process.env.NODE_EXTRA_CA_CERTS; // whom the template trusts, such as E2B's own proxy
    }
    env.PLIMSOLL_HOST = path.join(__dirname, 'job.json');
    env.NODE_OPTIONS = `--require=${path.join(__dirname, 'client.cjs')}`;
    env.PYTHONPATH = path.join(__dirname, 'python');
  }
  const before = killedForMemory();
  const child = spawn('/bin/sh', ['-c', steps[index]], { cwd: WORK, env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
  child.on('error', () => { process.exitCode = EXIT_NOT_STARTED; });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + os.constants.signals[signal];
    if (killedForMemory() > before) {
      fs.writeFileSync(path.join(__dirname, 'out-of-memory'), '');
    }
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // nothing was left
    }
  });
}

// index, size, content for each artifact that is there and fits, then the end and whether one did not fit.
function bringBack() {
  const { artifacts, artifactBytes } = job();
  const { sent, truncated } = collectAll(artifacts, artifactBytes);
  for (const { index, content } of sent) {
    write(Buffer.concat([number(index), number(content.length), content]));
  }
  write(Buffer.concat([number(NO_MORE), Buffer.from([truncated ? 1 : 0])]));
}

function collectAll(artifacts, budget) {
  const contents = new Map();
  const { sent, truncated } = collect(WORK, artifacts, budget, (index, chunk) => {
    contents.set(index, [...(contents.get(index) ?? []), Buffer.from(chunk)]);
  });
  return { sent: sent.map(([index]) => ({ index, content: Buffer.concat(contents.get(index) ?? []) })), truncated };
}

function write(bytes) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') {
        throw error;
      }
    }
  }
}

const [, , verb, argument] = process.argv;
fs.mkdirSync(WORK, { recursive: true });
({ 'set-up': setUp, step: () => step(Number(argument)), 'bring-back': bringBack })[verb]();
