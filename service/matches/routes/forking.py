"""Forks: new matches that play on from a version of a finished match."""

import asyncio
from functools import partial
from itertools import takewhile
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import Fork, OpenMatch
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.forking import fork_of
from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.domain.engine.match.match import Match, Status
from chronik.domain.engine.seats import Seat
from chronik.service.identity.access import REFEREE, SPECTATOR, is_disclosed, viewer, withheld_until
from chronik.service.identity.auth import Principal, Scope, authenticate, require
from chronik.service.identity.register import People
from chronik.service.matches.caps import Caps
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.live import Live, LiveMatches, Log
from chronik.service.matches.play import CommandRejected, citing, open_match
from chronik.service.matches.routes.bot_accounts import refuse_unwelcome_bots
from chronik.service.matches.routes.changes import describe_match
from chronik.service.matches.routes.lookup import MatchId, find_fresh_match, find_log, match_exists
from chronik.service.matches.routes.opening import KEYED
from chronik.service.matches.routes.requested_seats import Bot, Mine, Open, build_chairs
from chronik.service.matches.routes.submission import caller_key, fingerprint, new_id
from chronik.service.matches.summary import MatchSummary
from chronik.service.running.links import API
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.compression import compressed_response
from chronik.service.web.headers import etag
from chronik.service.web.media import JSON
from chronik.service.web.openapi.contract import OF_A_MATCH, OF_AN_OPENING, Token, promises
from chronik.service.web.problems.kinds import BOTS_NOT_WELCOME, MALFORMED, NOT_YOUR_SEAT, REJECTED, TOO_MANY_MATCHES
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router


class NewFork(Struct, frozen=True, forbid_unknown_fields=True, rename={"eyes": "as"}):
    """A fork to be opened: the version to play on from, the viewer whose knowledge it keeps (`as`), and the seats.

    The viewer is a seat or the spectator. What it could not know there is dealt again from the new match's seed.
    """

    at: Annotated[int, Meta(ge=0)]
    seats: Annotated[tuple[Mine | Open | Bot, ...], Meta(min_length=1, max_length=16)]
    eyes: Annotated[str, Meta(max_length=20)] = SPECTATOR


class ForkMoment(Struct, frozen=True):
    """The start of a fork: the version at the end of the batch from which it would continue."""

    version: int


def forking_router(matches: LiveMatches, people: People, withheld: WithheldMatches, caps: Caps) -> Router:
    """Builds the router of this module, under `/api/v1`."""

    @get(
        "/matches/{match:str}/forks",
        operation_id="fork_moment",
        opt=promises(answers=(ForkMoment,), token=Token.OPTIONAL, problems=(*OF_A_MATCH, REJECTED, NOT_YOUR_SEAT)),
    )
    async def moment(
        request: HTTPRequest,
        match: MatchId,
        at: Annotated[int, QueryParameter(ge=0, le=MAX_ENTRIES, description="The version to play on from.")],
        eyes: Annotated[
            str, QueryParameter(name="as", max_length=20, description="A seat number, or spectator.")
        ] = SPECTATOR,
    ) -> Response[bytes]:
        """Returns the version where a fork of a match would begin, or the problem with which it would be refused."""
        principal = await authenticate(request)
        live = await find_fresh_match(matches, match)
        _, forked = await _find_fork(matches, withheld, live, at, eyes, principal)
        return compressed_response(request, msgspec.json.encode(ForkMoment(forked.version)), JSON)

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
        """Opens a new match that plays on from a version of a closed, disclosed match.

        It starts from the end of the last batch up to this version. The new match has its own log and seed, counts
        towards no rating, and can be verified without the old one. It is played by the current version of the rules.
        What the viewer `as` could not know is dealt from the new seed, and sealed choices are made again. Cards that
        this viewer saw go to a hand or under a deck stay there, unless they may have left unseen. An offer lapses if
        the hand behind it is dealt again. After its end the new match is disclosed like the old one: to everyone, or to
        its players. If the old match did not admit bot accounts, neither does the new one.
        """
        principal = require(await authenticate(request), Scope.PLAY)
        live = await find_fresh_match(matches, match)
        rules, forked = await _find_fork(matches, withheld, live, data.at, data.eyes, principal)
        opened = live.match.opened
        assert opened is not None
        command = OpenMatch(
            chairs=build_chairs(opened.game, data.seats, principal),
            options=opened.options,
            disclosure=opened.disclosure,
            opener=principal.player,
            fork=forked,
            bots_welcome=opened.bots_welcome,
        )
        await refuse_unwelcome_bots(people, command.bots_welcome, [chair.player for chair in command.chairs])
        new = new_id("match", principal, request)
        await caps.charge_new_match(principal.player, had=partial(match_exists, matches, new))
        if len(data.seats) != opened.seats:
            raise CommandRejected(Rejected("seats", found=len(data.seats), allowed=(opened.seats,)), rules)
        done = await open_match(
            matches, rules, command, new, caller_key(principal, request), fingerprint("fork", command)
        )
        body = await describe_match(people, done.rules, done.match, done.head, principal)
        return Response(body, headers={"Location": f"{API}/matches/{new}", "ETag": etag(done.match.version)})

    return Router("/", route_handlers=[moment, fork], tags=["matches"])


async def _find_fork(
    matches: LiveMatches, withheld: WithheldMatches, live: Live, at: int, eyes: str, principal: Principal | None
) -> tuple[Rules, Fork]:
    """Returns the rules and the start of a fork; raises `CommandRejected` if the match cannot be forked there."""
    match = live.match
    with citing(live.rules, match):
        await _check_may_fork(withheld, match, principal)
        rules = _current_rules(matches, match)
        log = await find_log(matches, match.id)
        # Folding a long log takes half a second, so it must not block other requests.
        return rules, await asyncio.to_thread(_build_fork, rules, match, log, at, eyes, principal)


async def _check_may_fork(withheld: WithheldMatches, match: Match, principal: Principal | None) -> None:
    """Raises `Rejected` if the match is not over, or not fully visible to the caller."""
    if match.status is not Status.FINISHED:
        raise Rejected("fork-running")
    withholding = await withheld.of(match)
    if withheld_until(match, withholding) is not None:
        raise Rejected("fork-held")
    if not is_disclosed(match, principal, withholding):
        raise Rejected("fork-undisclosed")


def _current_rules(matches: LiveMatches, match: Match) -> Rules:
    """Returns the current rules of the game. Raises `Rejected` if this match was played with other facts.

    Every version of the rules can read positions of earlier versions.
    """
    opened = match.opened
    assert opened is not None
    rules = matches.catalogue.current(opened.game)
    if rules is None or rules.game.facts != opened.facts or rules.game.version < opened.rules:
        raise Rejected("fork-rules")
    return rules


def _build_fork(rules: Rules, match: Match, log: Log, at: int, wanted: str, principal: Principal | None) -> Fork:
    """Builds the start of the fork; raises `Rejected` if the match cannot be played on from there."""
    if wanted == REFEREE:
        raise Problem(MALFORMED, "Give a seat number or `spectator`.", at="$.as")
    eyes = viewer(match, principal, wanted)
    items = [item for item in log.items if item.version <= at]
    if not items or at > match.version:
        raise Rejected("fork-version", version=match.version)
    version, head = items[-1].version, items[-1].head
    steps = walk(log.rules.game, Match(id=match.id), log.entries)
    history = list(takewhile(lambda step: step[0].n <= version, steps))
    return fork_of(rules.game, history, head, eyes.number if isinstance(eyes, Seat) else None)
