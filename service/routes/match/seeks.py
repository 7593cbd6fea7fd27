"""Seeks: looking for whoever wants to play the same, and being brought to a table with them."""

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

from domain.engine.match.clock import Takebacks
from domain.engine.match.commands import OpenMatch
from domain.engine.match.log import encode
from domain.engine.match.match import Match, Status
from domain.engine.seats import SeatHolder
from service.clock import Moment, rfc3339
from service.http.bodies import StrictJSON
from service.http.caps import Caps
from service.http.clock_summary import ClockRules, NewClock, clock_rules
from service.http.idempotency import new_id
from service.http.match_problems import match_problem
from service.http.match_summary import Object
from service.http.request import HTTPRequest
from service.http.router import Router
from service.links import API
from service.matches.catalogue import Catalogue
from service.matches.live import Live
from service.matches.play import judge_opening
from service.openapi.contract import OF_AN_OPENING, Token, promises
from service.people.auth import Principal, Scope, caller, require, unauthenticated
from service.people.register import Known, People
from service.people.seeks import MOST, SeekRow, SeekState, Terms, TooManySeeks
from service.problems.ids import ID, Id, is_id
from service.problems.kinds import (
    BOTS_NOT_WELCOME,
    MALFORMED,
    NOT_FOUND,
    SCOPE_MISSING,
    SEEK_CLOSED,
    TOO_MANY_MATCHES,
    TOO_MANY_SEEKS,
)
from service.problems.problem import Problem
from service.routes.match.match_terms import wanted_clock, wanted_options, wanted_rules
from service.routes.match.opening import KEYED, Entropy
from service.routes.match.welcome import expect_welcome
from service.workers.seeking import Seeking

DAY = 86_400
LISTED_MS = 7 * DAY * 1000
"""How long a seek that is over is listed."""

SeekId = Annotated[str, PathParameter(description="The id of the seek.", schema_extra={"pattern": ID})]


class NewSeek(Struct, frozen=True, forbid_unknown_fields=True):
    """A match that is looked for: whoever looks for the same is brought to the same table.

    `seats` is needed where the game is played by different numbers. It is open for `expires_in` seconds, a quarter of
    an hour if nothing is said.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=16)] | None = None
    options: dict[str, Any] = {}
    clock: NewClock | None = None
    takebacks: Annotated[
        Takebacks, Meta(description="Whether all may agree to go back, or each only takes back what is free.")
    ] = Takebacks.AGREED
    bots_welcome: bool = True
    expires_in: Annotated[int, Meta(ge=10, le=DAY)] = 900
    entropy: Entropy = ""


class SeekingPlayer(Struct, frozen=True):
    """Somebody who waits at a table."""

    player: Id
    name: str | None
    bot: bool


class OpenSeek(Struct, frozen=True):
    """A table at which somebody waits for others who look for the same; it starts when its last seat is taken."""

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
    """The tables at which somebody waits, those that were begun last before the others."""

    seeks: tuple[OpenSeek, ...]


class Seek(Struct, frozen=True):
    """A seek of the caller's: what is looked for, what became of it, and the table with those who sit there.

    `full` says that the match has started. `match` is null where nobody was seated, or where it cannot be read.
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
    """The seeks of the caller, newest first."""

    seeks: tuple[Seek, ...]


