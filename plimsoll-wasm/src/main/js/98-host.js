// Calls to the host, for runs that were granted any. The client script of the host is the only code that gets `hostCall`.
const hostCalls = new Map();
let hostCallIds = 1;

function hostCall(envelope) {
  return new intrinsics.Promise((resolve, reject) => {
    const id = hostCallIds++;
    native.hostCall(id, envelope);
    mapSet(hostCalls, id, { __proto__: null, resolve, reject });
  });
}

function settleHostCall(id, text, failed) {
  const waiting = mapGet(hostCalls, id);
  if (waiting === undefined) {
    return;
  }
  mapDelete(hostCalls, id);
  if (failed) {
    waiting.reject(new intrinsics.Error(text));
  } else {
    waiting.resolve(text);
  }
}

// `source` is an expression that yields a function of the primitive and of a function that makes globals.
function installClient(source) {
  const client = evaluate(source);
  client(hostCall, (name, value) => define(global, name, value));
}
