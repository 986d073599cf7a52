// What the engine is trained on first: calls, arithmetic, sorting, objects and JSON, which most programs spend their time in.
// Little code that is run often, so that the JVM's compiler is through with it before it comes to training-more.js.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
fib(17);
let seed = 42;
const numbers = [];
for (let i = 0; i < 2000; i++) { seed = (seed * 1103515245 + 12345) % 2147483648; numbers.push(seed); }
numbers.sort((x, y) => x - y);
const items = [];
for (let i = 0; i < 300; i++) items.push({ id: i, name: 'item ' + i, on: i % 2 === 0, value: i / 3 });
JSON.stringify(JSON.parse(JSON.stringify(items)));
