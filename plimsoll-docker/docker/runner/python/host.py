"""The granted API for Python: the broker's module, evaluated with host_call() in scope."""
import os as _os
import socket as _socket
import struct as _struct

_MAX_REPLY = 16 * (1 << 20) + 16


def host_call(envelope):
    """Sends one call and waits for its reply. Raises RuntimeError for a call that failed."""
    data = envelope.encode("utf-8")
    most = int(_os.environ["PLIMSOLL_HOST_ENVELOPE_BYTES"])
    if not 0 < len(data) <= most:
        raise RuntimeError(f"the call is larger than {most} bytes")
    # A connection for each call: right in every thread and after every fork.
    with _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM) as connection:
        connection.connect(_os.path.join(_os.environ["PLIMSOLL_HOST"], "socket"))
        connection.sendall(_struct.pack(">II", len(data) + 4, 1) + data)
        (length,) = _struct.unpack(">I", _read(connection, 4))
        if not 5 <= length <= _MAX_REPLY:
            raise RuntimeError("the reply is malformed")
        body = _read(connection, length)
    text = body[5:].decode("utf-8")
    if body[4] != 0:
        raise RuntimeError(text)
    return text


def _read(connection, length):
    data = bytearray()
    while len(data) < length:
        part = connection.recv(min(65536, length - len(data)))
        if not part:
            raise RuntimeError("the connection to the host was lost")
        data += part
    return bytes(data)


with open(_os.path.join(_os.environ["PLIMSOLL_HOST"], "host.py"), encoding="utf-8") as _source:
    exec(compile(_source.read(), "host.py", "exec"), globals())
