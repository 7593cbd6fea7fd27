"""The events of an account: what each of them says, and which of them a match has brought to one who sits there.

They say that something is to be looked at, never what is in it: no view, no command, no card.
"""

from __future__ import annotations

from msgspec import Struct

from domain.engine.match.events import Ending
from domain.engine.match.match import Match, Status, outcome
from service.clock import Moment, rfc3339
from service.links import API, Links, links
from service.matches.catalogue import Rules
from service.people.challenges import ChallengeRow, ChallengeState, DeclineReason
from service.problems.ids import Id
from service.result import Result


class OwnMatchStarted(Struct, frozen=True, tag="match-started", tag_field="t"):
    """A match in which the account has a seat is being played."""

    match: Id
    game: str
    seat: int
    version: int
    links: Links


class OwnTurn(Struct, frozen=True, tag="turn", tag_field="t"):
    """The seat of the account owes an answer: `prompts` are the ids of the questions that have none yet."""

    match: Id
    game: str
    seat: int
    version: int
    prompts: tuple[int, ...]
    links: Links


class OwnMatchFinished(Struct, frozen=True, tag="match-finished", tag_field="t"):
    """A match in which the account has a seat is over; there is no result where it was called off."""

    match: Id
    game: str
    seat: int
    version: int
    ending: Ending
    result: Result | None
    links: Links


class OwnRoundPaired(Struct, frozen=True, tag="round-paired", tag_field="t"):
    """The account has a table in a round that was paired, or paired again; without a table it has a bye.

    Until the round is `started`, it may be paired anew. `match` is null where the table is not played here.
    """

    tournament: Id
    round: int
    started: bool
    table: int | None
    match: Id | None
    page: str


class OwnChallenge(Struct, frozen=True, tag="challenge", tag_field="t"):
    """Somebody has challenged the account, or it somebody; or what was open has become something else.

    When it is accepted, `match` is the match that it has become.
    """

    challenge: Id
    state: ChallengeState
    challenger: Id
    challenged: Id
    game: str
    expires_at: Moment
    reason: DeclineReason | None
    match: Id | None
    address: str


class EventsReset(Struct, frozen=True, tag="reset", tag_field="t"):
    """What came after `Last-Event-ID` is not known any more: read your matches, `matches`, to see what has ended."""

    matches: str


class EventsStanding(Struct, frozen=True, tag="standing", tag_field="t"):
    """All that stands has been told: so many matches with a seat of the account are being played."""

    playing: int


OwnEvent = OwnMatchStarted | OwnTurn | OwnMatchFinished | OwnRoundPaired | OwnChallenge | EventsReset | EventsStanding


class Told(Struct, frozen=True):
    """What an account was told of a match: that it was started, which questions it owes an answer to, its end."""

    started: bool = False
    prompts: tuple[int, ...] = ()
    finished: bool = False


def news(told: Told, rules: Rules, match: Match, seat: int) -> tuple[Told, tuple[OwnEvent, ...]]:
    """What a match has brought to a seat since it was told of; what came and went between is left out."""
    events: list[OwnEvent] = []
    name, where = rules.game.name, links(rules.game.name, match.id)
    if match.status is not Status.OPEN and not told.started and match.state is not None:
        events.append(OwnMatchStarted(match.id, name, seat, match.version, where))
    prompts = owed(match, seat)
    if set(prompts) - set(told.prompts):
        events.append(OwnTurn(match.id, name, seat, match.version, prompts, where))
    if match.closed is not None and not told.finished:
        ended = outcome(rules.game, match)
        result = None if ended is None else Result(ended.points, ended.places)
        events.append(OwnMatchFinished(match.id, name, seat, match.version, match.closed.reason, result, where))
    now = Told(told.started or match.state is not None, prompts, match.closed is not None)
    return now, tuple(events)


def owed(match: Match, seat: int) -> tuple[int, ...]:
    """The ids of the questions that a seat owes an answer to, unless a bot gives it."""
    if match.chairs[seat].bot:
        return ()
    return tuple(sorted({asked.id for asked in match.owed if asked.prompt.seat == seat}))


def own_challenge(row: ChallengeRow, now: int) -> OwnChallenge:
    """A challenge as the events of both accounts have it."""
    became = row.became(now)
    return OwnChallenge(
        challenge=row.id,
        state=became.state,
        challenger=row.challenger,
        challenged=row.challenged,
        game=row.game,
        expires_at=rfc3339(row.expires_at),
        reason=became.reason,
        match=became.match,
        address=f"{API}/challenges/{row.id}",
    )
