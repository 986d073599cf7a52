'use strict';
// The guest's processes: what starts them, what ends all of them, and what the kernel did to them.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

const MIB = 1 << 20;
const NODE = '/usr/local/bin/node';
const WORK = '/work';
const EXIT_NOT_STARTED = 126;
const OOM_FIRST = '1000';
const OOM_COUNTERS = ['/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control'];

// Only in a container of ours is everything that we may signal ours to end: there init is our parent and process 1, and we
// are not root. Anywhere else this would end the user's session.
const ownsAllProcesses = process.env.PLIMSOLL_CONTAINER === '1' && process.ppid === 1 && process.getuid() !== 0;

// All but init and ourselves, atomically: no fork escapes it.
function killAll() {
  if (!ownsAllProcesses) {
    return;
  }
  try {
    process.kill(-1, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') {
      throw error;
    }
  }
}

// How many processes the kernel killed for memory so far, as far as can be seen.
function oomKills() {
  for (const counter of OOM_COUNTERS) {
    try {
      const match = /^oom_kill (\d+)$/m.exec(fs.readFileSync(counter, 'latin1'));
      if (match !== null) {
        return Number(match[1]);
      }
    } catch {
      // another layout of cgroups, or gVisor: not visible
    }
  }
  return 0;
}

// Pipes for the output of one process after the other. Node.js would make sockets, and a socket cannot be opened again: then
// `echo x >/dev/stderr` fails. Named pipes can; their names are gone before a guest could see them.
class OutputPipes {
  #keepers;

  constructor() {
    const names = ['/tmp/plimsoll-stdout', '/tmp/plimsoll-stderr']; // as the script `start` made them
    this.#keepers = names.map((name) => fs.openSync(name, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK));
    names.forEach((name) => fs.unlinkSync(name));
  }

  // A descriptor for a child to write to, and a stream that ends when every copy of it is closed.
  open(index) {
    const name = `/proc/self/fd/${this.#keepers[index]}`;
    const fd = fs.openSync(name, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    return { writer: fs.openSync(name, fs.constants.O_WRONLY), stream: new net.Socket({ fd, readable: true, writable: false }) };
  }
}
const outputPipes = new OutputPipes();

// `ended` tells how, and fails never.
function start(program, args, env, moreStdio = []) {
  const [out, err] = [outputPipes.open(0), outputPipes.open(1)];
  const stdio = ['ignore', out.writer, err.writer, ...moreStdio];
  const child = spawn(program, args, { cwd: WORK, detached: true, env, stdio });
  fs.closeSync(out.writer);
  fs.closeSync(err.writer);
  child.output = { stdout: out.stream, stderr: err.stream };
  child.ended = new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve({ exitCode: code ?? 128 + os.constants.signals[signal] }));
    child.on('error', (error) => resolve({ exitCode: EXIT_NOT_STARTED, failure: error.code }));
  });
  if (child.pid !== undefined) {
    try {
      // When memory runs out it is the guest that goes, not the runner.
      fs.writeFileSync(`/proc/${child.pid}/oom_score_adj`, OOM_FIRST);
    } catch {
      // it has ended already, or this kernel has no such file
    }
  }
  return child;
}

// The heap may grow to the container's limit, so that the limit is what ends a run, and not V8's guess.
function heapMebibytes() {
  const limit = process.constrainedMemory?.() || os.totalmem();
  return Math.max(16, Math.floor(Math.min(limit, os.totalmem()) / MIB));
}

// Starts Node.js for a snippet, which waits for its job on descriptor 3: most of its start is over when the run comes.
function startGuest() {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMebibytes()}`];
  return start(NODE, [...flags, path.join(__dirname, 'guest.cjs')], {}, ['pipe', 'pipe']);
}

function startShell(command, environment) {
  return start('/bin/sh', ['-c', command], environment);
}

module.exports = { WORK, killAll, oomKills, startGuest, startShell };
