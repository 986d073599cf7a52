// Run as a guest: prints every name that a guest can reach from its globals, one object a line. The wasm tests compare it with
// js-surface.txt, so that nothing of the host appears there unnoticed.
const seen = new Map([[globalThis, 'globalThis']]);
const queue = [[globalThis, 'globalThis']];
const lines = [];
while (queue.length > 0) {
  const [object, path] = queue.shift();
  const keys = Reflect.ownKeys(object);
  if (path !== 'globalThis') {
    keys.sort((a, b) => String(a) < String(b) ? -1 : 1);
  }
  const names = [];
  for (const key of keys) {
    const name = typeof key === 'symbol' ? `[${key.description}]` : key;
    // What this script declares is no part of the surface.
    if (path === 'globalThis' && ['seen', 'queue', 'lines'].includes(name)) {
      continue;
    }
    names.push(name);
    const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
    for (const value of [descriptor.value, descriptor.get, descriptor.set]) {
      if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
        if (!seen.has(value)) {
          seen.set(value, `${path}.${name}`);
          queue.push([value, path === 'globalThis' ? name : `${path}.${name}`]);
        }
      }
    }
  }
  const prototype = Reflect.getPrototypeOf(object);
  if (prototype !== null && !seen.has(prototype)) {
    seen.set(prototype, `${path}.[prototype]`);
    queue.push([prototype, `${path}.[[Prototype]]`]);
  }
  const own = names.filter((name) => !(typeof object === 'function' && ['length', 'name'].includes(name)));
  if (own.length > 0) {
    lines.push(`${path}: ${path === 'globalThis' ? own.sort().join(' ') : own.join(' ')}`);
  }
}
lines.sort();
console.log(lines.join('\n'));
