"""Challenges: offering a match to somebody, and answering."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from domain.engine.match.clock import Takebacks
from domain.engine.match.commands import OpenMatch
from domain.engine.match.events import Disclosure
from domain.engine.match.log import encode
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
from service.log.outcomes import KeyReused
from service.matches.live import LiveMatches
from service.matches.play import judge_opening
from service.openapi.contract import OF_AN_OPENING, Token, promises
from service.people.auth import Principal, Scope, caller, require, unauthenticated
from service.people.challenges import MOST, ChallengeRow, ChallengeState, DeclineReason, TooManyChallenges
from service.people.register import Known, People
from service.problems.ids import ID, Id, is_id
from service.problems.kinds import (
    BOTS_NOT_WELCOME,
    CHALLENGE_CLOSED,
    CHALLENGER_BUSY,
    MALFORMED,
    NOT_FOUND,
    SCOPE_MISSING,
    TOO_MANY_CHALLENGES,
    TOO_MANY_MATCHES,
)
from service.problems.problem import Problem
from service.routes.match.match_terms import wanted_clock, wanted_options, wanted_rules
from service.routes.match.opening import KEYED, Entropy
from service.routes.match.wanted_seats import Bot, Mine, Open, Reserved, chairs_of
from service.routes.match.welcome import expect_welcome
from service.workers.acceptances import Acceptances

DAY = 86_400
LISTED_MS = 7 * DAY * 1000
"""How long a challenge that is over is listed."""

ChallengeId = Annotated[str, PathParameter(description="The id of the challenge.", schema_extra={"pattern": ID})]


class NewChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    """A match that is offered: the game, its options, and who sits where, one seat being of the player challenged.

    It is open for `expires_in` seconds, a day if nothing is said.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[Mine | Reserved | Open | Bot, ...], Meta(min_length=2, max_length=16)]
    options: dict[str, Any] = {}
    disclosure: Disclosure = Disclosure.EVERYONE
    clock: NewClock | None = None
    takebacks: Annotated[
        Takebacks, Meta(description="Whether all may agree to go back, or each only takes back what is free.")
    ] = Takebacks.AGREED
    bots_welcome: bool = True
    expires_in: Annotated[int, Meta(ge=10, le=14 * DAY)] = DAY
    entropy: Entropy = ""


class NewAcceptance(Struct, frozen=True, forbid_unknown_fields=True):
    """That a challenge is accepted, and what the challenged player adds to chance."""

    entropy: Entropy = ""


class NewRefusal(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a challenge is declined."""

    reason: DeclineReason = DeclineReason.OTHER


class ChallengedSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a match that is offered: for a player, for a bot, or open."""

    player: Id | None = None
    name: str | None = None
    bot: str | None = None
    bot_account: bool = False


class Challenge(Struct, frozen=True):
    """A match that somebody offers to somebody: its terms, and what became of it."""

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


class ChallengeDesk:
    """What the routes of this file share: challenges and their matches, the people, the caps, and how one is told."""

    def __init__(self, people: People, acceptances: Acceptances, caps: Caps) -> None:
        self.matches = acceptances.matches
        self.people = people
        self.acceptances = acceptances
        self.kept = acceptances.kept
        self.caps = caps

    async def told(self, row: ChallengeRow) -> Challenge:
        """A challenge as it is answered."""
        return (await self.all_told((row,)))[0]

    async def all_told(self, rows: Sequence[ChallengeRow]) -> tuple[Challenge, ...]:
        """Challenges as they are answered."""
        openings = [msgspec.json.decode(row.opening, type=OpenMatch) for row in rows]
        known = await self.people.known({chair.player for opening in openings for chair in opening.chairs} - {""})
        return tuple(_told(*one, known, self.kept.now()) for one in zip(rows, openings, strict=True))

    async def found(self, challenge: str, who: Principal) -> ChallengeRow:
        """A challenge by or to the caller, or the problem that there is none."""
        row = await self.kept.find(challenge, who.player) if is_id(challenge) else None
        if row is None:
            raise Problem(NOT_FOUND)
        return row

    async def expect_room(self, challenge: str, who: Principal) -> None:
        """Raises the problem that one of the two has no room for another match; whoever has accepted has had it."""
        row = await self.found(challenge, who)
        if row.challenged == who.player and row.state_at(self.kept.now()) is ChallengeState.OPEN:
            await self.caps.match_of_two(who.player, row.challenger)

    async def answered(
        self,
        challenge: str,
        who: Principal,
        state: ChallengeState,
        reason: DeclineReason | None = None,
        entropy: str = "",
    ) -> ChallengeRow:
        """The challenge after an answer; one that was given before is given again, any other is refused."""
        row = await self.found(challenge, who)
        if await self.kept.answer(row.id, who.player, state, reason, entropy):
            return await self.found(challenge, who)
        row = await self.found(challenge, who)
        whose = row.challenger if state is ChallengeState.WITHDRAWN else row.challenged
        became = row.state_at(self.kept.now())
        if became is not state or whose != who.player:
            raise Problem(CHALLENGE_CLOSED, state=became.value)
        return row


def challenges_router(people: People, acceptances: Acceptances, caps: Caps) -> Router:
    """The addresses of this file, under `/api/v1`."""
    desk = ChallengeDesk(people, acceptances, caps)
    return Router(
        "/",
        route_handlers=[_offering(desk), *_reading(desk), _accepting(desk), *_ending(desk)],
        dependencies={"principal": Provide(caller)},
        tags=["matches"],
    )


def _offering(desk: ChallengeDesk) -> HTTPRouteHandler:
    """The address at which one challenges somebody."""

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
        """Challenges a player to a match, of which the terms are judged now and which is opened when it is accepted.

        Exactly one seat is the caller's, and exactly one the challenged player's; others may be open or a bot's. Nobody
        has more than 50 challenges open. With an `Idempotency-Key` it is made once, however often this is sent,
        and the first entropy counts. Entropy is told to nobody before the match has started. The service takes the
        secret of the match when the challenge is accepted, and knows the entropy of both by then: it could choose the
        secret by it. Who does not want to trust it sits down at an open match.
        """
        who = require(principal, Scope.PLAY)
        opening, challenged = _opening(desk.matches, data, who)
        rules = wanted_rules(desk.matches.catalogue, data.game)
        try:
            judge_opening(rules, opening, desk.matches.now())
        except Exception as error:
            raise match_problem(error, rules, None) from error
        if not await desk.people.plays(challenged):
            raise _no_player(data)
        await expect_welcome(desk.people, data.bots_welcome, [who.player, challenged])
        try:
            row = await desk.kept.make(
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
        except KeyReused as error:
            raise match_problem(error, rules, None) from error
        if row is None:
            raise unauthenticated()
        return Response(await desk.told(row), headers={"Location": f"{API}/challenges/{row.id}"})

    return challenge


def _reading(desk: ChallengeDesk) -> tuple[HTTPRouteHandler, ...]:
    """The addresses at which challenges are read."""

    @get("/me/challenges", operation_id="my_challenges", opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,)))
    async def own(principal: NamedDependency[Principal | None]) -> ChallengeList:
        """The challenges by and to the caller: those that are open, and what became of others in the last week.

        Newest first; at most a hundred that were made by them, and a hundred that were made to them.
        """
        who = require(principal, Scope.PLAY)
        return ChallengeList(await desk.all_told(await desk.kept.of({who.player}, desk.kept.now() - LISTED_MS)))

    @get(
        "/challenges/{challenge:str}",
        operation_id="challenge_by_id",
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND)),
    )
    async def one(challenge: ChallengeId, principal: NamedDependency[Principal | None]) -> Challenge:
        """A challenge by or to the caller. Nobody else sees it."""
        return await desk.told(await desk.found(challenge, require(principal, Scope.PLAY)))

    return own, one


