"""Swiss rounds: the cheapest of all rounds by an independent count, and no worse than those of a FIDE engine."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from caissify_pairings import generate_pairings
from hypothesis import given, settings
from hypothesis import strategies as st

from chronik.domain.engine.chance import Stream
from chronik.domain.tournament.methods import matching, swiss
from chronik.domain.tournament.methods.contenders import Contender, Draw, Pair, Unpairable
from tests.support.cases import for_each

EVENTS = 400 if os.environ.get("CHRONIK_LONG") else 25

Tables = Sequence[tuple[int, ...]]


def build_stream(name: str = "round") -> Stream:
    return Stream(b"seed", name)


def pair_round(contenders: Sequence[Contender], forbidden: frozenset[Pair] = frozenset()) -> Draw:
    return swiss.draw(contenders, forbidden, build_stream())


def build_field(n: int) -> list[Contender]:
    return [Contender(entrant, entrant) for entrant in range(1, n + 1)]


def play_round(field: Sequence[Contender], draw: Draw, chance: random.Random) -> list[Contender]:
    """Returns the contenders after a round with random results, ranked by score and number."""
    after = {one.entrant: one for one in field}

    def add(entrant: int, points: Fraction, met: tuple[int, ...], seats: tuple[int, ...], byes: int) -> None:
        one = after[entrant]
        after[entrant] = Contender(
            entrant,
            one.rank,
            one.score + points,
            one.opponents + met,
            one.seats + seats,
            one.sizes + (2,) * len(met),
            one.byes + byes,
        )

    for a, b in draw.tables:
        points = chance.choice((Fraction(0), Fraction(1, 2), Fraction(1)))
        add(a, points, (b,), (0,), 0)
        add(b, 1 - points, (a,), (1,), 0)
    for entrant in draw.byes:
        add(entrant, Fraction(1), (), (), 1)
    return rank(after.values())


def rank(field: Iterable[Contender]) -> list[Contender]:
    order = sorted(field, key=lambda one: (-one.score, one.entrant))
    return [
        Contender(one.entrant, rank, one.score, one.opponents, one.seats, one.sizes, one.byes)
        for rank, one in enumerate(order, 1)
    ]


def play_event(n: int, rounds: int, seed: int, late: int = 0) -> Iterator[tuple[list[Contender], Draw]]:
    """Returns the rounds of an event; `late` entrants come before the third round."""
    chance = random.Random(seed)
    here = build_field(n)
    for number in range(rounds):
        if number == 2 and late:
            here = rank([*here, *(Contender(n + 1 + more, n + 1 + more) for more in range(late))])
        draw = pair_round(here)
        yield here, draw
        here = play_round(here, draw, chance)


def seat_cost(one: Contender, seat: int) -> tuple[int, int, int]:
    had = [*(min(each, 1) for each in one.seats), seat]
    thrice = len(had) > 2 and len(set(had[-3:])) == 1
    apart = abs(had.count(0) - had.count(1))
    return int(thrice), {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 6, 6: 9, 7: 12, 8: 16}[apart], int(had[-2:] == [seat, seat])


def cost_of(contenders: Sequence[Contender], tables: Tables, byes: Sequence[int]) -> tuple[int, ...]:
    """Returns the objectives of a round, counted from their description in the docstring."""
    known = {one.entrant: one for one in contenders}
    scores = sorted({one.score for one in contenders}, reverse=True)
    groups = [
        [one.entrant for one in sorted(contenders, key=lambda one: one.rank) if one.score == score] for score in scores
    ]
    where = {entrant: (g, at) for g, group in enumerate(groups) for at, entrant in enumerate(group)}
    order = [entrant for group in groups for entrant in group]
    cost = [0] * 8
    for entrant in byes:
        cost[1] += known[entrant].byes ** 2
        cost[2] += len(order) - 1 - order.index(entrant)
    for a, b in tables:
        cost[0] += known[a].opponents.count(b) ** 2
        (g, i), (h, j) = sorted((where[a], where[b]))
        cost[3] += (h - g) ** 2
        for at, (one, other) in enumerate(zip(seat_cost(known[a], 0), seat_cost(known[b], 1), strict=True)):
            cost[4 + at] += one + other
        size = len(groups[g])
        cost[7] += (2 * (j - i) - size) ** 2 if g == h else (2 * (size - 1 - i)) ** 2 + (2 * j) ** 2
    return tuple(cost)


def all_rounds(entrants: tuple[int, ...]) -> Iterator[tuple[Tables, tuple[int, ...]]]:
    """Yields every way to pair the entrants, with one bye for an odd number."""
    if len(entrants) % 2:
        for out in entrants:
            for tables, _ in all_rounds(tuple(one for one in entrants if one != out)):
                yield tables, (out,)
    elif not entrants:
        yield [], ()
    else:
        first, *others = entrants
        for other in others:
            for tables, _ in all_rounds(tuple(one for one in others if one != other)):
                yield [(first, other), *tables], ()


def brute_force(contenders: Sequence[Contender], forbidden: frozenset[Pair] = frozenset()) -> tuple[int, ...] | None:
    """Returns the least cost of all rounds without a forbidden pair, with the best choice of who begins."""
    entrants = tuple(one.entrant for one in contenders)
    both: dict[tuple[int, ...], tuple[int, ...]] = {
        pair: min(cost_of(contenders, [pair], ()), cost_of(contenders, [pair[::-1]], ()))
        for pair in combinations(sorted(entrants), 2)
    }
    alone = {entrant: cost_of(contenders, [], (entrant,)) for entrant in entrants}
    costs = [
        tuple(map(sum, zip(*(both[one] for one in tables), *(alone[one] for one in byes), strict=True)))
        for tables, byes in all_rounds(tuple(sorted(entrants)))
        if forbidden.isdisjoint(tables)
    ]
    return min(costs, default=None)


def find_problems(contenders: Sequence[Contender], draw: Draw, forbidden: frozenset[Pair] = frozenset()) -> list[str]:
    """Returns the flaws of a round, whatever its cost."""
    seated = [*(one for table in draw.tables for one in table), *draw.byes]
    found: list[str] = []
    if sorted(seated) != sorted(one.entrant for one in contenders):
        found.append("not everybody once")
    if len(draw.byes) != len(contenders) % 2:
        found.append("byes")
    if any((min(table), max(table)) in forbidden for table in draw.tables):
        found.append("forbidden")
    if cost_of(contenders, draw.tables, draw.byes) != draw.cost:
        found.append("cost")
    return found


events = st.tuples(st.integers(2, 8), st.integers(1, 6), st.integers(0, 2**32), st.integers(0, 2))


@settings(max_examples=EVENTS, deadline=None)
@given(events)
def test_each_round_of_an_event_has_the_least_possible_cost(given_event: tuple[int, int, int, int]) -> None:
    for contenders, draw in play_event(*given_event):
        assert find_problems(contenders, draw) == []
        assert draw.cost == draw.bound == brute_force(contenders)


@pytest.mark.parametrize("seed", range(3))
def test_ten_players_get_the_best_of_all_945_possible_rounds(seed: int) -> None:
    *_, (contenders, draw) = play_event(10, 5, seed)

    assert draw.cost == brute_force(contenders)


@settings(max_examples=EVENTS, deadline=None)
@given(events, st.sets(st.tuples(st.integers(1, 4), st.integers(5, 8)), max_size=8))
def test_forbidden_pairs_never_meet(given_event: tuple[int, int, int, int], pairs: set[Pair]) -> None:
    *_, (contenders, _) = play_event(*given_event)
    forbidden = frozenset(pairs)
    best = brute_force(contenders, forbidden)
    if best is None:
        with pytest.raises(Unpairable):
            pair_round(contenders, forbidden)
    else:
        draw = pair_round(contenders, forbidden)
        assert find_problems(contenders, draw, forbidden) == []
        assert draw.cost == best


@settings(max_examples=EVENTS, deadline=None)
@given(events, st.randoms(use_true_random=False))
def test_the_order_of_contenders_does_not_change_the_draw(
    given_event: tuple[int, int, int, int], chance: random.Random
) -> None:
    *_, (contenders, draw) = play_event(*given_event)
    mixed = contenders.copy()
    chance.shuffle(mixed)

    assert pair_round(mixed) == draw


@for_each("n", [7, 8, 21, 22])
def test_a_short_event_has_no_repeats_and_no_second_byes(n: int) -> None:
    for contenders, draw in play_event(n, 5, n):
        assert draw.cost[:2] == (0, 0)
        assert {reason.code for reason in draw.reasons} <= {"score", "seat", "thrice", "bye"}
        assert all(one.byes <= 1 for one in contenders)


def test_repeats_are_spread_once_all_pairs_have_met() -> None:
    rounds = list(play_event(4, 9, 1))
    met = [frozenset(table) for _, draw in rounds for table in draw.tables]

    assert {met.count(frozenset(pair)) for pair in combinations(range(1, 5), 2)} == {3}
    assert all("repeat" in {reason.code for reason in draw.reasons} for _, draw in rounds[3:])


def test_the_first_round_pairs_the_upper_half_against_the_lower() -> None:
    draw = pair_round(build_field(8))

    assert [tuple(sorted(table)) for table in draw.tables] == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert [table[0] < table[1] for table in draw.tables] in ([True, False] * 2, [False, True] * 2)


def test_the_bye_goes_to_the_lowest_entrant_without_one() -> None:
    had = [Contender(one, one, Fraction(one == 1), byes=int(one == 5)) for one in range(1, 6)]
    draw = pair_round(had)

    assert draw.byes == (4,)
    assert draw.reasons[-1].code == "bye"


def test_if_only_two_players_are_left_they_meet_again_and_take_turns_to_begin() -> None:
    begins = [draw.tables[0][0] for _, draw in play_event(2, 4, 0)]

    assert begins in ([1, 2, 1, 2], [2, 1, 2, 1])


@pytest.mark.parametrize("n", [0, 3, 4])
def test_a_round_without_entrants_or_allowed_pairs_is_refused(n: int) -> None:
    with pytest.raises(Unpairable):
        pair_round(build_field(n), frozenset(combinations(range(1, n + 1), 2)))


def test_a_single_entrant_has_the_bye() -> None:
    assert pair_round(build_field(1)).byes == (1,)


def test_only_the_random_stream_decides_between_equally_good_rounds() -> None:
    alike = [Contender(one, 1) for one in range(1, 3)]
    draws = {swiss.draw(alike, frozenset(), build_stream(f"{n}")).tables for n in range(20)}

    assert draws == {((1, 2),), ((2, 1),)}


def draw_by_fide_engine(
    contenders: Sequence[Contender], rounds: list[tuple[list[Contender], Draw]], total: int
) -> Draw:
    """Returns the round of caissify's Dutch engine as a `Draw`."""
    floats: dict[int, list[str]] = {one.entrant: [] for one in contenders}
    colours: dict[int, list[str]] = {one.entrant: [] for one in contenders}
    met: set[tuple[int, int]] = set()
    for before, draw in rounds:
        score = {one.entrant: one.score for one in before}
        for a, b in draw.tables:
            met.add((a, b))
            colours[a].append("white")
            colours[b].append("black")
            for one, other in ((a, b), (b, a)):
                floats[one].append(
                    "none" if score[one] == score[other] else "down" if score[one] > score[other] else "up"
                )
        for one in draw.byes:
            colours[one].append("none")
            floats[one].append("down")
    players = [
        {
            "id": one.entrant,
            "name": str(one.entrant),
            "score": float(one.score),
            "rating": 2000 - one.entrant,
            "starting_number": one.entrant,
            "color_hist": colours[one.entrant],
            "float_history": floats[one.entrant],
            "bye_count": one.byes,
        }
        for one in contenders
    ]
    found = generate_pairings("dutch", players, met, len(rounds) + 1, total)
    tables = tuple((one["white_id"], one["black_id"]) for one in found if one["black_id"] is not None)
    byes = tuple(one["white_id"] for one in found if one["black_id"] is None)
    return Draw("dutch", tables, byes, cost_of(contenders, tables, byes))


