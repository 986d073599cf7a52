// Makes the expected answers of the cases beside this file with the Node.js that runs it (20), in UTC:
//   node generate-cases.mjs
// cases/AREA.txt holds snippets, each after a line "//// name"; the answers go to ../resources/js-cases/AREA.json.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cases-'));
for (const file of readdirSync(join(here, 'cases')).filter((name) => name.endsWith('.txt')).sort()) {
  const cases = {};
  for (const part of readFileSync(join(here, 'cases', file), 'utf8').split(/^\/\/\/\/ /m).slice(1)) {
    const end = part.indexOf('\n');
    const name = part.slice(0, end).trim();
    const code = part.slice(end + 1).replace(/\n$/, '');
    if (name in cases) {
      throw new Error(`${file}: two cases are called ${name}`);
    }
    const script = join(folder, 'agent.js');
    writeFileSync(script, code);
    const run = spawnSync(process.execPath, [script], { encoding: 'utf8', env: { TZ: 'UTC' }, timeout: 20000 });
    cases[name] = { code, stdout: run.stdout, exit_code: run.status };
  }
  const about = `What Node.js ${process.version} prints with TZ=UTC; made from src/test/js/cases/${file}.`;
  const out = join(here, '../resources/js-cases', file.replace('.txt', '.json'));
  writeFileSync(out, `${JSON.stringify({ about, cases }, null, 1)}\n`);
  console.log(`${file}: ${Object.keys(cases).length} cases`);
}
rmSync(folder, { recursive: true });
