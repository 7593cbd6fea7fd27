"""Forks: matches that begin with a position from another match and do not need that match afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Forks, Game, Pools, Rejected, Step
from chronik.domain.engine.match.commands import Fork, OpenMatch
from chronik.domain.engine.match.events import ENGINE_EVENTS, Forked
from chronik.domain.engine.match.log import Entry, codec, live_entries
from chronik.domain.engine.match.match import Match, rule_options
from chronik.domain.log.canonical import encode

History = Sequence[tuple[Entry, Match]]
"""The entries of a log up to a version, each with the match after it."""


def fork_of(game: Game, history: History, head: bytes, eyes: int | None) -> Fork:
    """Returns the origin of a fork at the end of this history, as one viewer (a seat, or None) knows it.

    Raises `Rejected` if the match has not begun or is over at that point, or if the position cannot be played on.
    """
    forks = _forks(game)
    match = history[-1][1] if history else None
    if match is None or match.state is None or match.closed is not None or not match.asked:
        raise Rejected("fork-moment")
    if game.outcome(match.state) is not None:
        raise Rejected("fork-moment")
    pools = forks.hidden(match.state, eyes, list_steps(forks, game.version, history, eyes))
    ordered = tuple([tuple(sorted(pool)) for pool in pools])
    position = forks.position(forks.place(match.state, eyes, pools, ordered), ordered)
    return Fork(match.id, match.version, head.hex(), Raw(encode(position)), eyes)


def build_forked(game: Game, command: OpenMatch) -> Forked:
    """Returns the event that records a fork's origin. Raises `Rejected` if the origin is not a position of the game."""
    fork, forks = command.fork, _forks(game)
    assert fork is not None
    if command.first or not _is_position(game, forks, command, fork):
        raise Rejected("fork")
    return Forked(fork.match, fork.version, fork.head, fork.position, fork.eyes)


def start_event(game: Game, table: Any, origin: Forked, chance: Chance) -> Any:
    """Returns the first event of a fork: its position, with the hidden things shuffled by the fork's seed."""
    forks = _forks(game)
    position = codec(game).event(origin.position)
    state, ordered = game.evolve(table, position), _pools(position)
    shuffled = tuple([chance.stream(f"anew-{number}", 0).shuffle(pool) for number, pool in enumerate(ordered)])
    return forks.position(forks.place(state, origin.eyes, ordered, shuffled), shuffled)


def _forks(game: Game) -> Forks[Any, Any]:
    if game.forks is None:
        raise Rejected("no-forks")
    return game.forks


def list_steps(forks: Forks[Any, Any], version: int, history: History, eyes: int | None) -> list[Step[Any, Any]]:
    """Returns the events of the game that count, starting with the deal or the first position.

    A position is included only if its pools hold what this viewer did not know, under the present rules `version`.
    """
    match = history[-1][1]
    counting = {entry.n for entry in live_entries([entry for entry, _ in history])}
    forked = match.forked
    same_viewer = forked is None or (
        forked.eyes in (None, eyes) and match.opened is not None and match.opened.rules == version
    )
    steps: list[Step[Any, Any]] = []
    before: Any = None
    for entry, after in history:
        if (
            entry.n in counting
            and type(entry.e) not in ENGINE_EVENTS
            and (same_viewer or type(entry.e) is not forks.event)
        ):
            steps.append(Step(entry.e, before, after.state))
        before = after.state
    return steps


def _is_position(game: Game, forks: Forks[Any, Any], command: OpenMatch, fork: Fork) -> bool:
    """Returns whether the fork's bytes are the canonical event of a position of the game, for this number of seats."""
    try:
        event = codec(game).event(fork.position)
        if type(event) is not forks.event or encode(event) != bytes(fork.position):
            return False
        seats = len(command.chairs)
        state, pools = game.evolve(game.opening(rule_options(game, command.options), seats), event), _pools(event)
        # Hidden things must be sorted: the seed of the new match decides where each of them is.
        if any(list(pool) != sorted(pool) for pool in pools):
            return False
        return encode(forks.position(forks.place(state, fork.eyes, pools, pools), pools)) == bytes(fork.position)
    except (msgspec.DecodeError, ValueError, RecursionError, LookupError, TypeError, Rejected):
        return False


def _pools(position: Any) -> Pools:
    """Returns the pools of an event that records a position."""
    pools: Pools = position.anew
    return pools
