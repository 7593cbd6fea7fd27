"""Seating: assigns the seats of a table so that each entrant has every starting position equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

SeatCounts = Counter[tuple[int, int]]
"""How often each entrant has had each seat."""


def seat_table(table: Sequence[int], had: SeatCounts) -> tuple[int, ...]:
    """Returns the entrants by seat, in the seats that they have had least often.

    Among equal orders the first one wins.
    """
    return min(permutations(table), key=lambda order: sum(had[taken] for taken in seats_of(order)))


def seats_of(order: Sequence[int]) -> list[tuple[int, int]]:
    """Returns the pairs of entrant and seat at a table, which `SeatCounts` counts."""
    return [(entrant, seat) for seat, entrant in enumerate(order)]
