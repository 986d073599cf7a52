// DOMException, the error of the web interfaces: an Error whose name says what went wrong.
const domExceptionCodes = {
  __proto__: null,
  IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5, NoModificationAllowedError: 7,
  NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12,
  InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18,
  NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24,
  DataCloneError: 25,
};
const domExceptionParts = new WeakMap();

function domExceptionPart(exception) {
  const parts = isObject(exception) ? weakGet(domExceptionParts, exception) : undefined;
  if (parts === undefined) {
    throw codedError(intrinsics.TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type DOMException');
  }
  return parts;
}

class DOMException {
  constructor(message = '', options = 'Error') {
    const exception = construct(intrinsics.Error, [], new.target);
    const isRecord = isObject(options);
    const name = isRecord ? read(options, 'name') : options;
    const parts = { __proto__: null, name: name === undefined ? 'Error' : `${name}`, message: `${message}` };
    weakSet(domExceptionParts, exception, parts);
    if (isRecord && has(options, 'cause')) {
      define(exception, 'cause', options.cause);
    }
    setStackHeader(exception, parts.message === '' ? parts.name : `${parts.name}: ${parts.message}`);
    return exception;
  }

  get name() { return domExceptionPart(this).name; }
  get message() { return domExceptionPart(this).message; }
  get code() { return domExceptionCodes[domExceptionPart(this).name] ?? 0; }
}
setPrototypeOf(DOMException.prototype, Error.prototype);
makeEnumerable(DOMException.prototype, ['name', 'message', 'code']);
setTag(DOMException.prototype, 'DOMException');
for (const name of enumerableKeys(domExceptionCodes)) {
  const constant = `${name.replace(/Error$/, '').replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}_ERR`;
  for (const target of [DOMException, DOMException.prototype]) {
    defineProperty(target, constant, { __proto__: null, value: domExceptionCodes[name], enumerable: true });
  }
}

// How a class of the prelude with private state shows itself: its name and a record of what it holds.
function inspectAs(name, record, depth, options) {
  if (depth < 0) {
    return `[${name}]`;
  }
  const nested = withOptions(options, { __proto__: null, depth: options.depth === null ? null : options.depth - 1 });
  return `${name} ${inspect(record, nested)}`;
}
