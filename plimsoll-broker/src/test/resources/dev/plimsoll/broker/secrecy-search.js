// Everything is in a function's scope, which a search of the globals does not reach: the needles are not found there.
(async () => {
  const needles = NEEDLES_BACKWARDS.map(text => [...text].reverse().join(''));

  // What is looked through besides the globals: every answer and every error that calls can end with.
  const seenByTheGuest = [];
  const attempts = [
    () => host.get('/v1/well'), () => host.call('GET', '/v1/fail'), () => host.get('/v1/drop'), () => host.get('/v1/show'),
    () => host.get('/v1/move'), () => host.get('/v2/denied'), () => host.get('/v1/%2e'), () => host.call('TRACE', '/v1/1'),
    () => host.post('/v1/1', 1n), () => host.post('/v1/1', () => 1), () => host.call(7), () => null.x,
  ];
  for (const attempt of attempts) {
    try {
      seenByTheGuest.push(await attempt());
    } catch (e) {
      seenByTheGuest.push(e, e.stack, String(e), e.message, e.cause);
    }
  }

  function search(roots, wanted) {
    const seen = new Set();
    const found = new Set();
    const queue = [...roots];
    const text = value => wanted.forEach(needle => value.includes(needle) && found.add(value));
    while (queue.length > 0) {
      const value = queue.pop();
      if (typeof value === 'string') text(value);
      if (typeof value === 'symbol') text(String(value.description));
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
      seen.add(value);
      if (typeof value === 'function') text(Function.prototype.toString.call(value));
      queue.push(Object.getPrototypeOf(value));
      for (const key of Reflect.ownKeys(value)) {
        queue.push(key);
        const property = Object.getOwnPropertyDescriptor(value, key);
        if (property === undefined) continue;
        queue.push(property.value, property.get, property.set);
        if (property.get !== undefined) {
          try { queue.push(property.get.call(value)); } catch (e) { queue.push(e); }
        }
      }
      if (value instanceof Map) queue.push(...value.keys(), ...value.values());
      if (value instanceof Set) queue.push(...value);
      try { queue.push(value.stack, value.message); } catch (e) { queue.push(e); }
      if (value instanceof Promise) promises.push(value);
      if (ArrayBuffer.isView(value)) text(String.fromCharCode(...new Uint8Array(value.buffer.slice(0, 10000))));
    }
    return { found, size: seen.size };
  }
  const promises = [];

  // Proves that the search looks where it has to: ten hiding places, of which it has to find each.
  const hidden = {
    plain: 'hidden 0!', [Symbol('hidden 1!')]: 1, 'hidden 2!': 1, map: new Map([['k', { deep: ['hidden 3!'] }]]),
    set: new Set(['hidden 4!']), error: new Error('hidden 5!'), fn: function () { return 'hidden 6!'; },
    get getter() { return 'hidden 7!'; }, bytes: new TextEncoder().encode('hidden 8!'),
    proto: Object.create({ inherited: 'hidden 9!' }),
  };
  Object.defineProperty(globalThis, 'hidingPlace', { value: hidden, enumerable: false, configurable: true });
  const places = Array.from({ length: 10 }, (_, i) => `hidden ${i}!`);
  const hits = [...search([globalThis], places).found].join('\n');
  console.log('hidden', places.length, 'found', places.filter(place => hits.includes(place)).length);
  delete globalThis.hidingPlace;

  const { found, size } = search([globalThis, seenByTheGuest, ...(await Promise.allSettled(promises))], needles);
  console.log('searched', size, 'values');
  for (const value of found) console.log('FOUND', value.slice(0, 300));
})();
