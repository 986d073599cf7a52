'use strict';
// Frames as PROTOCOL.md has them: length (4 bytes), type (1), payload. The same framing carries host calls between a guest and
// the runner, without the type.
const MAX_CHUNK = 65536;

class ProtocolError extends Error {}

// Cuts a stream of bytes into bodies that follow a length. Never holds more than the longest body and one chunk.
class LengthReader {
  #chunks = [];
  #held = 0;
  #maxLength;
  #onBody;

  constructor(maxLength, onBody) {
    this.#maxLength = maxLength;
    this.#onBody = onBody;
  }

  push(chunk) {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    while (this.#held >= 4) {
      const length = this.#peekLength();
      if (length < 1 || length > this.#maxLength) {
        throw new ProtocolError(`a frame of ${length} bytes, where 1 to ${this.#maxLength} are allowed`);
      }
      if (this.#held < 4 + length) {
        return;
      }
      const all = Buffer.concat(this.#chunks);
      this.#chunks = all.length > 4 + length ? [all.subarray(4 + length)] : [];
      this.#held = all.length - 4 - length;
      this.#onBody(all.subarray(4, 4 + length));
    }
  }

  #peekLength() {
    if (this.#chunks[0].length < 4) {
      this.#chunks = [Buffer.concat(this.#chunks)];
    }
    return this.#chunks[0].readUInt32BE(0);
  }
}

// Writes frames; when the other side is slow, whoever produces waits until it has caught up.
class FrameWriter {
  #stream;
  #producers = new Set();
  #blocked = false;

  constructor(stream) {
    this.#stream = stream;
    stream.on('drain', () => {
      this.#blocked = false;
      this.#producers.forEach((producer) => producer.resume());
    });
  }

  // A readable stream that is paused while the writer is blocked.
  throttle(producer) {
    this.#producers.add(producer);
    producer.on('close', () => this.#producers.delete(producer));
    if (this.#blocked) {
      producer.pause();
    }
  }

  write(type, payload) {
    const head = Buffer.allocUnsafe(5);
    head.writeUInt32BE(payload.length + 1, 0);
    head.write(type, 4, 'latin1');
    this.#stream.write(head);
    if (!this.#stream.write(payload) && !this.#blocked) {
      this.#blocked = true;
      this.#producers.forEach((producer) => producer.pause());
    }
  }

  writeJson(type, value) {
    this.write(type, Buffer.from(JSON.stringify(value)));
  }

  // Calls back when everything has been handed to the system.
  end(callback) {
    this.#stream.end(callback);
  }
}

module.exports = { FrameWriter, LengthReader, MAX_CHUNK, ProtocolError };
