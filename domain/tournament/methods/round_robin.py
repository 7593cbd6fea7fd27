"""Round robin: all entrants meet. Tables of two follow Berger's tables, larger ones a design or a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from chronik.domain.tournament.methods.contenders import Draw, Reason, Unpairable
from chronik.domain.tournament.methods.designs import Round, find_design
from chronik.domain.tournament.methods.schedule_search import search_schedule
from chronik.domain.tournament.methods.seating import SeatCounts, seat_table, seats_of
from chronik.domain.tournament.methods.table_sizes import pod_sizes

ALGORITHM = "round-robin/1"

SIZES = (2, 3, 4)


def schedule(entrants: Sequence[int], table: int, sizes: tuple[int, ...] = SIZES) -> tuple[Draw, ...]:
    """Returns all rounds for a game that supports `sizes`. The first of `entrants` is number 1 in Berger's tables.

    At two seats there are n − 1 rounds, or n for an odd number, with one bye each. All pairs meet once, and the numbers
    of games that an entrant begins and does not begin differ by at most one.

    At three and four seats (`pod_sizes` decides the sizes) a design is used if there is one (`designs`), so that all
    pairs meet equally often. Otherwise there are as many rounds as the search (`schedule_search`) needs until all pairs
    meet, and no pair meets more than three times. The search starts with the least number that could suffice and gives
    up at one and a half times that number plus one; `cost` then counts the pairs that do not meet. There are byes only
    if no more than a single table can be filled. Starting positions are as even as the seating can make them.

    `cost` and `bound` are those of the whole schedule and the same in each round: the pairs that do not meet; the sum
    of the squares of how often each pair meets; and the sum of the squares of how often each entrant has each starting
    position.
    """
    if len(entrants) < 2:
        raise Unpairable("too few entrants for a table")
    rounds = build_schedule(len(entrants), table, sizes)
    met: Counter[frozenset[int]] = Counter()
    cost, bound = cost_of(len(entrants), rounds), lower_bound_of(len(entrants), rounds)
    draws: list[Draw] = []
    for tables in rounds:
        named = tuple(tuple(entrants[at] for at in order) for order in tables)
        there = {entrant for order in named for entrant in order}
        byes = tuple(entrant for entrant in entrants if entrant not in there)
        pairs = [pair for order in named for pair in combinations(order, 2)]
        reasons = [Reason("repeat", pair, met[frozenset(pair)]) for pair in pairs if met[frozenset(pair)]]
        reasons += [Reason("bye", (entrant,)) for entrant in byes]
        met.update(map(frozenset, pairs))
        draws.append(Draw(ALGORITHM, named, byes, cost, bound, tuple(reasons)))
    return tuple(draws)


@lru_cache(maxsize=256)
def build_schedule(entrants: int, table: int, sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """Builds the rounds for a number of entrants, who are numbered from 0."""
    tables = (2,) if table == 2 else pod_sizes(entrants, table, sizes)
    if max(tables) == 2:
        return tuple(berger_rounds(entrants))
    return balance_seats(find_design(entrants, tables) or search_schedule(entrants, tables))


def berger_rounds(entrants: int) -> Iterator[Round]:
    """Yields the rounds of Berger's tables (FIDE C.05, annex 1). The last entrant changes sides; the others rotate."""
    last = entrants - 1 + entrants % 2
    for number in range(last):
        still = number * ((last + 1) // 2) % last
        pairs = [((still + step) % last, (still - step) % last) for step in range(1, (last + 1) // 2)]
        if entrants % 2 == 0:
            pairs.insert(0, (last, still) if number % 2 else (still, last))
        yield tuple(pairs)


def balance_seats(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """Returns the same tables in other orders, seated again until starting positions cannot become more even."""
    had: SeatCounts = Counter()
    orders = [list(tables) for tables in rounds]
    for tables in orders:
        for at, order in enumerate(tables):
            tables[at] = seat_table(order, had)
            had.update(seats_of(tables[at]))
    changed = True
    while changed:
        changed = False
        for tables in orders:
            for at, order in enumerate(tables):
                had.subtract(seats_of(order))
                again = seat_table(order, had)
                changed |= again != order
                tables[at] = again
                had.update(seats_of(again))
    return tuple(map(tuple, orders))


def cost_of(entrants: int, rounds: Sequence[Round]) -> tuple[int, int, int]:
    """Returns the cost of a schedule in the form of `Draw.cost`."""
    met = Counter(frozenset(pair) for tables in rounds for order in tables for pair in combinations(order, 2))
    had = Counter(taken for tables in rounds for order in tables for taken in seats_of(order))
    pairs = entrants * (entrants - 1) // 2
    return pairs - len(met), sum(times**2 for times in met.values()), sum(times**2 for times in had.values())


def lower_bound_of(entrants: int, rounds: Sequence[Round]) -> tuple[int, int, int]:
    """Returns a lower bound on the cost of schedules with these table sizes: the cost of an even distribution."""
    sizes = [len(order) for tables in rounds for order in tables]
    meetings = sum(size * (size - 1) // 2 for size in sizes)
    pairs = entrants * (entrants - 1) // 2
    seats = [sum(size > seat for size in sizes) for seat in range(max(sizes))]
    starts = sum(even_square_sum(times, entrants) for times in seats)
    return max(0, pairs - meetings), even_square_sum(meetings, pairs), starts


def even_square_sum(times: int, among: int) -> int:
    """Returns the sum of squares when `times` is distributed over `among` as evenly as possible."""
    each, more = divmod(times, among)
    return more * (each + 1) ** 2 + (among - more) * each**2
