"""Decisions: turning a command into the events of one batch. Only this module and the games judge commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, assert_never

from msgspec import Raw, Struct
from msgspec.structs import replace

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Decision, Game, Rejected
from chronik.domain.engine.match.chain import Keys, seed_keys
from chronik.domain.engine.match.commands import (
    ENGINE_COMMANDS,
    AnswerSeatOffer,
    AnswerUndo,
    CallOff,
    CallTime,
    EngineCommand,
    Extend,
    Inspect,
    LeaveSeat,
    OfferSeat,
    OpenMatch,
    PassSilence,
    Pause,
    Resign,
    Resume,
    RuleResult,
    TakeBack,
    TakeSeat,
)
from chronik.domain.engine.match.events import Closed, Ending, Inspected, TimeOver, Undone
from chronik.domain.engine.match.fold import advance_match, count_time_until, fold, fold_batches
from chronik.domain.engine.match.handover import answer_offer, offer_seat, take_offered_seat
from chronik.domain.engine.match.log import MAX_ENTRIES, NO_COMMAND, Author, Batch, Entry, number_entries
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.rulings import rule
from chronik.domain.engine.match.seating import leave_seat, open_match, take_seat
from chronik.domain.engine.match.takeback import answer_undo, count_undos, take_back
from chronik.domain.engine.match.timekeeping import call_time, pass_silence, permit, resign
from chronik.domain.engine.match.timing import Running


class Intent(Struct, frozen=True, kw_only=True):
    """A command with its author and time: `raw` are the bytes for the log; `at` is milliseconds since 1970.

    If `replaying` is true, a recorded command is decided again, so limits on the number of undos do not apply.
    """

    command: Any
    raw: Raw
    at: int
    seat: int | None = None
    by: Author = Author.SEAT
    replaying: bool = False


class Decided(Struct, frozen=True, dict=True):
    """The result of a command: its batch, and the match after that batch."""

    batch: Batch[Any]
    match: Match

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the batch."""
        return tuple(number_entries(self.batch, self.match.version + 1 - len(self.batch.e)))


def decide(game: Game, match: Match, intent: Intent, keys: Keys, log: Sequence[Entry] = ()) -> Decided:
    """Decides a command and returns its batch and the match after it. Raises `Rejected`.

    `log` is the whole log; only the two undo commands need it. The batch includes the default answers of seats that are
    out or whose time was called. It includes `Closed` if the game ends, only one seat is left, a referee has ruled, or
    the log would grow too long.
    """
    if match.closed is not None:
        raise Rejected("match-closed")
    if match.is_restricted:
        permit(match, intent.command, intent.seat, intent.by, intent.at)
    if type(intent.command) in ENGINE_COMMANDS:
        events = _decide_framing(game, match, intent, intent.command, keys, log)
    elif match.state is None:
        raise Rejected("not-started")
    else:
        assert intent.seat is not None
        chance = Chance(_seed(match, keys), match.undos)
        events = game.decide(match.state, intent.seat, intent.command, chance)
    return _complete(game, match, intent, keys, events, log)


def _seed(match: Match, keys: Keys) -> bytes:
    return keys.seed or seed_keys(match.chairs, keys, match.tutorial).seed


def _decide_framing(  # noqa: C901  one case per command
    game: Game,
    match: Match,
    intent: Intent,
    command: EngineCommand,
    keys: Keys,
    log: Sequence[Entry],
) -> tuple[Any, ...]:
    match command:
        case OpenMatch():
            return open_match(game, command, keys)
        case TakeSeat() if match.offer is not None:
            return take_offered_seat(match, match.offer, command)
        case TakeSeat():
            return take_seat(game, match, command, keys)
        case LeaveSeat():
            return leave_seat(match, command)
        case TakeBack():
            assert intent.seat is not None
            events = take_back(game, log, match, intent.seat, command)
            if not intent.replaying:
                count_undos(log, intent.seat)
            return events
        case AnswerUndo():
            assert intent.seat is not None
            return answer_undo(game, log, match, intent.seat, command, _seed(match, keys))
        case Inspect():
            return (Inspected(command.player),)
        case CallTime():
            return call_time(match, intent.at)
        case PassSilence():
            return pass_silence(match, command)
        case Resign():
            assert intent.seat is not None
            return resign(match, intent.seat, intent.by)
        case OfferSeat():
            assert intent.seat is not None
            return offer_seat(match, intent.seat)
        case AnswerSeatOffer():
            assert intent.seat is not None
            return answer_offer(match, intent.seat, command)
        case Pause() | Resume() | Extend() | RuleResult() | CallOff():
            return rule(game, match, command)
        case _:
            assert_never(command)


