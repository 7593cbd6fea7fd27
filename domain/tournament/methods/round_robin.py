"""Round robin: everybody meets everybody, two by Berger's tables, more by designs or as the search finds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from domain.tournament.methods.contenders import Draw, Reason, Unpairable
from domain.tournament.methods.designs import Round, design
from domain.tournament.methods.schedule_search import searched
from domain.tournament.methods.seating import Had, seated, taken_by
from domain.tournament.methods.table_sizes import pod_sizes

ALGORITHM = "round-robin/1"

SIZES = (2, 3, 4)


def schedule(entrants: Sequence[int], table: int, sizes: tuple[int, ...] = SIZES) -> tuple[Draw, ...]:
    """All rounds, for a game that is played by any of `sizes`; who comes first in `entrants` is number 1 of the tables.

    At two: n − 1 rounds, or n at an odd number with a bye for each; everybody meets everybody once, and begins as often
    as not, or once more or less.

    At three and four (`pod_sizes` says where which): by a design where there is one (`designs`), so that everybody
    meets everybody equally often. Else as many rounds as the search (`schedule_search`) needs until everybody meets
    everybody, and nobody somebody more than three times, from the least number that could do; it gives up at one and a
    half times that number and one more, and `cost` says how many do not meet then. Nobody has a bye but where only one
    table can be filled; starting positions are as even as the seating finds.

    `cost` and `bound` are of the whole schedule, the same in each round: pairs that do not meet; the sum of the squares
    of how often pairs meet; the sum of the squares of how often entrants have each starting position.
    """
    if len(entrants) < 2:
        raise Unpairable("too few entrants for a table")
    rounds = numbered(len(entrants), table, sizes)
    met: Counter[frozenset[int]] = Counter()
    cost, bound = cost_of(len(entrants), rounds), bound_of(len(entrants), rounds)
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
def numbered(entrants: int, table: int, sizes: tuple[int, ...]) -> tuple[Round, ...]:
    """The rounds of so many entrants, who are numbered from 0."""
    tables = (2,) if table == 2 else pod_sizes(entrants, table, sizes)
    if max(tables) == 2:
        return tuple(berger(entrants))
    return balanced(design(entrants, tables) or searched(entrants, tables))


def berger(entrants: int) -> Iterator[Round]:
    """Berger's tables (FIDE Handbook C.05, annex 1): the last one stays and changes sides, the others go round."""
    last = entrants - 1 + entrants % 2
    for number in range(last):
        still = number * ((last + 1) // 2) % last
        pairs = [((still + step) % last, (still - step) % last) for step in range(1, (last + 1) // 2)]
        if entrants % 2 == 0:
            pairs.insert(0, (last, still) if number % 2 else (still, last))
        yield tuple(pairs)


def balanced(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """The same tables in other orders: each is seated again as long as that makes the starting positions more even."""
    had: Had = Counter()
    orders = [list(tables) for tables in rounds]
    for tables in orders:
        for at, order in enumerate(tables):
            tables[at] = seated(order, had)
            had.update(taken_by(tables[at]))
    changed = True
    while changed:
        changed = False
        for tables in orders:
            for at, order in enumerate(tables):
                had.subtract(taken_by(order))
                again = seated(order, had)
                changed |= again != order
                tables[at] = again
                had.update(taken_by(again))
    return tuple(map(tuple, orders))


def cost_of(entrants: int, rounds: Sequence[Round]) -> tuple[int, int, int]:
    """What `Draw.cost` says of a schedule."""
    met = Counter(frozenset(pair) for tables in rounds for order in tables for pair in combinations(order, 2))
    had = Counter(taken for tables in rounds for order in tables for taken in taken_by(order))
    pairs = entrants * (entrants - 1) // 2
    return pairs - len(met), sum(times**2 for times in met.values()), sum(times**2 for times in had.values())


def bound_of(entrants: int, rounds: Sequence[Round]) -> tuple[int, int, int]:
    """What no schedule with tables of these sizes stays under: all is shared out evenly."""
    sizes = [len(order) for tables in rounds for order in tables]
    meetings = sum(size * (size - 1) // 2 for size in sizes)
    pairs = entrants * (entrants - 1) // 2
    seats = [sum(size > seat for size in sizes) for seat in range(max(sizes))]
    starts = sum(even(times, entrants) for times in seats)
    return max(0, pairs - meetings), even(meetings, pairs), starts


def even(times: int, among: int) -> int:
    """The sum of the squares when something is shared out as evenly as can be."""
    each, more = divmod(times, among)
    return more * (each + 1) ** 2 + (among - more) * each**2
