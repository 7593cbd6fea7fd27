"""Undo: what a seat may take back alone, what it must ask for, how often it may do so, and the events that result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.clock import Takebacks
from chronik.domain.engine.match.commands import AnswerUndo, TakeBack
from chronik.domain.engine.match.events import ENGINE_EVENTS, UndoAnswered, UndoAsked, Undone
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import Entry, live_entries
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.sealing import find_sealed_choice
from chronik.domain.log.entries import batches

MAX_UNDOS = 200


def take_back(game: Game, log: Sequence[Entry], match: Match, seat: int, command: TakeBack) -> tuple[Any, ...]:
    """Returns the undo if the seat may do it alone, else a request.

    Raises `Rejected` with the blocking entries, if any.
    """
    undone = _undone_entries(log, match, command.to)
    barriers = _barriers(game, undone)
    blocking = tuple(entry.n for entry in undone if entry.n in barriers or (_plays(entry) and entry.seat != seat))
    if not blocking:
        if match.state is not None and find_sealed_choice(match.state, seat) is not None:
            raise Rejected("sealed-choice")
        return (Undone(command.to),)
    if match.opened is not None and match.opened.takebacks is Takebacks.OWN:
        raise Rejected("undo-own-only", blocking=blocking)
    if not command.ask:
        raise Rejected("undo-blocked", blocking=blocking)
    if match.request is not None:
        raise Rejected("undo-asked-already", request=match.request.number)
    return (UndoAsked(seat, command.to),)


def count_undos(log: Sequence[Entry], seat: int) -> None:
    """Raises `Rejected` if a seat has used all its undos. Otherwise one seat could make the log too long.

    Both undos and requests count. The limit applies to new commands only, so that older logs stay valid.
    """
    undos = sum(1 for entry in log if entry.begins and entry.seat == seat and isinstance(entry.e, Undone | UndoAsked))
    if undos >= MAX_UNDOS:
        raise Rejected("undo-too-often", most=MAX_UNDOS)


def answer_undo(
    game: Game,
    log: Sequence[Entry],
    match: Match,
    seat: int,
    command: AnswerUndo,
    seed: bytes,
) -> tuple[Any, ...]:
    """Returns the events of a vote. With the last grant, the match goes back in the same batch.

    If a barrier is undone, everything that no player knows is reshuffled. Seats that are out are not asked.
    """
    request = match.request
    if request is None or request.number != command.request:
        raise Rejected("no-such-request")
    if seat == request.seat or seat in request.granted:
        raise Rejected("answered-already")
    answer = UndoAnswered(command.request, seat, command.grant)
    if not command.grant or set(match.playing) - {request.seat, seat, *request.granted}:
        return (answer,)
    undone = _undone_entries(log, match, request.to)
    if not _barriers(game, undone):
        return (answer, Undone(request.to))
    then = fold(game, Match(id=match.id), log[: request.to]).state
    played = [entry.e for entry in undone if _plays(entry)]
    return (answer, Undone(request.to), *game.reshuffle(match.state, then, played, Chance(seed, match.undos + 1)))


def _undone_entries(log: Sequence[Entry], match: Match, to: int) -> tuple[Entry, ...]:
    """Returns the entries to strike out. Raises `Rejected` unless `to` is the end of a batch that still counts."""
    if match.state is None:
        raise Rejected("not-started")
    counting = live_entries(log)
    counts = {entry.n for entry in counting}
    ends = {batch[-1].n for batch in batches(log)}
    if to < match.began or to not in ends & counts:
        raise Rejected("no-such-moment", earliest=match.began, latest=match.version)
    undone = tuple(entry for entry in counting if entry.n > to)
    if not any(_plays(entry) for entry in undone):
        raise Rejected("nothing-to-undo")
    return undone


def _plays(entry: Entry) -> bool:
    return entry.e.__class__ not in ENGINE_EVENTS


def _barriers(game: Game, undone: Sequence[Entry]) -> frozenset[int]:
    """Returns the versions of the entries from which a player learned something.

    Reshuffles by earlier undos are included, because the order before them was partly known.
    """
    undos = {entry.cause for entry in undone if isinstance(entry.e, Undone)}
    return frozenset(entry.n for entry in undone if _plays(entry) and (entry.cause in undos or game.barrier(entry.e)))