@for_each("seed", range(60 if os.environ.get("CHRONIK_LONG") else 4))
def test_no_round_drawn_by_a_fide_engine_costs_less(seed: int) -> None:
    """Both continue from rounds of the FIDE engine. Neither repeats a pair, and ours has no more score differences."""
    chance = random.Random(seed)
    here, rounds = build_field(chance.randrange(9, 24)), list[tuple[list[Contender], Draw]]()
    for _ in range(6):
        theirs, ours = draw_by_fide_engine(here, rounds, 6), pair_round(here)
        assert find_problems(here, theirs) == []
        assert theirs.cost[:2] == ours.cost[:2] == (0, 0)
        assert ours.cost <= theirs.cost
        if theirs.byes == ours.byes:
            assert ours.cost[3] <= theirs.cost[3]
        rounds.append((here, theirs))
        here = play_round(here, theirs, chance)


def test_control_the_checks_notice_a_bad_round() -> None:
    """The control: exchanged opponents cost more, and a repeated pair or an entrant at two tables is noticed."""
    *_, (contenders, draw) = play_event(12, 4, 3)
    (a, b), (c, d), *others = draw.tables
    worse = cost_of(contenders, [(a, d), (c, b), *others], ())
    met = contenders[0].opponents[0]
    again = cost_of(contenders, [(contenders[0].entrant, met)], ())

    assert worse > draw.cost
    assert again[0] == 1
    assert find_problems(contenders, Draw("", ((a, b), (a, d), *others), (), draw.cost)) == [
        "not everybody once",
        "cost",
    ]


def test_above_a_hundred_entrants_considering_only_likely_pairs_suffices(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sparse matching finds the same rounds as the full one, and its bound is valid."""
    for contenders, draw in play_event(30, 4, 7):
        with monkeypatch.context() as patch:
            patch.setattr(matching, "EXACT", 0)
            sparse = pair_round(contenders)
        assert sparse.tables == draw.tables
        assert sparse.bound <= draw.cost


def test_the_pairing_of_more_than_a_hundred_players_states_a_lower_bound_of_its_cost() -> None:
    for contenders, draw in play_event(103, 2, 5):
        assert find_problems(contenders, draw) == []
        assert draw.bound <= draw.cost
        assert draw.cost[:2] == (0, 0)
