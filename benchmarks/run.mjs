// Measures, and holds the figures to what they must be. Usage, from the project's root, on a machine that does nothing else:
//
//   mvn -q -Pbenchmarks -pl benchmarks -am -DskipTests package && node benchmarks/run.mjs [--quick]
//
// Prints Markdown; writes target/results.json. Ends with exit code 1 if a must is missed. --quick takes one short iteration each:
// it shows that everything runs, and its figures mean nothing.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { bytesOf, classPath, java, jmh, quick, root, run } from './jmh.mjs';

const main = (name, ...args) => run(java, ['-cp', classPath, `dev.plimsoll.benchmarks.${name}`, ...args]);
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const repeat = (times, what) => median(Array.from({ length: quick ? 1 : times }, what));

const figures = { date: new Date().toISOString(), processors: cpus().length, model: cpus()[0].model };
figures.java = run(java, ['-version']).stderr.split('\n')[0];
figures.v8 = JSON.parse(run(process.execPath, [`${root}v8.mjs`]).stdout);

figures.engines = {};
for (const row of jmh('EngineBenchmark')) {
  const { engine, program } = row.params;
  (figures.engines[engine] ??= {})[program.toLowerCase()] = {
    p50: row.primaryMetric.scorePercentiles['50.0'],
    p99: row.primaryMetric.scorePercentiles['99.0'],
    bytes: bytesOf(row),
  };
}
figures.firstRun = {};
for (const program of ['fib', 'sort', 'json']) {
  figures.firstRun[program] = repeat(5, () => Number(main('FirstRun', 'plimsoll', program.toUpperCase()).stdout));
}
figures.coldStart = {};
for (const engine of ['plimsoll', 'graaljs', 'rhino', 'quickjs4j', 'javet']) {
  figures.coldStart[engine] = repeat(7, () => main('ColdStart', engine).millis);
}
writeFileSync(`${root}target/results.json`, JSON.stringify(figures, null, 2));

const own = figures.engines.plimsoll;
const peer = (engine, program) => figures.engines[engine][program].p50;
const musts = [
  ['fib(27), steady, to V8 on the same WebAssembly', own.fib.p50 / figures.v8.fib, 2.0, 1.5],
  ['fib(27), steady, to Rhino', own.fib.p50 / peer('rhino', 'fib'), 0.9, 0.7],
  ['fib(27), steady, to GraalJS', own.fib.p50 / peer('graaljs', 'fib'), 0.6, 0.45],
  ['sort of 1e5, steady, to V8 on the same WebAssembly', own.sort.p50 / figures.v8.sort, 1.8, 1.5],
  ['JSON round trip, steady, to V8 on the same WebAssembly', own.json.p50 / figures.v8.json, 2.5, 1.5],
  ['fib(27), first run to steady', figures.firstRun.fib / own.fib.p50, 3, 1.5],
  ['sort, first run to steady', figures.firstRun.sort / own.sort.p50, 3, 1.5],
  ['JSON, first run to steady', figures.firstRun.json / own.json.p50, 3, 1.5],
  ['warm fresh run, p50, to GraalJS', own.answer.p50 / peer('graaljs', 'answer'), 0.1, 0.05],
  ['warm fresh run, p99 to its p50', own.answer.p99 / own.answer.p50, 10, 5],
  ['allocation of a warm fresh run, in units of 512 KiB', own.answer.bytes / (512 * 1024), 1, 0.25],
  ['start of the JVM to first result, to Rhino', figures.coldStart.plimsoll / figures.coldStart.rhino, 0.9, 0.5],
];

console.log(`${figures.date}, ${figures.processors} processors (${figures.model}), ${figures.java}${quick ? ', --quick' : ''}\n`);
console.log('| p50 of a fresh run, ms | 6*7 | fib(27) | sort 1e5 | JSON | regexp | allocated by 6*7, KiB | JVM start to first result, ms |');
console.log('|---|---|---|---|---|---|---|---|');
const cell = (value) => value === undefined ? '' : value < 10 ? value.toFixed(3) : value.toFixed(0);
for (const [engine, programs] of Object.entries(figures.engines)) {
  console.log(`| ${engine} | ${['answer', 'fib', 'sort', 'json', 'regexp'].map((p) => cell(programs[p]?.p50)).join(' | ')} | `
    + `${cell(programs.answer.bytes / 1024)} | ${cell(figures.coldStart[engine])} |`);
}
console.log(`| the engine's WebAssembly in V8 | ${['answer', 'fib', 'sort', 'json', 'regexp'].map((p) => cell(figures.v8[p])).join(' | ')} | | |`);
console.log('\n| ratio | measured | must | aim | |\n|---|---|---|---|---|');
let missed = 0;
for (const [name, value, must, aim] of musts) {
  const verdict = value <= aim ? 'aim met' : value <= must ? 'met' : 'MISSED';
  missed += verdict === 'MISSED' ? 1 : 0;
  console.log(`| ${name} | ${value.toFixed(2)} | ${must} | ${aim} | ${verdict} |`);
}
process.exit(missed > 0 ? 1 : 0);
