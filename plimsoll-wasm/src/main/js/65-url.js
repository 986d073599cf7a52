// The URL class. Setters parse again with the changed part, and ignore what is not valid there, as the standard tells them to.
function invalidUrl(input, base) {
  const error = codedError(intrinsics.TypeError, 'ERR_INVALID_URL', 'Invalid URL');
  define(error, 'input', input, true);
  if (base !== undefined) {
    define(error, 'base', base, true);
  }
  return error;
}

function parseWithBase(input, base) {
  let baseRecord = null;
  if (base !== undefined) {
    baseRecord = parseUrl(base, null);
    if (baseRecord === null) {
      return null;
    }
  }
  return parseUrl(input, baseRecord);
}

const cannotHaveCredentials = (record) => record.host === null || record.host === '' || record.scheme === 'file';

class URL {
  #record;
  #params;

  constructor(input, base = undefined) {
    if (arguments.length === 0) {
      throw missingArgumentsError(['url']);
    }
    input = `${input}`;
    base = base === undefined ? undefined : `${base}`;
    this.#record = parseWithBase(input, base);
    if (this.#record === null) {
      throw invalidUrl(input, base);
    }
  }

  static canParse(input, base = undefined) {
    return parseWithBase(`${input}`, base === undefined ? undefined : `${base}`) !== null;
  }

  static parse(input, base = undefined) {
    return URL.canParse(input, base) ? new URL(input, base) : null;
  }

  get href() { return urlText(this.#record); }

  set href(value) {
    const record = parseUrl(`${value}`, null);
    if (record === null) {
      throw invalidUrl(`${value}`);
    }
    this.#record = record;
    this.#refreshParams();
  }

  get origin() {
    const { scheme, path } = this.#record;
    if (scheme === 'blob') {
      const inner = parseUrl(path, null);
      return inner !== null && (inner.scheme === 'http' || inner.scheme === 'https') ? `${inner.scheme}://${hostAndPort(inner)}` : 'null';
    }
    return isSpecial(scheme) && scheme !== 'file' ? `${scheme}://${hostAndPort(this.#record)}` : 'null';
  }

  get protocol() { return `${this.#record.scheme}:`; }

  set protocol(value) {
    const match = matchRegExp(schemeText, `${value}:`);
    const record = this.#record;
    if (match === null) {
      return;
    }
    const scheme = lowerCase(match[1]);
    const hasAuthority = record.username !== '' || record.password !== '' || record.port !== null;
    if (isSpecial(scheme) !== isSpecial(record.scheme) || (scheme === 'file' && hasAuthority) ||
        (record.scheme === 'file' && record.host === '')) {
      return;
    }
    record.scheme = scheme;
    record.port = record.port === defaultPorts[scheme] ? null : record.port;
  }

  get username() { return this.#record.username; }

  set username(value) {
    if (!cannotHaveCredentials(this.#record)) {
      this.#record.username = percentEncode(unicodeText(value), SETS.userinfo);
    }
  }

  get password() { return this.#record.password; }

  set password(value) {
    if (!cannotHaveCredentials(this.#record)) {
      this.#record.password = percentEncode(unicodeText(value), SETS.userinfo);
    }
  }

  get host() { return hostAndPort(this.#record); }

  set host(value) {
    const text = this.#authorityOf(value);
    if (text === '') {
      return;
    }
    const { port } = this.#record;
    // A host with a port that is not valid is taken without it.
    if (setHostAndPort(this.#record, text)) {
      return;
    }
    this.#record.port = port;
    const digits = matchRegExp(/^(.*?):(\d*)/, text);
    if (digits !== null && digits[1] !== '') {
      setHostAndPort(this.#record, digits[2] === '' || +digits[2] > 65535 ? digits[1] : `${digits[1]}:${digits[2]}`);
    }
  }

  get hostname() { return this.#record.host ?? ''; }

  set hostname(value) {
    const text = this.#authorityOf(value);
    if (text === '' || (contains(text, ':') && text[0] !== '[')) {
      return;
    }
    const host = parseHost(text, !isSpecial(this.#record.scheme));
    if (host !== null) {
      this.#record.host = host;
    }
  }

  get port() { return this.#record.port === null ? '' : `${this.#record.port}`; }

  set port(value) {
    if (cannotHaveCredentials(this.#record)) {
      return;
    }
    const text = `${value}`;
    const digits = matchRegExp(/^\d*/, text)[0];
    if (text === '' || digits !== '') {
      setPort(this.#record, digits);
    }
  }

  get pathname() { return pathText(this.#record); }

  set pathname(value) {
    if (typeof this.#record.path !== 'string') {
      this.#record.path = [];
      addSegments(this.#record, replaceText(replaceText(this.#clean(value), '?', '%3F'), '#', '%23'), isSpecial(this.#record.scheme));
    }
  }

  get search() { return this.#record.query === null || this.#record.query === '' ? '' : `?${this.#record.query}`; }

  set search(value) {
    const text = this.#clean(value);
    if (text === '') {
      this.#record.query = null;
    } else {
      parseQuery(this.#record, text[0] === '?' ? sliceText(text, 1) : text);
    }
    this.#refreshParams();
  }

  get searchParams() {
    if (this.#params === undefined) {
      this.#params = new URLSearchParams(this.#record.query ?? '');
      replaceParams(this.#params, this.#record.query ?? '');
      connectParams(this.#params, () => {
        const text = this.#params.toString();
        this.#record.query = text === '' ? null : text;
      });
    }
    return this.#params;
  }

  get hash() { return this.#record.fragment === null || this.#record.fragment === '' ? '' : `#${this.#record.fragment}`; }

  set hash(value) {
    const text = this.#clean(value);
    this.#record.fragment = text === '' ? null : percentEncode(text[0] === '#' ? sliceText(text, 1) : text, SETS.fragment);
  }

  toString() { return urlText(this.#record); }
  toJSON() { return urlText(this.#record); }

  #clean(value) { return replaceMatches(unicodeText(value), tabsAndNewlines, () => ''); }

  // The part of a new host that counts; empty when the URL cannot have one.
  #authorityOf(value) {
    if (typeof this.#record.path === 'string') {
      return '';
    }
    const match = matchRegExp(isSpecial(this.#record.scheme) ? /^[^/?#\\]*/ : /^[^/?#]*/, this.#clean(value));
    return contains(match[0], '@') ? '' : match[0];
  }

  #refreshParams() {
    if (this.#params !== undefined) {
      replaceParams(this.#params, this.#record.query ?? '');
    }
  }

  [inspectCustom](depth, options) {
    if (typeof depth === 'number' && depth < 0) {
      return 'URL {}';
    }
    const record = {
      href: this.href, origin: this.origin, protocol: this.protocol, username: this.username, password: this.password,
      host: this.host, hostname: this.hostname, port: this.port, pathname: this.pathname, search: this.search,
      searchParams: this.searchParams, hash: this.hash,
    };
    return `URL ${inspect(record, options)}`;
  }
}
const urlMembers = [
  'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash',
  'toString', 'toJSON',
];
makeEnumerable(URL.prototype, urlMembers);
makeEnumerable(URL, ['canParse', 'parse']);
setTag(URL.prototype, 'URL');
