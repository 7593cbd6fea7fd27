"""The picture of an island: terrain, tokens, and the pieces of all seats."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from chronik.domain.cities_knights.board import CORNERS, ENDS, HEXES
from chronik.projections.cities_knights.view import CitiesKnightsView
from chronik.projections.match.picture import (
    CITY,
    HEIGHT,
    HOUSE,
    INK,
    PAPER,
    SEATS,
    WIDTH,
    Point,
    disc,
    line,
    picture,
    piece,
)

SIDE = 72
SEA, SHORE = "#cfe3e8", "#efe2c0"
TERRAIN = {
    "forest": "#7ea56e",
    "pasture": "#bcd588",
    "fields": "#efd37a",
    "hills": "#dd9a72",
    "mountains": "#b6b4bb",
    "desert": "#eadfc0",
}
ROBBER = "M-10 16C-14 4-8 0-6-4A9 9 0 1 1 6-4C8 0 14 4 10 16z"
MIDDLES = tuple((WIDTH / 2 + sqrt(3) * SIDE * (q + r / 2), HEIGHT / 2 + 1.5 * SIDE * r) for q, r in HEXES)
PLACES = tuple(
    (WIDTH / 2 + sqrt(3) * SIDE * (q + r / 2), HEIGHT / 2 + 1.5 * SIDE * r + (-SIDE if kind == "N" else SIDE))
    for q, r, kind in CORNERS
)


def draw(view: CitiesKnightsView) -> str:
    """Returns the picture of an island as a spectator sees it."""
    return picture(SEA, _parts(view))


def _parts(view: CitiesKnightsView) -> Iterator[str]:
    yield from (_hexagon(at, SIDE + 10, SHORE) for at in MIDDLES)
    for at, terrain, token in zip(MIDDLES, view.terrain, view.tokens, strict=True):
        yield _hexagon(at, SIDE - 2, TERRAIN.get(terrain, PAPER))
        if token:
            yield _token(at, token)
    if isinstance(view.robber, int):
        yield piece(ROBBER, MIDDLES[view.robber], INK, 1.5)
    for number, seat in view.seats.items():
        colour = SEATS[number % 4]
        ends = [(PLACES[a], PLACES[b]) for a, b in (ENDS[road] for road in seat.roads)]
        yield from (line(pair, PAPER, 17) for pair in ends)
        yield from (line(pair, colour, 10) for pair in ends)
        yield from (piece(CITY, PLACES[corner], colour) for corner in seat.cities)
        yield from (piece(HOUSE, PLACES[corner], colour) for corner in seat.settlements)
        for corner, knight in seat.knights.items():
            yield disc(PLACES[corner], 19, colour if knight.active else PAPER, PAPER if knight.active else colour)
            yield disc(PLACES[corner], 4 + 3 * knight.level, PAPER if knight.active else colour)


def _hexagon(at: Point, side: float, colour: str) -> str:
    corners = ((at[0] + side * sin(turn * pi / 3), at[1] - side * cos(turn * pi / 3)) for turn in range(6))
    return f'<path fill="{colour}" d="M{"L".join(f"{x:.0f} {y:.0f}" for x, y in corners)}z"/>'


def _token(at: Point, token: int) -> str:
    """Returns a token with its pips: the chances in 36 of its number. The most frequent numbers are red."""
    pips = 6 - abs(7 - token)
    colour = "#a3201d" if pips == 5 else INK
    dots = (disc((at[0] + 9 * (n - (pips - 1) / 2), at[1]), 4, colour) for n in range(pips))
    return disc(at, 27, "#fbf4e2") + "".join(dots)
