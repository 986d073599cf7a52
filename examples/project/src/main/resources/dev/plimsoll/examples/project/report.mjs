// Sums up a table of sales by item: node report.mjs sales.csv report.json
import { readFileSync, writeFileSync } from 'node:fs';

const [source, target] = process.argv.slice(2);
const totals = {};
for (const line of readFileSync(source, 'utf8').trim().split('\n').slice(1)) {
  const [, item, amount] = line.split(',');
  totals[item] = (totals[item] ?? 0) + Number(amount);
}
writeFileSync(target, `${JSON.stringify(totals)}\n`);
console.log(`${Object.keys(totals).length} items`);
