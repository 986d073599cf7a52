// Run as a guest: prints every name that a guest can reach, one object a line, from its globals and from what it needs no
// global for. SurfaceTests compares it with js-surface.txt, so that nothing of the host appears there unnoticed.
(() => {
  const seen = new Set([globalThis]);
  const queue = [[globalThis, 'globalThis']];
  const lines = [];
  const visit = (value, path) => {
    if (((typeof value === 'object' && value !== null) || typeof value === 'function') && !seen.has(value)) {
      seen.add(value);
      queue.push([value, path]);
    }
  };
  const walk = () => {
    while (queue.length > 0) {
      const [object, path] = queue.shift();
      const names = [];
      // In the engine's own order it would be where an object is found first that names it.
      for (const key of Reflect.ownKeys(object).sort((a, b) => String(a) < String(b) ? -1 : 1)) {
        const name = typeof key === 'symbol' ? `[${key.description}]` : key;
        names.push(name);
        const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
        for (const value of [descriptor.value, descriptor.get, descriptor.set]) {
          visit(value, path === 'globalThis' ? name : `${path}.${name}`);
        }
      }
      visit(Reflect.getPrototypeOf(object), `${path}.[[Prototype]]`);
      const own = names.filter((name) => !(typeof object === 'function' && ['length', 'name'].includes(name)));
      if (own.length > 0) {
        lines.push(`${path}: ${own.join(' ')}`);
      }
    }
  };
  walk();
  const syntax = {
    generator: function* () {}, async: async () => {}, asyncGenerator: async function* () {},
    iterator: [][Symbol.iterator](), mapIterator: new Map().entries(), setIterator: new Set().entries(),
    stringIterator: ''[Symbol.iterator](), matches: 'a'.matchAll(/a/g), match: 'a'.match(/(?<a>a)/),
    arguments: (function () { return arguments; })(), template: ((strings) => strings)``, regexp: /a/,
    error: (() => { try { null.a; } catch (error) { return error; } })(), promise: (async () => {})(),
    timeout: setTimeout(() => {}), immediate: setImmediate(() => {}), thisOfCall: (function () { return this; })(),
    importError: import('fs').catch(() => {}),
  };
  for (const [name, value] of Object.entries(syntax)) {
    visit(value, `(${name})`);
    walk();
  }
  console.log(lines.sort().join('\n'));
})();
