// Lines and columns: which entries share a line. The rules and constants are those of Node.js 20 (lib/internal/util/inspect.js).
const KIND_OBJECT = 0;
const KIND_ELEMENT = 1;
const KIND_ARRAY = 2;
// Arrays with more entries than this are set in columns.
const UNGROUPED_ENTRIES = 6;
const SEPARATOR_WIDTH = 2;
const MAX_COLUMNS = 15;
// A character is about this many times as high as it is wide: columns aim at a square.
const CHARACTER_HEIGHT = 2.5;

function fitsOnLine(context, output, start, base) {
  let total = output.length + start;
  if (total + output.length > context.breakLength) {
    return false;
  }
  for (let i = 0; i < output.length; i++) {
    total += context.colors ? replaceMatches(output[i], controlSequence, () => '').length : output[i].length;
    if (total > context.breakLength) {
      return false;
    }
  }
  return base === '' || !contains(base, '\n');
}

function layOut(context, output, base, braces, kind, depth, value) {
  if (context.compact === true) {
    return layOutCompact(context, output, base, braces);
  }
  const lead = base === '' ? '' : `${base} `;
  if (typeof context.compact === 'number' && context.compact >= 1) {
    const entries = output.length;
    if (kind === KIND_ARRAY && entries > UNGROUPED_ENTRIES) {
      output = groupInColumns(context, output, value);
    }
    // Only the innermost `compact` levels are put on one line, and only when no columns were made.
    if (context.currentDepth - depth < context.compact && entries === output.length) {
      const start = output.length + context.indentation + braces[0].length + base.length + 10;
      if (fitsOnLine(context, output, start, base)) {
        const joined = join(output, ', ');
        if (!contains(joined, '\n')) {
          return `${lead}${braces[0]} ${joined} ${braces[1]}`;
        }
      }
    }
  }
  const newline = `\n${indent(context)}`;
  return `${lead}${braces[0]}${newline}  ${join(output, `,${newline}  `)}${newline}${braces[1]}`;
}

function layOutCompact(context, output, base, braces) {
  if (fitsOnLine(context, output, 0, base)) {
    return `${braces[0]}${base === '' ? '' : ` ${base}`} ${join(output, ', ')} ${braces[1]}`;
  }
  const indentation = indent(context);
  const first = base === '' && braces[0].length === 1 ? ' ' : `${base === '' ? '' : ` ${base}`}\n${indentation}  `;
  return `${braces[0]}${first}${join(output, `,\n${indentation}  `)} ${braces[1]}`;
}

function groupInColumns(context, output, value) {
  const hasRemainder = context.maxArrayLength < output.length;
  const count = hasRemainder ? output.length - 1 : output.length;
  const widths = [];
  let total = 0;
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const width = textWidth(output[i], context.colors);
    push(widths, width);
    total += width + SEPARATOR_WIDTH;
    longest = max(longest, width);
  }
  const cell = longest + SEPARATOR_WIDTH;
  // At least three cells must fit side by side, and one long entry must not stretch all others.
  if (cell * 3 + context.indentation >= context.breakLength || (total / cell <= 5 && longest > 6)) {
    return output;
  }
  const bias = sqrt(cell - total / output.length);
  const biased = max(cell - 3 - bias, 1);
  const columns = min(
    round(sqrt(CHARACTER_HEIGHT * biased * count) / biased), floor((context.breakLength - context.indentation) / cell),
    context.compact * 4, MAX_COLUMNS);
  if (columns <= 1) {
    return output;
  }
  const lines = columnLines(output, widths, count, columns, alignsRight(output, value));
  if (hasRemainder) {
    push(lines, output[count]);
  }
  return lines;
}

// Numbers are aligned at their right end.
function alignsRight(output, value) {
  if (value === undefined) {
    return true;
  }
  for (let i = 0; i < output.length; i++) {
    const element = read(value, i);
    if (typeof element !== 'number' && typeof element !== 'bigint') {
      return false;
    }
  }
  return true;
}

function columnLines(output, widths, count, columns, right) {
  const columnWidths = [];
  for (let i = 0; i < columns; i++) {
    let widest = 0;
    for (let j = i; j < count; j += columns) {
      widest = max(widest, widths[j]);
    }
    push(columnWidths, widest + SEPARATOR_WIDTH);
  }
  const lines = [];
  for (let i = 0; i < count; i += columns) {
    const end = min(i + columns, count);
    let line = '';
    for (let j = i; j < end; j++) {
      const isLast = j === end - 1;
      const text = isLast ? output[j] : `${output[j]}, `;
      // What the terminal does not show (colours, combining marks) must not count as width.
      const width = columnWidths[j - i] + output[j].length - widths[j];
      if (right) {
        line += padStart(text, isLast ? width - SEPARATOR_WIDTH : width, ' ');
      } else {
        line += isLast ? text : padEnd(text, width, ' ');
      }
    }
    push(lines, line);
  }
  return lines;
}
