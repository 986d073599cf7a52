// The parser of the URL Standard, 4.4, as functions over the rest of the text instead of one machine of states.
//
// A record has scheme, username, password, host (null for none), port (null for the default), path (a text when opaque, else a
// list), query and fragment (null for none).
const defaultPorts = { __proto__: null, 'http': 80, 'https': 443, 'ws': 80, 'wss': 443, 'ftp': 21, 'file': null };
const schemeText = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;
const driveLetter = /^[a-zA-Z][:|]$/;
const normalDriveLetter = /^[a-zA-Z]:$/;
const startsWithDrive = /^[a-zA-Z][:|](?:[/\\?#]|$)/;
const outerControls = /^[\0-\x20]+|[\0-\x20]+$/g;
const tabsAndNewlines = /[\t\n\r]/g;
const isSpecial = (scheme) => scheme in defaultPorts;

const newUrlRecord = (scheme) => ({
  __proto__: null, scheme, username: '', password: '', host: null, port: null, path: [], query: null, fragment: null,
});

// Returns a record, or null for failure.
function parseUrl(input, base) {
  let text = replaceMatches(replaceMatches(toWellFormed(input), outerControls, () => ''), tabsAndNewlines, () => '');
  const match = matchRegExp(schemeText, text);
  let fragment = null;
  const hash = indexIn(text, '#');
  if (hash !== -1) {
    fragment = percentEncode(sliceText(text, hash + 1), SETS.fragment);
    text = sliceText(text, 0, hash);
  }
  const scheme = match !== null && match[0].length <= text.length ? lowerCase(match[1]) : null;
  const record = scheme === null ? parseRelative(text, base, fragment) : parseWithScheme(scheme, sliceText(text, scheme.length + 1), base);
  if (record !== null && (record.fragment === null || fragment !== null)) {
    record.fragment = fragment;
  }
  return record;
}

function parseWithScheme(scheme, rest, base) {
  const record = newUrlRecord(scheme);
  if (scheme === 'file') {
    return parseFile(record, rest, base !== null && base.scheme === 'file' ? base : null);
  }
  if (isSpecial(scheme)) {
    const isRelative = base !== null && base.scheme === scheme && !(isSlash(rest[0], true) && isSlash(rest[1], true));
    return isRelative ? parseRelativeTo(record, rest, base) : parseAuthority(record, withoutLeadingSlashes(rest));
  }
  if (startsWith(rest, '//')) {
    return parseAuthority(record, sliceText(rest, 2));
  }
  if (rest[0] === '/') {
    return parsePath(record, rest);
  }
  return parseOpaquePath(record, rest);
}

function parseRelative(text, base, fragment) {
  if (base === null || (typeof base.path === 'string' && (text !== '' || fragment === null))) {
    return null;
  }
  const record = newUrlRecord(base.scheme);
  if (typeof base.path === 'string') {
    record.path = base.path;
    record.query = base.query;
    return record;
  }
  return base.scheme === 'file' ? parseFile(record, text, base) : parseRelativeTo(record, text, base);
}

const isSlash = (character, special) => character === '/' || (special && character === '\\');

function withoutLeadingSlashes(text) {
  let at = 0;
  while (isSlash(text[at], true)) {
    at++;
  }
  return sliceText(text, at);
}

function copyAuthority(record, base) {
  record.username = base.username;
  record.password = base.password;
  record.host = base.host;
  record.port = base.port;
}

const copyList = (list) => copyRange(list, 0, list.length);

function parseRelativeTo(record, text, base) {
  const special = isSpecial(record.scheme);
  if (isSlash(text[0], special)) {
    if (isSlash(text[1], special)) {
      return parseAuthority(record, special ? withoutLeadingSlashes(text) : sliceText(text, 2));
    }
    copyAuthority(record, base);
    return parsePath(record, text);
  }
  copyAuthority(record, base);
  record.path = copyList(base.path);
  if (text === '') {
    record.query = base.query;
    return record;
  }
  if (text[0] === '?') {
    return parseQuery(record, sliceText(text, 1));
  }
  shortenPath(record);
  return parsePath(record, text);
}

function endOfAuthority(text, special) {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '?' || isSlash(text[i], special)) {
      return i;
    }
  }
  return text.length;
}

function parseAuthority(record, text) {
  const special = isSpecial(record.scheme);
  const end = endOfAuthority(text, special);
  let authority = sliceText(text, 0, end);
  const at = lastIndexIn(authority, '@');
  if (at !== -1) {
    const credentials = sliceText(authority, 0, at);
    const colon = indexIn(credentials, ':');
    record.username = percentEncode(colon === -1 ? credentials : sliceText(credentials, 0, colon), SETS.userinfo);
    record.password = colon === -1 ? '' : percentEncode(sliceText(credentials, colon + 1), SETS.userinfo);
    authority = sliceText(authority, at + 1);
    if (authority === '') {
      return null;
    }
  }
  if (!setHostAndPort(record, authority)) {
    return null;
  }
  return parsePath(record, sliceText(text, end));
}

