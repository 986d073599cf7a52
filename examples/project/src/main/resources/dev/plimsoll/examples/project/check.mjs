// Fails if the report does not add up: node check.mjs report.json 12
import assert from 'node:assert';
import { readFileSync } from 'node:fs';

const [report, total] = process.argv.slice(2);
const sum = Object.values(JSON.parse(readFileSync(report, 'utf8'))).reduce((a, b) => a + b, 0);
assert.strictEqual(sum, Number(total));
console.log('adds up');
