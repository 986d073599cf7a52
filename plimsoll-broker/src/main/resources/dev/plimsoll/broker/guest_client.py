"""Calls that this run was granted. In scope: host_call(envelope: str) -> str, which raises RuntimeError for a failed call."""
import json as _json


class HostError(Exception):
    """A call that was refused, or answered with another status than 200 to 299."""

    def __init__(self, status, message, body=None):
        super().__init__(message)
        self.status = status
        self.body = body


class Answer:
    """What the API answered: its status, content type and body, as text."""

    def __init__(self, status, content_type, body):
        self.status = status
        self.content_type = content_type
        self.body = body


_NO_BODY = object()


def call(method, path, body=_NO_BODY):
    """Makes a call and returns its Answer, whatever its status is."""
    if not isinstance(method, str) or not isinstance(path, str):
        raise TypeError("a call takes a method and a path, both strings")
    envelope = {"method": method, "path": path}
    if body is not _NO_BODY:
        envelope["body"] = _json.dumps(body, allow_nan=False)
    reply = _json.loads(host_call(_json.dumps(envelope)))
    if "error" in reply:
        raise HostError(reply["status"], reply["error"])
    return Answer(reply["status"], reply["type"], reply["body"])


def _value(method, path, body=_NO_BODY):
    answer = call(method, path, body)
    if not 200 <= answer.status <= 299:
        raise HostError(answer.status, f"{method} was answered with status {answer.status}", answer.body)
    if answer.body == "":
        return None
    kind = answer.content_type.split(";")[0].strip().lower()
    if kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json")):
        return _json.loads(answer.body)
    return answer.body


def get(path):
    return _value("GET", path)


def put(path, body=_NO_BODY):
    return _value("PUT", path, body)


def post(path, body=_NO_BODY):
    return _value("POST", path, body)


def patch(path, body=_NO_BODY):
    return _value("PATCH", path, body)


def delete(path, body=_NO_BODY):
    return _value("DELETE", path, body)
