"""The granted API for Python: the broker's module, evaluated with host_call() in scope, which asks the guard."""
import http.client as _http
import json as _json
import os as _os
import ssl as _ssl
import urllib.parse as _parse

_MAX_REPLY = 16 * (1 << 20) + 16

with open(_os.environ["PLIMSOLL_HOST"], encoding="utf-8") as _job:
    _host = _json.load(_job)["host"]
_url = _parse.urlsplit(_host["url"])


def _connection():
    # A connection for each call: right in every thread and after every fork. No proxy, no redirect.
    if _url.scheme == "http":
        return _http.HTTPConnection(_url.netloc)
    context = _ssl.create_default_context()
    if "NODE_EXTRA_CA_CERTS" in _os.environ:  # whom the template trusts, such as E2B's own proxy
        context.load_verify_locations(_os.environ["NODE_EXTRA_CA_CERTS"])
    return _http.HTTPSConnection(_url.netloc, context=context)


def host_call(envelope):
    """Sends one call and waits for its reply. Raises RuntimeError for a call that failed."""
    data = envelope.encode("utf-8")
    most = _host["maxEnvelopeBytes"]
    if not 0 < len(data) <= most:
        raise RuntimeError(f"the call is larger than {most} bytes")
    connection = _connection()
    try:
        connection.request("POST", _url.path or "/", data, {"content-type": "application/json"})
        answer = connection.getresponse()
        body = answer.read(_MAX_REPLY + 1)
    except (OSError, _http.HTTPException):
        raise RuntimeError("the connection to the host was lost") from None
    finally:
        connection.close()
    if answer.status != 200:
        raise RuntimeError(f"the host call was refused with status {answer.status}")
    if len(body) > _MAX_REPLY:
        raise RuntimeError("the reply is malformed")
    return body.decode("utf-8")


exec(compile(_host["python"], "host.py", "exec"), globals())
