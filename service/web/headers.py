"""Headers: those of every answer and those that a request may have only once; entity tags; and `Allow`."""

from collections.abc import Iterable
from typing import Any, cast

from litestar import Response
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Scope

from chronik.service.web.other_origins import READABLE
from chronik.service.web.problems.kinds import MALFORMED
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest

LOOPBACK = ("127.", "localhost", "[::1]")
NO_SNIFFING = (b"x-content-type-options", b"nosniff")
HEADERS = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    NO_SNIFFING,
    (b"referrer-policy", b"no-referrer"),
    *READABLE,
)
PUBLIC = (*HEADERS, (b"vary", b"authorization"))
SECURE = (b"strict-transport-security", b"max-age=31536000")
SINGLE = (b"authorization", b"content-type", b"host", b"idempotency-key", b"last-event-id")
"""Headers that may be sent only once: with two values, different parts of the service could use different ones."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Adds the headers of every answer that the route has not set, including answers of the guard.

    It is a `before_send` hook. An answer that already has `nosniff`, such as a file of the pages, is complete.
    """
    if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
        return
    given = list(message.get("headers", ()))
    if NO_SNIFFING in given:
        return
    public = scope["method"] in ("GET", "HEAD")
    cached = public and header(scope, b"authorization") is None
    wanted = [*(PUBLIC if public else HEADERS), (b"cache-control", b"no-cache" if cached else b"no-store")]
    if not (header(scope, b"host") or "localhost").lower().startswith(LOOPBACK):
        wanted.append(SECURE)
    present = {name.lower() for name, _ in given}
    message["headers"] = [*given, *(line for line in wanted if line[0] not in present)]


def header(scope: Scope, wanted: bytes) -> str | None:
    """Returns the first header with a name, or None."""
    value = _headers_by_name(scope).get(wanted)
    return None if value is None else value.decode("latin-1")


def _headers_by_name(scope: Scope) -> dict[bytes, bytes]:
    """Returns the first header of each name; a request's headers are read once."""
    state = scope.setdefault("state", {})
    if "headers" not in state:
        state["headers"] = dict(reversed([*scope["headers"]]))
    return cast("dict[bytes, bytes]", state["headers"])


def refuse_doubled(scope: HTTPScope) -> None:
    """Raises a problem if a header that can be sent once was sent twice."""
    names = [name for name, _ in scope["headers"]]
    if len(names) == len(_headers_by_name(scope)):
        return
    for name in SINGLE:
        if names.count(name) > 1:
            said = name.decode()
            raise Problem(MALFORMED, f"The header {said} was sent twice; send it once.", at=f"header.{said}")


async def complete_allow_header(message: Message, scope: Scope) -> None:
    """Adds the methods that the framework leaves out of its answer to OPTIONS; a `before_send` hook."""
    if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP or scope["method"] != "OPTIONS":
        return
    # Not every kind of scope has a template, so the type of `get` is unknown.
    template = str(scope.get("path_template", ""))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    known = scope["litestar_app"].route_handler_method_map.get(template, {})
    headers = [(name, value) for name, value in message["headers"] if name != b"allow"]
    if known and len(headers) < len(list(message["headers"])):
        message["headers"] = [*headers, (b"allow", allow_header(known).encode())]


def allow_header(methods: Iterable[str]) -> str:
    """Returns an `Allow` header; HEAD is added if GET is allowed."""
    known = {str(method) for method in methods}
    return ", ".join(sorted(known | ({"HEAD"} if "GET" in known else set())))


def etag(version: int) -> str:
    """Returns the entity tag of a version."""
    return f'"{version}"'


def required_version(request: HTTPRequest) -> int | None:
    """Returns the version that `If-Match` requires, or None."""
    tag = header(request.scope, b"if-match")
    if tag is None or tag == "*":
        return None
    version = tag.removeprefix("W/").strip('"')
    if not (version.isascii() and version.isdigit() and len(version) < 7):
        raise Problem(MALFORMED, 'If-Match must be a version such as "87".', at="header.If-Match")
    return int(version)


def is_unchanged(request: HTTPRequest, version: int) -> bool:
    """Returns whether `If-None-Match` names this version, so that the caller already has it."""
    return is_tagged(request, etag(version))


def is_tagged(request: HTTPRequest, tag: str) -> bool:
    """Returns whether `If-None-Match` names this entity tag, or matches any tag."""
    named = (header(request.scope, b"if-none-match") or "").split(",")
    return any(one.strip().removeprefix("W/") in ("*", tag) for one in named)


def not_modified(version: int) -> Response[Any]:
    """Returns the 304 response for a version."""
    return Response(b"", status_code=304, headers={"ETag": etag(version)})
