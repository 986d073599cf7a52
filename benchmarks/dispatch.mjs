// Measures runJavaScript over a backend that does nothing, and holds it to what it must be. Usage, from the project's root, on a
// machine that does nothing else, with the java of JAVA_HOME; virtual threads need Java 21 or newer:
//
//   mvn -q -Pbenchmarks -pl benchmarks -am -DskipTests package && node benchmarks/dispatch.mjs [--quick]
//
// Prints Markdown. Ends with exit code 1 if one caller's call takes longer than a SHA-256 of 4 KiB, or one allocates more than 2 KiB.
// The audit line's text is on top of both. --quick shows that everything runs, and its figures mean nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const java = process.env.JAVA_HOME ? `${process.env.JAVA_HOME}/bin/java` : 'java';
const length = process.argv.includes('--quick') ? ['-wi', '1', '-w', '1', '-i', '1', '-r', '1'] : [];

function run(args) {
  const result = spawnSync(java, args, { encoding: 'utf8', timeout: 1_200_000, maxBuffer: 1 << 26 });
  if (result.status !== 0) {
    throw new Error(`java ${args.join(' ')} ended with ${result.status}\n${result.stdout}\n${result.stderr}`);
  }
  return result;
}

function measure(...options) {
  const file = `${root}target/dispatch.json`;
  run(['-cp', `${root}target/classes:${root}target/lib/*`, 'org.openjdk.jmh.Main', 'DispatchBenchmark', '-prof', 'gc', '-foe', 'true',
    '-rf', 'json', '-rff', file, ...length, ...options]);
  return JSON.parse(readFileSync(file, 'utf8')).map(({ benchmark, params, primaryMetric, secondaryMetrics }) => ({
    name: benchmark.split('.').at(-1),
    listener: params.listener === 'true',
    audit: params.audit === 'true',
    micros: primaryMetric.score,
    bytes: (secondaryMetrics['gc.alloc.rate.norm'] ?? secondaryMetrics['·gc.alloc.rate.norm']).score,
  }));
}

const version = run(['-version']).stderr.split('\n')[0];
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
