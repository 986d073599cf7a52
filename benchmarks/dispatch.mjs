// Measures runJavaScript over a backend that does nothing, and holds it to what it must be. Usage, from the project's root, on a
// machine that does nothing else, with the java of JAVA_HOME; virtual threads need Java 21 or newer:
//
//   mvn -q -Pbenchmarks -pl benchmarks -am -DskipTests package && node benchmarks/dispatch.mjs [--quick]
//
// Prints Markdown. Ends with exit code 1 if one caller's call takes longer than a SHA-256 of 4 KiB, or one allocates more than 2 KiB.
// The audit line's text is on top of both. --quick shows that everything runs, and its figures mean nothing.
import { bytesOf, java, jmh, run } from './jmh.mjs';

const measure = (...options) => jmh('DispatchBenchmark', ...options).map(({ benchmark, params, primaryMetric, ...row }) => ({
  name: benchmark.split('.').at(-1),
  listener: params.listener === 'true',
  audit: params.audit === 'true',
  micros: primaryMetric.score,
  bytes: bytesOf(row),
}));

const version = run(java, ['-version']).stderr.split('\n')[0];
const hasVirtualThreads = Number(/"(\d+)/.exec(version)[1]) >= 21;
const rows = measure().map((row) => ({ threads: 'platform', ...row }));
if (hasVirtualThreads) {
  // A carrier for each of the four: JMH's threads never wait, and would keep the others from starting.
  const options = '-Djmh.executor=VIRTUAL -Djdk.virtualThreadScheduler.parallelism=4';
  rows.push(...measure('-jvmArgsAppend', options).map((row) => ({ threads: 'virtual', ...row })));
}
const isBare = ({ name }) => name === 'sha256Of4KiB';
const bare = Math.max(...rows.filter(isBare).map(({ micros }) => micros));

console.log(`${version}; a bare SHA-256 of 4 KiB takes ${bare.toFixed(2)} µs\n`);
console.log('| callers | threads | listener | audit line | µs a call | bytes a call | |');
console.log('|---|---|---|---|---|---|---|');
let missed = 0;
for (const row of rows.filter((row) => !isBare(row))) {
  const isSlow = row.name === 'run' && !row.listener && !row.audit && row.micros > bare;
  const isLarge = !row.audit && row.bytes > 2048;
  const verdict = row.audit ? '' : isSlow || isLarge ? 'MISSED' : 'met';
  missed += verdict === 'MISSED' ? 1 : 0;
  console.log(`| ${row.name === 'run' ? 'one' : 'four'} | ${row.threads} | ${row.listener ? 'yes' : 'no'} | ${row.audit ? 'yes' : 'no'} | `
    + `${row.micros.toFixed(2)} | ${row.bytes.toFixed(0)} | ${verdict} |`);
}
process.exit(missed > 0 ? 1 : 0);
