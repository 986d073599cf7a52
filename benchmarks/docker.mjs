// Measures runs in containers beside `docker run --rm` of the same image with the same limits. Usage, from the project's root, as
// root, on a machine that does nothing else:
//
//   eval "$(.ci/docker-up)"
//   mvn -q -Pbenchmarks -pl benchmarks -am -DskipTests package && node benchmarks/docker.mjs [--quick]
//
// Prints Markdown; writes target/docker.json. Ends with exit code 1 if a must is missed. --quick takes two runs each: it shows that
// everything runs, and its figures mean nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { classPath, java, quick, root } from './jmh.mjs';

const file = `${root}target/docker.json`;
const { status } = spawnSync(java, ['-cp', classPath, 'org.openjdk.jmh.Main', 'DockerBenchmark', '-rf', 'json',
  '-rff', file, '-foe', 'true', ...(quick ? ['-wi', '1', '-i', '2'] : [])], { stdio: ['ignore', 2, 2] });
if (status !== 0) {
  process.exit(1);
}

const p50 = {};
const p99 = {};
for (const { benchmark, params, primaryMetric } of JSON.parse(readFileSync(file, 'utf8'))) {
  const name = benchmark.split('.').pop();
  (p50[params.runtime] ??= {})[name] = primaryMetric.scorePercentiles['50.0'];
  (p99[params.runtime] ??= {})[name] = primaryMetric.scorePercentiles['99.0'];
}
const engine = spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], { encoding: 'utf8' }).stdout.trim();
console.log(`${new Date().toISOString()}, ${cpus().length} processors (${cpus()[0].model}), dockerd ${engine}${quick ? ', --quick' : ''}\n`);
console.log('| ms, p50 (p99) | `docker run --rm` | cold run | pooled, first output | pooled run |\n|---|---|---|---|---|');
for (const runtime of Object.keys(p50)) {
  const cells = ['dockerRun', 'cold', 'pooledFirstOutput', 'pooled'].map((name) => `${p50[runtime][name].toFixed(1)} (${p99[runtime][name].toFixed(1)})`);
  console.log(`| ${runtime} | ${cells.join(' | ')} |`);
}
console.log('\n| ratio to `docker run --rm`, p50, runc | measured | must | |\n|---|---|---|---|');
let missed = 0;
for (const [name, key, must] of [['cold run', 'cold', 0.45], ['pooled, first output', 'pooledFirstOutput', 0.05]]) {
  const value = p50.runc[key] / p50.runc.dockerRun;
  missed += value > must ? 1 : 0;
  console.log(`| ${name} | ${value.toFixed(3)} | ${must} | ${value > must ? 'MISSED' : 'met'} |`);
}
process.exit(missed > 0 ? 1 : 0);
