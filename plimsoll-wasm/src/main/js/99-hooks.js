// What the engine calls. See the engine's shim for when.
const hooks = {
  __proto__: null,
  nextTimer,
  runTimer,
  nextTick: drainTicks,
  hostReply: settleHostCall,
  client: installClient,
  uncaught: (error) => takeUncaught(error, 'uncaughtException'),
  rejection: noteRejection,
  afterJobs() {
    keptTargets.length = 0;
    return reportRejections();
  },
  lastValue: (value) => inspectSafely(value),
  finish(unsettled) {
    if (unsettled) {
      native.write(STDERR, 'Warning: Detected unsettled top-level await\n');
      return runExitHandlers(EXIT_UNSETTLED_AWAIT);
    }
    if (!isExiting) {
      emitEvent(processObject, 'beforeExit', [exitCode ?? 0]);
    }
    return runExitHandlers();
  },
};

installConsole();
installTimers();
installProcess();
installWeakRef();
installLocale();
installWebGlobals();
installBuffer();
installRequire();
