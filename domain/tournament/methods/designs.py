"""Designs: schedules for tables of three and four in which all pairs meet equally often."""

from __future__ import annotations

from collections.abc import Sequence

Round = tuple[tuple[int, ...], ...]
"""The tables of a round; entrants are numbered from 0."""

KIRKMAN = ((14, 0, 7), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10))
"""One day of Kirkman's fifteen schoolgirls. The other six follow by rotating the two rings of seven, 0–6 and 7–13."""

# The field with four elements: 0, 1, w and w + 1 as 0 … 3; addition is exclusive or.
TIMES_IN_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def find_design(entrants: int, sizes: Sequence[int]) -> tuple[Round, ...] | None:
    """Returns the rounds with tables of these sizes, or None if no design is known.

    All pairs meet once with 3 entrants at tables of three or 4 at tables of four (1 round), 9 at three (4 rounds), 15
    at three (7), and 15 or 16 at four (5). With 8 at four there are 7 rounds, and all pairs meet three times. With 4 at
    three or 5 at four each entrant has a bye in one round, and all pairs meet twice or three times.
    """
    match entrants, max(sizes), len(sizes):
        case 9, 3, 3:
            return affine_plane(3)
        case 16, 4, 4:
            return affine_plane(4)
        case 15, 4, 4:
            return tuple(tuple(tuple(at for at in line if at < 15) for line in lines) for lines in affine_plane(4))
        case 15, 3, 5:
            return tuple(tuple(tuple(rotate(at, by) for at in three) for three in KIRKMAN) for by in range(7))
        case 8, 4, 2:
            return cube_halves()
        case _, size, 1 if entrants == size:
            return ((tuple(range(entrants)),),)
        case _, size, 1 if entrants == size + 1:
            return tuple((tuple(at for at in range(entrants) if at != out),) for out in range(entrants))
        case _:
            return None


def affine_plane(order: int) -> tuple[Round, ...]:
    """Returns the lines of the affine plane of order 3 or 4, as one round for each direction."""
    field = range(order)

    def on(slope: int, x: int, start: int) -> int:
        return TIMES_IN_FOUR[slope][x] ^ start if order == 4 else (slope * x + start) % order

    upright = tuple(tuple(order * x + y for y in field) for x in field)
    sloped = [tuple(tuple(order * x + on(slope, x, start) for x in field) for start in field) for slope in field]
    return (upright, *sloped)


def cube_halves() -> tuple[Round, ...]:
    """Returns seven rounds: the corners of a cube, split in half by each of the seven parity checks."""
    return tuple(
        tuple(tuple(at for at in range(8) if (at & mask).bit_count() % 2 == side) for side in (0, 1))
        for mask in range(1, 8)
    )


def rotate(at: int, by: int) -> int:
    """Returns the number of a girl after both rings were rotated. Number 14 stays fixed."""
    return at if at == 14 else at // 7 * 7 + (at % 7 + by) % 7
