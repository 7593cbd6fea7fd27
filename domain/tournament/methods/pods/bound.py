"""Lower bounds of a round of pods: what no draw goes below in any one objective, by counting alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from domain.tournament.methods.pods.cost import Field


def bound(field: Field) -> tuple[int, ...]:
    """The bound of each objective, in their order; the sizes of tables and the byes can always be fair."""
    found = {
        "repeat": company(field, field.repeats),
        "seat": _crowded(field),
        "score": _slices(field) if len(set(field.sizes)) == 1 else company(field, field.distance),
        "club": _clubs(field),
    }
    return tuple(found.get(code, 0) for code in field.order)


def company(field: Field, price: Callable[[int, int], int]) -> int:
    """Everybody sits with as many others as the smallest table has: at best the cheapest, each pair counted twice."""
    others, numbers = min(field.sizes) - 1, range(len(field.contenders))
    cheapest = (sum(sorted(price(a, b) for b in numbers if b != a)[:others]) for a in numbers)
    return -(-sum(cheapest) // 2)


def _crowded(field: Field) -> int:
    """Those who want only certain positions, less the tables that have them: at worst over all sets of positions."""
    wanted = Counter(frozenset(seat for seat, cost in enumerate(row) if not cost) for row in field.seats)
    return max(
        sum(many for seats, many in wanted.items() if seats <= among)
        - sum(seat < size for seat in among for size in field.sizes)
        for among in _sets(max(field.sizes))
    )


def _sets(positions: int) -> Iterator[frozenset[int]]:
    for many in range(positions + 1):
        yield from map(frozenset, combinations(range(positions), many))


def _slices(field: Field) -> int:
    """At tables of one size nothing is closer than slices of the order of score.

    Of two tables that overlap, the lower half of all at one and the upper half at the other is never worse.
    """
    size, levels = field.sizes[0], sorted(field.levels)
    tables = (levels[start : start + size] for start in range(0, len(levels), size))
    return sum((a - b) ** 2 for table in tables for a, b in combinations(table, 2))


def _clubs(field: Field) -> int:
    """A club is spread over all tables as evenly as can be."""
    tables, pairs = len(field.sizes), 0
    for members in Counter(c.club for c in field.contenders if c.club).values():
        most, rest = divmod(members, tables)
        pairs += tables * most * (most - 1) // 2 + rest * most
    return pairs
