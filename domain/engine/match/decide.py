"""Deciding: from a match and what somebody wants to the entries of one batch. Only here and in the games is judged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, assert_never

from msgspec import Raw, Struct
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.game import Decision, Game, Rejected
from domain.engine.match.chain import Keys
from domain.engine.match.commands import (
    ENGINE_COMMANDS,
    AnswerUndo,
    CallOff,
    CallTime,
    EngineCommand,
    Extend,
    Inspect,
    LeaveSeat,
    OpenMatch,
    PassSilence,
    Pause,
    Resign,
    Resume,
    RuleResult,
    TakeBack,
    TakeSeat,
)
from domain.engine.match.events import Closed, Ending, Inspected, TimeOver, Undone
from domain.engine.match.fold import fold, fold_batches, moved, timed_to
from domain.engine.match.log import MAX_ENTRIES, NO_COMMAND, Author, Batch, Entry, numbered
from domain.engine.match.match import Match
from domain.engine.match.rulings import rule
from domain.engine.match.seating import leave_seat, open_match, seeded, take_seat
from domain.engine.match.takeback import answer_undo, count_undos, take_back
from domain.engine.match.timekeeping import call_time, pass_silence, permit, resign
from domain.engine.match.timing import Running


class Intent(Struct, frozen=True, kw_only=True):
    """A command with who wants it: `raw` are the bytes that go into the log; `at` is milliseconds since 1970.

    `replaying`: a recorded command is decided again, and the limits on how often a seat may ask are not applied.
    """

    command: Any
    raw: Raw
    at: int
    seat: int | None = None
    by: Author = Author.SEAT
    replaying: bool = False


class Decided(Struct, frozen=True, dict=True):
    """What a command brings: a batch, and the match after it."""

    batch: Batch[Any]
    match: Match

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the batch."""
        return tuple(numbered(self.batch, self.match.version + 1 - len(self.batch.e)))


def decide(game: Game, match: Match, wanted: Intent, keys: Keys, log: Sequence[Entry] = ()) -> Decided:
    """The batch a command brings, or `Rejected`.

    The whole log is needed for the two commands of undo only. The default answers of those who are out, or whose time
    is called, follow in the same batch; so does the closing at a game's end, when nobody is left to play against, by a
    ruling, or where the log would grow too long.
    """
    if match.closed is not None:
        raise Rejected("match-closed")
    permit(match, wanted.command, wanted.seat, wanted.by, wanted.at)
    if type(wanted.command) in ENGINE_COMMANDS:
        events = _framing(game, match, wanted, wanted.command, keys, log)
    elif match.state is None:
        raise Rejected("not-started")
    else:
        assert wanted.seat is not None
        events = game.decide(
            match.state, wanted.seat, wanted.command, Chance(seeded(match.chairs, keys).seed, match.undos)
        )
    return _closing(game, match, wanted, keys, events, log)


def _framing(  # noqa: C901  one case per command
    game: Game,
    match: Match,
    wanted: Intent,
    command: EngineCommand,
    keys: Keys,
    log: Sequence[Entry],
) -> tuple[Any, ...]:
    match command:
        case OpenMatch():
            return open_match(game, command, keys)
        case TakeSeat():
            return take_seat(game, match, command, keys)
        case LeaveSeat():
            return leave_seat(match, command)
        case TakeBack():
            assert wanted.seat is not None
            brought = take_back(game, log, match, wanted.seat, command)
            if not wanted.replaying:
                count_undos(log, wanted.seat)
            return brought
        case AnswerUndo():
            assert wanted.seat is not None
            return answer_undo(game, log, match, wanted.seat, command, seeded(match.chairs, keys).seed)
        case Inspect():
            return (Inspected(command.player),)
        case CallTime():
            return call_time(match, wanted.at)
        case PassSilence():
            return pass_silence(match, command)
        case Resign():
            assert wanted.seat is not None
            return resign(match, wanted.seat, wanted.by)
        case Pause() | Resume() | Extend() | RuleResult() | CallOff():
            return rule(game, match, command)
        case _:
            assert_never(command)


