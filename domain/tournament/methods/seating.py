"""Seating: assigns the seats of a table so that each entrant has every starting position equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

SeatCounts = Counter[tuple[int, int]]
"""How often each entrant has had each seat."""


def seat_table(table: Sequence[int], had: SeatCounts) -> tuple[int, ...]:
    """Returns the entrants by seat, in seats that they have had least; among equals the order nearest to theirs."""
    return min(permutations(table), key=lambda order: sum(had[taken] for taken in seats_of(order)))


def seats_of(order: Sequence[int]) -> list[tuple[int, int]]:
    """Returns the pairs of entrant and seat of a table, as `SeatCounts` counts them."""
    return [(entrant, seat) for seat, entrant in enumerate(order)]
