'use strict';
// The first process of ours in a container: takes one run on stdin, runs it, tells on stdout how it went, and ends. See
// PROTOCOL.md. Everything that a guest says is passed on as data; nothing of it is evaluated or believed here.
const { WORK, killAll, oomKills, startGuest, startShell } = require('./processes.cjs');
const guest = startGuest(); // before anything else is loaded: it starts beside us
const net = require('node:net');
const os = require('node:os');
const { HostCalls } = require('./calls.cjs');
const { collect, layOut } = require('./files.cjs');
const { FrameWriter, LengthReader, ProtocolError } = require('./frames.cjs');
const { Output } = require('./output.cjs');
const { RequestReader } = require('./request.cjs');

const MAX_FRAME_IN = 16 * (1 << 20) + 16;
const MAX_LAST_VALUE = 65536;
const EXIT_BROKEN = 70;

// Not process.stdout, which blocks on a pipe: the end of stdin has to be noticed while nobody reads.
const stdout = new net.Socket({ fd: 1, readable: false, writable: true });
const writer = new FrameWriter(stdout);
const request = new RequestReader();
let calls;

function giveUp(error) {
  killAll();
  process.stderr.write(`plimsoll runner: ${error.message}\n`);
  process.exit(EXIT_BROKEN);
}

function indexBytes(index) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(index);
  return bytes;
}

// Runs one step to its end; returns its exit code.
async function runStep(index, child) {
  const { run } = request;
  const killsBefore = oomKills();
  writer.write('S', indexBytes(index));
  const out = new Output(writer, 'O', run.outputBytes, child.output.stdout);
  const err = new Output(writer, 'E', run.outputBytes, child.output.stderr);
  if (calls !== undefined) {
    calls.inStep = true;
  }
  const { exitCode, failure } = await child.ended;
  if (failure !== undefined) {
    err.say(`the step could not be started: ${failure}`);
  }
  killAll();
  await Promise.all([out.closed, err.closed]);
  if (calls !== undefined) {
    calls.inStep = false;
  }
  out.finish();
  err.finish();
  const lastValue = child.lastValue === undefined ? undefined : await child.lastValue;
  if (lastValue !== undefined && lastValue.length > 0) {
    writer.write('V', lastValue);
  }
  writer.writeJson('X', { step: index, exitCode, oomKills: Math.max(0, oomKills() - killsBefore) });
  return exitCode;
}

// Reads at most so many bytes, and drains the rest.
function readAtMost(stream, most) {
  const chunks = [];
  let length = 0;
  stream.on('data', (chunk) => {
    const kept = chunk.subarray(0, most - length);
    length += kept.length;
    chunks.push(kept);
  });
  stream.on('error', () => stream.destroy());
  return new Promise((resolve) => { stream.on('close', () => resolve(Buffer.concat(chunks))); });
}

async function runSnippet(run) {
  const job = {
    code: run.code.toString(),
    lastValue: run.lastValue === true,
    determinism: run.determinism,
    hostFolder: calls?.folder,
    maxEnvelopeBytes: run.host?.maxEnvelopeBytes,
  };
  guest.stdio[3].on('error', () => guest.stdio[3].destroy()); // a guest that is gone says so by its exit
  const lastValue = readAtMost(guest.stdio[4], MAX_LAST_VALUE);
  guest.lastValue = job.lastValue ? lastValue : undefined;
  guest.stdio[3].end(JSON.stringify(job));
  await runStep(0, guest);
  return { outcome: 'completed', detail: '', artifacts: [], artifactsTruncated: false };
}

function environment(run) {
  const result = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: WORK,
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
  if (calls !== undefined) {
    result.PLIMSOLL_HOST = calls.folder;
    result.PLIMSOLL_HOST_ENVELOPE_BYTES = `${run.host.maxEnvelopeBytes}`;
    result.NODE_OPTIONS = `--require=${__dirname}/client.cjs`;
    result.PYTHONPATH = `${__dirname}/python`;
  }
  return result;
}

async function runProject(run) {
  try {
    layOut(WORK, run.files);
  } catch (error) {
    const detail = `the files could not be laid out: ${error.code ?? 'unknown error'}`;
    return { outcome: 'setup_failed', detail, artifacts: [], artifactsTruncated: false };
  }
  for (let index = 0; index < run.steps.length; index++) {
    const exitCode = await runStep(index, startShell(run.steps[index], environment(run)));
    if (exitCode !== 0) {
      break;
    }
  }
  const { sent, truncated } = collect(WORK, run.artifacts, run.artifactBytes, (index, chunk) => {
    writer.write('T', Buffer.concat([indexBytes(index), chunk]));
  });
  return { outcome: 'completed', detail: '', artifacts: sent, artifactsTruncated: truncated };
}

async function runAll(run) {
  if (run.host !== undefined) {
    calls = new HostCalls(writer, run.host);
    await calls.listen();
  }
  if (run.kind === 'project') {
    await endGuest();
  }
  const end = run.kind === 'project' ? await runProject(run) : await runSnippet(run);
  writer.writeJson('Z', end);
  writer.end(() => process.exit(0));
}

// The guest that was started in case the run is a snippet.
function endGuest() {
  guest.kill('SIGKILL');
  guest.output.stdout.destroy();
  guest.output.stderr.destroy();
  return guest.ended;
}

function onFrame(body) {
  const type = String.fromCharCode(body[0]);
  const payload = body.subarray(1);
  if (!request.isComplete) {
    request.take(type, payload);
    if (request.isComplete) {
      runAll(request.run).catch(giveUp);
    }
  } else if (type === 'A' && calls !== undefined) {
    calls.reply(payload);
  } else {
    throw new ProtocolError('a frame that is not due');
  }
}

const reader = new LengthReader(MAX_FRAME_IN, onFrame);
stdout.on('error', giveUp);
process.stdin.on('data', (chunk) => {
  try {
    reader.push(chunk);
  } catch (error) {
    giveUp(error);
  }
});
process.stdin.on('end', () => {
  killAll();
  process.exit(0);
});
// Before any code of a guest: the provider compares the kernel with the one it proved its wall on.
writer.writeJson('H', { protocol: 1, node: process.versions.node, kernel: `${os.release()} ${os.version()}` });
