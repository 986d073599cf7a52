// What stderr says about an exception that nobody caught: where, what, and how it came there.
const guestFrame = /agent\.js:(\d+):(\d+)/;
// A longer line of source is cut around the place of the error.
const MAX_SOURCE_LINE = 200;

function sourcePosition(error) {
  const match = isError(error) ? matchRegExp(guestFrame, framesOf(error)) : null;
  if (match === null) {
    return '';
  }
  const text = native.sourceLine(+match[1]);
  if (text === undefined) {
    return '';
  }
  const column = max(1, +match[2]);
  const from = max(0, min(column - MAX_SOURCE_LINE / 2, text.length - MAX_SOURCE_LINE));
  const shown = sliceText(text, from, from + MAX_SOURCE_LINE);
  // A tab is as wide in the line of the mark as in the line above.
  let mark = '';
  for (let i = 0; i < column - 1 - from; i++) {
    mark += shown[i] === '\t' ? '\t' : ' ';
  }
  return `agent.js:${match[1]}\n${shown}\n${mark}^\n\n`;
}

// The text of a value whose own inspector may throw, which ends no report: the value is shown without it then.
function inspectSafely(value) {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return inspect(value, { __proto__: null, customInspect: attempt === 0 });
    } catch (failure) {
      if (isOutOfMemory(failure)) {
        throw failure;
      }
    }
  }
  return '[value that cannot be inspected]';
}

function describeUncaught(error) {
  const text = inspectSafely(error);
  return isError(error) ? `${sourcePosition(error)}${text}\n` : `Uncaught ${text}\n`;
}

function reportUncaught(error) {
  let text = 'Uncaught exception, and no memory is left to show it\n';
  try {
    text = describeUncaught(error);
  } catch (failure) {
    // The run ends by what the guest threw, not by the want of memory for telling it.
    if (!isOutOfMemory(failure)) {
      throw failure;
    }
  }
  native.write(STDERR, text);
}

const EXIT_UNCAUGHT = 1;
const EXIT_HANDLER_FAILED = 7;
const EXIT_UNSETTLED_AWAIT = 13;
let isReporting = false;

// After an exception that a handler took Node's loop turns once more, so that 'beforeExit' comes again.
function turnOnceMore() {
  if (!isExiting) {
    timerFunctions.setImmediate(() => {});
  }
}

// Returns undefined when a handler of the guest took the exception, or the exit code.
function takeUncaught(error, origin) {
  if (!isReporting) {
    try {
      isReporting = true;
      if (listenerCount(processObject, 'uncaughtExceptionMonitor') > 0) {
        emitEvent(processObject, 'uncaughtExceptionMonitor', [error, origin]);
      }
      if (listenerCount(processObject, 'uncaughtException') > 0) {
        emitEvent(processObject, 'uncaughtException', [error, origin]);
        turnOnceMore();
        return undefined;
      }
    } catch (failure) {
      if (isOutOfMemory(failure)) {
        throw failure;
      }
      reportUncaught(failure);
      return runExitHandlers(EXIT_HANDLER_FAILED);
    } finally {
      isReporting = false;
    }
  }
  reportUncaught(error);
  return runExitHandlers(EXIT_UNCAUGHT);
}

// For exceptions that the prelude itself caught, so that the rest of a queue can run.
function dieUnlessHandled(error) {
  if (isOutOfMemory(error)) {
    throw error;
  }
  const code = takeUncaught(error, 'uncaughtException');
  if (code !== undefined) {
    native.exit(code);
  }
}
