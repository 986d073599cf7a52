// Draws the figures of a run of run.mjs as SVG, for docs/performance.md. Usage, from anywhere:
//
//   node benchmarks/charts.mjs [results.json [folder]]
//
// Reads target/results.json and writes into docs/charts unless told otherwise. The same figures give the same bytes. The charts have
// a ground of their own, and follow the reader's choice of light or dark.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const figures = JSON.parse(readFileSync(process.argv[2] ?? `${root}benchmarks/target/results.json`, 'utf8'));
const folder = process.argv[3] ?? `${root}docs/charts`;

const WIDTH = 760;
const LABELS = 190; // names of bars, to the left
const VALUES = 90; // their figures, to the right
const BAR = 18;
const STEP = 26;
const HEADING = 34;
const OWN = ['plimsoll'];
const STYLE = `
    svg { font: 13px system-ui, sans-serif; }
    .ground { fill: #ffffff; stroke: #d0d7de; }
    text { fill: #1f2328; }
    .quiet { fill: #59636e; }
    .heading { font-weight: 600; }
    .own { fill: #0969da; }
    .other { fill: #9aa4ae; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117; stroke: #3d444d; }
      text { fill: #f0f6fc; }
      .quiet { fill: #9198a1; }
      .own { fill: #4493f8; }
      .other { fill: #656c76; }
    }`;

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** Three digits that count, and no exponent. */
function number(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** Bars from zero, the shortest first; what was not measured is left out. */
function panel(top, { heading, unit, bars }) {
  const shown = bars.filter((bar) => Number.isFinite(bar.value)).sort((a, b) => a.value - b.value || (a.name < b.name ? -1 : 1));
  const most = Math.max(...shown.map((bar) => bar.value));
  const room = WIDTH - LABELS - VALUES;
  const lines = [`  <text class="heading" x="16" y="${top + 22}">${escape(heading)}</text>`];
  shown.forEach((bar, i) => {
    const y = top + HEADING + i * STEP;
    const length = Math.max(1, most > 0 ? Math.round((bar.value / most) * room) : 0);
    const own = OWN.some((name) => bar.name.startsWith(name));
    lines.push(`  <text x="${LABELS - 10}" y="${y + 14}" text-anchor="end">${escape(bar.name)}</text>`,
      `  <rect class="${own ? 'own' : 'other'}" x="${LABELS}" y="${y}" width="${length}" height="${BAR}" rx="2"/>`,
      `  <text class="quiet" x="${LABELS + length + 8}" y="${y + 14}">${number(bar.value)} ${escape(unit)}</text>`);
  });
  return { text: lines.join('\n'), height: shown.length === 0 ? 0 : HEADING + shown.length * STEP + 10 };
}

/** One chart of several panels, each with a scale of its own. */
function draw(file, title, panels) {
  let top = 44;
  const bodies = [];
  for (const each of panels) {
    const { text, height } = panel(top, each);
    if (height > 0) {
      bodies.push(text);
      top += height;
    }
  }
  if (bodies.length === 0) {
    console.log(`${file}: nothing of it was measured`);
    return;
  }
  const height = top + 28;
  const where = `${figures.date.slice(0, 10)}, ${figures.processors} processors (${figures.model.trim()}), ${figures.java}`;
  writeFileSync(`${folder}/${file}`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" `
    + `role="img" aria-label="${escape(title)}">
  <style>${STYLE}
  </style>
  <rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>
  <text class="heading" x="16" y="28" font-size="16">${escape(title)}</text>
${bodies.join('\n')}
  <text class="quiet" x="16" y="${height - 14}" font-size="11">${escape(where)}</text>
</svg>
`);
  console.log(`${folder}/${file}`);
}

const PROGRAMS = {
  answer: '6*7: what a run costs by itself',
  fib: 'fib(27): calls and arithmetic',
  sort: 'sort of 100,000 numbers with a comparator',
  json: 'JSON round trip of 1 MB',
  regexp: 'regular expressions',
};
const engines = Object.entries(figures.engines ?? {});

mkdirSync(folder, { recursive: true });
draw('fresh-run.svg', 'A run in a fresh context, median', Object.entries(PROGRAMS).map(([program, heading]) => ({
  heading,
  unit: 'ms',
  bars: [
    ...engines.map(([name, programs]) => ({ name, value: programs[program]?.p50 })),
    { name: 'same WebAssembly in V8', value: figures.v8?.[program] },
  ],
})));
draw('cost-of-a-run.svg', 'What a warm run of 6*7 costs', [
  { heading: 'median', unit: 'ms', bars: engines.map(([name, programs]) => ({ name, value: programs.answer?.p50 })) },
  { heading: '99th percentile', unit: 'ms', bars: engines.map(([name, programs]) => ({ name, value: programs.answer?.p99 })) },
  {
    heading: 'Java heap allocated (native memory is not in it)',
    unit: 'KiB',
    bars: engines.map(([name, programs]) => ({ name, value: programs.answer?.bytes / 1024 })),
  },
]);
draw('start.svg', 'Starting', [
  {
    heading: 'start of the JVM to first result',
    unit: 'ms',
    bars: Object.entries(figures.coldStart ?? {}).map(([name, value]) => ({ name, value })),
  },
  ...Object.entries(figures.firstRun ?? {}).map(([program, value]) => ({
    heading: `${PROGRAMS[program] ?? program}, a second after open()`,
    unit: 'ms',
    bars: [
      { name: 'plimsoll, first run', value },
      { name: 'plimsoll, warm', value: figures.engines?.plimsoll?.[program]?.p50 },
    ],
  })),
]);
