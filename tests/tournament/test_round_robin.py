"""Round robins: Berger's tables as FIDE prints them; at three and four seats all pairs meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from caissify_pairings import generate_pairings

from chronik.domain.tournament.methods import round_robin
from chronik.domain.tournament.methods.contenders import Draw, Unpairable
from tests.support.cases import for_each


def meetings(draws: Sequence[Draw]) -> Counter[tuple[int, int]]:
    return Counter((min(pair), max(pair)) for draw in draws for table in draw.tables for pair in combinations(table, 2))


def starts(draws: Sequence[Draw], entrant: int, size: int) -> list[int]:
    """Returns how often an entrant has had each seat."""
    return [sum(table[seat : seat + 1] == (entrant,) for one in draws for table in one.tables) for seat in range(size)]


@for_each("n", range(3, 17))
def test_at_two_seats_the_schedule_follows_bergers_tables(n: int) -> None:
    """The expected tables are those of FIDE Handbook C.05, in order."""
    players = [
        {"id": one, "name": "", "score": 0.0, "rating": 0, "starting_number": one, "color_hist": []}
        | {"float_history": [], "bye_count": 0}
        for one in range(1, n + 1)
    ]
    draws = round_robin.schedule(range(1, n + 1), 2)
    for number, draw in enumerate(draws, 1):
        found = generate_pairings("round_robin", players, set(), number, len(draws))
        assert set(draw.tables) == {(one["white_id"], one["black_id"]) for one in found if one["black_id"]}
        assert set(draw.byes) == {one["white_id"] for one in found if not one["black_id"]}


@for_each("n", range(2, 20))
def test_at_two_seats_all_pairs_meet_once_and_begin_equally_often(n: int) -> None:
    draws = round_robin.schedule(range(n), 2)

    assert meetings(draws) == Counter(combinations(range(n), 2))
    assert len(draws) == n - 1 + n % 2
    assert draws[0].cost == draws[0].bound
    assert sorted(one for draw in draws for one in draw.byes) == (list(range(n)) if n % 2 else [])
    for entrant in range(n):
        begun, waited = starts(draws, entrant, 2)
        assert abs(begun - waited) == (n + 1) % 2


@for_each(
    ("n", "table", "rounds", "times"),
    [(3, 3, 1, 1), (9, 3, 4, 1), (15, 3, 7, 1), (4, 4, 1, 1), (15, 4, 5, 1), (16, 4, 5, 1), (8, 4, 7, 3), (5, 4, 5, 3)],
)
def test_in_a_balanced_design_all_pairs_meet_equally_often(n: int, table: int, rounds: int, times: int) -> None:
    draws = round_robin.schedule(range(1, n + 1), table)

    assert len(draws) == rounds
    assert meetings(draws) == dict.fromkeys(combinations(range(1, n + 1), 2), times)
    assert draws[0].cost[:2] == draws[0].bound[:2]


@pytest.mark.parametrize("table", [3, 4])
@pytest.mark.parametrize("n", [*range(2, 11), 13])
def test_at_three_and_four_seats_all_pairs_meet_with_even_positions(n: int, table: int) -> None:
    draws = round_robin.schedule(range(1, n + 1), table)
    met = meetings(draws)

    assert len(met) == n * (n - 1) // 2
    assert max(met.values()) <= (5 if n == 6 else 3)  # two tables of three have ten ways to sit, and no few are even
    for draw in draws:
        seated = [*(one for order in draw.tables for one in order), *draw.byes]
        assert sorted(seated) == list(range(1, n + 1))
        assert all(low <= high for low, high in zip(draw.bound, draw.cost, strict=True))
        assert len(draw.byes) == (1 if n == 5 else 0)
        assert {len(order) for order in draw.tables} <= {3, 4} or n == 2
    least = min(len(order) for draw in draws for order in draw.tables)
    for entrant in range(1, n + 1):
        had = starts(draws, entrant, least)
        assert max(had) - min(had) <= 2


def test_a_schedule_is_deterministic_and_follows_the_order_of_entrants() -> None:
    once = round_robin.schedule((30, 10, 20, 40, 60, 50, 70), 4)
    round_robin.build_schedule.cache_clear()
    again = round_robin.schedule((1, 2, 3, 4, 5, 6, 7), 4)
    name: dict[int, int] = dict(zip((1, 2, 3, 4, 5, 6, 7), (30, 10, 20, 40, 60, 50, 70), strict=True))

    assert [draw.tables for draw in once] == [
        tuple(tuple(name[one] for one in table) for table in draw.tables) for draw in again
    ]


def test_repeats_are_listed_in_their_round() -> None:
    draws = round_robin.schedule(range(1, 9), 4)
    repeats = Counter(reason.entrants for draw in draws for reason in draw.reasons)

    assert sum(repeats.values()) == 2 * 28
    assert not draws[0].reasons


def test_in_a_game_for_exactly_three_seats_the_bye_rotates() -> None:
    draws = round_robin.schedule(range(1, 5), 3, (3,))

    assert [draw.byes for draw in draws] == [(1,), (2,), (3,), (4,)]


@pytest.mark.parametrize("n", [0, 1])
def test_a_single_entrant_cannot_be_paired_in_a_round_robin(n: int) -> None:
    with pytest.raises(Unpairable):
        round_robin.schedule(range(n), 2)


def test_control_a_bad_schedule_costs_more_than_the_one_found() -> None:
    """The control: the same tables in every round cost more in all objectives; pairs that never meet are counted."""
    good = round_robin.build_schedule(12, 4, (2, 3, 4))
    bad = (good[0],) * len(good)

    assert round_robin.cost_of(12, bad)[0] == 66 - 18
    assert round_robin.cost_of(12, bad)[1:] > round_robin.cost_of(12, good)[1:]
