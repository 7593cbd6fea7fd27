"""Playing on from a moment of a match that is over, as a new match."""

from functools import partial
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from domain.engine.game import Rejected
from domain.engine.match.commands import Fork, OpenMatch
from domain.engine.match.fold import walk
from domain.engine.match.forking import fork_of
from domain.engine.match.log import MAX_ENTRIES
from domain.engine.match.match import Match, Status
from domain.engine.seats import Seat
from service.http.bodies import StrictJSON
from service.http.caps import Caps
from service.http.compression import sent
from service.http.entity_tags import etag
from service.http.idempotency import fingerprint, new_id, owned_key
from service.http.match_problems import match_problem
from service.http.match_summary import MatchSummary
from service.http.media import JSON
from service.http.request import HTTPRequest
from service.http.router import Router
from service.links import API
from service.matches.catalogue import Rules
from service.matches.live import LiveMatches, Log
from service.matches.play import open_match
from service.openapi.contract import OF_A_MATCH, OF_AN_OPENING, Token, promises
from service.people.access import REFEREE, SPECTATOR, held_until, is_disclosed, viewer
from service.people.auth import Principal, Scope, authenticate, require
from service.people.register import People
from service.problems.kinds import BOTS_NOT_WELCOME, MALFORMED, NOT_YOUR_SEAT, REJECTED, TOO_MANY_MATCHES
from service.problems.problem import Problem
from service.routes.match.changes import described
from service.routes.match.lookup import MatchId, fresh_match, log_of, was_opened
from service.routes.match.opening import KEYED
from service.routes.match.wanted_seats import Bot, Mine, Open, chairs_of
from service.routes.match.welcome import expect_welcome
from service.tournaments.holds import Holds


class NewFork(Struct, frozen=True, forbid_unknown_fields=True, rename={"eyes": "as"}):
    """A moment of a match to be played on from: its version, through whose eyes it is seen, and who sits where.

    The eyes are a seat or the spectator. What they did not see there is dealt anew.
    """

    at: Annotated[int, Meta(ge=0)]
    seats: Annotated[tuple[Mine | Open | Bot, ...], Meta(min_length=1, max_length=16)]
    eyes: Annotated[str, Meta(max_length=20)] = SPECTATOR


class ForkMoment(Struct, frozen=True):
    """Where a fork would begin: the version at which the batch ends that is played on from."""

    version: int


