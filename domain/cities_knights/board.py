"""The geometry of the island: 19 hexes, 54 corners and 72 edges with fixed numbers (rule book R1.1, section 3).

Hexes have axial coordinates (q, r) and are pointy-top. A corner is the N or S corner of exactly one hex, land or sea.
An edge is the NE, NW or W side of exactly one hex. Numbers follow the order of (r, q, kind), like words on a page, from
top to bottom. A set of corners or edges is a bit mask: an int in which bit n is set for number n.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Place = tuple[int, int, str]

RADIUS = 2
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six directions, counterclockwise: E, NE, NW, W, SW, SE."""


def _hexes() -> tuple[tuple[int, int], ...]:
    span = range(-RADIUS, RADIUS + 1)
    return tuple((q, r) for r in span for q in span if abs(q + r) <= RADIUS)


def corner_ids(q: int, r: int) -> tuple[Place, ...]:
    """Returns the corners of a hex in the order N, NE, SE, S, SW, NW."""
    return ((q, r, "N"), (q + 1, r - 1, "S"), (q, r + 1, "N"), (q, r, "S"), (q - 1, r + 1, "N"), (q, r - 1, "S"))


def edge_ids(q: int, r: int) -> tuple[Place, ...]:
    """Returns the sides of a hex in the order NE, E, SE, SW, W, NW; side i joins the corners i and i + 1."""
    return (
        (q, r, "NE"),
        (q + 1, r, "W"),
        (q, r + 1, "NW"),
        (q - 1, r + 1, "NE"),
        (q, r, "W"),
        (q, r, "NW"),
    )


SIDES = ("NE", "E", "SE", "SW", "W", "NW")


def _order(place: Place) -> tuple[int, int, str]:
    q, r, kind = place
    return r, q, kind


def mask(numbers: Iterable[int]) -> int:
    """Returns the bit mask of these numbers."""
    return sum(1 << number for number in numbers)


HEXES = _hexes()
CORNERS: tuple[Place, ...] = tuple(sorted({corner for hex_ in HEXES for corner in corner_ids(*hex_)}, key=_order))
EDGES: tuple[Place, ...] = tuple(sorted({edge for hex_ in HEXES for edge in edge_ids(*hex_)}, key=_order))

HEX = {place: number for number, place in enumerate(HEXES)}
CORNER = {place: number for number, place in enumerate(CORNERS)}
EDGE = {place: number for number, place in enumerate(EDGES)}

CORNERS_OF_HEX = tuple(tuple(CORNER[corner] for corner in corner_ids(*hex_)) for hex_ in HEXES)
EDGES_OF_HEX = tuple(tuple(EDGE[edge] for edge in edge_ids(*hex_)) for hex_ in HEXES)
NEIGHBOURS_OF_HEX = tuple(tuple(HEX[q + x, r + y] for x, y in DIRECTIONS if (q + x, r + y) in HEX) for q, r in HEXES)
HEXES_OF_CORNER = tuple(
    tuple(number for number, corners in enumerate(CORNERS_OF_HEX) if corner in corners)
    for corner in range(len(CORNERS))
)


def _ends() -> tuple[tuple[int, int], ...]:
    ends: dict[int, tuple[int, int]] = {}
    for corners, edges in zip(CORNERS_OF_HEX, EDGES_OF_HEX, strict=True):
        for side, edge in enumerate(edges):
            a, b = corners[side], corners[(side + 1) % 6]
            ends[edge] = (min(a, b), max(a, b))
    return tuple(ends[edge] for edge in range(len(EDGES)))


ENDS = _ends()
"""The two corners that each edge joins, the smaller number first."""

EDGES_OF_CORNER = tuple(
    tuple(edge for edge, ends in enumerate(ENDS) if corner in ends) for corner in range(len(CORNERS))
)
NEIGHBOURS = tuple(tuple(sum(ENDS[edge]) - corner for edge in edges) for corner, edges in enumerate(EDGES_OF_CORNER))
"""The two or three corners one edge away from each corner, in the order of `EDGES_OF_CORNER`."""

COAST = mask(tuple(edge for edge in range(len(EDGES)) if sum(edge in edges for edges in EDGES_OF_HEX) == 1))

# The tables above, as bit masks.
AROUND_HEX = tuple(map(mask, CORNERS_OF_HEX))
EDGES_AT = tuple(map(mask, EDGES_OF_CORNER))
NEXT_TO = tuple(map(mask, NEIGHBOURS))
ENDS_OF = tuple(map(mask, ENDS))


@lru_cache(maxsize=8192)
def numbers(mask: int) -> tuple[int, ...]:
    """Returns the numbers in a mask, ascending."""
    found: list[int] = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


@lru_cache(maxsize=8192)
def corners_at(edges: int) -> int:
    """Returns the mask of the corners at which at least one of these edges ends."""
    corners = 0
    for edge in numbers(edges):
        corners |= ENDS_OF[edge]
    return corners
