// console.table: which rows and columns a value has, and the box around them.
const tableInspectOptions = { __proto__: null, maxArrayLength: 3, breakLength: Infinity };

function cellText(value) {
  const isWide = isObject(value) && !isArray(value) && typeof value === 'object' && enumerableKeys(value).length > 2;
  return inspect(value, withOptions(tableInspectOptions, { __proto__: null, depth: isWide ? -1 : 0 }));
}

function tableRow(cells, widths) {
  const parts = [];
  for (let i = 0; i < cells.length; i++) {
    push(parts, cells[i] + repeatText(' ', widths[i] - textWidth(cells[i])));
  }
  return `│ ${join(parts, ' │ ')} │\n`;
}

function tableRule(widths, left, middle, right) {
  const parts = [];
  for (let i = 0; i < widths.length; i++) {
    push(parts, repeatText('─', widths[i] + 2));
  }
  return left + join(parts, middle) + right;
}

// `columns` holds one list of cell texts for each of the `heads`.
function renderTable(heads, columns) {
  const widths = [];
  let height = 0;
  for (let i = 0; i < heads.length; i++) {
    let widest = textWidth(heads[i]);
    height = max(height, columns[i].length);
    for (let j = 0; j < columns[i].length; j++) {
      widest = max(widest, textWidth(columns[i][j]));
    }
    push(widths, widest);
  }
  let result = `${tableRule(widths, '┌', '┬', '┐')}\n${tableRow(heads, widths)}${tableRule(widths, '├', '┼', '┤')}\n`;
  for (let row = 0; row < height; row++) {
    const cells = [];
    for (let i = 0; i < columns.length; i++) {
      push(cells, row < columns[i].length ? columns[i][row] : '');
    }
    result += tableRow(cells, widths);
  }
  return result + tableRule(widths, '└', '┴', '┘');
}

function countingColumn(length) {
  const column = [];
  for (let i = 0; i < length; i++) {
    push(column, `${i}`);
  }
  return column;
}

function collectionTable(data, pairs) {
  const items = collectionEntries(data, 2 ** 31 - 1);
  const step = pairs ? 2 : 1;
  const firsts = [];
  const seconds = [];
  for (let i = 0; i < items.length; i += step) {
    push(firsts, cellText(items[i]));
    if (pairs) {
      push(seconds, cellText(items[i + 1]));
    }
  }
  const index = countingColumn(items.length / step);
  return pairs ? renderTable(['(iteration index)', 'Key', 'Values'], [index, firsts, seconds]) :
    renderTable(['(iteration index)', 'Values'], [index, firsts]);
}

function tableOf(data, properties) {
  data = unwrapProxy(data) ?? {};
  const type = className(data);
  if (type === 'Map' || type === 'Set' || type === 'Map Iterator' || type === 'Set Iterator') {
    return collectionTable(data, collectionIsPairs(data));
  }
  const columns = { __proto__: null };
  const values = [];
  let hasValues = false;
  const rows = enumerableKeys(data);
  for (let i = 0; i < rows.length; i++) {
    const item = read(data, rows[i]);
    if (properties === undefined && !isObject(item)) {
      hasValues = true;
      placeAt(values, i, cellText(item));
      continue;
    }
    const keys = properties ?? enumerableKeys(item);
    for (let j = 0; j < keys.length; j++) {
      const key = keys[j];
      const column = columns[key] ?? (columns[key] = []);
      placeAt(column, i, isObject(item) && hasOwn(item, key) ? cellText(read(item, key)) : '');
    }
  }
  const heads = ['(index)'];
  const cells = [rows];
  const names = enumerableKeys(columns);
  for (let i = 0; i < names.length; i++) {
    push(heads, names[i]);
    push(cells, columns[names[i]]);
  }
  if (hasValues) {
    push(heads, 'Values');
    push(cells, values);
  }
  return renderTable(heads, cells);
}
