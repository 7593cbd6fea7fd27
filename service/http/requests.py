"""Requests: what routes read of one, its key, the version it insists on, numbers in its address; and entity tags."""

import hashlib
from typing import Any
from urllib.parse import urlencode

from litestar import Request, Response
from litestar.datastructures import State

from domain.engine.match.log import encode
from service.matches.play import new_key
from service.people.auth import Principal
from service.problems.kinds import MALFORMED, NOT_FOUND
from service.problems.problem import Problem

LONGEST_KEY = 200

HTTPRequest = Request[Any, Any, State]


def idempotency_key(request: HTTPRequest) -> str | None:
    """The caller's own name for this request, if it has one."""
    key = request.headers.get("idempotency-key")
    if key is not None and not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Problem(MALFORMED, f"A key has 1 to {LONGEST_KEY} visible characters.", at="header.Idempotency-Key")
    return key


def wanted_version(request: HTTPRequest) -> int | None:
    """The version that `If-Match` insists on."""
    tag = request.headers.get("if-match")
    if tag is None or tag == "*":
        return None
    version = tag.removeprefix("W/").strip('"')
    if not (version.isascii() and version.isdigit() and len(version) < 7):
        raise Problem(MALFORMED, 'A version looks like "87".', at="header.If-Match")
    return int(version)


def is_unchanged(request: HTTPRequest, version: int) -> bool:
    """Whether the caller has this version already, and says so with `If-None-Match`."""
    return is_tagged(request, etag(version))


def is_tagged(request: HTTPRequest, tag: str) -> bool:
    """Whether `If-None-Match` names this entity tag, or any."""
    named = request.headers.get("if-none-match", "").split(",")
    return any(one.strip().removeprefix("W/") in ("*", tag) for one in named)


def unchanged(version: int) -> Response[Any]:
    """The answer that there is nothing new."""
    return Response(b"", status_code=304, headers={"ETag": etag(version)})


def number(text: str) -> int:
    """A number in an address as we write it; whatever else stands there, `01` too, names nothing."""
    if len(text) > 6 or not text.isdecimal() or text != str(int(text)):
        raise Problem(NOT_FOUND)
    return int(text)


def next_page(request: HTTPRequest, cursor: str) -> str:
    """The address of the next page of the same list."""
    asked = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    return f"{request.url.path}?{urlencode([*asked, ('cursor', cursor)])}"


def fingerprint(kind: str, content: Any) -> str:
    """What a request asks for, so that a key used for something else is noticed."""
    return hashlib.sha256(kind.encode() + b"\n" + encode(content)).hexdigest()[:32]


def etag(version: int) -> str:
    """The version as an entity tag."""
    return f'"{version}"'


def owned_key(principal: Principal, request: HTTPRequest) -> str:
    """What stands for the idempotency key and its owner; for a random key when the caller has none.

    A hash, because callers may write what they like into a key, and the server keeps it as long as the log.
    """
    key = idempotency_key(request) or new_key()
    return hashlib.sha256(f"chronik/key/1\n{principal.player}\n{key}".encode()).hexdigest()
