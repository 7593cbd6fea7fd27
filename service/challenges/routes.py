"""The HTTP routes for challenges: offering a match to a player, and answering an offer."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from chronik.domain.engine.match.clock import Takebacks
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.events import Disclosure
from chronik.domain.log.canonical import encode
from chronik.service.challenges.acceptances import Acceptances
from chronik.service.challenges.challenges import MOST, ChallengeRow, ChallengeState, DeclineReason, TooManyChallenges
from chronik.service.identity.auth import Principal, Scope, authentication_problem, caller, require
from chronik.service.identity.register import People, PlayerNames
from chronik.service.matches.caps import Caps
from chronik.service.matches.clock_summary import ClockRules, NewClock, clock_rules
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.play import check_opening
from chronik.service.matches.routes.bot_accounts import refuse_unwelcome_bots
from chronik.service.matches.routes.match_terms import find_rules, parse_clock, parse_options
from chronik.service.matches.routes.opening import KEYED, Entropy
from chronik.service.matches.routes.requested_seats import Bot, Mine, Open, Reserved, build_chairs
from chronik.service.matches.routes.submission import new_id
from chronik.service.matches.summary import Object
from chronik.service.running.clock import Moment, rfc3339
from chronik.service.running.links import API
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.openapi.contract import OF_AN_OPENING, Token, promises
from chronik.service.web.problems.ids import ID, Id, is_id
from chronik.service.web.problems.kinds import (
    BOTS_NOT_WELCOME,
    CHALLENGE_CLOSED,
    CHALLENGER_BUSY,
    MALFORMED,
    NOT_FOUND,
    SCOPE_MISSING,
    TOO_MANY_CHALLENGES,
    TOO_MANY_MATCHES,
)
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

DAY = 86_400
LISTED_MS = 7 * DAY * 1000
"""Milliseconds that a closed challenge stays in the list."""

ChallengeId = Annotated[str, PathParameter(description="The id of the challenge.", schema_extra={"pattern": ID})]


class NewChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to offer: its game, its options and its seats, one of which is for the challenged player.

    The challenge stays open for `expires_in` seconds, by default one day.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[Mine | Reserved | Open | Bot, ...], Meta(min_length=2, max_length=16)]
    options: dict[str, Any] = {}
    disclosure: Disclosure = Disclosure.EVERYONE
    clock: NewClock | None = None
    takebacks: Annotated[
        Takebacks, Meta(description="Whether players may agree on an undo, or only take back what is free to undo.")
    ] = Takebacks.AGREED
    bots_welcome: bool = True
    expires_in: Annotated[int, Meta(ge=10, le=14 * DAY)] = DAY
    entropy: Entropy = ""


class NewAcceptance(Struct, frozen=True, forbid_unknown_fields=True):
    """The acceptance of a challenge, with the challenged player's entropy."""

    entropy: Entropy = ""


class NewRefusal(Struct, frozen=True, forbid_unknown_fields=True):
    """The refusal of a challenge, with its reason."""

    reason: DeclineReason = DeclineReason.OTHER


class ChallengedSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of an offered match: for a player, for a bot, or open."""

    player: Id | None = None
    name: str | None = None
    bot: str | None = None
    bot_account: bool = False


class Challenge(Struct, frozen=True):
    """A match that one player offers to another: its terms and its state."""

    id: Id
    state: ChallengeState
    challenger: Id
    challenged: Id
    game: str
    seats: tuple[ChallengedSeat, ...]
    options: Object
    clock: ClockRules | None
    bots_welcome: bool
    created_at: Moment
    expires_at: Moment
    reason: DeclineReason | None
    match: Id | None


class ChallengeList(Struct, frozen=True):
    """The challenges by and to the caller, newest first."""

    challenges: tuple[Challenge, ...]


class ChallengeContext:
    """The state that the challenge routes share: challenges, matches, players and caps. It also builds responses."""

    def __init__(self, people: People, acceptances: Acceptances, caps: Caps) -> None:
        self.matches = acceptances.matches
        self.people = people
        self.acceptances = acceptances
        self.kept = acceptances.kept
        self.caps = caps

    async def describe(self, row: ChallengeRow) -> Challenge:
        """Builds the response for a challenge."""
        return (await self.describe_all((row,)))[0]

    async def describe_all(self, rows: Sequence[ChallengeRow]) -> tuple[Challenge, ...]:
        """Builds the responses for several challenges."""
        openings = [msgspec.json.decode(row.opening, type=OpenMatch) for row in rows]
        known = await self.people.find_names({chair.player for opening in openings for chair in opening.chairs} - {""})
        return tuple(_build_challenge(*one, known, self.kept.now()) for one in zip(rows, openings, strict=True))

    async def find(self, challenge: str, who: Principal) -> ChallengeRow:
        """Returns a challenge by or to the caller; raises `Problem` if it does not exist."""
        row = await self.kept.find(challenge, who.player) if is_id(challenge) else None
        if row is None:
            raise Problem(NOT_FOUND)
        return row

    async def check_caps(self, challenge: str, who: Principal) -> None:
        """Raises `Problem` if either player may not have another match, unless the challenge was already answered."""
        row = await self.find(challenge, who)
        if row.challenged == who.player and row.state_at(self.kept.now()) is ChallengeState.OPEN:
            await self.caps.charge_challenge_match(who.player, row.challenger)

    async def answer(
        self,
        challenge: str,
        who: Principal,
        state: ChallengeState,
        reason: DeclineReason | None = None,
        entropy: str = "",
    ) -> ChallengeRow:
        """Answers a challenge and returns it. The same answer may be repeated; a different answer raises `Problem`."""
        row = await self.find(challenge, who)
        if await self.kept.answer(row.id, who.player, state, reason, entropy):
            return await self.find(challenge, who)
        row = await self.find(challenge, who)
        whose = row.challenger if state is ChallengeState.WITHDRAWN else row.challenged
        became = row.state_at(self.kept.now())
        if became is not state or whose != who.player:
            raise Problem(CHALLENGE_CLOSED, state=became.value)
        return row


def challenges_router(people: People, acceptances: Acceptances, caps: Caps) -> Router:
    """Builds the router of this module, under `/api/v1`."""
    context = ChallengeContext(people, acceptances, caps)
    return Router(
        "/",
        route_handlers=[_offer_route(context), *_read_routes(context), _accept_route(context), *_end_routes(context)],
        dependencies={"principal": Provide(caller)},
        tags=["matches"],
    )


def _offer_route(context: ChallengeContext) -> HTTPRouteHandler:
    """Builds the route that creates a challenge."""

    @post(
        "/challenges",
        operation_id="challenge",
        dto=StrictJSON,
        return_dto=None,
        opt=promises(
            token=Token.REQUIRED,
            reads=KEYED,
            gives=("Location",),
            problems=(*OF_AN_OPENING, BOTS_NOT_WELCOME, TOO_MANY_CHALLENGES),
        ),
    )
    async def challenge(
        request: HTTPRequest, data: JSONBody[NewChallenge], principal: NamedDependency[Principal | None]
    ) -> Response[Challenge]:
        """Challenges a player to a match. The terms are checked now; the match is opened when the player accepts.

        Exactly one seat is for the caller and exactly one for the challenged player; the others may be open or for
        bots. A player can have at most 50 open challenges. With an `Idempotency-Key`, repeated requests create only one
        challenge, and the first entropy counts. Entropy is secret until the match starts. The service creates the
        match's secret when the challenge is accepted. By then it knows the entropy of both players, so it could choose
        the secret accordingly. A player who does not want to trust the service should take a seat in an open match.
        """
        who = require(principal, Scope.PLAY)
        opening, challenged = _parse_opening(context.matches, data, who)
        rules = find_rules(context.matches.catalogue, data.game)
        check_opening(rules, opening, context.matches.now())
        if not await context.people.plays(challenged):
            raise _unknown_player(data)
        await refuse_unwelcome_bots(context.people, data.bots_welcome, [who.player, challenged])
        try:
            row = await context.kept.make(
                new_id("challenge", who, request),
                who.player,
                challenged,
                data.game,
                encode(opening).decode(),
                data.expires_in * 1000,
                data.entropy,
            )
        except TooManyChallenges:
            raise Problem(TOO_MANY_CHALLENGES, limit=MOST) from None
        if row is None:
            raise authentication_problem()
        return Response(await context.describe(row), headers={"Location": f"{API}/challenges/{row.id}"})

    return challenge


def _read_routes(context: ChallengeContext) -> tuple[HTTPRouteHandler, ...]:
    """Builds the routes that return challenges."""

    @get("/me/challenges", operation_id="my_challenges", opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,)))
    async def list_own(principal: NamedDependency[Principal | None]) -> ChallengeList:
        """Returns the challenges by and to the caller that are open or changed in the last week.

        The newest come first. There are at most 100 by the caller, and 100 to the caller.
        """
        who = require(principal, Scope.PLAY)
        return ChallengeList(
            await context.describe_all(await context.kept.of({who.player}, context.kept.now() - LISTED_MS))
        )

    @get(
        "/challenges/{challenge:str}",
        operation_id="challenge_by_id",
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND)),
    )
    async def show(challenge: ChallengeId, principal: NamedDependency[Principal | None]) -> Challenge:
        """Returns a challenge by or to the caller. Only the two players can see it."""
        return await context.describe(await context.find(challenge, require(principal, Scope.PLAY)))

    return list_own, show


def _accept_route(context: ChallengeContext) -> HTTPRouteHandler:
    """Builds the route that accepts a challenge."""

    @post(
        "/challenges/{challenge:str}/acceptance",
        operation_id="accept_challenge",
        status_code=200,
        dto=StrictJSON,
        return_dto=None,
        opt=promises(
            token=Token.REQUIRED,
            problems=(*OF_AN_OPENING, NOT_FOUND, CHALLENGE_CLOSED, TOO_MANY_MATCHES, CHALLENGER_BUSY),
        ),
    )
    async def accept(
        challenge: ChallengeId, data: JSONBody[NewAcceptance], principal: NamedDependency[Principal | None]
    ) -> Challenge:
        """Accepts a challenge and opens its match. A repeated request returns the same match, with the first entropy.

        If no seat is open, the match starts at once. The entropy of both players goes into the seed of the match; the
        service sees that entropy before it creates its own secret. If either player may not have another match at the
        moment, the challenge stays open.
        """
        who = require(principal, Scope.PLAY)
        await context.check_caps(challenge, who)
        row = await context.answer(challenge, who, ChallengeState.ACCEPTED, entropy=data.entropy)
        rules = find_rules(context.matches.catalogue, row.game)
        await context.acceptances.open(row, rules)
        return await context.describe(row)

    return accept


def _end_routes(context: ChallengeContext) -> tuple[HTTPRouteHandler, ...]:
    """Builds the routes that end a challenge without a match."""

    @post(
        "/challenges/{challenge:str}/refusal",
        operation_id="decline_challenge",
        status_code=200,
        dto=StrictJSON,
        return_dto=None,
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND, CHALLENGE_CLOSED)),
    )
    async def decline(
        challenge: ChallengeId, data: JSONBody[NewRefusal], principal: NamedDependency[Principal | None]
    ) -> Challenge:
        """Declines a challenge, with a reason that the challenger can see."""
        who = require(principal, Scope.PLAY)
        return await context.describe(await context.answer(challenge, who, ChallengeState.DECLINED, data.reason))

    @delete(
        "/challenges/{challenge:str}",
        operation_id="withdraw_challenge",
        status_code=200,
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND, CHALLENGE_CLOSED)),
    )
    async def withdraw(challenge: ChallengeId, principal: NamedDependency[Principal | None]) -> Challenge:
        """Withdraws one of the caller's challenges before it is answered."""
        who = require(principal, Scope.PLAY)
        return await context.describe(await context.answer(challenge, who, ChallengeState.WITHDRAWN))

    return decline, withdraw


