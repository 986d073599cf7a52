// require('path'), the POSIX form.
function normalizeSegments(text, absolute) {
  const result = [];
  const parts = splitText(text, '/');
  for (let i = 0; i < parts.length; i++) {
    const last = result.length === 0 ? undefined : result[result.length - 1];
    if (parts[i] === '..' && last !== undefined && last !== '..') {
      pop(result);
    } else if (parts[i] !== '' && parts[i] !== '.' && !(parts[i] === '..' && absolute)) {
      push(result, parts[i]);
    }
  }
  return join(result, '/');
}

function baseName(text) {
  while (text.length > 1 && endsWith(text, '/')) {
    text = sliceText(text, 0, -1);
  }
  return sliceText(text, lastIndexIn(text, '/') + 1);
}

const pathModule = {
  sep: '/',
  delimiter: ':',
  isAbsolute(path) {
    checkString(path, 'path');
    return startsWith(path, '/');
  },
  normalize(path) {
    checkString(path, 'path');
    const absolute = startsWith(path, '/');
    const text = normalizeSegments(path, absolute);
    const tail = text !== '' && endsWith(path, '/') ? '/' : '';
    return absolute ? `/${text}${tail}` : text === '' ? (endsWith(path, '/') ? './' : '.') : text + tail;
  },
  join(...parts) {
    const given = [];
    for (let i = 0; i < parts.length; i++) {
      checkString(parts[i], 'path');
      if (parts[i] !== '') {
        push(given, parts[i]);
      }
    }
    return given.length === 0 ? '.' : pathModule.normalize(join(given, '/'));
  },
  resolve(...parts) {
    let text = '';
    for (let i = parts.length - 1; i >= 0 && !startsWith(text, '/'); i--) {
      checkString(parts[i], 'path');
      text = parts[i] === '' ? text : text === '' ? parts[i] : `${parts[i]}/${text}`;
    }
    return `/${normalizeSegments(text, true)}`;
  },
  dirname(path) {
    checkString(path, 'path');
    let text = path;
    while (text.length > 1 && endsWith(text, '/')) {
      text = sliceText(text, 0, -1);
    }
    const at = lastIndexIn(text, '/');
    return at === -1 ? '.' : at === 0 ? '/' : sliceText(text, 0, at);
  },
  basename(path, suffix = '') {
    checkString(path, 'path');
    const base = baseName(path);
    return suffix !== '' && base !== suffix && endsWith(base, suffix) ? sliceText(base, 0, -suffix.length) : base;
  },
  extname(path) {
    checkString(path, 'path');
    const base = baseName(path);
    const at = lastIndexIn(base, '.');
    return at <= 0 || base === '..' ? '' : sliceText(base, at);
  },
  relative(from, to) {
    const first = splitText(sliceText(pathModule.resolve(from), 1), '/');
    const second = splitText(sliceText(pathModule.resolve(to), 1), '/');
    let same = 0;
    while (same < first.length && same < second.length && first[same] === second[same]) {
      same++;
    }
    const parts = [];
    for (let i = same; i < first.length; i++) {
      if (first[i] !== '') {
        push(parts, '..');
      }
    }
    for (let i = same; i < second.length; i++) {
      push(parts, second[i]);
    }
    return join(parts, '/');
  },
  parse(path) {
    const base = pathModule.basename(path);
    const ext = pathModule.extname(path);
    const dir = contains(path, '/') ? pathModule.dirname(path) : '';
    return {
      root: startsWith(path, '/') ? '/' : '', dir, base, ext, name: ext === '' ? base : sliceText(base, 0, -ext.length),
    };
  },
  format({ root = '', dir, base, name = '', ext = '' }) {
    const file = base ?? name + (ext === '' || startsWith(ext, '.') ? ext : `.${ext}`);
    return dir === undefined ? root + file : dir === root ? dir + file : `${dir}/${file}`;
  },
};
pathModule.posix = pathModule;
