"""Designs: schedules for tables of three and four in which nobody meets anybody more often than another."""

from __future__ import annotations

from collections.abc import Sequence

Round = tuple[tuple[int, ...], ...]
"""The tables of a round; entrants are numbered from 0."""

KIRKMAN = ((14, 0, 7), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10))
"""A day of Kirkman's fifteen schoolgirls: six more follow when two rings of seven turn, 0–6 and 7–13."""

# The field with four elements: 0, 1, w and w + 1 as 0 … 3; they are added by exclusive or.
TIMES_IN_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def design(entrants: int, sizes: Sequence[int]) -> tuple[Round, ...] | None:
    """The rounds with tables of these sizes, or None where no design stands here.

    3 at three, 4 at four: 1 round; 9 at three: 4; 15 at three: 7; 15 and 16 at four: 5; all meet once. 8 at four: 7
    rounds, all meet three times. 4 at three, 5 at four: a round for each with a bye; all meet twice or three times.
    """
    match entrants, max(sizes), len(sizes):
        case 9, 3, 3:
            return plane(3)
        case 16, 4, 4:
            return plane(4)
        case 15, 4, 4:
            return tuple(tuple(tuple(at for at in line if at < 15) for line in lines) for lines in plane(4))
        case 15, 3, 5:
            return tuple(tuple(tuple(turned(at, by) for at in three) for three in KIRKMAN) for by in range(7))
        case 8, 4, 2:
            return halves()
        case _, size, 1 if entrants == size:
            return ((tuple(range(entrants)),),)
        case _, size, 1 if entrants == size + 1:
            return tuple((tuple(at for at in range(entrants) if at != out),) for out in range(entrants))
        case _:
            return None


def plane(order: int) -> tuple[Round, ...]:
    """The lines of the affine plane of order 3 or 4: a round for each direction."""
    field = range(order)

    def on(slope: int, x: int, start: int) -> int:
        return TIMES_IN_FOUR[slope][x] ^ start if order == 4 else (slope * x + start) % order

    upright = tuple(tuple(order * x + y for y in field) for x in field)
    sloped = [tuple(tuple(order * x + on(slope, x, start) for x in field) for start in field) for slope in field]
    return (upright, *sloped)


def halves() -> tuple[Round, ...]:
    """The corners of a cube cut into halves by each of the seven ways to ask for an even number of ones."""
    return tuple(
        tuple(tuple(at for at in range(8) if (at & mask).bit_count() % 2 == side) for side in (0, 1))
        for mask in range(1, 8)
    )


def turned(at: int, by: int) -> int:
    return at if at == 14 else at // 7 * 7 + (at % 7 + by) % 7
