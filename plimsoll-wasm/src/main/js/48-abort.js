// AbortController and AbortSignal.
const signalKey = Symbol('AbortSignal');

class AbortSignal extends EventTarget {
  #aborted = false;
  #reason = undefined;
  #handler = null;
  #followers = [];

  constructor(key) {
    if (key !== signalKey) {
      throw codedError(intrinsics.TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
    }
    super();
  }

  get aborted() { return this.#aborted; }
  get reason() { return this.#reason; }
  get onabort() { return this.#handler; }

  set onabort(handler) {
    if (this.#handler !== null) {
      this.removeEventListener('abort', this.#handler);
    }
    this.#handler = typeof handler === 'function' ? handler : null;
    if (this.#handler !== null) {
      this.addEventListener('abort', this.#handler);
    }
  }

  throwIfAborted() {
    if (this.#aborted) {
      throw this.#reason;
    }
  }

  static abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
    const signal = new AbortSignal(signalKey);
    signal.#aborted = true;
    signal.#reason = reason;
    return signal;
  }

  static timeout(delay) {
    checkInteger(delay, 'delay', 0, 2 ** 32 - 1);
    const signal = new AbortSignal(signalKey);
    const abort = () => raiseSignal(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    startTimer(abort, delay, [abort, delay], false).unref();
    return signal;
  }

  static any(signals) {
    const result = new AbortSignal(signalKey);
    const list = intrinsics.Array.from(signals);
    for (let i = 0; i < list.length; i++) {
      if (list[i].#aborted) {
        result.#aborted = true;
        result.#reason = list[i].#reason;
        return result;
      }
    }
    for (let i = 0; i < list.length; i++) {
      push(list[i].#followers, result);
    }
    return result;
  }

  // For AbortController only; removed from the class below.
  static raise(signal, reason) {
    if (signal.#aborted) {
      return;
    }
    signal.#aborted = true;
    signal.#reason = reason;
    signal.dispatchEvent(new Event('abort'));
    for (let i = 0; i < signal.#followers.length; i++) {
      raiseSignal(signal.#followers[i], reason);
    }
  }

  [inspectCustom](depth, options) {
    return inspectAs('AbortSignal', { aborted: this.#aborted }, depth, options);
  }
}
const raiseSignal = AbortSignal.raise;
delete AbortSignal.raise;
makeEnumerable(AbortSignal.prototype, ['aborted', 'reason', 'onabort', 'throwIfAborted']);
makeEnumerable(AbortSignal, ['abort', 'timeout', 'any']);
setTag(AbortSignal.prototype, 'AbortSignal');

class AbortController {
  #signal = new AbortSignal(signalKey);

  get signal() { return this.#signal; }

  abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
    raiseSignal(this.#signal, reason);
  }

  [inspectCustom](depth, options) {
    return inspectAs('AbortController', { signal: this.#signal }, depth, options);
  }
}
makeEnumerable(AbortController.prototype, ['signal', 'abort']);
setTag(AbortController.prototype, 'AbortController');
