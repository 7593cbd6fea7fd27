"""Entity tags: the version of what is answered, and which version a request knows or insists on."""

from typing import Any

from litestar import Response

from service.http.request import HTTPRequest
from service.problems.kinds import MALFORMED
from service.problems.problem import Problem


def etag(version: int) -> str:
    """The version as an entity tag."""
    return f'"{version}"'


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
