// EventEmitter of node:events, which process and its streams are.
const listenersOf = new WeakMap();
const weakGet = uncurry(WeakMap.prototype.get);
const weakSet = uncurry(WeakMap.prototype.set);

function listenerTable(emitter) {
  let table = weakGet(listenersOf, emitter);
  if (table === undefined) {
    table = new intrinsics.Map();
    weakSet(listenersOf, emitter, table);
  }
  return table;
}

function addListener(emitter, type, listener, once, first) {
  checkFunction(listener, 'listener');
  const table = listenerTable(emitter);
  if (type !== 'newListener' && mapHas(table, 'newListener')) {
    emitEvent(emitter, 'newListener', [type, listener]);
  }
  const old = mapGet(table, type) ?? [];
  // Lists are replaced, not changed: an event in progress keeps the listeners that it began with.
  const list = copyRange(old, 0, old.length);
  const entry = { __proto__: null, listener, once };
  if (first) {
    prepend(list, [entry]);
  } else {
    push(list, entry);
  }
  mapSet(table, type, list);
  return emitter;
}

function removeListener(emitter, type, listener) {
  const table = listenerTable(emitter);
  const old = mapGet(table, type) ?? [];
  for (let i = old.length - 1; i >= 0; i--) {
    if (old[i].listener === listener) {
      const list = copyRange(old, 0, old.length);
      removeAt(list, i);
      if (list.length === 0) {
        mapDelete(table, type);
      } else {
        mapSet(table, type, list);
      }
      if (mapHas(table, 'removeListener')) {
        emitEvent(emitter, 'removeListener', [type, listener]);
      }
      break;
    }
  }
  return emitter;
}

function unhandledErrorEvent(values) {
  const error = values.length === 0 ? undefined : values[0];
  if (isError(error)) {
    return error;
  }
  const wrapped = codedError(
    intrinsics.Error, 'ERR_UNHANDLED_ERROR', values.length === 0 ? 'Unhandled error.' : `Unhandled error. (${inspect(error)})`);
  define(wrapped, 'context', error, true);
  return wrapped;
}

function emitEvent(emitter, type, values) {
  const list = mapGet(listenerTable(emitter), type);
  if (list === undefined) {
    if (type === 'error') {
      throw unhandledErrorEvent(values);
    }
    return false;
  }
  for (let i = 0; i < list.length; i++) {
    if (list[i].once) {
      removeListener(emitter, type, list[i].listener);
    }
    apply(list[i].listener, emitter, values);
  }
  return true;
}

function listenerCount(emitter, type) {
  const list = mapGet(listenerTable(emitter), type);
  return list === undefined ? 0 : list.length;
}

function EventEmitter() {
  return new.target === undefined ? new EventEmitter() : undefined;
}

const emitterMethods = {
  __proto__: null,
  on(type, listener) { return addListener(this, type, listener, false, false); },
  addListener(type, listener) { return addListener(this, type, listener, false, false); },
  once(type, listener) { return addListener(this, type, listener, true, false); },
  prependListener(type, listener) { return addListener(this, type, listener, false, true); },
  prependOnceListener(type, listener) { return addListener(this, type, listener, true, true); },
  off(type, listener) { return removeListener(this, type, listener); },
  removeListener(type, listener) { return removeListener(this, type, listener); },
  removeAllListeners(type) {
    const table = listenerTable(this);
    if (arguments.length === 0) {
      weakSet(listenersOf, this, new intrinsics.Map());
    } else {
      mapDelete(table, type);
    }
    return this;
  },
  emit(type) { return emitEvent(this, type, copyRange(arguments, 1, arguments.length)); },
  listenerCount(type) { return listenerCount(this, type); },
  listeners(type) {
    const list = mapGet(listenerTable(this), type) ?? [];
    const result = [];
    for (let i = 0; i < list.length; i++) {
      push(result, list[i].listener);
    }
    return result;
  },
  rawListeners(type) { return call(emitterMethods.listeners, this, type); },
  eventNames() {
    const names = [];
    mapForEach(listenerTable(this), (_, name) => push(names, name));
    return names;
  },
  setMaxListeners() { return this; },
  getMaxListeners: () => EventEmitter.defaultMaxListeners,
};
for (const name of enumerableKeys(emitterMethods)) {
  define(EventEmitter.prototype, name, emitterMethods[name], true);
}
define(EventEmitter, 'EventEmitter', EventEmitter, true);
define(EventEmitter, 'defaultMaxListeners', 10, true);
define(EventEmitter, 'once', function once(emitter, type) {
  return new intrinsics.Promise((resolve, reject) => {
    const onError = (error) => {
      removeListener(emitter, type, onEvent);
      reject(error);
    };
    const onEvent = function () {
      removeListener(emitter, 'error', onError);
      resolve(copyRange(arguments, 0, arguments.length));
    };
    addListener(emitter, type, onEvent, true, false);
    if (type !== 'error') {
      addListener(emitter, 'error', onError, true, false);
    }
  });
}, true);