def _accepting(desk: ChallengeDesk) -> HTTPRouteHandler:
    """The address at which a challenge becomes a match."""

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
        """Accepts a challenge, and opens its match; a second time it is the same one again, with the first entropy.

        Where no seat is left open, the match starts at once. The entropy of both goes into its seed; the service knows
        it before it takes the secret. Where one of the two can have no further match now, the challenge stays open.
        """
        who = require(principal, Scope.PLAY)
        await desk.expect_room(challenge, who)
        row = await desk.answered(challenge, who, ChallengeState.ACCEPTED, entropy=data.entropy)
        rules = wanted_rules(desk.matches.catalogue, row.game)
        try:
            await desk.acceptances.open(row, rules)
        except Exception as error:
            raise match_problem(error, rules, None) from error
        return await desk.told(row)

    return accept


def _ending(desk: ChallengeDesk) -> tuple[HTTPRouteHandler, ...]:
    """The addresses at which a challenge ends without a match."""

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
        """Declines a challenge, for a reason that the challenger is told."""
        who = require(principal, Scope.PLAY)
        return await desk.told(await desk.answered(challenge, who, ChallengeState.DECLINED, data.reason))

    @delete(
        "/challenges/{challenge:str}",
        operation_id="withdraw_challenge",
        status_code=200,
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND, CHALLENGE_CLOSED)),
    )
    async def withdraw(challenge: ChallengeId, principal: NamedDependency[Principal | None]) -> Challenge:
        """Withdraws a challenge of the caller's that has no answer yet."""
        who = require(principal, Scope.PLAY)
        return await desk.told(await desk.answered(challenge, who, ChallengeState.WITHDRAWN))

    return decline, withdraw


def _opening(matches: LiveMatches, data: NewChallenge, who: Principal) -> tuple[OpenMatch, str]:
    """The command that will open the match, and who is challenged."""
    reserved = [seat.player for seat in data.seats if isinstance(seat, Reserved)]
    own = sum(isinstance(seat, Mine) for seat in data.seats)
    if len(reserved) != 1 or own != 1 or reserved[0] == who.player:
        raise Problem(MALFORMED, "One seat is yours, and one is that of the other player.", at="$.seats")
    rules = wanted_rules(matches.catalogue, data.game)
    opening = OpenMatch(
        chairs=chairs_of(data.game, data.seats, who),
        options=wanted_options(rules, data.options),
        disclosure=data.disclosure,
        opener=who.player,
        clock=wanted_clock(data.game, data.clock),
        takebacks=data.takebacks,
        bots_welcome=data.bots_welcome,
    )
    return opening, reserved[0]


def _no_player(data: NewChallenge) -> Problem:
    number = next(number for number, seat in enumerate(data.seats) if isinstance(seat, Reserved))
    return Problem(MALFORMED, "There is no such player.", at=f"$.seats[{number}].player")


def _told(row: ChallengeRow, opening: OpenMatch, known: Known, now: int) -> Challenge:
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