function setHostAndPort(record, authority) {
  const special = isSpecial(record.scheme);
  const colon = indexIn(authority, ':', max(0, indexIn(authority, ']')));
  const hostText = colon === -1 ? authority : sliceText(authority, 0, colon);
  if (hostText === '' && (special || colon !== -1)) {
    return false;
  }
  const host = hostText === '' ? '' : parseHost(hostText, !special);
  if (host === null) {
    return false;
  }
  record.host = host;
  return colon === -1 || setPort(record, sliceText(authority, colon + 1));
}

function setPort(record, text) {
  if (text === '') {
    record.port = null;
    return true;
  }
  if (matchRegExp(decimalNumber, text) === null || +text > 65535) {
    return false;
  }
  record.port = +text === defaultPorts[record.scheme] ? null : +text;
  return true;
}

function parseFile(record, text, base) {
  record.host = '';
  if (isSlash(text[0], true)) {
    if (isSlash(text[1], true)) {
      return parseFileHost(record, sliceText(text, 2));
    }
    if (base !== null) {
      record.host = base.host;
      if (matchRegExp(startsWithDrive, sliceText(text, 1)) === null && base.path.length > 0 &&
          matchRegExp(normalDriveLetter, base.path[0]) !== null) {
        push(record.path, base.path[0]);
      }
    }
    return parsePath(record, text);
  }
  if (base === null) {
    return parsePath(record, text);
  }
  record.host = base.host;
  record.path = copyList(base.path);
  if (text === '') {
    record.query = base.query;
    return record;
  }
  if (text[0] === '?') {
    return parseQuery(record, sliceText(text, 1));
  }
  if (matchRegExp(startsWithDrive, text) === null) {
    shortenPath(record);
  } else {
    record.path = [];
  }
  return parsePath(record, text);
}

function parseFileHost(record, text) {
  const end = endOfAuthority(text, true);
  const hostText = sliceText(text, 0, end);
  if (matchRegExp(driveLetter, hostText) !== null) {
    return parsePath(record, text);
  }
  const host = hostText === '' ? '' : parseHost(hostText, false);
  if (host === null) {
    return null;
  }
  record.host = host === 'localhost' ? '' : host;
  return parsePath(record, sliceText(text, end));
}

function shortenPath(record) {
  const { path } = record;
  if (record.scheme === 'file' && path.length === 1 && matchRegExp(normalDriveLetter, path[0]) !== null) {
    return;
  }
  pop(path);
}

const singleDots = ['.', '%2e'];
const doubleDots = ['..', '.%2e', '%2e.', '%2e%2e'];

function parsePath(record, text) {
  const special = isSpecial(record.scheme);
  const mark = indexIn(text, '?');
  const query = mark === -1 ? null : sliceText(text, mark + 1);
  const pathText = mark === -1 ? text : sliceText(text, 0, mark);
  addSegments(record, pathText, special);
  return query === null ? record : parseQuery(record, query);
}

function addSegments(record, text, special) {
  if (text === '' && !special) {
    return;
  }
  let from = isSlash(text[0], special) ? 1 : 0;
  for (let i = from; i <= text.length; i++) {
    const isEnd = i === text.length;
    if (!isEnd && !isSlash(text[i], special)) {
      continue;
    }
    let segment = percentEncode(sliceText(text, from, i), SETS.path);
    from = i + 1;
    const lower = lowerCase(segment);
    if (includes(doubleDots, lower)) {
      shortenPath(record);
      if (isEnd) {
        push(record.path, '');
      }
    } else if (!includes(singleDots, lower)) {
      if (record.scheme === 'file' && record.path.length === 0 && matchRegExp(driveLetter, segment) !== null) {
        segment = `${segment[0]}:`;
      }
      push(record.path, segment);
    } else if (isEnd) {
      push(record.path, '');
    }
  }
}

function parseOpaquePath(record, text) {
  const mark = indexIn(text, '?');
  record.path = percentEncode(mark === -1 ? text : sliceText(text, 0, mark), SETS.control);
  return mark === -1 ? record : parseQuery(record, sliceText(text, mark + 1));
}

function parseQuery(record, text) {
  record.query = percentEncode(text, isSpecial(record.scheme) ? SETS.specialQuery : SETS.query);
  return record;
}

const hostAndPort = (record) => record.host === null ? '' : record.host + (record.port === null ? '' : `:${record.port}`);
const pathText = (record) => typeof record.path === 'string' ? record.path :
  record.path.length === 0 ? '' : `/${join(record.path, '/')}`;

function urlText(record) {
  let text = `${record.scheme}:`;
  if (record.host !== null) {
    text += '//';
    if (record.username !== '' || record.password !== '') {
      text += record.username + (record.password === '' ? '' : `:${record.password}`) + '@';
    }
    text += hostAndPort(record);
  } else if (typeof record.path !== 'string' && record.path.length > 1 && record.path[0] === '') {
    text += '/.';
  }
  return text + pathText(record) + (record.query === null ? '' : `?${record.query}`) +
    (record.fragment === null ? '' : `#${record.fragment}`);
}
