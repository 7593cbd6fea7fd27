"""Pods: draws checked against every possible round for up to twelve entrants, and against an independent count."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chronik.domain.engine.chance import Stream
from chronik.domain.tournament.methods.contenders import Contender, Draw, Keep, Pair, Unpairable
from chronik.domain.tournament.methods.pods import draw as pods
from chronik.domain.tournament.methods.pods.bound import lower_bound
from chronik.domain.tournament.methods.pods.cost import OBJECTIVES, Prices, build_field, list_passed_over
from chronik.domain.tournament.methods.pods.joint_search import count_repeats
from chronik.domain.tournament.methods.pods.search import improve_tables, slice_tables, solve_exactly
from chronik.domain.tournament.methods.table_sizes import pod_sizes
from tests.support.cases import for_each

LONG = bool(os.environ.get("CHRONIK_LONG"))
CASES = 400 if LONG else 16  # against every possible round
SEARCHES = 40 if LONG else 2  # against the exact solution
NOBODY: frozenset[Pair] = frozenset()

Table = tuple[int, ...]
Cost = tuple[int, ...]


def build_stream(n: int = 0) -> Stream:
    return Stream(bytes(32), f"pairing/{n}")


def fresh_contenders(n: int) -> list[Contender]:
    return [Contender(entrant, entrant) for entrant in range(1, n + 1)]


def random_event(seed: int, n: int, rounds: int, size: int = 4, late: int = 1) -> list[Contender]:
    """Returns contenders after rounds at random tables, some of one club, one of them late."""
    random = Random(seed)
    people = [replace(c, club=random.choice(["", "", "a", "b", "c"])) for c in fresh_contenders(n)]
    for number in range(rounds):
        here = people if number else people[late:]
        order = random.sample(here, len(here))
        tables = slice_tables([c.entrant for c in order], pod_sizes(len(order), size, (2, 3, 4)))
        people = play_round(people, tables, random)
    return rank(people)


def play_round(people: Sequence[Contender], tables: Sequence[Table], random: Random) -> list[Contender]:
    known = {c.entrant: c for c in people}
    seated = {entrant for table in tables for entrant in table}
    for table in tables:
        for seat, entrant in enumerate(table):
            c = known[entrant]
            known[entrant] = replace(
                c,
                score=c.score + Fraction(random.choice([5, 3, 2, 1])),
                opponents=c.opponents + tuple(other for other in table if other != entrant),
                seats=(*c.seats, seat),
                sizes=(*c.sizes, len(table)),
            )
    return [known[c.entrant] if c.entrant in seated else replace(c, byes=c.byes + 1) for c in people]


def rank(people: Sequence[Contender]) -> list[Contender]:
    order = sorted(people, key=lambda c: (-c.score, c.entrant))
    return [replace(c, rank=rank) for rank, c in enumerate(order, 1)]


# --- what a round costs, counted here a second time -------------------------------------------------------------------


class Count:
    """The cost of tables of these contenders: tables of the other size so far, repeats, positions, score, club."""

    def __init__(self, people: Sequence[Contender], usual: int) -> None:
        levels = sorted({c.score for c in people}, reverse=True)
        self.usual = usual
        self.odd = {c.entrant: sum(size != usual for size in c.sizes) for c in people}
        self.seat = {c.entrant: [self.position(c, seat) for seat in range(4)] for c in people}
        self.pair = {
            (a.entrant, b.entrant): (
                a.opponents.count(b.entrant) ** 2,
                (levels.index(a.score) - levels.index(b.score)) ** 2,
                int(a.club == b.club != ""),
            )
            for a, b in permutations(people, 2)
        }

    def position(self, c: Contender, seat: int) -> int:
        return max(0, c.seats.count(seat) - min(c.seats.count(position) for position in range(self.usual)))

    def table(self, table: Table) -> Cost:
        size = sum(self.odd[entrant] for entrant in table) if len(table) != self.usual else 0
        repeats, scores, clubs = map(sum, zip(*(self.pair[pair] for pair in combinations(table, 2)), strict=True))
        return size, repeats, sum(self.seat[entrant][seat] for seat, entrant in enumerate(table)), scores, clubs

    def best(self, table: Table) -> Cost:
        size, repeats, _, scores, clubs = self.table(table)
        seats = min(sum(self.seat[entrant][seat] for seat, entrant in enumerate(o)) for o in permutations(table))
        return size, repeats, seats, scores, clubs

    def fairest(self, sizes: Sequence[int]) -> int:
        """Returns the numbers of tables of the other size, for the entrants who should sit there."""
        return sum(sorted(self.odd.values())[: sum(size for size in sizes if size != self.usual)])


def round_cost(people: Sequence[Contender], tables: Sequence[Table], size: int) -> Cost:
    """Returns the cost of a round without byes; tables of the other size count only above the fairest."""
    sizes = list(map(len, tables))
    count = Count(people, size if size in sizes else sizes[0])
    cost = tuple(map(sum, zip(*map(count.table, tables), strict=True)))
    return (0, cost[0] - count.fairest(sizes), *cost[1:])


def all_rounds(entrants: Table, sizes: Sequence[int]) -> Iterator[tuple[Table, ...]]:
    """Yields every way to fill tables of these sizes."""
    if not entrants:
        yield ()
        return
    first, others = entrants[0], entrants[1:]
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for company in combinations(others, size - 1):
            rest = tuple(entrant for entrant in others if entrant not in company)
            for tables in all_rounds(rest, left):
                yield ((first, *company), *tables)


def brute_force(people: Sequence[Contender], size: int, forbidden: frozenset[Pair]) -> set[Cost]:
    """Returns the costs of all possible rounds, each table in its best order."""
    sizes = pod_sizes(len(people), size, (3, 4))
    count = Count(people, size if size in sizes else sizes[0])
    best, fairest = cache(count.best), count.fairest(sizes)
    costs = {
        tuple(map(sum, zip(*map(best, tables), strict=True)))
        for tables in all_rounds(tuple(sorted(c.entrant for c in people)), sizes)
        if not any(pair in forbidden for table in tables for pair in combinations(table, 2))
    }
    return {(0, cost[0] - fairest, *cost[1:]) for cost in costs}


def find_problems(draw: Draw, people: Sequence[Contender], size: int, forbidden: frozenset[Pair] = NOBODY) -> list[str]:
    """Returns the flaws of a draw of these contenders, by any method."""
    found = []
    here = [entrant for table in draw.tables for entrant in table]
    if sorted([*here, *draw.byes]) != sorted(c.entrant for c in people):
        found.append("not everybody exactly once")
    if any(pair in forbidden for table in draw.tables for pair in combinations(sorted(table), 2)):
        found.append("a forbidden pair")
    if Counter(map(len, draw.tables)) != Counter(pod_sizes(len(people), size, (2, 3, 4))):
        found.append("other sizes")
    if round_cost([c for c in people if c.entrant in here], draw.tables, size)[1:] != draw.cost[1:]:
        found.append("another cost than it says")
    if draw.cost < draw.bound:
        found.append("a bound above the cost")
    reasons = Counter[str]()
    for reason in draw.reasons:
        reasons[reason.code] += reason.amount
    if tuple(reasons[code] for code in OBJECTIVES) != draw.cost:
        found.append("reasons that do not add up")
    return found


# --- how many sit where -----------------------------------------------------------------------------------------------


@for_each("n", range(6, 41))
def test_a_draw_for_tables_of_four_has_as_few_tables_of_three_as_possible(n: int) -> None:
    sizes = pod_sizes(n, 4, (3, 4))
    assert sizes.count(3) == (4 - n % 4) % 4
    assert sum(sizes) == n


@for_each("n", [3, 4, *range(6, 41)])
def test_a_draw_for_tables_of_three_has_as_few_tables_of_four_as_possible(n: int) -> None:
    sizes = pod_sizes(n, 3, (2, 3, 4))
    assert sizes.count(4) == n % 3
    assert sum(sizes) == n


@for_each(
    ("n", "size", "sizes", "expected"),
    [
        (5, 4, (2, 3, 4), (4,)),
        (5, 3, (2, 3, 4), (4,)),
        (5, 3, (3,), (3,)),
        (3, 4, (2, 3, 4), (3,)),
        (2, 4, (2, 3, 4), (2,)),
        (10, 4, (4,), (4, 4)),
        (10, 4, (3,), (3, 3, 3)),
        (3, 4, (2, 4), (2,)),
    ],
)
def test_few_entrants_or_a_restricted_game_change_the_table_sizes(
    n: int, size: int, sizes: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert pod_sizes(n, size, sizes) == expected
    draw = pods.draw(fresh_contenders(n), size, NOBODY, build_stream(), sizes=sizes)
    assert tuple(map(len, draw.tables)) == expected
    assert len(draw.byes) == n - sum(expected)


@for_each(("n", "sizes"), [(0, (3, 4)), (1, (2, 3, 4)), (2, (3, 4)), (3, (4,))])
def test_too_few_entrants_for_a_table_are_not_paired(n: int, sizes: tuple[int, ...]) -> None:
    with pytest.raises(Unpairable):
        pods.draw(fresh_contenders(n), 4, NOBODY, build_stream(), sizes=sizes)


# --- against every possible round -------------------------------------------------------------------------------------


@for_each("seed", range(CASES))
def test_for_up_to_twelve_entrants_the_draw_is_as_cheap_as_the_best_possible_round(seed: int) -> None:
    random = Random(seed)
    size = random.choice([4, 4, 3])
    people = random_event(seed, random.choice([6, 7, 8, 9, 10, 10, 11, 11, 12]), random.randrange(1, 6), size)
    pairs = list(combinations(sorted(c.entrant for c in people), 2))
    forbidden = frozenset(random.sample(pairs, random.choice([0, 0, 2, 4])))
    costs = brute_force(people, size, forbidden)
    if not costs:
        with pytest.raises(Unpairable):
            pods.draw(people, size, forbidden, build_stream(seed))
        return
    draw = pods.draw(people, size, forbidden, build_stream(seed))
    assert draw.cost == draw.bound == min(costs)
    assert find_problems(draw, people, size, forbidden) == []
    other = pods.draw(people, size, forbidden, build_stream(seed), keep=Keep.COMPANY)
    assert other.cost == other.bound == min((bye, repeat, odd, *rest) for bye, odd, repeat, *rest in costs)
    counted = lower_bound(build_field(people, pod_sizes(len(people), size, (3, 4)), size, forbidden, scores=True))
    assert all(low <= min(part) for low, part in zip(counted, zip(*costs, strict=True), strict=True))


def test_the_search_for_larger_fields_finds_the_best_draw_for_sixteen_entrants() -> None:
    """All objectives before the score are always equal; score and clubs in nine of ten draws."""
    equal = 0
    for seed in range(SEARCHES):
        random = Random(seed)
        people = random_event(seed, random.choice([13, 14, 15, 16]), random.randrange(1, 6))
        playing = build_field(people, pod_sizes(len(people), 4, (3, 4)), 4, NOBODY, scores=True)
        prices, drawn = Prices(playing), build_stream(seed)
        order = drawn.shuffle(range(len(people)))
        start = slice_tables(sorted(order, key=lambda a: playing.levels[a]), playing.sizes)
        found, best = improve_tables(start, prices, drawn), solve_exactly(order, playing.sizes, prices)
        cost, least = sum(map(prices.table, found)), sum(map(prices.table, best))
        assert least <= cost
        names = [[tuple(people[a].entrant for a in table) for table in tables] for tables in (found, best)]
        unseated = [round_cost(people, tables, 4)[:3] for tables in names]
        assert unseated[0] == unseated[1]
        equal += cost == least
    assert equal >= SEARCHES * 9 // 10


# --- what holds of every draw -----------------------------------------------------------------------------------------


@st.composite
def events(draw: st.DrawFn) -> tuple[list[Contender], int, frozenset[Pair]]:
    n, size = draw(st.integers(3, 14)), draw(st.sampled_from([3, 4]))
    people = random_event(draw(st.integers(0, 10_000)), n, draw(st.integers(0, 4)), size, late=0)
    entrant = st.integers(1, n)
    pairs = draw(st.lists(st.tuples(entrant, entrant).filter(lambda pair: pair[0] < pair[1]), max_size=3))
    return people, size, frozenset(pairs)


@settings(max_examples=400 if LONG else 15, deadline=None)
@given(events(), st.randoms(use_true_random=False))
def test_every_entrant_sits_at_one_table_whatever_the_input_order(
    given_event: tuple[list[Contender], int, frozenset[Pair]], random: Random
) -> None:
    people, size, forbidden = given_event
    try:
        draw = pods.draw(people, size, forbidden, build_stream())
    except Unpairable:
        assert forbidden
        return
    assert find_problems(draw, people, size, forbidden) == []
    assert pods.draw(random.sample(people, len(people)), size, forbidden, build_stream()) == draw


def test_the_draw_for_a_larger_field_passes_all_checks_too() -> None:
    people = random_event(3, 26, 2)
    forbidden = frozenset({(1, 2), (1, 3), (2, 3), (10, 26)})
    draw = pods.draw(people, 4, forbidden, build_stream())
    assert find_problems(draw, people, 4, forbidden) == []
    assert draw.cost[:3] == (0, 0, 0)
    assert pods.draw(people[::-1], 4, forbidden, build_stream()) == draw


def without_history(people: Sequence[Contender], keep: Callable[[Contender], Contender]) -> Draw:
    return pods.draw([keep(c) for c in people], 4, NOBODY, build_stream())


@for_each(
    "keep",
    [
        lambda c: replace(c, opponents=()),
        lambda c: replace(c, seats=()),
        lambda c: replace(c, sizes=()),
        lambda c: replace(c, score=Fraction(0)),
        lambda c: replace(c, club=""),
    ],
)
def test_control_the_checks_notice_a_flawed_draw(keep: Callable[[Contender], Contender]) -> None:
    people = random_event(5, 11, 4)
    assert find_problems(pods.draw(people, 4, NOBODY, build_stream()), people, 4) == []
    assert find_problems(without_history(people, keep), people, 4) == ["another cost than it says"]


def test_a_draw_without_scores_has_no_cost_for_score_differences() -> None:
    people = random_event(7, 12, 3)
    draw = pods.draw(people, 4, NOBODY, build_stream(), scores=False)
    assert draw.cost[OBJECTIVES.index("score")] == 0
    assert draw.cost < pods.draw(people, 4, NOBODY, build_stream()).cost


# --- one objective each -----------------------------------------------------------------------------------------------


def test_the_bye_goes_to_the_lowest_entrant_without_one() -> None:
    people = [replace(c, byes=int(c.rank == 5)) for c in fresh_contenders(5)]
    draw = pods.draw(people, 4, NOBODY, build_stream())
    assert draw.byes == (4,)
    assert draw.cost[0] == 0


def test_a_forbidden_pair_moves_the_bye_and_the_draw_says_so() -> None:
    draw = pods.draw(fresh_contenders(5), 4, frozenset({(1, 2)}), build_stream())
    assert draw.byes == (2,)
    assert draw.cost[0] == 3
    assert [(reason.code, reason.entrants) for reason in draw.reasons if reason.code == "bye"] == [("bye", (2, 5))]


def test_forbidden_pairs_that_leave_no_draw_are_refused() -> None:
    with pytest.raises(Unpairable):
        pods.draw(fresh_contenders(4), 4, frozenset({(1, 2)}), build_stream())
    with pytest.raises(Unpairable):
        pods.draw(fresh_contenders(17), 4, frozenset((1, other) for other in range(2, 18)), build_stream())


def test_the_random_stream_decides_between_equally_good_draws() -> None:
    assert pods.draw(fresh_contenders(40), 4, NOBODY, build_stream(1)) != pods.draw(
        fresh_contenders(40), 4, NOBODY, build_stream(2)
    )


def test_over_the_rounds_tables_of_three_are_shared_evenly_among_entrants() -> None:
    """Seven rounds of seven entrants: each sits at the table of three three times, and the numbers stay even."""
    people, random = fresh_contenders(7), Random(1)
    for number in range(7):
        draw = pods.draw(people, 4, NOBODY, build_stream(number))
        assert draw.cost[1] == 0
        people = rank(play_round(people, draw.tables, random))
        threes = [c.sizes.count(3) for c in people]
        assert max(threes) - min(threes) <= 1
    assert threes == [3] * 7


def test_seven_entrants_cannot_have_both_even_table_sizes_and_new_opponents() -> None:
    first = pods.draw(fresh_contenders(7), 4, NOBODY, build_stream())
    people = rank(play_round(fresh_contenders(7), first.tables, Random(1)))
    even, company = (pods.draw(people, 4, NOBODY, build_stream(1), keep=keep) for keep in Keep)
    assert (even.algorithm, company.algorithm) == ("pods/1", "pods-company/1")
    assert (even.cost[1:3], company.cost[1:3]) == ((0, 6), (3, 1))
    assert Counter(reason.code for reason in company.reasons)["repeat"] == 3
    assert [len(reason.entrants) for reason in company.reasons if reason.code == "size"] == [2]


def test_each_entrant_gets_a_starting_position_not_had_before() -> None:
    free = [0, 1, 2, 3, 3, 2, 1, 0]
    people = [replace(c, seats=tuple({0, 1, 2, 3} - {free[c.entrant - 1]})) for c in fresh_contenders(8)]
    draw = pods.draw(people, 4, NOBODY, build_stream())
    assert draw.cost[3] == 0
    assert all([free[entrant - 1] for entrant in table] == [0, 1, 2, 3] for table in draw.tables)


def test_the_best_table_is_the_first() -> None:
    draw = pods.draw(random_event(1, 12, 2), 4, NOBODY, build_stream())
    rank = {c.entrant: c.rank for c in random_event(1, 12, 2)}
    assert [min(rank[entrant] for entrant in table) for table in draw.tables] == sorted(
        min(rank[entrant] for entrant in table) for table in draw.tables
    )


# --- preliminary rounds -----------------------------------------------------------------------------------------------


def count_repeated_pairs(draws: Sequence[Draw]) -> int:
    met = Counter(pair for draw in draws for table in draw.tables for pair in combinations(sorted(table), 2))
    return sum(times - 1 for times in met.values())


@pytest.mark.parametrize(("n", "rounds"), [(16, 3), (16, 5), (32, 3)])
def test_preliminary_rounds_of_sixteen_have_no_repeated_opponents(n: int, rounds: int) -> None:
    """Five rounds of sixteen are the maximum: all pairs meet once."""
    draws = pods.draw_preliminaries(fresh_contenders(n), 4, rounds, NOBODY, build_stream(2))
    assert len(draws) == rounds
    assert count_repeated_pairs(draws) == 0
    people = fresh_contenders(n)
    for draw in draws:
        assert find_problems(draw, people, 4) == []
        people = play_round(people, draw.tables, Random(0))
        people = [replace(c, score=Fraction(0)) for c in people]
    assert {len(set(c.seats[:4])) for c in people} == {min(rounds, 4)}
    assert pods.draw_preliminaries(fresh_contenders(n)[::-1], 4, rounds, NOBODY, build_stream(2)) == draws


def test_preliminary_rounds_keep_forbidden_pairs_apart_and_share_byes_fairly() -> None:
    forbidden = frozenset({(1, 2), (3, 4)})
    draws = pods.draw_preliminaries(fresh_contenders(10), 4, 5, forbidden, build_stream(), sizes=(4,))
    byes = Counter(entrant for draw in draws for entrant in draw.byes)
    assert byes == Counter(range(1, 11))
    assert not any(
        pair in forbidden for draw in draws for table in draw.tables for pair in combinations(sorted(table), 2)
    )


def test_drawing_zero_preliminary_rounds_gives_none() -> None:
    assert pods.draw_preliminaries(fresh_contenders(8), 4, 0, NOBODY, build_stream()) == ()


@for_each(
    ("row", "cost"), [((), 0), ((0, 1, 2, 3), 0), ((0, 0), 1), ((0, 1, 0, 1), 2), ((0, 1, 2, 3, 0), 0), ((2, 2, 2), 3)]
)
def test_a_starting_position_costs_something_if_a_rarer_one_was_available(row: tuple[int, ...], cost: int) -> None:
    assert count_repeats(row, 4) == cost


def test_entrants_passed_over_for_a_bye_are_listed_with_the_difference() -> None:
    assert list_passed_over((0, 1, 2), (0,), (3, 1, 2), (7, 8, 9)) == [(0, 1, 2)]
    assert list_passed_over((0, 1, 2), (1,), (3, 1, 2), (7, 8, 9)) == []


def test_a_repeated_position_of_a_larger_table_costs_something() -> None:
    assert count_repeats((0, 1, 2, 3), 3) == 0
    assert count_repeats((3, 3), 3) == 1


def test_no_opponents_are_repeated_by_64_entrants_in_five_rounds_or_128_in_a_sixth() -> None:
    assert count_repeated_pairs(pods.draw_preliminaries(fresh_contenders(64), 4, 5, NOBODY, build_stream())) == 0
    people = random_event(1, 128, 5)
    draw = pods.draw(people, 4, NOBODY, build_stream())
    assert find_problems(draw, people, 4) == []
    assert draw.cost[2:4] == (0, 0)