def _complete(
    game: Game,
    match: Match,
    intent: Intent,
    keys: Keys,
    events: tuple[Any, ...],
    log: Sequence[Entry],
) -> Decided:
    decided = None
    if match.version + len(events) < MAX_ENTRIES:
        decided = _apply(game, match, intent, events, log)
        if type(intent.command) is CallTime or decided.match.forfeited:
            decided = _answer_for_absent(game, match, decided, intent, keys)
    if decided is None:
        return _apply(game, match, intent, (Closed(Ending.TOO_LONG, keys.secret.hex()),), log)
    ending = _ending(game, decided.match, intent)
    if ending is None:
        return decided
    return _append(game, decided, (Closed(ending, keys.secret.hex()),))


def _ending(game: Game, match: Match, intent: Intent) -> Ending | None:
    """Returns why a match is over, or None if it is not.

    If all other seats are out because of the clock, the last seat wins only after it has given a command.
    """
    if match.state is None:
        return None
    if match.called_off:
        return Ending.CALLED_OFF
    if match.ruled is not None:
        return Ending.RULED
    if game.outcome(match.state) is not None:
        return Ending.FINISHED
    if not match.forfeited or len(match.playing) > 1 or (match.absent and not isinstance(intent.command, Resign)):
        return None
    return Ending.FORFEITED


def _answer_for_absent(game: Game, match: Match, decided: Decided, intent: Intent, keys: Keys) -> Decided | None:
    """Adds the game's default answers to the batch, for seats whose time was called and for seats that are out.

    Returns None if the log cannot hold that many entries.
    """
    called = _find_called(match, decided.batch.e) if type(intent.command) is CallTime else []
    while _ending(game, decided.match, intent) is None:
        seat = _next_absent(decided.match, called)
        if seat is None:
            break
        called = [one for one in called if one.seat != seat]
        state = decided.match.state
        chance = Chance(_seed(match, keys), decided.match.undos)
        events = game.decide(state, seat, game.default(state, seat), chance)
        if decided.match.version + len(events) >= MAX_ENTRIES:
            return None
        decided = _append(game, decided, events)
    return decided


def _find_called(match: Match, events: Sequence[Any]) -> list[Running]:
    """Returns the questions of the seats whose time was called by these events."""
    seats = {event.seat for event in events if isinstance(event, TimeOver)}
    return [one for one in match.running if one.seat in seats]


def _next_absent(match: Match, called: Sequence[Running]) -> int | None:
    """Returns the next seat that needs a default answer: it is out, or its time was called and it has not answered."""
    if not called and not match.forfeited:
        return None
    for asked in match.owed:
        seat: int = asked.prompt.seat
        if seat in match.forfeited:
            return seat
        if any((one.seat, one.prompt) == (seat, asked.id) for one in called) and not match.chairs[seat].bot:
            return seat
    return None


def _apply(
    game: Game,
    match: Match,
    intent: Intent,
    events: tuple[Any, ...],
    log: Sequence[Entry],
) -> Decided:
    batch = Batch(at=intent.at, seat=intent.seat, by=intent.by, cmd=intent.raw, e=events)
    if isinstance(events, Decision):
        return Decided(batch, advance_match(count_time_until(match, intent.at, intent.seat, events[0]), events.states))
    if log and any(type(event) is Undone for event in events):
        return Decided(batch, fold(game, Match(id=match.id), (*log, *number_entries(batch, match.version + 1))))
    return Decided(batch, fold_batches(game, match, (batch,)))


def _append(game: Game, decided: Decided, events: tuple[Any, ...]) -> Decided:
    """Appends further events of the same command to a batch."""
    batch, match = decided.batch, decided.match
    if isinstance(events, Decision):
        after = advance_match(match, events.states)
    else:
        after = fold_batches(game, match, (replace(batch, cmd=NO_COMMAND, e=events),))
    return Decided(replace(batch, e=(*batch.e, *events)), after)
