"""Seating: who of a table sits where, so that everybody has each starting position as often as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

Had = Counter[tuple[int, int]]
"""How often an entrant has had a seat."""


def seated(table: Sequence[int], had: Had) -> tuple[int, ...]:
    """The entrants by seat: all together where they have sat least; of equal orders the one nearest to theirs."""
    return min(permutations(table), key=lambda order: sum(had[taken] for taken in taken_by(order)))


def taken_by(order: Sequence[int]) -> list[tuple[int, int]]:
    """The seats of a table as `Had` counts them."""
    return [(entrant, seat) for seat, entrant in enumerate(order)]
