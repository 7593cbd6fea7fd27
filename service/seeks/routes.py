"""The HTTP routes of seeks: looking for players who want the same match, and being seated with them."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from chronik.domain.engine.match.clock import Takebacks
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.match import Match, Status
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.canonical import encode
from chronik.service.identity.auth import Principal, Scope, authentication_problem, caller, require
from chronik.service.identity.register import People, PlayerNames
from chronik.service.matches.caps import Caps
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.clock_summary import ClockRules, NewClock, clock_rules
from chronik.service.matches.live import Live
from chronik.service.matches.play import check_opening
from chronik.service.matches.routes.bot_accounts import refuse_unwelcome_bots
from chronik.service.matches.routes.match_terms import find_rules, parse_clock, parse_options
from chronik.service.matches.routes.opening import KEYED, Entropy
from chronik.service.matches.routes.submission import new_id
from chronik.service.matches.summary import Object
from chronik.service.running.clock import Moment, rfc3339
from chronik.service.running.links import API
from chronik.service.seeks.seeking import Seeking
from chronik.service.seeks.seeks import MOST, SeekRow, SeekState, Terms, TooManySeeks
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.openapi.contract import OF_AN_OPENING, Token, promises
from chronik.service.web.problems.ids import ID, Id, is_id
from chronik.service.web.problems.kinds import (
    BOTS_NOT_WELCOME,
    MALFORMED,
    NOT_FOUND,
    SCOPE_MISSING,
    SEEK_CLOSED,
    TOO_MANY_MATCHES,
    TOO_MANY_SEEKS,
)
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

DAY = 86_400
LISTED_MS = 7 * DAY * 1000
"""Milliseconds that a closed seek stays in the list."""

SeekId = Annotated[str, PathParameter(description="The id of the seek.", schema_extra={"pattern": ID})]


class NewSeek(Struct, frozen=True, forbid_unknown_fields=True):
    """A seek for a match: players who seek the same kind of match are seated at the same table.

    `seats` is required if the game allows different numbers of seats. The seek stays open for `expires_in` seconds, by
    default 15 minutes.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=16)] | None = None
    options: dict[str, Any] = {}
    clock: NewClock | None = None
    takebacks: Annotated[
        Takebacks, Meta(description="Whether players may agree on an undo, or only take back what is free to undo.")
    ] = Takebacks.AGREED
    bots_welcome: bool = True
    expires_in: Annotated[int, Meta(ge=10, le=DAY)] = 900
    entropy: Entropy = ""


class SeekingPlayer(Struct, frozen=True):
    """A player who waits at a table."""

    player: Id
    name: str | None
    bot: bool


class OpenSeek(Struct, frozen=True):
    """A table where players wait for others who seek the same match, which starts when the last seat is taken."""

    match: Id
    game: str
    seats: int
    waiting: tuple[SeekingPlayer, ...]
    options: Object
    clock: ClockRules | None
    takebacks: Takebacks
    bots_welcome: bool
    expires_at: Moment


class OpenSeekList(Struct, frozen=True):
    """The tables where players wait, with the newest seek first."""

    seeks: tuple[OpenSeek, ...]


class Seek(Struct, frozen=True):
    """One of the caller's seeks: its terms, its state, and the table with its players.

    `full` means that the match has started. `match` is null if the player has no seat or the match cannot be read.
    """

    id: Id
    state: SeekState
    match: Id | None
    full: bool
    game: str
    seats: int
    waiting: tuple[SeekingPlayer, ...]
    options: Object
    clock: ClockRules | None
    takebacks: Takebacks
    bots_welcome: bool
    created_at: Moment
    expires_at: Moment


class SeekList(Struct, frozen=True):
    """The caller's seeks, newest first."""

    seeks: tuple[Seek, ...]


