"""Seats that are out are placed after all others, whatever they have (Q39)."""

from __future__ import annotations

from random import Random

from chronik.domain.engine.game import places_of
from chronik.domain.engine.match.commands import Resign
from chronik.domain.engine.match.match import outcome
from chronik.domain.katharina.prompts import PlayPrompt
from tests.every_game.playout import STEADY, Table, chosen, opened, play_on, step
from tests.katharina.table import GAME
from tests.support.cases import for_each


def left(seats: int, *gone: int) -> Table:
    """Plays a match that some seats leave after it has begun."""
    rng = Random(f"out/{seats}/{gone}")
    table = play_on(opened(GAME, seats, rng), rng, steps=20)
    for seat in gone:
        table.do(Resign(), seat)
    while table.match.closed is None:
        step(table, rng, STEADY)
    return table


@for_each(("seats", "gone"), [(3, (0,)), (3, (2,)), (4, (1,)), (4, (1, 3))])
def test_seats_that_are_out_share_the_last_place(seats: int, gone: tuple[int, ...]) -> None:
    """Q39, F4, Q36: the others are placed among themselves by their points."""
    table = left(seats, *gone)
    ended = outcome(GAME, table.match)
    assert ended is not None
    stayed = [seat for seat in range(seats) if seat not in gone]
    assert [ended.places[seat] for seat in gone] == [len(stayed) + 1] * len(gone)
    points = tuple(ended.points[seat] for seat in stayed)
    assert tuple(ended.places[seat] for seat in stayed) == places_of(points)
    assert table.state.outcome is not None
    assert ended.points == table.state.outcome.points


def test_a_choice_sealed_before_a_resignation_still_counts() -> None:
    """Q39: it is revealed together with those of the others."""
    rng = Random("sealed")
    table = opened(GAME, 3, rng)
    while not isinstance(table.state.prompts[0], PlayPrompt):
        step(table, rng, STEADY)
    choice = chosen(table, 1, rng)
    table.do(choice, 1)
    table.do(Resign(), 1)
    assert table.state.sealed[1].choice == choice
