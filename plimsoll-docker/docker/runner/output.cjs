'use strict';
// One output stream of a step: its first bytes go out as frames, the rest is read and counted.
const { MAX_CHUNK } = require('./frames.cjs');

const REPORT_MILLIS = 250;
const STREAM_NUMBER = { O: 1, E: 2 };

class Output {
  #writer;
  #type;
  #room;
  #dropped = 0;
  #reported = false;
  #timer = undefined;

  constructor(writer, type, cap, stream) {
    this.#writer = writer;
    this.#type = type;
    this.#room = cap;
    writer.throttle(stream);
    stream.on('data', (chunk) => this.#take(chunk));
    // A reset is an end: what was written before it has been read.
    stream.on('error', () => stream.destroy());
    this.closed = new Promise((resolve) => { stream.on('close', resolve); });
  }

  #take(chunk) {
    const kept = Math.min(chunk.length, this.#room);
    this.#room -= kept;
    for (let at = 0; at < kept; at += MAX_CHUNK) {
      this.#writer.write(this.#type, chunk.subarray(at, Math.min(kept, at + MAX_CHUNK)));
    }
    if (kept < chunk.length) {
      this.#dropped += chunk.length - kept;
      if (!this.#reported) {
        this.#reported = true;
        this.#report();
      } else {
        this.#timer ??= setTimeout(() => this.#report(), REPORT_MILLIS);
      }
    }
  }

  #report() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#dropped > 0) {
      const payload = Buffer.alloc(9);
      payload[0] = STREAM_NUMBER[this.#type];
      payload.writeBigUInt64BE(BigInt(this.#dropped), 1);
      this.#dropped = 0;
      this.#writer.write('D', payload);
    }
  }

  // Says what is still to be said; call it when the stream is closed.
  finish() {
    this.#report();
  }

  // A line of the runner's own, within the same cap.
  say(text) {
    this.#take(Buffer.from(`plimsoll: ${text}\n`));
  }
}

module.exports = { Output };
