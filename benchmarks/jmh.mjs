// What the scripts have in common: they start a JVM on the benchmarks' class path and read what JMH measured. With --quick each
// benchmark takes one short iteration.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('.', import.meta.url));
export const quick = process.argv.includes('--quick');
export const java = process.env.JAVA_HOME ? `${process.env.JAVA_HOME}/bin/java` : 'java';
export const classPath = `${root}target/classes:${root}target/lib/*`;

// Runs a program to its end; gives its output and how long it took.
export function run(command, args, seconds = 1200) {
  const start = process.hrtime.bigint();
  const result = spawnSync(command, args, { encoding: 'utf8', timeout: seconds * 1000, maxBuffer: 1 << 26 });
  const millis = Number(process.hrtime.bigint() - start) / 1e6;
  if (result.status !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${result.status}\n${result.stdout}\n${result.stderr}`);
  }
  return { ...result, millis };
}

// Measures the benchmarks that match, with what they allocate; gives JMH's rows.
export function jmh(pattern, ...options) {
  const file = `${root}target/jmh.json`;
  const length = quick ? ['-wi', '1', '-w', '1', '-i', '1', '-r', '1'] : [];
  run(java, ['-cp', classPath, 'org.openjdk.jmh.Main', pattern, '-rf', 'json', '-rff', file, '-foe', 'true', '-prof', 'gc',
    ...length, ...options], 3600);
  return JSON.parse(readFileSync(file, 'utf8'));
}

// What one call of a row allocated; older versions of JMH put a dot before the name.
export const bytesOf = ({ secondaryMetrics }) =>
  (secondaryMetrics['gc.alloc.rate.norm'] ?? secondaryMetrics['·gc.alloc.rate.norm'])?.score;