def _parse_opening(matches: LiveMatches, data: NewChallenge, who: Principal) -> tuple[OpenMatch, str]:
    """Returns the command that will open the match, and the challenged player; raises `Problem`."""
    reserved = [seat.player for seat in data.seats if isinstance(seat, Reserved)]
    own = sum(isinstance(seat, Mine) for seat in data.seats)
    if len(reserved) != 1 or own != 1 or reserved[0] == who.player:
        raise Problem(MALFORMED, "Exactly one seat must be yours, and exactly one for the other player.", at="$.seats")
    rules = find_rules(matches.catalogue, data.game)
    opening = OpenMatch(
        chairs=build_chairs(data.game, data.seats, who),
        options=parse_options(rules, data.options),
        disclosure=data.disclosure,
        opener=who.player,
        clock=parse_clock(data.game, data.clock),
        takebacks=data.takebacks,
        bots_welcome=data.bots_welcome,
    )
    return opening, reserved[0]


def _unknown_player(data: NewChallenge) -> Problem:
    number = next(number for number, seat in enumerate(data.seats) if isinstance(seat, Reserved))
    return Problem(MALFORMED, "There is no such player. Give the id of another player.", at=f"$.seats[{number}].player")


def _build_challenge(row: ChallengeRow, opening: OpenMatch, known: PlayerNames, now: int) -> Challenge:
    became = row.became(now)
    return Challenge(
        id=row.id,
        state=became.state,
        challenger=row.challenger,
        challenged=row.challenged,
        game=row.game,
        seats=tuple(
            ChallengedSeat(
                player=chair.player or None,
                name=known.names.get(chair.player),
                bot=chair.bot or None,
                bot_account=chair.player in known.bots,
            )
            for chair in opening.chairs
        ),
        options=opening.options,
        clock=None if opening.clock is None else clock_rules(opening.clock),
        bots_welcome=opening.bots_welcome,
        created_at=rfc3339(row.created_at),
        expires_at=rfc3339(row.expires_at),
        reason=became.reason,
        match=became.match,
    )
