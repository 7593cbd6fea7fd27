"""Matches whatever their game: open, list, look at, sit down, undo; and what is the same for all games to read."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, assert_never
from urllib.parse import urlencode

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Raw, Struct
from msgspec.structs import replace

from domain.engine.commands import AnswerUndo, LeaveSeat, OpenMatch, TakeBack, TakeSeat
from domain.engine.events import Disclosure
from domain.engine.log import encode
from domain.engine.match import Status
from domain.engine.seats import Chair
from domain.engine.table import MAX_ENTROPY
from projections.audit import AuditEntry, audit
from projections.frames import line
from projections.lines import Line
from projections.lobby import Listing, listed
from projections.scores import Score, scores
from service.access import is_disclosed
from service.answers import API, Links, MatchCard, Result, SeatLine, card, links, problem
from service.archives import archive_of
from service.auth import Principal, Scope, authenticate, require
from service.bodies import StrictJSON
from service.bots.levels import LEVELS
from service.catalogue import Rules
from service.contract import BYTES, OF_A_COMMAND, OF_A_MATCH, OF_AN_OPENING, Token, promises
from service.errors import Problem
from service.ids import ID, Hash, Id
from service.live import Live, LiveMatches
from service.lobby import Lobby
from service.log_store import Damaged
from service.people import People
from service.play import Played, open_match
from service.play import Request as Wish
from service.problems import MALFORMED, NOT_FOUND, NOT_YOUR_SEAT, SEAT_TAKEN, STALE_VIEW, UNDO_BLOCKED
from service.records import MatchRow
from service.routes.players import rfc3339
from service.routes.requests import (
    HTTPRequest,
    MatchId,
    etag,
    fingerprint,
    found,
    idempotency_key,
    is_unchanged,
    log_of,
    number,
    owned_key,
    played,
    tail_of,
    unchanged,
    wanted_version,
    wished,
)

Entropy = Annotated[
    str,
    Meta(
        max_length=2 * MAX_ENTROPY,
        pattern="^([0-9a-fA-F]{2})*$",
        description="Your own randomness, up to 64 bytes as hex digits; it goes into the seed of every draw.",
    ),
]


SeatNumber = Annotated[
    str,
    PathParameter(description="The number of the seat.", schema_extra={"type": "integer", "minimum": 0, "maximum": 15}),
]
UndoNumber = Annotated[
    str,
    PathParameter(
        description="The number of the request: the version of its entry.",
        schema_extra={"type": "integer", "minimum": 1, "maximum": 15_000},
    ),
]
Cursor = Annotated[str | None, QueryParameter(max_length=100, description="Go on after a page: its `next`.")]
Limit = Annotated[int, QueryParameter(ge=1, le=500, description="How many matches at most.")]
Game = Annotated[str | None, QueryParameter(max_length=40, pattern="^[a-z_]+$", description="Only this game.")]
HowFar = Annotated[Status | None, QueryParameter(description="Only matches that are this far.")]
Player = Annotated[str | None, QueryParameter(pattern=ID, description="Only matches in which this player sits.")]

PLAYING: dict[str, Any] = {"token": Token.REQUIRED, "gives": ("ETag",)}
KEYED = ("Idempotency-Key",)
STRICT = ("Idempotency-Key", "If-Match")


class Mine(Struct, frozen=True, forbid_unknown_fields=True, tag="mine", tag_field="t"):
    """The caller sits here."""

    entropy: Entropy = ""


class Open(Struct, frozen=True, forbid_unknown_fields=True, tag="open", tag_field="t"):
    """Anybody may sit down here."""


class Bot(Struct, frozen=True, forbid_unknown_fields=True, tag="bot", tag_field="t"):
    """A bot sits here."""

    level: Annotated[str, Meta(min_length=1, max_length=40)]


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be opened: the game, its options, and who sits where, clockwise from seat 0."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[Mine | Open | Bot, ...], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    disclosure: Disclosure = Disclosure.EVERYONE


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to take; without a number, the first that is open."""

    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    entropy: Entropy = ""


class NewUndo(Struct, frozen=True, forbid_unknown_fields=True):
    """Go back to the state right after a version; where that is not free, `ask` the other seats."""

    to: Annotated[int, Meta(ge=0, le=15_000)]
    ask: bool = False


