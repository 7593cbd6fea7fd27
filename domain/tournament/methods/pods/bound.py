"""Lower bounds on the cost of a round of pods, found for each objective by counting alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from chronik.domain.tournament.methods.pods.cost import Field


def lower_bound(field: Field) -> tuple[int, ...]:
    """Returns the lower bound of each objective, in order. Table sizes and byes can always be fair."""
    found = {
        "repeat": company_bound(field, field.repeats),
        "seat": _seat_bound(field),
        "score": _score_bound(field) if len(set(field.sizes)) == 1 else company_bound(field, field.distance),
        "club": _club_bound(field),
    }
    return tuple(found.get(code, 0) for code in field.order)


def company_bound(field: Field, price: Callable[[int, int], int]) -> int:
    """Returns a lower bound on the price of all pairs: each entrant gets its cheapest company at a smallest table."""
    others, numbers = min(field.sizes) - 1, range(len(field.contenders))
    cheapest = (sum(sorted(price(a, b) for b in numbers if b != a)[:others]) for a in numbers)
    return -(-sum(cheapest) // 2)


def _seat_bound(field: Field) -> int:
    """Returns a lower bound on the seat cost: the highest bound that any set of positions gives.

    The bound of a set is the number of entrants who want only its positions, less the number of such positions at all
    tables.
    """
    wanted = Counter(frozenset(seat for seat, cost in enumerate(row) if not cost) for row in field.seats)
    return max(
        sum(many for seats, many in wanted.items() if seats <= among)
        - sum(seat < size for seat in among for size in field.sizes)
        for among in _seat_sets(max(field.sizes))
    )


def _seat_sets(positions: int) -> Iterator[frozenset[int]]:
    for many in range(positions + 1):
        yield from map(frozenset, combinations(range(positions), many))


def _score_bound(field: Field) -> int:
    """Returns the score cost of slicing the entrants in order of score. At tables of one size no round is cheaper.

    If two tables overlap, it is never worse to put the lower half of their entrants at one and the upper half at the
    other.
    """
    size, levels = field.sizes[0], sorted(field.levels)
    tables = (levels[start : start + size] for start in range(0, len(levels), size))
    return sum((a - b) ** 2 for table in tables for a, b in combinations(table, 2))


def _club_bound(field: Field) -> int:
    """Returns the number of pairs within a club if each club is spread evenly over all tables."""
    tables, pairs = len(field.sizes), 0
    for members in Counter(c.club for c in field.contenders if c.club).values():
        most, rest = divmod(members, tables)
        pairs += tables * most * (most - 1) // 2 + rest * most
    return pairs
