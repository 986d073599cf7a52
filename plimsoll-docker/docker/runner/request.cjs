'use strict';
// The run as the provider asks for it: the R frame and the B frames after it, held to the bounds of the api once more.
const { ProtocolError } = require('./frames.cjs');

const MIB = 1 << 20;
const MAX_CODE = MIB;
const MAX_SCRIPT = MIB;
const MAX_FILES = 200;
const MAX_FILE_BYTES = 4 * MIB;
const MAX_STEPS = 64;
const MAX_STEP_BYTES = 64 << 10;
const MAX_ARTIFACTS = 200;
const MAX_ARTIFACT_BYTES = 64 * MIB;
const MAX_OUTPUT = 16 * MIB;
const MAX_MESSAGE = 16 * MIB;
const MAX_PATH = 1024;
const MAX_PART = 255;

function check(holds, what) {
  if (!holds) {
    throw new ProtocolError(`the request's ${what} is not as the protocol has it`);
  }
}

const isSize = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;
const isList = (value, most) => Array.isArray(value) && value.length <= most;
const isDecimal = (value) => typeof value === 'string' && /^-?[0-9]{1,20}$/.test(value);

function isPath(path) {
  return typeof path === 'string' && path.isWellFormed() && Buffer.byteLength(path) <= MAX_PATH
    && !/[\\\u0000-\u001f\u007f-\u009f]/.test(path)
    && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= MAX_PART);
}

function isCommand(step) {
  return typeof step === 'string' && step !== '' && !step.includes('\0') && Buffer.byteLength(step) <= MAX_STEP_BYTES;
}

function checkHost(host) {
  check(isSize(host.clientScript, MAX_SCRIPT) && isSize(host.pythonModule, MAX_SCRIPT), 'host');
  check(isSize(host.maxEnvelopeBytes, MAX_MESSAGE) && isSize(host.maxReplyBytes, MAX_MESSAGE), 'host');
}

function checkSnippet(run) {
  check(isSize(run.code, MAX_CODE), 'code');
  if (run.determinism !== undefined) {
    const { clockNanos, tickNanos, seed } = run.determinism;
    check([clockNanos, tickNanos, seed].every(isDecimal), 'determinism');
  }
}

function checkProject(run) {
  check(isList(run.files, MAX_FILES) && run.files.every((file) => isPath(file.path)), 'files');
  check(run.files.every((file) => isSize(file.size, MAX_FILE_BYTES)), 'files');
  check(run.files.reduce((sum, file) => sum + file.size, 0) <= MAX_FILE_BYTES, 'files');
  check(isList(run.steps, MAX_STEPS) && run.steps.every(isCommand), 'steps');
  check(isList(run.artifacts, MAX_ARTIFACTS) && run.artifacts.every(isPath), 'artifacts');
  check(isSize(run.artifactBytes, MAX_ARTIFACT_BYTES), 'artifactBytes');
}

// Takes frames until the run is complete; then `run` is it, with contents in place of their sizes.
class RequestReader {
  #waiting = [];
  run = undefined;

  get isComplete() {
    return this.run !== undefined && this.#waiting.length === 0;
  }

  take(type, payload) {
    if (this.run === undefined) {
      check(type === 'R', 'first frame');
      this.#begin(payload);
    } else {
      check(type === 'B', 'next frame');
      const { size, put } = this.#waiting.shift();
      check(payload.length === size, 'content');
      put(payload);
    }
  }

  #begin(payload) {
    let run;
    try {
      run = JSON.parse(payload.toString());
    } catch {
      check(false, 'JSON');
    }
    check(run !== null && typeof run === 'object' && run.protocol === 1, 'protocol');
    check(isSize(run.outputBytes, MAX_OUTPUT), 'outputBytes');
    if (run.host !== undefined) {
      checkHost(run.host);
      this.#expect(run.host, 'clientScript');
      this.#expect(run.host, 'pythonModule');
    }
    if (run.kind === 'javascript') {
      checkSnippet(run);
      this.#expect(run, 'code');
    } else {
      check(run.kind === 'project', 'kind');
      checkProject(run);
      run.files.forEach((file) => this.#expect(file, 'size', 'content'));
    }
    this.run = run;
  }

  #expect(owner, sizeName, contentName = sizeName) {
    // a copy: the payload is a view of a larger buffer
    this.#waiting.push({ size: owner[sizeName], put: (payload) => { owner[contentName] = Buffer.from(payload); } });
  }
}

module.exports = { RequestReader };
