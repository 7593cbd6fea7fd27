"""What the service answers about matches, and how refusals of the rules become problems."""

from __future__ import annotations

from typing import Annotated, Any

import structlog
from msgspec import Meta, Raw, Struct
from structlog.typing import FilteringBoundLogger

from domain.engine.game import Game, Refusal, Rejected
from domain.engine.match.clock import Takebacks
from domain.engine.match.events import Disclosure, Ending
from domain.engine.match.match import Match, Status, outcome
from domain.engine.match.refusals import REFUSALS
from domain.engine.sealing import sealed_by
from projections.match.lines import Line
from service.clock import milliseconds
from service.http.clock_summary import ClockSummary, clock_card
from service.links import Links, links, rule_url
from service.log.outcomes import Damaged, KeyReused, OutcomeUnknown, ReadOnly, Unavailable
from service.matches.catalogue import Rules
from service.matches.live import NotLoaded
from service.matches.play import Contended, NotSeated, PromptClosed, Stale
from service.problems.ids import Hash, Id
from service.problems.kinds import (
    DATA_SET_MISSING,
    KEY_REUSED,
    MATCH_CLOSED,
    MATCH_DAMAGED,
    NOT_READY,
    NOT_YOUR_SEAT,
    OUTCOME_UNKNOWN,
    PROMPT_CLOSED,
    READ_ONLY,
    REJECTED,
    SEAT_TAKEN,
    STALE_VIEW,
    UNDO_BLOCKED,
)
from service.problems.problem import Problem
from service.result import Result

LOG: FilteringBoundLogger = structlog.get_logger("chronik.matches")

Object = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]


class SeatLine(Struct, frozen=True, omit_defaults=True):
    """A seat of a match: open, or taken by a player or a bot, or both where a bot plays on for a player.

    `waiting` says that its answer is awaited, `forfeited` that it is out.
    """

    seat: int
    player: Id | None = None
    name: str | None = None
    bot: str | None = None
    waiting: bool = False
    forfeited: bool = False


class RefereeLine(Struct, frozen=True, omit_defaults=True):
    """A referee who has looked at a match while it ran, or stepped in."""

    player: Id
    name: str | None = None


class UndoRequest(Struct, frozen=True):
    """An open request to go back to a version: its number, who asks, and which seats have granted it."""

    number: int
    seat: int
    to: int
    granted: tuple[int, ...]


class EventLink(Struct, frozen=True):
    """The tournament that a match is played in, and its table there."""

    tournament: Id
    title: str
    round: int
    table: int
    page: str


class MatchSummary(Struct, frozen=True, omit_defaults=True):
    """A match from outside: what it plays, who sits where, how far it is. Heads, hashes and the secret are hex.

    `ending` says why a match was closed, `paused` that a referee has stopped it.
    """

    id: Id
    game: str
    rules: int
    facts: Hash
    status: Status
    version: int
    head: Hash
    disclosure: Disclosure
    options: Object
    commitment: Hash
    seats: tuple[SeatLine, ...]
    links: Links
    opened_by: Id | None = None
    result: Result | None = None
    undo: UndoRequest | None = None
    takebacks: Takebacks = Takebacks.AGREED
    clock: ClockSummary | None = None
    paused: bool = False
    referees: tuple[RefereeLine, ...] = ()
    ending: Ending | None = None
    secret: Hash | None = None
    event: EventLink | None = None


def card(rules: Rules, match: Match, head: bytes, names: dict[str, str], disclosed: bool) -> MatchSummary:
    """A match as the neutral routes show it."""
    opened = match.opened
    assert opened is not None
    waiting = match.waiting
    ended = outcome(rules.game, match)
    request = match.request
    return MatchSummary(
        id=match.id,
        game=opened.game,
        rules=opened.rules,
        facts=opened.facts,
        status=match.status,
        version=match.version,
        head=head.hex(),
        disclosure=opened.disclosure,
        options=opened.options,
        commitment=opened.commitment,
        seats=tuple(
            SeatLine(
                seat=number,
                player=chair.player or None,
                name=names.get(chair.player),
                bot=chair.bot or None,
                waiting=number in waiting,
                forfeited=number in match.forfeited,
            )
            for number, chair in enumerate(match.chairs)
        ),
        links=links(opened.game, match.id),
        opened_by=opened.opener or None,
        result=None if ended is None else Result(ended.points, ended.places),
        undo=None if request is None else UndoRequest(request.number, request.seat, request.to, request.granted),
        takebacks=opened.takebacks,
        clock=clock_card(match, milliseconds()),
        paused=match.paused,
        referees=tuple(RefereeLine(one.player, names.get(one.player)) for one in match.officials),
        ending=match.closed.reason if match.closed else None,
        secret=match.closed.secret if match.closed and disclosed else None,
    )