def forking_router(matches: LiveMatches, people: People, holds: Holds, caps: Caps) -> Router:
    """The addresses of this file, under `/api/v1`."""

    @get(
        "/matches/{match:str}/forks",
        operation_id="fork_moment",
        opt=promises(answers=(ForkMoment,), token=Token.OPTIONAL, problems=(*OF_A_MATCH, REJECTED, NOT_YOUR_SEAT)),
    )
    async def moment(
        request: HTTPRequest,
        match: MatchId,
        at: Annotated[int, QueryParameter(ge=0, le=MAX_ENTRIES, description="The version to be played on from.")],
        eyes: Annotated[
            str, QueryParameter(name="as", max_length=20, description="A seat number, or spectator.")
        ] = SPECTATOR,
    ) -> Response[bytes]:
        """Where a fork of a match would begin; where it would be refused, why."""
        principal = await authenticate(request)
        live = await fresh_match(matches, match)
        try:
            _, forked = await _playable(matches, holds, live.match, at, eyes, principal)
        except Rejected as error:
            raise match_problem(error, live.rules, live.match) from error
        return sent(request, msgspec.json.encode(ForkMoment(forked.version)), JSON)

    @post(
        "/matches/{match:str}/forks",
        operation_id="fork_match",
        dto=StrictJSON,
        return_dto=None,
        opt=promises(
            token=Token.REQUIRED,
            reads=KEYED,
            gives=("Location", "ETag"),
            problems=(*OF_A_MATCH, *OF_AN_OPENING, BOTS_NOT_WELCOME, TOO_MANY_MATCHES),
        ),
    )
    async def fork(request: HTTPRequest, match: MatchId, data: JSONBody[NewFork]) -> Response[MatchSummary]:
        """Plays on from a moment of a closed, disclosed match, as a new one that knows nothing else of it.

        It begins with the batch that ends at this version, or the last one before. The new match has a log and a seed
        of its own, and counts for no rating; it is verified without the other one. What was hidden from the eyes `as`
        is dealt anew by its seed, and what was sealed is chosen anew. After its end it shows all of itself to those to
        whom this one does: to everybody, or to its players. Where accounts that programs play were
        not welcome, they are not in the new match.
        """
        principal = require(await authenticate(request), Scope.PLAY)
        live = await fresh_match(matches, match)
        try:
            rules, forked = await _playable(matches, holds, live.match, data.at, data.eyes, principal)
        except Rejected as error:
            raise match_problem(error, live.rules, live.match) from error
        opened = live.match.opened
        assert opened is not None
        command = OpenMatch(
            chairs=chairs_of(opened.game, data.seats, principal),
            options=opened.options,
            disclosure=opened.disclosure,
            opener=principal.player,
            fork=forked,
            bots_welcome=opened.bots_welcome,
        )
        await expect_welcome(people, command.bots_welcome, [chair.player for chair in command.chairs])
        new = new_id("match", principal, request)
        await caps.another_match(principal.player, had=partial(was_opened, matches, new))
        try:
            if len(data.seats) != opened.seats:
                raise Rejected("seats", found=len(data.seats), allowed=(opened.seats,))
            done = await open_match(
                matches, rules, command, new, owned_key(principal, request), fingerprint("fork", command)
            )
        except Exception as error:
            raise match_problem(error, rules, None) from error
        body = await described(people, done.rules, done.match, done.head, principal)
        return Response(body, headers={"Location": f"{API}/matches/{new}", "ETag": etag(done.match.version)})

    return Router("/", route_handlers=[moment, fork], tags=["matches"])


async def _playable(
    matches: LiveMatches, holds: Holds, match: Match, at: int, eyes: str, principal: Principal | None
) -> tuple[Rules, Fork]:
    """By which rules a fork is played, and where it begins; raises `Rejected` where there can be none."""
    await _check(holds, match, principal)
    rules = _current(matches, match)
    return rules, _forked(match, await log_of(matches, match.id), at, eyes, principal)


async def _check(holds: Holds, match: Match, principal: Principal | None) -> None:
    """Refuses matches that are not over, or of which the caller may not see everything."""
    if match.status is not Status.FINISHED:
        raise Rejected("fork-running")
    hold = await holds.of(match)
    if held_until(match, hold) is not None:
        raise Rejected("fork-held")
    if not is_disclosed(match, principal, hold):
        raise Rejected("fork-undisclosed")


def _current(matches: LiveMatches, match: Match) -> Rules:
    """The rules that new matches are played by; raises `Rejected` where this one was played by others."""
    opened = match.opened
    assert opened is not None
    rules = matches.catalogue.current(opened.game)
    if rules is None or (rules.game.version, rules.game.facts) != (opened.rules, opened.facts):
        raise Rejected("fork-rules")
    return rules


def _forked(match: Match, log: Log, at: int, wanted: str, principal: Principal | None) -> Fork:
    """Where the new match begins; raises `Rejected` where nobody can play on from there."""
    if wanted == REFEREE:
        raise Problem(MALFORMED, "Say a seat number or spectator.", at="$.as")
    eyes = viewer(match, principal, wanted)
    items = [item for item in log.items if item.version <= at]
    if not items or at > match.version:
        raise Rejected("fork-version", version=match.version)
    version, head = items[-1].version, items[-1].head
    there = next(after for entry, after in walk(log.rules.game, Match(id=match.id), log.entries) if entry.n == version)
    return fork_of(log.rules.game, there, head, eyes.number if isinstance(eyes, Seat) else None)
