"""A dry run shows the events that a command would cause: it works for every legal command at every moment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Seat
from tests.every_game.forms import filled
from tests.every_game.games import EachTable, each_game
from tests.every_game.playout import STEADY, opened, step

MOST_TRIED, LEAST_TRIED = 400, 1_500
FEW = 6
LENGTH = 250
MOMENTS = 2_000 if os.environ.get("CHRONIK_LONG") else 60
"""About this many moments of a whole match are tried, at most twice as many."""


@each_game
def test_every_legal_command_has_a_preview_at_every_moment(table: EachTable) -> None:
    rng = Random(f"dry runs/{table}")
    assert sum(tried(table, state, rng) for state in moments(table, rng)) >= LEAST_TRIED


def moments(table: EachTable, rng: Random) -> Iterator[Any]:
    """Yields states between commands: of a whole match, and of the beginning of one with random rule options."""
    whole = table.matches[0]
    each = 1 + len(whole.heads) // MOMENTS
    for entry, after in walk(table.game, Match(id="00"), whole.log):
        if entry.n in whole.heads and entry.n % each == 0 and after.state is not None:
            yield after.state
    begun = opened(table.game, table.seats, rng, table.supplies.options(rng))
    for _ in range(LENGTH):
        if begun.match.closed is None:
            yield begun.match.state
            step(begun, rng, STEADY)


def tried(table: EachTable, state: Any, rng: Random) -> int:
    """Returns the number of commands, listed or from a form, whose preview a client can decode."""
    count = 0
    for seat in range(table.seats):
        listed, seen = table.game.options(state, seat), table.projection.view(state, Seat(seat))
        some = listed if len(listed) <= MOST_TRIED else rng.sample(listed, MOST_TRIED)
        for command in (*some, *[filled(form, rng) for form in table.game.forms(state, seat)]):
            told = msgspec.json.encode(table.projection.preview(seen, command))
            msgspec.json.decode(told, type=table.projection.preview_type)
            count += 1
    return count


@each_game
def test_a_dry_run_shows_nothing_that_depends_on_chance(table: EachTable) -> None:
    """It ends before the first barrier, so the same command with other chance gets the same answer."""
    rng = Random(f"other chance/{table}")
    counts = [shown_by_two_draws(table, state, rng) for state in moments(table, rng)]
    assert sum(same for same, _ in counts) >= LEAST_TRIED // 3
    if table.name != "katharina":  # which draws only when a stock is used up
        assert sum(differing for _, differing in counts) >= MOMENTS // 4, "control: chance decided in many of them"


def shown_by_two_draws(table: EachTable, state: Any, rng: Random) -> tuple[int, int]:
    """Returns how many commands show the same under two draws, and how many of these have different events."""
    same = differing = 0
    for seat in range(table.seats):
        listed = table.game.options(state, seat)
        for command in listed if len(listed) <= FEW else rng.sample(listed, FEW):
            draws = [decided(table, state, seat, command, bytes([number]) * 32) for number in (1, 2)]
            shown = [seen_before_a_barrier(table, state, seat, events) for events in draws]
            assert shown[0] == shown[1], f"{command} shows what was drawn"
            same += 1
            differing += draws[0] != draws[1]
    return same, differing


def decided(table: EachTable, state: Any, seat: int, command: Any, seed: bytes) -> tuple[Any, ...] | str:
    """Returns the events of a command with a given seed, or the code of its refusal."""
    try:
        return tuple(table.game.decide(state, seat, command, Chance(seed)))
    except Rejected as refusal:
        return refusal.code


def seen_before_a_barrier(table: EachTable, state: Any, seat: int, events: tuple[Any, ...] | str) -> Any:
    """Returns what a dry run shows besides the preview: whether there is a barrier, and the view before it."""
    if isinstance(events, str):
        return events
    first = next((at for at, event in enumerate(events) if table.game.barrier(event)), len(events))
    for event in events[:first]:
        state = table.game.evolve(state, event)
    return first < len(events), msgspec.json.encode(table.projection.view(state, Seat(seat)))
