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
  beforeExit: emitBeforeExit,
  isWaiting,
  exit: emitExit,
  exitCode: () => exitCode ?? 0,
};

installConsole();
installTimers();
installProcess();
installWeakRef();
installLocale();
installWebGlobals();
installBuffer();
installRequire();
