// Event, CustomEvent and EventTarget without a tree: an event is always at its target.
class Event {
  #type;
  #options;
  #target = null;
  #dispatching = false;
  #prevented = false;
  #stopped = false;
  #stoppedNow = false;
  #passive = false;
  #time = native.now();

  constructor(type, options = {}) {
    if (arguments.length === 0) {
      throw missingArgumentsError(['type']);
    }
    if (options !== null && !isObject(options)) {
      throw argumentTypeError('options', 'of type object', options);
    }
    this.#type = `${type}`;
    this.#options = {
      __proto__: null, bubbles: !!options?.bubbles, cancelable: !!options?.cancelable, composed: !!options?.composed,
    };
  }

  get type() { return this.#type; }
  get target() { return this.#target; }
  get srcElement() { return this.#target; }
  get currentTarget() { return this.#dispatching ? this.#target : null; }
  get eventPhase() { return this.#dispatching ? Event.AT_TARGET : Event.NONE; }
  get bubbles() { return this.#options.bubbles; }
  get cancelable() { return this.#options.cancelable; }
  get composed() { return this.#options.composed; }
  get defaultPrevented() { return this.#options.cancelable && this.#prevented; }
  get returnValue() { return !this.defaultPrevented; }
  get cancelBubble() { return this.#stopped; }
  set cancelBubble(value) { this.#stopped = this.#stopped || !!value; }
  get timeStamp() { return this.#time; }
  get isTrusted() { return false; }
  composedPath() { return this.#dispatching ? [this.#target] : []; }
  preventDefault() { this.#prevented = this.#prevented || !this.#passive; }
  stopPropagation() { this.#stopped = true; }
  stopImmediatePropagation() { this.#stopped = this.#stoppedNow = true; }

  // For EventTarget only; removed from the class below.
  static deliver(event, target, call) {
    if (!(isObject(event) && #type in event)) {
      throw argumentTypeError('event', 'an instance of Event', event);
    }
    if (event.#dispatching) {
      throw codedError(intrinsics.Error, 'ERR_EVENT_RECURSION', `The event "${event.#type}" is already being dispatched`);
    }
    event.#target = target;
    event.#dispatching = true;
    call(event.#type, (passive) => { event.#passive = passive; }, () => event.#stoppedNow);
    event.#dispatching = false;
    event.#passive = false;
    return !(event.#options.cancelable && event.#prevented);
  }

  [inspectCustom](depth, options) {
    const record = {
      type: this.#type, defaultPrevented: this.defaultPrevented, cancelable: this.cancelable, timeStamp: this.#time,
    };
    return inspectAs(read(read(this, 'constructor'), 'name') ?? 'Event', record, depth, options);
  }
}
const deliverEvent = Event.deliver;
delete Event.deliver;
const eventPhases = ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'];
for (let i = 0; i < eventPhases.length; i++) {
  defineProperty(Event, eventPhases[i], { __proto__: null, value: i, enumerable: true });
  defineProperty(Event.prototype, eventPhases[i], { __proto__: null, value: i, enumerable: true });
}
makeEnumerable(Event.prototype, [
  'type', 'target', 'srcElement', 'currentTarget', 'eventPhase', 'bubbles', 'cancelable', 'composed', 'defaultPrevented',
  'returnValue', 'cancelBubble', 'timeStamp', 'composedPath', 'preventDefault', 'stopPropagation', 'stopImmediatePropagation',
]);
setTag(Event.prototype, 'Event');

class CustomEvent extends Event {
  #detail;

  constructor(type, options = {}) {
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() { return this.#detail; }
}
makeEnumerable(CustomEvent.prototype, ['detail']);
setTag(CustomEvent.prototype, 'CustomEvent');

class EventTarget {
  #listeners = new intrinsics.Map();

  addEventListener(type, listener, options) {
    if (arguments.length < 2) {
      throw missingArgumentsError(['type', 'listener']);
    }
    if (listener === null || listener === undefined) {
      return;
    }
    if (!isObject(listener)) {
      throw argumentTypeError('listener', 'an instance of EventListener', listener);
    }
    const capture = isObject(options) ? !!options.capture : !!options;
    const signal = isObject(options) ? options.signal : undefined;
    if (signal?.aborted) {
      return;
    }
    const old = mapGet(this.#listeners, `${type}`) ?? [];
    for (let i = 0; i < old.length; i++) {
      if (old[i].listener === listener && old[i].capture === capture) {
        return;
      }
    }
    const list = copyRange(old, 0, old.length);
    push(list, {
      __proto__: null, listener, capture, once: !!options?.once, passive: !!options?.passive, removed: false,
    });
    mapSet(this.#listeners, `${type}`, list);
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener, options), { once: true });
  }

  removeEventListener(type, listener, options) {
    const capture = isObject(options) ? !!options.capture : !!options;
    const old = mapGet(this.#listeners, `${type}`) ?? [];
    for (let i = 0; i < old.length; i++) {
      if (old[i].listener === listener && old[i].capture === capture) {
        old[i].removed = true;
        const list = copyRange(old, 0, old.length);
        removeAt(list, i);
        mapSet(this.#listeners, `${type}`, list);
        return;
      }
    }
  }

  dispatchEvent(event) {
    return deliverEvent(event, this, (type, setPassive, isStopped) => {
      const list = mapGet(this.#listeners, type) ?? [];
      for (let i = 0; i < list.length && !isStopped(); i++) {
        const entry = list[i];
        if (entry.removed) {
          continue;
        }
        if (entry.once) {
          this.removeEventListener(type, entry.listener, entry.capture);
        }
        setPassive(entry.passive);
        try {
          if (typeof entry.listener === 'function') {
            call(entry.listener, this, event);
          } else {
            entry.listener.handleEvent(event);
          }
        } catch (error) {
          nextTick(() => { throw error; });
        }
      }
    });
  }
}
makeEnumerable(EventTarget.prototype, ['addEventListener', 'removeEventListener', 'dispatchEvent']);
setTag(EventTarget.prototype, 'EventTarget');
