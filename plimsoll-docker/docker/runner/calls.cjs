'use strict';
// Host calls: guests connect to a socket in a private folder, and get their replies on the connection the call came by.
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { LengthReader, ProtocolError } = require('./frames.cjs');

const MAX_PENDING = 1024;
const MAX_CONNECTIONS = 128;
const HEAD = 4;

class HostCalls {
  #writer;
  #host;
  #server;
  #pending = new Map();
  #nextCall = 1;
  #inStep = false;
  folder = fs.mkdtempSync('/tmp/plimsoll-');

  constructor(writer, host) {
    this.#writer = writer;
    this.#host = host;
    fs.writeFileSync(path.join(this.folder, 'client.js'), host.clientScript);
    fs.writeFileSync(path.join(this.folder, 'host.py'), host.pythonModule);
    this.#server = net.createServer((socket) => this.#serve(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  listen() {
    return new Promise((resolve, reject) => {
      this.#server.on('error', reject);
      this.#server.listen(path.join(this.folder, 'socket'), resolve);
    });
  }

  // Calls count as the guest's only while a step runs.
  set inStep(value) {
    this.#inStep = value;
  }

  #serve(socket) {
    const reader = new LengthReader(HEAD + this.#host.maxEnvelopeBytes, (body) => this.#call(socket, body));
    this.#writer.throttle(socket);
    socket.on('data', (chunk) => {
      try {
        reader.push(chunk);
      } catch (error) {
        if (!(error instanceof ProtocolError)) {
          throw error;
        }
        socket.destroy(); // too long: the client would have said so itself
      }
    });
    socket.on('error', () => socket.destroy());
  }

  #call(socket, body) {
    if (body.length <= HEAD) {
      socket.destroy();
      return;
    }
    const id = body.readUInt32BE(0);
    if (!this.#inStep || this.#pending.size >= MAX_PENDING) {
      this.#answer(socket, id, 1, Buffer.from(`more than ${MAX_PENDING} calls are waiting`));
      return;
    }
    const call = this.#nextCall++;
    this.#pending.set(call, { socket, id });
    const frame = Buffer.from(body); // the caller's id gives its place to ours
    frame.writeUInt32BE(call, 0);
    this.#writer.write('C', frame);
  }

  // An A frame.
  reply(payload) {
    if (payload.length < HEAD + 1 || payload[HEAD] > 1) {
      throw new ProtocolError('a reply without its head');
    }
    const call = payload.readUInt32BE(0);
    const waiting = this.#pending.get(call);
    if (waiting === undefined) {
      throw new ProtocolError('a reply to no call');
    }
    this.#pending.delete(call);
    this.#answer(waiting.socket, waiting.id, payload[HEAD], payload.subarray(HEAD + 1));
  }

  #answer(socket, id, failed, text) {
    if (socket.destroyed) {
      return; // the process that asked is gone
    }
    const head = Buffer.alloc(9);
    head.writeUInt32BE(text.length + 5, 0);
    head.writeUInt32BE(id, 4);
    head[8] = failed;
    socket.write(head);
    socket.write(text);
  }
}

module.exports = { HostCalls };
