// process.stdout and process.stderr: what is written is handed to the host at once, there is nothing to wait for.
const STDOUT = 1;
const STDERR = 2;
const encodingNames = ['utf8', 'utf-8'];

function writeChunk(fd, chunk, encoding) {
  if (typeof chunk === 'string') {
    const known = typeof encoding === 'string' ? lowerCase(encoding) : 'utf8';
    if (includes(encodingNames, known)) {
      native.write(fd, chunk);
      return;
    }
    chunk = BufferFrom(chunk, encoding);
  }
  const bytes = bytesOf(chunk);
  if (bytes === undefined || className(chunk) === 'ArrayBuffer') {
    throw argumentTypeError('chunk', 'of type string or an instance of Buffer or Uint8Array', chunk);
  }
  native.writeBytes(fd, typedArrayBuffer(bytes), typedArrayByteOffset(bytes), typedArrayByteLength(bytes));
}

// A stream is an event emitter with the members that programs use for output.
function makeWritable(fd) {
  const stream = new EventEmitter();
  const finish = (args) => {
    for (let i = 0; i < args.length; i++) {
      if (typeof args[i] === 'function') {
        nextTick(args[i]);
        return;
      }
    }
  };
  const methods = {
    __proto__: null,
    write(chunk, encoding) {
      writeChunk(fd, chunk, encoding);
      finish(arguments);
      return true;
    },
    end(chunk, encoding) {
      if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') {
        writeChunk(fd, chunk, encoding);
      }
      finish(arguments);
      return stream;
    },
    cork: noop,
    uncork: noop,
    setDefaultEncoding: () => stream,
  };
  const names = enumerableKeys(methods);
  for (let i = 0; i < names.length; i++) {
    define(stream, names[i], methods[names[i]]);
  }
  define(stream, 'fd', fd);
  define(stream, 'writable', true);
  define(stream, 'isTTY', false);
  define(stream, 'columns', undefined);
  setTag(stream, 'WriteStream');
  return stream;
}

// What console prints goes through `write` of the stream if the guest replaced that.
function printTo(stream, builtIn, fd, text) {
  const write = read(stream, 'write');
  if (write === builtIn || typeof write !== 'function') {
    native.write(fd, text);
  } else {
    call(write, stream, text);
  }
}
