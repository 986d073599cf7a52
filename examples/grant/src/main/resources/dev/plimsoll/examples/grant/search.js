// Looks for the credential in everything that code here can reach: globals, prototypes, functions' sources, getters, and
// what calls end with, good and bad.
(async () => {
  const credential = [...'CREDENTIAL_BACKWARDS'].reverse().join('');
  const outcomes = [];
  for (const attempt of [
    () => host.get('/v1/employees/7'), () => host.call('GET', '/v1/employees/8'), () => host.get('/v1/salaries/7'),
    () => host.get('/v1/../v1/salaries/7'), () => host.call('TRACE', '/'), () => host.call(),
  ]) {
    try {
      outcomes.push(await attempt());
    } catch (e) {
      outcomes.push(e, e.stack);
    }
  }

  const seen = new Set();
  const queue = [globalThis, outcomes];
  let found = 0;
  while (queue.length > 0) {
    const value = queue.pop();
    if (typeof value === 'string' && value.includes(credential)) found++;
    if (value === null || !['object', 'function'].includes(typeof value) || seen.has(value)) continue;
    seen.add(value);
    if (typeof value === 'function') queue.push(Function.prototype.toString.call(value));
    queue.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const { value: plain, get, set } = Object.getOwnPropertyDescriptor(value, key);
      queue.push(typeof key === 'symbol' ? key.description : key, plain, get, set);
      try {
        queue.push(get?.call(value));
      } catch (e) {
        queue.push(e);
      }
    }
  }
  console.log(`credential found ${found} times in ${seen.size} objects and functions`);
})();
