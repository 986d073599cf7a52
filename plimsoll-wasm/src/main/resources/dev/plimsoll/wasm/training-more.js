// What the engine is trained on then: arrays, strings, closures, classes, generators, promises, regular expressions, printing.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
fib(18);
let seed = 42;
const numbers = [];
for (let i = 0; i < 3000; i++) { seed = (seed * 1103515245 + 12345) % 2147483648; numbers.push(seed); }
numbers.slice().sort((x, y) => x - y);
numbers.map((x) => x / 3).filter((x) => x > 10).reduce((x, y) => x + y, 0);
const items = [];
for (let i = 0; i < 400; i++) items.push({ id: i, name: 'item ' + i, tags: ['a', 'b', 'c'], value: i / 3 });
const text = JSON.stringify(items);
const copy = JSON.parse(text);
const counts = new Map();
for (const { name } of copy) for (const c of name) counts.set(c, (counts.get(c) ?? 0) + 1);
let joined = '';
for (let i = 0; i < 500; i++) joined += String.fromCharCode(97 + (i % 26));
joined.split('a').join('b').replace(/([b-f]+)/g, (m) => m.toUpperCase()).match(/\w+/g);
class Shape { constructor(w, h) { this.w = w; this.h = h; } get area() { return this.w * this.h; } }
class Square extends Shape { constructor(s) { super(s, s); } }
let sum = 0;
for (let i = 0; i < 1000; i++) sum += new Square(i).area | 0;
function* range(n) { for (let i = 0; i < n; i++) yield i; }
for (const i of range(500)) sum ^= i << 3;
const grid = new Float64Array(1000);
for (let k = 0; k < 3; k++) for (let i = 0; i < grid.length; i++) grid[i] += i * 1.5 - k;
try { null.x; } catch (e) { sum += e.message.length; }
console.log(sum, items[3], [...counts].slice(0, 3));
await Promise.all([1, 2, 3].map(async (x) => { await null; return x * 2; }));
