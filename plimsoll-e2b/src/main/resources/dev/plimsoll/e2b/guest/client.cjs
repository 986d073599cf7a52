'use strict';
// The guest's side of host calls in a microVM: each call is a request to the guard, the one address that can be reached from
// here. E2B adds the run's credential to it outside, so there is none to find. For a snippet, guest.cjs calls install; in a
// project this file is preloaded into each Node.js process.
const fs = require('node:fs');
const vm = require('node:vm');

function makeHostCall(url, maxEnvelopeBytes) {
  const { fetch } = globalThis;
  return async (envelope) => {
    const body = Buffer.from(`${envelope}`);
    if (body.length === 0 || body.length > maxEnvelopeBytes) {
      throw new Error(`the call is larger than ${maxEnvelopeBytes} bytes`);
    }
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error' });
    const text = await answer.text();
    if (answer.status !== 200) {
      throw new Error(`the host call was refused with status ${answer.status}`);
    }
    return text;
  };
}

function define(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

function install({ url, script }, maxEnvelopeBytes) {
  const client = vm.runInThisContext(`(function (hostCall, define) {\n${script}\n})`, { filename: 'host.js' });
  client(makeHostCall(url, maxEnvelopeBytes), define);
}

module.exports = { install };
if (process.env.PLIMSOLL_HOST !== undefined) {
  const { host } = JSON.parse(fs.readFileSync(process.env.PLIMSOLL_HOST, 'utf8'));
  install(host, host.maxEnvelopeBytes);
}