class Vote(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to somebody's request to go back."""

    grant: bool


class MatchLine(Struct, frozen=True):
    """A match in the lobby, as far as the bookkeeper has read it; the match itself may be ahead."""

    id: Id
    game: str
    status: Status
    seats: tuple[SeatLine, ...]
    version: int
    opened_at: datetime
    closed_at: datetime | None
    result: Result | None
    links: Links


class MatchPage(Struct, frozen=True):
    """Some matches, newest first; `next` is the cursor of those that follow, null at the end."""

    matches: tuple[MatchLine, ...]
    next: str | None


class Changed(Struct, frozen=True):
    """What a request about the table or an undo has brought: the lines, and the match after them."""

    version: int
    head: Hash
    lines: tuple[Line, ...]
    match: MatchCard


class Scores(Struct, frozen=True):
    """The score after every entry since the start."""

    version: int
    scores: tuple[Score, ...]


class Audit(Struct, frozen=True):
    """Every entry of a match, the undone ones too."""

    version: int
    head: Hash
    entries: tuple[AuditEntry, ...]


def matches_router(matches: LiveMatches, lobby: Lobby, people: People) -> Router:
    """The neutral addresses of matches, under `/api/v1`."""

    async def described(live_rules: Rules, played_match: Any, head: bytes, principal: Principal | None) -> MatchCard:
        names = await people.names({chair.player for chair in played_match.chairs if chair.player})
        return card(live_rules, played_match, head, names, is_disclosed(played_match, principal))

    async def changed(done: Played, principal: Principal | None) -> Response[Changed]:
        body = Changed(
            version=done.match.version,
            head=done.head.hex(),
            lines=tuple(line(done.rules.projection, entry) for entry in done.entries),
            match=await described(done.rules, done.match, done.head, principal),
        )
        return Response(body, headers={"ETag": etag(body.version)})

    @post(
        "/matches",
        operation_id="open_match",
        dto=StrictJSON,
        return_dto=None,
        opt=promises(
            token=Token.REQUIRED,
            reads=KEYED,
            gives=("Location", "ETag"),
            problems=OF_AN_OPENING,
        ),
    )
    async def open_new(request: HTTPRequest, data: JSONBody[NewMatch]) -> Response[MatchCard]:
        """Opens a match. With an `Idempotency-Key` it is opened once, however often this is sent."""
        principal = require(await authenticate(request), Scope.PLAY)
        rules = matches.catalogue.current(data.game)
        if rules is None:
            raise Problem(MALFORMED, "There is no such game.", at="$.game", games=list(matches.catalogue.names()))
        command = OpenMatch(
            chairs=tuple(_chair(data.game, number, seat, principal) for number, seat in enumerate(data.seats)),
            options=_options(rules, data.options),
            disclosure=data.disclosure,
            opener=principal.player,
        )
        key = idempotency_key(request)
        match = secrets.token_hex(16) if key is None else _derived_id(principal, key)
        try:
            done = await open_match(
                matches, rules, command, match, owned_key(principal, request), fingerprint("open", command)
            )
        except Exception as error:
            raise problem(error, rules, None) from error
        body = await described(done.rules, done.match, done.head, principal)
        headers = {"Location": f"{API}/matches/{match}", "ETag": etag(done.match.version)}
        return Response(body, headers=headers)

    @get("/matches", operation_id="list_matches", opt=promises(gives=("Link",)))
    async def list_matches(
        request: HTTPRequest,
        cursor: Cursor = None,
        limit: Limit = 50,
        game: Game = None,
        status: HowFar = None,
        player: Player = None,
    ) -> Response[MatchPage]:
        """The lobby, newest first, in pages that never shift: follow `next`."""
        page = await lobby.page(cursor, limit, game, status, player)
        lines = await _lines(people, page.rows)
        headers = {"Link": f'<{_next(request, page.cursor)}>; rel="next"'} if page.cursor else {}
        return Response(MatchPage(lines, page.cursor), headers=headers)

    @get(
        "/matches/{match:str}",
        operation_id="match",
        opt=promises(token=Token.OPTIONAL, reads=("If-None-Match",), gives=("ETag",), problems=OF_A_MATCH),
    )
    async def show(request: HTTPRequest, match: MatchId) -> Response[MatchCard]:
        """A match from outside: status, seats, whose answer is awaited, and where to go from here."""
        principal = await authenticate(request)
        live = await found(matches, match)
        if is_unchanged(request, live.match.version):
            return unchanged(live.match.version)
        body = await described(live.rules, live.match, live.head, principal)
        return Response(body, headers={"ETag": etag(live.match.version)})

    @post(
        "/matches/{match:str}/seats",
        operation_id="take_seat",
        dto=StrictJSON,
        return_dto=None,
        opt=promises(**PLAYING, reads=STRICT, problems=(*OF_A_MATCH, *OF_A_COMMAND, SEAT_TAKEN, STALE_VIEW)),
    )
    async def take(request: HTTPRequest, match: MatchId, data: JSONBody[NewSeat]) -> Response[Changed]:
        """Takes an open seat; when it was the last one, the match starts."""
        principal = require(await authenticate(request), Scope.PLAY)
        live = await found(matches, match)
        key, version = owned_key(principal, request), wanted_version(request)
        while True:
            seat = _first_open(live) if data.seat is None else data.seat
            wish = Wish(
                command=TakeSeat(seat, principal.player, data.entropy.lower()),
                key=key,
                fingerprint=fingerprint("seats", data),
                seat=seat,
                version=version,
            )
            try:
                done = await wished(matches, live, wish)
            except Problem as refused:
                # The seat that was free a moment ago is taken: another one may still be open.
                if refused.kind is SEAT_TAKEN and data.seat is None and _first_open(live) != seat:
                    continue
                raise
            return await changed(done, principal)

    @delete(
        "/matches/{match:str}/seats/{seat:str}",
        operation_id="leave_seat",
        status_code=200,
        opt=promises(**PLAYING, reads=STRICT, problems=(*OF_A_MATCH, *OF_A_COMMAND, NOT_YOUR_SEAT, STALE_VIEW)),
    )
    async def leave(request: HTTPRequest, match: MatchId, seat: SeatNumber) -> Response[Changed]:
        """Stands up again, as long as the match has not started."""
        principal = await authenticate(request)
        live = await found(matches, match)
        who, chosen = require(principal, Scope.PLAY), number(seat)
        wish = Wish(
            command=LeaveSeat(chosen),
            key=owned_key(who, request),
            fingerprint=fingerprint("leave", chosen),
            seat=chosen,
            player=who.player,
            version=wanted_version(request),
        )
        return await changed(await wished(matches, live, wish), principal)

    undoing = promises(
        **PLAYING,
        reads=STRICT,
        problems=(*OF_A_MATCH, *OF_A_COMMAND, NOT_YOUR_SEAT, STALE_VIEW, UNDO_BLOCKED),
    )

    @post(
        "/matches/{match:str}/undo",
        operation_id="undo",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=undoing,
    )
    async def undo(request: HTTPRequest, match: MatchId, data: JSONBody[NewUndo]) -> Response[Changed]:
        """Takes back own commands at once where that is free; elsewhere, with `ask`, asks the other seats."""
        principal = await authenticate(request)
        live = await found(matches, match)
        _, done = await played(matches, live, request, principal, "undo", TakeBack(data.to, data.ask))
        return await changed(done, principal)

    @post(
        "/matches/{match:str}/undo/{undo:str}/votes",
        operation_id="vote_on_undo",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=undoing,
    )
    async def vote(request: HTTPRequest, match: MatchId, undo: UndoNumber, data: JSONBody[Vote]) -> Response[Changed]:
        """Grants or refuses a request to go back; the last grant goes back at once."""
        principal = await authenticate(request)
        live = await found(matches, match)
        _, done = await played(matches, live, request, principal, "vote", AnswerUndo(number(undo), data.grant))
        return await changed(done, principal)

    @get("/matches/{match:str}/scores", operation_id="scores", opt=promises(gives=("ETag",), problems=OF_A_MATCH))
    async def show_scores(match: MatchId) -> Response[Scores]:
        """The score after every entry, undone ones too: the points are public."""
        rules, entries, _ = await log_of(matches, match)
        body = Scores(entries[-1].n, scores(rules.game, rules.projection, match, entries))
        return Response(body, headers={"ETag": etag(body.version)})

    @get(
        "/matches/{match:str}/audit",
        operation_id="audit",
        opt=promises(token=Token.OPTIONAL, gives=("ETag",), problems=OF_A_MATCH),
    )
    async def show_audit(request: HTTPRequest, match: MatchId) -> Response[Audit]:
        """Every entry with its public line; with commands and contents once the match is closed and disclosed."""
        principal = await authenticate(request)
        rules, entries, head = await log_of(matches, match, lines_only=True)
        table = listed(Listing(id=match), entries)
        lines = audit(rules.projection, entries, is_disclosed(table, principal))
        return Response(Audit(entries[-1].n, head.hex(), lines), headers={"ETag": etag(entries[-1].n)})

    @get(
        "/matches/{match:str}/archive",
        operation_id="archive",
        opt=promises(token=Token.OPTIONAL, media=(BYTES,), gives=("Content-Disposition",), problems=OF_A_MATCH),
        media_type=BYTES,
    )
    async def archive(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        """A finished match as one file, which `chronik verify` checks without any service."""
        principal = await authenticate(request)
        live = await found(matches, match)
        if not is_disclosed(live.match, principal):
            raise Problem(NOT_FOUND, "An archive is made when the match is closed.")
        stored = (await tail_of(matches, match)).entries
        name = f'attachment; filename="{match}.chronik"'
        try:
            body = archive_of(live.rules.game, match, stored, live.head)
        except Damaged as error:
            raise problem(error, None, None) from error
        return Response(body, media_type=BYTES, headers={"Content-Disposition": name})

    routes = [open_new, list_matches, show, take, leave, undo, vote, show_scores, show_audit, archive]
    return Router("/", route_handlers=routes, tags=["matches"])


def _next(request: HTTPRequest, cursor: str) -> str:
    """The address of the next page of the same list."""
    asked = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    return f"{API}/matches?{urlencode([*asked, ('cursor', cursor)])}"


async def _lines(people: People, rows: Sequence[MatchRow]) -> tuple[MatchLine, ...]:
    seats = {row.id: msgspec.json.decode(row.seats, type=tuple[SeatLine, ...]) for row in rows}
    names = await people.names({seat.player for table in seats.values() for seat in table if seat.player})
    return tuple(
        MatchLine(
            id=row.id,
            game=row.game,
            status=Status(row.status),
            seats=tuple(replace(seat, name=names.get(seat.player or "")) for seat in seats[row.id]),
            version=row.version,
            opened_at=rfc3339(row.opened_at),
            closed_at=None if row.closed_at is None else rfc3339(row.closed_at),
            result=None if row.result is None else msgspec.json.decode(row.result, type=Result),
            links=links(row.game, row.id),
        )
        for row in rows
    )


def _chair(game: str, number: int, seat: Mine | Open | Bot, principal: Principal) -> Chair:
    match seat:
        case Mine():
            return Chair(player=principal.player, entropy=seat.entropy.lower())
        case Open():
            return Chair()
        case Bot():
            levels = LEVELS.get(game, {})
            if seat.level not in levels:
                raise Problem(MALFORMED, "There is no such bot.", at=f"$.seats[{number}].level", levels=list(levels))
            return Chair(bot=seat.level)
        case _:
            assert_never(seat)


def _options(rules: Rules, options: dict[str, Any]) -> Raw:
    """The options as the game's own Struct, in canonical bytes."""
    try:
        return Raw(encode(msgspec.convert(options, rules.game.options_type)))
    except msgspec.ValidationError as error:
        raise Problem(MALFORMED, "The game has no such options.", at="$.options") from error


def _derived_id(principal: Principal, key: str) -> str:
    """The id of a match opened with a key: the same opener and key give the same match."""
    return hashlib.sha256(f"chronik/match-id/1\n{principal.player}\n{key}".encode()).hexdigest()[:32]


def _first_open(live: Live) -> int:
    chairs = live.match.chairs
    return next((number for number, chair in enumerate(chairs) if not chair.taken), len(chairs) - 1)
