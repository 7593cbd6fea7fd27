"""Knockouts: brackets as printed, tables dealt in serpentine order, and one final at the end."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronik.domain.tournament.methods import elimination
from chronik.domain.tournament.methods.contenders import Draw, Unpairable
from chronik.domain.tournament.methods.elimination import PlayedRound


def play_draw(draw: Draw, chance: random.Random | None = None) -> PlayedRound:
    """Returns a round with its results: the better seed wins, or results are random with some ties."""
    tables = [(order, tuple(sorted(order).index(one) + 1 for one in order)) for order in draw.tables]
    if chance is not None:
        tables = [(order, places_with_ties([chance.randrange(6) for _ in order])) for order in draw.tables]
    return tables, draw.byes


def places_with_ties(points: Sequence[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other > one for other in points) for one in points)


def play_stage(n: int, table: int, advance: int = 1, seed: int | None = None) -> tuple[list[Draw], list[PlayedRound]]:
    chance = None if seed is None else random.Random(seed)
    draws: list[Draw] = []
    rounds: list[PlayedRound] = []
    while (draw := elimination.draw(range(1, n + 1), table, advance, rounds)) is not None:
        draws.append(draw)
        rounds.append(play_draw(draw, chance))
        assert len(draws) <= n
    return draws, rounds


def test_a_bracket_of_sixteen_is_paired_as_printed() -> None:
    draws, rounds = play_stage(16, 2)

    assert draws[0].tables == ((1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11))
    assert [set(map(frozenset, draw.tables)) for draw in draws[1:]] == [
        {frozenset(pair) for pair in pairs} for pairs in (((1, 8), (4, 5), (2, 7), (3, 6)), ((1, 4), (2, 3)), ((1, 2),))
    ]
    assert elimination.final_order(range(1, 17), 2, 1, rounds) == tuple(range(1, 17))


def test_the_byes_go_to_the_best_seeds() -> None:
    draws, _ = play_stage(5, 2)

    assert draws[0].tables == ((4, 5),)
    assert set(draws[0].byes) == {1, 2, 3}
    assert [reason.code for reason in draws[0].reasons] == ["bye"] * 3
    assert not draws[1].byes


def test_a_winner_takes_the_bracket_place_of_the_better_seed() -> None:
    """9 beats 8 and 16 beats 1, so they meet. Neither has begun before, so the better seed begins."""
    first = elimination.draw(range(1, 17), 2, 1, [])
    assert first is not None
    upset: dict[tuple[int, ...], tuple[int, int]] = {(1, 16): (2, 1), (8, 9): (2, 1)}
    rounds = [([(order, upset.get(order, (1, 2))) for order in first.tables], ())]
    second = elimination.draw(range(1, 17), 2, 1, rounds)

    assert second is not None
    assert second.tables == ((9, 16), (4, 5), (2, 7), (3, 6))


def test_the_entrant_who_has_taken_the_first_seat_less_often_begins() -> None:
    rounds = [([((1, 4), (1, 2)), ((2, 3), (2, 1))], ())]
    final = elimination.draw(range(1, 5), 2, 1, rounds)

    assert final is not None
    assert final.tables == ((3, 1),)


def test_pods_are_dealt_in_serpentine_order() -> None:
    draws, rounds = play_stage(16, 4)

    assert draws[0].tables == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
    assert [sorted(table) for table in draws[1].tables] == [[1, 2, 3, 4]]
    assert elimination.final_order(range(1, 17), 4, 1, rounds)[:5] == (1, 2, 3, 4, 5)


def test_runners_up_avoid_the_winner_of_their_table_if_possible() -> None:
    draws, _ = play_stage(16, 4, 2)

    assert draws[1].cost == (0,)
    assert [sorted(table) for table in draws[1].tables] == [[1, 4, 6, 7], [2, 3, 5, 8]]


def test_a_tie_is_decided_for_the_better_seed_and_a_reason_is_given() -> None:
    rounds = [([((1, 4), (1, 1)), ((2, 3), (2, 1))], ())]
    final = elimination.draw(range(1, 5), 2, 1, rounds)

    assert final is not None
    assert set(final.tables[0]) == {1, 3}
    assert [(reason.code, reason.entrants) for reason in final.reasons] == [("tie", (1, 4))]
    assert elimination.final_order(range(1, 5), 2, 1, rounds) == (1, 3, 4, 2)


def test_the_next_best_entrant_fills_a_final_that_is_too_small() -> None:
    draws, rounds = play_stage(8, 4)

    assert [sorted(table) for table in draws[1].tables] == [[1, 2, 3]]
    assert ("lucky", (3,), 2) in {(reason.code, reason.entrants, reason.amount) for reason in draws[1].reasons}
    assert elimination.final_order(range(1, 9), 4, 1, rounds) == tuple(range(1, 9))


def test_seeding_order_may_differ_from_entrant_numbers() -> None:
    draw = elimination.draw((30, 10, 40, 20), 2, 1, [])

    assert draw is not None
    assert draw.tables == ((30, 20), (10, 40))


@pytest.mark.parametrize("table", [2, 3, 4])
def test_no_round_can_be_paired_after_the_final_was_played(table: int) -> None:
    assert elimination.draw((1, 2), table, 1, [([((1, 2), (2, 1))], ())]) is None
    assert elimination.final_order((1, 2), table, 1, [([((1, 2), (2, 1))], ())]) == (2, 1)


@pytest.mark.parametrize("n", [0, 1])
def test_a_single_entrant_cannot_be_paired_in_an_elimination(n: int) -> None:
    with pytest.raises(Unpairable):
        elimination.draw(range(n), 2, 1, [])


@settings(max_examples=600 if os.environ.get("CHRONIK_LONG") else 60, deadline=None)
@given(st.integers(2, 70), st.integers(2, 4), st.integers(1, 3), st.integers(0, 2**32))
def test_every_elimination_ends_in_one_final(n: int, table: int, advance: int, seed: int) -> None:
    draws, rounds = play_stage(n, table, advance, seed)
    seeds = tuple(range(1, n + 1))

    here = set(seeds)
    for number, draw in enumerate(draws):
        seated = [*(one for order in draw.tables for one in order), *draw.byes]
        assert len(seated) == len(set(seated))
        assert set(seated) <= here
        assert number == 0 or len(seated) < len(here)
        assert {len(order) for order in draw.tables} <= ({2} if table == 2 or n == 2 else {3, 4})
        assert number == 0 or not draw.byes
        here = set(seated)
    assert len(draws[-1].tables) == 1
    if table == 2:
        assert len(draws) == (n - 1).bit_length()
    order = elimination.final_order(seeds, table, advance, rounds)
    assert sorted(order) == list(seeds)
    final = dict(zip(*rounds[-1][0][0], strict=True))
    assert final[order[0]] == 1
    assert set(order[: len(final)]) == set(final)


def test_the_final_order_depends_on_the_results() -> None:
    """The control: with one result reversed, a different entrant wins."""
    _, rounds = play_stage(8, 2, seed=None)
    (entrants, places), *_ = rounds[-1][0]
    turned = [*rounds[:-1], ([(entrants, places[::-1])], ())]

    assert elimination.final_order(range(1, 9), 2, 1, turned)[:2] == (2, 1)
