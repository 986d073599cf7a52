// Defines the grant's global in the guest. In scope: hostCall(envelope: string): Promise<string>, define(name, value).
// What it uses of the language it takes before the guest's code runs, so that a guest which changes JSON harms itself only.
const { parse, stringify } = JSON;
const apply = Reflect.apply;
const { test } = RegExp.prototype;
const Failure = Error;
const Misuse = TypeError;

class HostError extends Failure {
  constructor(status, message, body) {
    super(message);
    this.status = status;
    if (body !== undefined) {
      this.body = body;
    }
  }
}
Object.defineProperty(HostError.prototype, 'name', { value: 'HostError', configurable: true, writable: true });

function isJson(type) {
  return apply(test, /^application\/(?:[a-z0-9.+-]+\+)?json(?:[ ;]|$)/i, [type]);
}

async function exchange(method, path, body) {
  if (typeof method !== 'string' || typeof path !== 'string') {
    throw new Misuse('a call takes a method and a path, both strings');
  }
  const envelope = { __proto__: null, method, path };
  if (body !== undefined) {
    const text = stringify(body);
    if (text === undefined) {
      throw new Misuse('the body cannot be written as JSON');
    }
    envelope.body = text;
  }
  const reply = parse(await hostCall(stringify(envelope)));
  if (reply.error !== undefined) {
    throw new HostError(reply.status, reply.error);
  }
  return reply;
}

async function call(method, path, body) {
  const reply = await exchange(method, path, body);
  return { status: reply.status, contentType: reply.type, body: reply.body };
}

async function value(method, path, body) {
  const { status, type, body: text, inexact } = await exchange(method, path, body);
  if (status < 200 || status > 299) {
    throw new HostError(status, `${method} was answered with status ${status}`, text);
  }
  if (text === '') {
    return undefined;
  }
  if (!isJson(type)) {
    return text;
  }
  // JSON's integers are longer than JavaScript's: one that would come out as another is refused, not changed
  if (inexact !== undefined) {
    throw new HostError(status, `the answer holds the integer ${inexact}, which JavaScript cannot hold; take the text from call()`);
  }
  return parse(text);
}

define('__PLIMSOLL_GLOBAL_NAME__', Object.freeze({
  __proto__: null,
  get: (path) => value('GET', path),
  put: (path, body) => value('PUT', path, body),
  post: (path, body) => value('POST', path, body),
  patch: (path, body) => value('PATCH', path, body),
  del: (path, body) => value('DELETE', path, body),
  call,
  HostError,
}));