class SeekDesk:
    """What the routes of this file share: those who seek, the people, the caps, and how a seek is told."""

    def __init__(self, catalogue: Catalogue, people: People, seeking: Seeking, caps: Caps) -> None:
        self.catalogue = catalogue
        self.people = people
        self.seeking = seeking
        self.caps = caps
        self.kept = seeking.seeks

    async def found(self, seek: str, who: Principal) -> SeekRow:
        """A seek of the caller, or the problem that there is none."""
        row = await self.kept.find(seek, who.player) if is_id(seek) else None
        if row is None:
            raise Problem(NOT_FOUND)
        return row

    async def told(self, row: SeekRow) -> Seek:
        """A seek as its owner is told of it."""
        return (await self.all_told((row,)))[0]

    async def all_told(self, rows: Sequence[SeekRow]) -> tuple[Seek, ...]:
        """Seeks as their owner is told of them."""
        tables = await self._tables(rows)
        terms = await self.kept.terms({row.terms for row in rows})
        openings = {key: msgspec.json.decode(one.opening, type=OpenMatch) for key, one in terms.items()}
        known = await self._known(tables.values())
        now = self.kept.now()
        return tuple(
            _told(row, terms[row.terms].game, openings[row.terms], tables.get(row.match or ""), known, now)
            for row in rows
        )

    async def open_ones(self) -> tuple[OpenSeek, ...]:
        """The tables at which somebody waits."""
        rows = await self.kept.open_ones()
        tables = {match: live for match, live in (await self._tables(rows)).items() if _is_waiting(live.match)}
        known = await self._known(tables.values())
        expires_at: dict[str, int] = {}
        for row in rows:
            live = tables.get(row.match or "")
            if live is not None and any(chair.player == row.player for chair in live.match.chairs):
                expires_at[live.match.id] = max(row.expires_at, expires_at.get(live.match.id, 0))
        return tuple(_waiting(tables[match].match, until, known) for match, until in expires_at.items())

    async def _tables(self, rows: Sequence[SeekRow]) -> dict[str, Live]:
        """The matches of seeks that can be read, each as its log has it."""
        matches = sorted({row.match for row in rows if row.match is not None})
        found = await asyncio.gather(*(self.seeking.table(match) for match in matches))
        return {live.match.id: live for live in found if live is not None}

    async def _known(self, tables: Iterable[Live]) -> Known:
        return await self.people.known({chair.player for live in tables for chair in live.match.chairs} - {""})


def seeks_router(catalogue: Catalogue, people: People, seeking: Seeking, caps: Caps) -> Router:
    """The addresses of this file, under `/api/v1`."""
    desk = SeekDesk(catalogue, people, seeking, caps)
    return Router(
        "/",
        route_handlers=[_seeking(desk), *_reading(desk), _withdrawing(desk)],
        dependencies={"principal": Provide(caller)},
        tags=["matches"],
    )


def _seeking(desk: SeekDesk) -> HTTPRouteHandler:
    """The address at which one looks for others."""

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
        """Looks for a match: takes a seat where somebody waits for the same, or waits for others at a table of its own.

        The same are equal game, number of seats, options, clock, takebacks and `bots_welcome`. The match starts when
        its last seat is taken; `/me/events` says so to all of them. Who looks for the same twice is at the same table
        still. Nobody has more than 20 seeks open. When a seek expires, its owner stands up. With an `Idempotency-Key`
        it is begun once, however often this is sent.

        Entropy goes with the seat that is taken, and of one who sits there already the first counts. Where a table is
        opened for a seek, the service knows its entropy before it takes the secret. Who wants to see the commitment of
        the match before they add any takes a seat at a table of `GET /seeks`.
        """
        who = require(principal, Scope.PLAY)
        terms = _terms(desk, data)
        await expect_welcome(desk.people, data.bots_welcome, [who.player])
        new = new_id("seek", who, request)
        try:
            await desk.caps.another_match(who.player, had=partial(desk.seeking.was_begun, new, who.player, terms))
            row = await desk.seeking.seek(new, who.player, terms, data.expires_in * 1000, data.entropy)
        except TooManySeeks:
            raise Problem(TOO_MANY_SEEKS, limit=MOST) from None
        except Exception as error:
            raise match_problem(error, desk.catalogue.current(data.game), None) from error
        if row is None:
            raise unauthenticated()
        return Response(await desk.told(row), headers={"Location": f"{API}/seeks/{row.id}"})

    return seek


def _reading(desk: SeekDesk) -> tuple[HTTPRouteHandler, ...]:
    """The addresses at which seeks are read."""

    @get("/seeks", operation_id="open_seeks", opt=promises())
    async def opened() -> OpenSeekList:
        """The tables at which somebody waits for others: look for the same, or take a seat of the match."""
        try:
            return OpenSeekList(await desk.open_ones())
        except Exception as error:
            raise match_problem(error, None, None) from error

    @get("/me/seeks", operation_id="my_seeks", opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,)))
    async def own(principal: NamedDependency[Principal | None]) -> SeekList:
        """The seeks of the caller: those that are open, and those of the last week. A hundred at most, newest first."""
        who = require(principal, Scope.PLAY)
        try:
            return SeekList(await desk.all_told(await desk.kept.of(who.player, desk.kept.now() - LISTED_MS)))
        except Exception as error:
            raise match_problem(error, None, None) from error

    @get(
        "/seeks/{seek:str}",
        operation_id="seek_by_id",
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND)),
    )
    async def one(seek: SeekId, principal: NamedDependency[Principal | None]) -> Seek:
        """A seek of the caller. Nobody else sees it; the table at which somebody waits everybody does."""
        row = await desk.found(seek, require(principal, Scope.PLAY))
        try:
            return await desk.told(row)
        except Exception as error:
            raise match_problem(error, None, None) from error

    return opened, own, one