class SeekContext:
    """The state that the seek routes share: seeks, players and caps. It also builds responses."""

    def __init__(self, catalogue: Catalogue, people: People, seeking: Seeking, caps: Caps) -> None:
        self.catalogue = catalogue
        self.people = people
        self.seeking = seeking
        self.caps = caps
        self.kept = seeking.seeks

    async def find(self, seek: str, who: Principal) -> SeekRow:
        """Returns one of the caller's seeks; raises `Problem` if it does not exist."""
        row = await self.kept.find(seek, who.player) if is_id(seek) else None
        if row is None:
            raise Problem(NOT_FOUND)
        return row

    async def describe(self, row: SeekRow) -> Seek:
        """Builds the response for a seek."""
        return (await self.describe_all((row,)))[0]

    async def describe_all(self, rows: Sequence[SeekRow]) -> tuple[Seek, ...]:
        """Builds the responses for several seeks."""
        tables = await self._tables(rows)
        terms = await self.kept.terms({row.terms for row in rows})
        openings = {key: msgspec.json.decode(one.opening, type=OpenMatch) for key, one in terms.items()}
        known = await self._find_names(tables.values())
        now = self.kept.now()
        return tuple(
            _build_seek(row, terms[row.terms].game, openings[row.terms], tables.get(row.match or ""), known, now)
            for row in rows
        )

    async def list_open(self) -> tuple[OpenSeek, ...]:
        """Returns the tables where players wait."""
        rows = await self.kept.list_open()
        tables = {match: live for match, live in (await self._tables(rows)).items() if _is_waiting(live.match)}
        known = await self._find_names(tables.values())
        expires_at: dict[str, int] = {}
        for row in rows:
            live = tables.get(row.match or "")
            if live is not None and any(chair.player == row.player for chair in live.match.chairs):
                expires_at[live.match.id] = max(row.expires_at, expires_at.get(live.match.id, 0))
        return tuple(_build_open_seek(tables[match].match, until, known) for match, until in expires_at.items())

    async def _tables(self, rows: Sequence[SeekRow]) -> dict[str, Live]:
        """Returns the matches of seeks by id, each at the end of its log, except those that cannot be read."""
        matches = sorted({row.match for row in rows if row.match is not None})
        found = await asyncio.gather(*(self.seeking.find_table(match) for match in matches))
        return {live.match.id: live for live in found if live is not None}

    async def _find_names(self, tables: Iterable[Live]) -> PlayerNames:
        return await self.people.find_names({chair.player for live in tables for chair in live.match.chairs} - {""})


def seeks_router(catalogue: Catalogue, people: People, seeking: Seeking, caps: Caps) -> Router:
    """Builds the router of this module, under `/api/v1`."""
    context = SeekContext(catalogue, people, seeking, caps)
    return Router(
        "/",
        route_handlers=[_seek_route(context), *_read_routes(context), _withdraw_route(context)],
        dependencies={"principal": Provide(caller)},
        tags=["matches"],
    )


def _seek_route(context: SeekContext) -> HTTPRouteHandler:
    """Builds the route that begins a seek."""

    @post(
        "/seeks",
        operation_id="seek",
        dto=StrictJSON,
        return_dto=None,
        opt=promises(
            token=Token.REQUIRED,
            reads=KEYED,
            gives=("Location",),
            problems=(*OF_AN_OPENING, BOTS_NOT_WELCOME, TOO_MANY_SEEKS, TOO_MANY_MATCHES),
        ),
    )
    async def seek(
        request: HTTPRequest, data: JSONBody[NewSeek], principal: NamedDependency[Principal | None]
    ) -> Response[Seek]:
        """Seeks a match: takes a seat where players wait for the same match, or opens a table and waits there.

        Two seeks match if they have the same game, number of seats, options, clock, takebacks and `bots_welcome`. The
        match starts when its last seat is taken, and `/me/events` notifies its players. A second seek for the same
        match returns the same table. A player can have at most 20 open seeks. When a seek expires, its player leaves
        the seat. With an `Idempotency-Key`, repeated requests begin only one seek.

        The entropy is added when the seat is taken; for a player who already has the seat, the first entropy counts.
        The service knows the entropy before it chooses the match, so it could still choose the shuffle. To see the
        match's commitment first, take a seat at one of the tables from `GET /seeks`.
        """
        who = require(principal, Scope.PLAY)
        terms = _parse_terms(context, data)
        await refuse_unwelcome_bots(context.people, data.bots_welcome, [who.player])
        new = new_id("seek", who, request)
        try:
            await context.caps.charge_new_match(
                who.player, had=partial(context.seeking.is_repeat, new, who.player, terms)
            )
            row = await context.seeking.seek(new, who.player, terms, data.expires_in * 1000, data.entropy)
        except TooManySeeks:
            raise Problem(TOO_MANY_SEEKS, limit=MOST) from None
        if row is None:
            raise authentication_problem()
        return Response(await context.describe(row), headers={"Location": f"{API}/seeks/{row.id}"})

    return seek


