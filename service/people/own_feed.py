"""The events of an account: what they contain, and which events a change in a match causes for a player.

An event says that there is something to look at, but not what it is: it has no view, no command and no card.
"""

from __future__ import annotations

from msgspec import Struct

from chronik.domain.engine.match.events import Ending
from chronik.domain.engine.match.match import Match, Status, outcome
from chronik.service.challenges.challenges import ChallengeRow, ChallengeState, DeclineReason
from chronik.service.matches.catalogue import Rules
from chronik.service.running.clock import Moment, rfc3339
from chronik.service.running.links import API, Links, links
from chronik.service.running.result import Result
from chronik.service.web.problems.ids import Id


class OwnMatchStarted(Struct, frozen=True, tag="match-started", tag_field="t"):
    """A match in which the account has a seat is being played."""

    match: Id
    game: str
    seat: int
    version: int
    links: Links


class OwnTurn(Struct, frozen=True, tag="turn", tag_field="t"):
    """The account owes an answer; `prompts` lists the ids of its open prompts."""

    match: Id
    game: str
    seat: int
    version: int
    prompts: tuple[int, ...]
    links: Links


class OwnMatchFinished(Struct, frozen=True, tag="match-finished", tag_field="t"):
    """A match in which the account has a seat is over; `result` is null if it was called off."""

    match: Id
    game: str
    seat: int
    version: int
    ending: Ending
    result: Result | None
    links: Links


class OwnRoundPaired(Struct, frozen=True, tag="round-paired", tag_field="t"):
    """A round was paired, or paired again, and the account has a table in it; without a `table` it has a bye.

    Until the round is `started`, it may be paired again. `match` is null if the table is not played here.
    """

    tournament: Id
    round: int
    started: bool
    table: int | None
    match: Id | None
    page: str


class OwnChallenge(Struct, frozen=True, tag="challenge", tag_field="t"):
    """A challenge by or to the account was made or has changed state.

    Once it is accepted, `match` is the match that was opened for it.
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
    """The events since `Last-Event-ID` are no longer known: `matches` shows which of your matches have ended."""

    matches: str


class EventsStanding(Struct, frozen=True, tag="standing", tag_field="t"):
    """The current state has been sent in full; `playing` is the number of running matches of the account."""

    playing: int


OwnEvent = OwnMatchStarted | OwnTurn | OwnMatchFinished | OwnRoundPaired | OwnChallenge | EventsReset | EventsStanding


class Sent(Struct, frozen=True):
    """The state of a match as it was sent to an account: its start, its open prompts, its end."""

    started: bool = False
    prompts: tuple[int, ...] = ()
    finished: bool = False


def list_news(sent: Sent, rules: Rules, match: Match, seat: int) -> tuple[Sent, tuple[OwnEvent, ...]]:
    """Returns the state to send after `sent`, and the events that a seat gets for the change, without outdated ones."""
    events: list[OwnEvent] = []
    name, where = rules.game.name, links(rules.game.name, match.id)
    if match.status is not Status.OPEN and not sent.started and match.state is not None:
        events.append(OwnMatchStarted(match.id, name, seat, match.version, where))
    prompts = find_owed_prompts(match, seat)
    if set(prompts) - set(sent.prompts):
        events.append(OwnTurn(match.id, name, seat, match.version, prompts, where))
    if match.closed is not None and not sent.finished:
        ended = outcome(rules.game, match)
        result = None if ended is None else Result(ended.points, ended.places)
        events.append(OwnMatchFinished(match.id, name, seat, match.version, match.closed.reason, result, where))
    now = Sent(sent.started or match.state is not None, prompts, match.closed is not None)
    return now, tuple(events)


def find_owed_prompts(match: Match, seat: int) -> tuple[int, ...]:
    """Returns the ids of a seat's open prompts; none if a bot plays the seat."""
    if match.chairs[seat].bot:
        return ()
    return tuple(sorted({asked.id for asked in match.owed if asked.prompt.seat == seat}))


def own_challenge(row: ChallengeRow, now: int) -> OwnChallenge:
    """Returns a challenge as an event for both accounts."""
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