def _withdrawing(desk: SeekDesk) -> HTTPRouteHandler:
    """The address at which one looks no more."""

    @delete(
        "/seeks/{seek:str}",
        operation_id="withdraw_seek",
        status_code=200,
        opt=promises(token=Token.REQUIRED, problems=(*OF_AN_OPENING, NOT_FOUND, SEEK_CLOSED)),
    )
    async def withdraw(seek: SeekId, principal: NamedDependency[Principal | None]) -> Seek:
        """Withdraws a seek of the caller's, who stands up; a second time it is the same again."""
        who = require(principal, Scope.PLAY)
        row = await desk.found(seek, who)
        if row.state == SeekState.OPEN.value:
            desk.caps.change_seat(who.player)
        try:
            await desk.seeking.withdraw(row)
        except Exception as error:
            raise match_problem(error, None, None) from error
        row = await desk.found(seek, who)
        state = row.state_at(desk.kept.now())
        if state is not SeekState.WITHDRAWN:
            raise Problem(SEEK_CLOSED, state=state.value, match=row.match)
        return await desk.told(row)

    return withdraw


def _terms(desk: SeekDesk, data: NewSeek) -> Terms:
    """What is looked for, as everybody who looks for the same has it; or the problem with it."""
    rules = wanted_rules(desk.catalogue, data.game)
    numbers = rules.game.seats
    seats = data.seats or (numbers[0] if len(numbers) == 1 else None)
    if seats is None or seats not in numbers:
        raise Problem(MALFORMED, "The game is not played by so many.", at="$.seats", allowed=list(numbers))
    opening = OpenMatch(
        chairs=(SeatHolder(),) * seats,
        options=wanted_options(rules, data.options),
        clock=wanted_clock(data.game, data.clock),
        takebacks=data.takebacks,
        bots_welcome=data.bots_welcome,
    )
    try:
        judge_opening(rules, opening, desk.seeking.matches.now())
    except Exception as error:
        raise match_problem(error, rules, None) from error
    written = encode(opening).decode()
    same = f"chronik/seek/1\n{data.game}\n{rules.game.version}\n{rules.game.facts}\n{written}"
    return Terms(sha256(same.encode()).hexdigest(), data.game, written)


def _is_waiting(match: Match) -> bool:
    return match.status is Status.OPEN and any(chair.player for chair in match.chairs)


def _sitting(match: Match | None, known: Known) -> tuple[SeekingPlayer, ...]:
    players = [] if match is None else [chair.player for chair in match.chairs if chair.player]
    return tuple(SeekingPlayer(player, known.names.get(player), player in known.bots) for player in players)


def _waiting(match: Match, until: int, known: Known) -> OpenSeek:
    opened = match.opened
    assert opened is not None
    return OpenSeek(
        match=match.id,
        game=opened.game,
        seats=opened.seats,
        waiting=_sitting(match, known),
        options=opened.options,
        clock=None if opened.clock is None else clock_rules(opened.clock),
        takebacks=opened.takebacks,
        bots_welcome=opened.bots_welcome,
        expires_at=rfc3339(until),
    )


def _told(row: SeekRow, game: str, opening: OpenMatch, live: Live | None, known: Known, now: int) -> Seek:
    state = row.state_at(now)
    match = live.match if live is not None and state in (SeekState.OPEN, SeekState.MATCHED) else None
    full = match is not None and match.status is not Status.OPEN and _sits(match, row.player)
    return Seek(
        id=row.id,
        state=SeekState.MATCHED if full else state,
        match=None if match is None else match.id,
        full=full,
        game=game,
        seats=len(opening.chairs),
        waiting=_sitting(match, known),
        options=opening.options,
        clock=None if opening.clock is None else clock_rules(opening.clock),
        takebacks=opening.takebacks,
        bots_welcome=opening.bots_welcome,
        created_at=rfc3339(row.created_at),
        expires_at=rfc3339(row.expires_at),
    )


def _sits(match: Match, player: str) -> bool:
    return any(chair.player == player for chair in match.chairs)
