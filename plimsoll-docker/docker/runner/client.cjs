'use strict';
// The guest's side of host calls in Node.js: evaluates the broker's client script with `hostCall` and `define` in scope. For a
// snippet, guest.cjs calls it; in a project it is preloaded into each Node.js process.
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const vm = require('node:vm');
const { LengthReader } = require('./frames.cjs');

let callsUnderWay = () => 0;
const MAX_REPLY = 16 * (1 << 20) + 16;

function makeHostCall(folder, maxEnvelopeBytes) {
  const waiting = new Map();
  let nextId = 1;
  let socket;
  callsUnderWay = () => waiting.size;

  function settle(body) {
    const id = body.readUInt32BE(0);
    const text = body.toString('utf8', 5);
    const call = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) {
      socket.unref();
    }
    if (body[4] === 0) {
      call?.resolve(text);
    } else {
      call?.reject(new Error(text));
    }
  }

  function lose() {
    socket = undefined;
    const lost = [...waiting.values()];
    waiting.clear();
    lost.forEach(({ reject }) => reject(new Error('the connection to the host was lost')));
  }

  function connect() {
    const reader = new LengthReader(MAX_REPLY, settle);
    socket = net.connect(path.join(folder, 'socket'));
    socket.on('data', (chunk) => reader.push(chunk));
    socket.on('error', () => socket?.destroy());
    socket.on('close', lose);
  }

  return (envelope) => new Promise((resolve, reject) => {
    const text = Buffer.from(`${envelope}`);
    if (text.length === 0 || text.length > maxEnvelopeBytes) {
      reject(new Error(`the call is larger than ${maxEnvelopeBytes} bytes`));
      return;
    }
    if (socket === undefined) {
      connect();
    }
    const id = nextId++;
    waiting.set(id, { resolve, reject });
    socket.ref();
    const head = Buffer.alloc(8);
    head.writeUInt32BE(text.length + 4, 0);
    head.writeUInt32BE(id, 4);
    socket.write(Buffer.concat([head, text]));
  });
}

function define(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

function install(folder, maxEnvelopeBytes) {
  const script = fs.readFileSync(path.join(folder, 'client.js'), 'utf8');
  const client = vm.runInThisContext(`(function (hostCall, define) {\n${script}\n})`, { filename: 'host.js' });
  client(makeHostCall(folder, maxEnvelopeBytes), define);
}

module.exports = { install, isWaiting: () => callsUnderWay() > 0 };
if (process.env.PLIMSOLL_HOST !== undefined) {
  install(process.env.PLIMSOLL_HOST, Number(process.env.PLIMSOLL_HOST_ENVELOPE_BYTES));
}
