// process.nextTick and queueMicrotask. Ticks run before the promise jobs that wait at the same time, and none is taken once the
// handlers of 'exit' run.
const tickQueue = [];
let tickHead = 0;

function nextTick(callback) {
  checkFunction(callback, 'callback');
  if (isExiting) {
    return;
  }
  push(tickQueue, { __proto__: null, callback, values: copyRange(arguments, 1, arguments.length) });
}

// Returns whether something ran. An exception of a callback goes where uncaught exceptions go, the rest still runs.
function drainTicks() {
  if (tickQueue.length === 0) {
    return false;
  }
  while (tickHead < tickQueue.length) {
    const tick = tickQueue[tickHead];
    tickQueue[tickHead++] = undefined;
    try {
      apply(tick.callback, undefined, tick.values);
    } catch (error) {
      dieUnlessHandled(error);
    }
    // Promise jobs that the tick made wait until the queue is empty, as in Node.js.
  }
  tickQueue.length = 0;
  tickHead = 0;
  return true;
}

// The engine gives an exception of the callback to `hooks.uncaught`.
const queueMicrotask = function queueMicrotask(callback) {
  checkFunction(callback, 'callback');
  native.enqueue(() => {
    apply(callback, undefined, []);
  });
};