def _read_routes(context: SeekContext) -> tuple[HTTPRouteHandler, ...]:
    """Builds the routes that return seeks."""

    @get("/seeks", operation_id="open_seeks", opt=promises())
    async def list_tables() -> OpenSeekList:
        """Returns the tables where players wait for others. To join, seek the same match or take a seat in it."""
        return OpenSeekList(await context.list_open())

    @get("/me/seeks", operation_id="my_seeks", opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,)))
    async def list_own(principal: NamedDependency[Principal | None]) -> SeekList:
        """Returns the caller's seeks that are open or from the last week; at most 100, newest first."""
        who = require(principal, Scope.PLAY)
        return SeekList(await context.describe_all(await context.kept.of(who.player, context.kept.now() - LISTED_MS)))

    @get(
        "/seeks/{seek:str}",
        operation_id="seek_by_id",
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND)),
    )
    async def show(seek: SeekId, principal: NamedDependency[Principal | None]) -> Seek:
        """Returns one of the caller's seeks. It is private, but the table of an open seek is public."""
        return await context.describe(await context.find(seek, require(principal, Scope.PLAY)))

    return list_tables, list_own, show


def _withdraw_route(context: SeekContext) -> HTTPRouteHandler:
    """Builds the route that withdraws a seek."""

    @delete(
        "/seeks/{seek:str}",
        operation_id="withdraw_seek",
        status_code=200,
        opt=promises(token=Token.REQUIRED, problems=(*OF_AN_OPENING, NOT_FOUND, SEEK_CLOSED)),
    )
    async def withdraw(seek: SeekId, principal: NamedDependency[Principal | None]) -> Seek:
        """Withdraws one of the caller's seeks; the caller leaves the seat.

        A repeated request returns the same answer.
        """
        who = require(principal, Scope.PLAY)
        row = await context.find(seek, who)
        if row.state == SeekState.OPEN.value:
            context.caps.charge_seat_change(who.player)
        await context.seeking.withdraw(row)
        row = await context.find(seek, who)
        state = row.state_at(context.kept.now())
        if state is not SeekState.WITHDRAWN:
            raise Problem(SEEK_CLOSED, state=state.value, match=row.match)
        return await context.describe(row)

    return withdraw


def _parse_terms(context: SeekContext, data: NewSeek) -> Terms:
    """Parses the terms, which are equal for players who seek the same match; raises `Problem` if they are invalid."""
    rules = find_rules(context.catalogue, data.game)
    numbers = rules.game.seats
    seats = data.seats or (numbers[0] if len(numbers) == 1 else None)
    if seats is None or seats not in numbers:
        raise Problem(
            MALFORMED,
            "The game is not played with this number of seats. Choose one of `allowed`.",
            at="$.seats",
            allowed=list(numbers),
        )
    opening = OpenMatch(
        chairs=(SeatHolder(),) * seats,
        options=parse_options(rules, data.options),
        clock=parse_clock(data.game, data.clock),
        takebacks=data.takebacks,
        bots_welcome=data.bots_welcome,
    )
    check_opening(rules, opening, context.seeking.matches.now())
    written = encode(opening).decode()
    same = f"chronik/seek/1\n{data.game}\n{rules.game.version}\n{rules.game.facts}\n{written}"
    return Terms(sha256(same.encode()).hexdigest(), data.game, written)


def _is_waiting(match: Match) -> bool:
    return match.status is Status.OPEN and any(chair.player for chair in match.chairs)


def _list_seated(match: Match | None, known: PlayerNames) -> tuple[SeekingPlayer, ...]:
    players = [] if match is None else [chair.player for chair in match.chairs if chair.player]
    return tuple(SeekingPlayer(player, known.names.get(player), player in known.bots) for player in players)


def _build_open_seek(match: Match, until: int, known: PlayerNames) -> OpenSeek:
    opened = match.opened
    assert opened is not None
    return OpenSeek(
        match=match.id,
        game=opened.game,
        seats=opened.seats,
        waiting=_list_seated(match, known),
        options=opened.options,
        clock=None if opened.clock is None else clock_rules(opened.clock),
        takebacks=opened.takebacks,
        bots_welcome=opened.bots_welcome,
        expires_at=rfc3339(until),
    )


def _build_seek(row: SeekRow, game: str, opening: OpenMatch, live: Live | None, known: PlayerNames, now: int) -> Seek:
    state = row.state_at(now)
    match = live.match if live is not None and state in (SeekState.OPEN, SeekState.MATCHED) else None
    full = match is not None and match.status is not Status.OPEN and _is_seated(match, row.player)
    return Seek(
        id=row.id,
        state=SeekState.MATCHED if full else state,
        match=None if match is None else match.id,
        full=full,
        game=game,
        seats=len(opening.chairs),
        waiting=_list_seated(match, known),
        options=opening.options,
        clock=None if opening.clock is None else clock_rules(opening.clock),
        takebacks=opening.takebacks,
        bots_welcome=opening.bots_welcome,
        created_at=rfc3339(row.created_at),
        expires_at=rfc3339(row.expires_at),
    )


def _is_seated(match: Match, player: str) -> bool:
    return any(chair.player == player for chair in match.chairs)
