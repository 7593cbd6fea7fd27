"""What the routes of matches have in common: finding the match, reading key and version, playing, entity tags."""

import hashlib
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import PathParameter

from domain.engine.match.log import encode
from service.http.match_summary import problem
from service.log.store import Tail
from service.matches.live import Live, LiveMatches, Log
from service.matches.play import Played, Wish, new_key, pass_silences, play
from service.people.access import own_seat
from service.people.auth import Principal
from service.problems.ids import ID, is_id
from service.problems.kinds import MALFORMED, NOT_FOUND
from service.problems.problem import Problem

LONGEST_KEY = 200

MatchId = Annotated[str, PathParameter(description="The id of the match.", schema_extra={"pattern": ID})]

HTTPRequest = Request[Any, Any, State]


async def found(matches: LiveMatches, match: str) -> Live:
    """The match at the last version of its log, or the problem that there is none."""
    return await _found(matches, match, fresh=True)


async def known(matches: LiveMatches, match: str) -> Live:
    """The match as this process knows it, possibly behind its log: enough to write to."""
    return await _found(matches, match, fresh=False)


async def _found(matches: LiveMatches, match: str, fresh: bool) -> Live:
    if not is_id(match):
        raise Problem(NOT_FOUND)
    try:
        live = await (matches.fresh(match) if fresh else matches.find(match))
    except Exception as error:
        raise problem(error, None, None) from error
    if live is None:
        raise Problem(NOT_FOUND)
    return live


async def log_of(matches: LiveMatches, match: str, lines_only: bool = False) -> Log:
    """All entries of a match, or the problem why there are none; for lines alone no data set need be loaded."""
    if not is_id(match):
        raise Problem(NOT_FOUND)
    try:
        log = await (matches.lines(match) if lines_only else matches.log(match))
    except Exception as error:
        raise problem(error, None, None) from error
    if log is None:
        raise Problem(NOT_FOUND)
    return log


async def tail_of(matches: LiveMatches, match: str) -> Tail:
    """A whole log as it is stored."""
    try:
        return await matches.store.tail(match, 0)
    except Exception as error:
        raise problem(error, None, None) from error


async def refresh(matches: LiveMatches, live: Live) -> None:
    """Brings a match up to its log, and its clocks past every time in which nobody could play."""
    try:
        await matches.refresh(live)
        await pass_silences(matches, live)
    except Exception as error:
        raise problem(error, live.rules, live.match) from error


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


async def played(
    matches: LiveMatches,
    live: Live,
    request: HTTPRequest,
    principal: Principal | None,
    kind: str,
    command: Any,
    prompt: int | None = None,
) -> tuple[int, Played]:
    """Plays the caller's command in the caller's seat; every refusal becomes its problem."""
    seat = own_seat(live.match, principal)
    assert principal is not None
    wish = Wish(
        command=command,
        key=owned_key(principal, request),
        fingerprint=fingerprint(kind, (command, prompt)),
        seat=seat,
        player=principal.player,
        prompt=prompt,
        version=wanted_version(request),
    )
    return seat, await wished(matches, live, wish)


async def wished(matches: LiveMatches, live: Live, wish: Wish) -> Played:
    """Plays a wish; every refusal becomes its problem."""
    try:
        return await play(matches, live, wish)
    except Exception as error:
        raise problem(error, live.rules, live.match) from error


def owned_key(principal: Principal, request: HTTPRequest) -> str:
    """What stands for the idempotency key and its owner; for a random key when the caller has none.

    A hash, because callers may write what they like into a key, and the engine keeps it as long as the log.
    """
    key = idempotency_key(request) or new_key()
    return hashlib.sha256(f"chronik/key/1\n{principal.player}\n{key}".encode()).hexdigest()
