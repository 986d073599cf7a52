// Rejections nobody handles. One that gets a handler before the promise jobs of its turn are done is not reported.
const waitingRejections = new Map();
// Promises that were reported to a handler of the guest, for 'rejectionHandled'.
const reportedRejections = new WeakSet();
const weakHas = uncurry(WeakSet.prototype.has);
const weakAdd = uncurry(WeakSet.prototype.add);

function noteRejection(promise, reason, handled) {
  if (!handled) {
    mapSet(waitingRejections, promise, { __proto__: null, reason });
  } else if (!mapDelete(waitingRejections, promise) && weakHas(reportedRejections, promise)) {
    nextTick(() => emitEvent(processObject, 'rejectionHandled', [promise]));
  }
}

function rejectionError(reason) {
  if (isError(reason)) {
    return reason;
  }
  const error = codedError(
    intrinsics.Error, 'ERR_UNHANDLED_REJECTION',
    'This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise ' +
    `which was not handled with .catch(). The promise rejected with the reason "${inspectSafely(reason)}".`);
  define(error, 'name', 'UnhandledPromiseRejection');
  define(error, 'stack', `UnhandledPromiseRejection: ${error.message}`);
  return error;
}

// The hook: returns the exit code that ends the run, true when handlers ran, or undefined.
function reportRejections() {
  if (mapSize(waitingRejections) === 0) {
    return undefined;
  }
  const promises = [];
  const reasons = [];
  mapForEach(waitingRejections, (record, promise) => {
    push(promises, promise);
    push(reasons, record.reason);
  });
  for (let i = 0; i < promises.length; i++) {
    mapDelete(waitingRejections, promises[i]);
  }
  for (let i = 0; i < promises.length; i++) {
    if (listenerCount(processObject, 'unhandledRejection') > 0) {
      weakAdd(reportedRejections, promises[i]);
      try {
        emitEvent(processObject, 'unhandledRejection', [reasons[i], promises[i]]);
      } catch (error) {
        dieUnlessHandled(error);
      }
      continue;
    }
    if (isOutOfMemory(reasons[i])) {
      throw reasons[i];
    }
    const code = takeUncaught(rejectionError(reasons[i]), 'unhandledRejection');
    if (code !== undefined) {
      return code;
    }
  }
  return true;
}
