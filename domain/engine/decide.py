"""Deciding: from a match and what somebody wants to the entries of one batch. Only here and in the games is judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from msgspec import Raw, Struct

from domain.engine.chain import Keys
from domain.engine.chance import Chance
from domain.engine.commands import (
    ENGINE_COMMANDS,
    AnswerUndo,
    EngineCommand,
    Inspect,
    LeaveSeat,
    OpenMatch,
    TakeBack,
    TakeSeat,
)
from domain.engine.events import Closed, Ending, Inspected, Undone
from domain.engine.game import Brought, Game, Rejected
from domain.engine.log import MAX_ENTRIES, NO_COMMAND, By, Entry
from domain.engine.match import Match, fold, moved, outcome
from domain.engine.table import leave_seat, open_match, seeded, take_seat
from domain.engine.takeback import answer_undo, count_undos, take_back


class Wanted(Struct, frozen=True, kw_only=True):
    """A command with who wants it: `raw` are the bytes that go into the log; `at` is milliseconds since 1970.

    `again` is a command that stands in a log already: asked is what it brings, and not whether it was one too many.
    """

    command: Any
    raw: Raw
    at: int
    seat: int | None = None
    by: By = By.SEAT
    again: bool = False


class Decided(Struct, frozen=True):
    """The entries of one batch, and the match after them."""

    entries: tuple[Entry[Any], ...]
    match: Match[Any]


def decide(
    game: Game[Any, Any, Any], match: Match[Any], wanted: Wanted, keys: Keys, log: Sequence[Entry[Any]] = ()
) -> Decided:
    """The batch a command brings, or `Rejected`.

    The whole log is needed for the two commands of undo only. A game's end, or a log that would grow too long, closes
    the match in the same batch.
    """
    if match.closed is not None:
        raise Rejected("match-closed")
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


def _framing(
    game: Game[Any, Any, Any],
    match: Match[Any],
    wanted: Wanted,
    command: EngineCommand,
    keys: Keys,
    log: Sequence[Entry[Any]],
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
            if not wanted.again:
                count_undos(log, wanted.seat)
            return brought
        case AnswerUndo():
            assert wanted.seat is not None
            return answer_undo(game, log, match, wanted.seat, command, seeded(match.chairs, keys).seed)
        case Inspect():
            return (Inspected(command.player),)
        case _:
            assert_never(command)


def _closing(
    game: Game[Any, Any, Any],
    match: Match[Any],
    wanted: Wanted,
    keys: Keys,
    events: tuple[Any, ...],
    log: Sequence[Entry[Any]],
) -> Decided:
    if match.version + len(events) + 1 > MAX_ENTRIES:
        return _numbered(game, match, wanted, (Closed(Ending.TOO_LONG, keys.secret.hex()),), log)
    decided = _numbered(game, match, wanted, events, log)
    if outcome(game, decided.match) is None:
        return decided
    closed = Closed(Ending.FINISHED, keys.secret.hex())
    last = Entry(
        n=decided.match.version + 1, at=wanted.at, seat=wanted.seat, by=wanted.by, cause=match.version, e=closed
    )
    return Decided((*decided.entries, last), fold(game, decided.match, (last,)))


def _numbered(
    game: Game[Any, Any, Any],
    match: Match[Any],
    wanted: Wanted,
    events: tuple[Any, ...],
    log: Sequence[Entry[Any]],
) -> Decided:
    cause, at, seat, by, raw = match.version, wanted.at, wanted.seat, wanted.by, wanted.raw
    entries: list[Entry[Any]] = []
    for n, event in enumerate(events, cause + 1):
        entries.append(Entry(n=n, at=at, seat=seat, by=by, cause=cause, cmd=raw, e=event))
        raw = NO_COMMAND
    if isinstance(events, Brought):
        return Decided(tuple(entries), moved(match, events.states))
    if log and any(type(event) is Undone for event in events):
        return Decided(tuple(entries), fold(game, Match(id=match.id), (*log, *entries)))
    return Decided(tuple(entries), fold(game, match, entries))