class OpenPrompt(Struct, frozen=True):
    """A question that is open for the caller: its id, whether an answer is sealed already, and the question."""

    id: int
    sealed: bool
    prompt: Any


def asked(match: Match, seat: int) -> tuple[OpenPrompt, ...]:
    """The open prompts of a seat."""
    sealed = match.state is not None and sealed_by(match.state, seat) is not None
    return tuple(OpenPrompt(one.id, sealed, one.prompt) for one in match.prompts(seat))


class Answer(Struct, frozen=True):
    """What a command has brought: the version and head after it, its lines, the caller's view and open prompts."""

    version: int
    head: Hash
    lines: tuple[Line, ...]
    view: Any
    prompts: tuple[OpenPrompt, ...]


OVERTAKEN = "Others were faster, again and again; this request recorded nothing. Send it again."
UNKNOWN = "Send it again with the same `Idempotency-Key`: it counts once. Without a key, read the match first."
AWAY = "The log does not answer. This request recorded nothing; an earlier one with its key may have."


def problem(error: Exception, rules: Rules | None, match: Match | None) -> Problem:  # noqa: C901  one case per failure
    """The problem that a failure of the write path becomes; other exceptions are raised again."""
    match error:
        case Rejected():
            return _rejected(error, rules, match)
        case Stale():
            where = links(rules.game.name, match.id) if rules and match else None
            members: dict[str, Any] = {"view": where.view, "replay": where.replay} if where else {}
            return Problem(STALE_VIEW, version=error.version, **members)
        case PromptClosed():
            return Problem(PROMPT_CLOSED, version=match.version if match else None)
        case NotSeated():
            return Problem(NOT_YOUR_SEAT)
        case KeyReused():
            return Problem(KEY_REUSED)
        case Contended():
            return Problem(OUTCOME_UNKNOWN, OVERTAKEN, headers={"Retry-After": "1"})
        case OutcomeUnknown():
            return Problem(OUTCOME_UNKNOWN, UNKNOWN, headers={"Retry-After": "1"})
        case ReadOnly():
            return Problem(READ_ONLY, headers={"Retry-After": "5"})
        case Unavailable():
            return Problem(NOT_READY, AWAY, headers={"Retry-After": "2"})
        case Damaged():
            LOG.error("match damaged", match=error.match, problem=str(error))
            return Problem(MATCH_DAMAGED)
        case NotLoaded():
            opened = error.opened
            return Problem(DATA_SET_MISSING, game=opened.game, rules=opened.rules, facts=opened.facts)
        case _:
            raise error


def _rejected(error: Rejected, rules: Rules | None, match: Match | None) -> Problem:
    game = rules.game if rules else None
    refusal: Refusal = (game.refusals.get(error.code) if game else None) or REFUSALS[error.code]
    if error.code == "match-closed":
        return Problem(MATCH_CLOSED)
    if error.code == "seat-taken":
        return Problem(SEAT_TAKEN, **error.facts)
    if error.code == "undo-blocked":
        return Problem(UNDO_BLOCKED, refusal.sentence, **_cited(refusal, game), entries=error.facts["blocking"])
    members: dict[str, Any] = {"facts": error.facts} if error.facts else {}
    if game and match:
        members |= {"options": links(game.name, match.id).options, "version": match.version}
    return Problem(REJECTED, refusal.sentence, code=error.code, **_cited(refusal, game), **members)


def _cited(refusal: Refusal, game: Game | None) -> dict[str, Any]:
    """The rule that a refusal cites, and where it can be read."""
    return {"rule": refusal.rule, "rule_url": rule_url(game.name if game else "", refusal.rule)}