def _closing(
    game: Game,
    match: Match,
    wanted: Intent,
    keys: Keys,
    events: tuple[Any, ...],
    log: Sequence[Entry],
) -> Decided:
    decided = None
    if match.version + len(events) < MAX_ENTRIES:
        decided = _answered(game, match, _brought(game, match, wanted, events, log), wanted, keys)
    if decided is None:
        return _brought(game, match, wanted, (Closed(Ending.TOO_LONG, keys.secret.hex()),), log)
    ending = _ending(game, decided.match, wanted)
    if ending is None:
        return decided
    return _with(game, decided, (Closed(ending, keys.secret.hex()),))


def _ending(game: Game, match: Match, wanted: Intent) -> Ending | None:
    """Why a match is over, if it is.

    Who is left when the clock has put out all others has not won by that alone: first it gives a command.
    """
    if match.state is None:
        return None
    if match.called_off:
        return Ending.CALLED_OFF
    if match.ruled is not None:
        return Ending.RULED
    if game.outcome(match.state) is not None:
        return Ending.FINISHED
    if not match.forfeited or len(match.playing) > 1 or (match.absent and not isinstance(wanted.command, Resign)):
        return None
    return Ending.FORFEITED


def _answered(game: Game, match: Match, decided: Decided, wanted: Intent, keys: Keys) -> Decided | None:
    """The batch with the game's default answer of each seat whose time is called, and of those who are out whenever
    they are asked; None where that is more than a log can hold.
    """
    called = _called(match, decided.batch.e) if isinstance(wanted.command, CallTime) else []
    if not called and not decided.match.forfeited:
        return decided
    while _ending(game, decided.match, wanted) is None:
        seat = _silent(decided.match, called)
        if seat is None:
            break
        called = [one for one in called if one.seat != seat]
        state = decided.match.state
        chance = Chance(seeded(match.chairs, keys).seed, decided.match.undos)
        events = game.decide(state, seat, game.default(state, seat), chance)
        if decided.match.version + len(events) >= MAX_ENTRIES:
            return None
        decided = _with(game, decided, events)
    return decided


def _called(match: Match, events: Sequence[Any]) -> list[Running]:
    """The questions of those whose time these events say is over."""
    seats = {event.seat for event in events if isinstance(event, TimeOver)}
    return [one for one in match.running if one.seat in seats]


def _silent(match: Match, called: Sequence[Running]) -> int | None:
    """The next seat that is answered for: called and still asked the same, or out."""
    if not called and not match.forfeited:
        return None
    for asked in match.owed:
        seat: int = asked.prompt.seat
        if seat in match.forfeited:
            return seat
        if Running(seat, asked.id) in called and not match.chairs[seat].bot:
            return seat
    return None


def _brought(
    game: Game,
    match: Match,
    wanted: Intent,
    events: tuple[Any, ...],
    log: Sequence[Entry],
) -> Decided:
    batch = Batch(at=wanted.at, seat=wanted.seat, by=wanted.by, cmd=wanted.raw, e=events)
    if isinstance(events, Decision):
        return Decided(batch, moved(timed_to(match, wanted.at, wanted.seat, events[0]), events.states))
    if log and any(type(event) is Undone for event in events):
        return Decided(batch, fold(game, Match(id=match.id), (*log, *numbered(batch, match.version + 1))))
    return Decided(batch, fold_batches(game, match, (batch,)))


def _with(game: Game, decided: Decided, events: tuple[Any, ...]) -> Decided:
    """A batch with further events of the same command."""
    batch, match = decided.batch, decided.match
    if isinstance(events, Decision):
        after = moved(match, events.states)
    else:
        after = fold_batches(game, match, (replace(batch, cmd=NO_COMMAND, e=events),))
    return Decided(replace(batch, e=(*batch.e, *events)), after)
