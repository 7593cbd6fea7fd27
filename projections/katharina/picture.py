"""The picture of Katharina's map: regions, roads, cities, and the residences of all seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from chronik.domain.katharina.facts.load import Facts
from chronik.projections.katharina.view import KatharinaView
from chronik.projections.match.picture import HEIGHT, HOUSE, PAPER, SEATS, WIDTH, Point, disc, line, picture, piece

SEA, ROAD = "#dce8ea", "#8b7d68"
LANDS = ("#dfe8c3", "#f1d0cb", "#d3daf0")
EDGE = 80


def draw(facts: Facts, view: KatharinaView) -> str:
    """Returns the picture of a map as a spectator sees it."""
    return picture(SEA, (_ground(facts), *_pieces(facts, view)))


def _pieces(facts: Facts, view: KatharinaView) -> Iterator[str]:
    places = _places(facts)
    for number, seat in view.seats.items():
        own, colour = set(seat.residences), SEATS[number % 4]
        yield from (line((places[a], places[b]), colour, 7) for a, b in _roads(facts) if {a, b} <= own)
    for city, at in places.items():
        yield disc(at, 16, PAPER, ROAD)
        here = [number for number, seat in view.seats.items() if city in seat.residences]
        for turn, number in enumerate(here):
            aside = (at[0] + 34 * (turn - (len(here) - 1) / 2), at[1] - 30)
            yield piece(HOUSE, aside, SEATS[number % 4])


@lru_cache(maxsize=8)
def _ground(facts: Facts) -> str:
    """Returns land around the cities and roads of each region, and all roads."""
    places = _places(facts)
    parts: list[str] = []
    for colour, land in zip(facts.colours, LANDS, strict=False):
        cities = facts.regions[colour]
        parts += [disc(places[city], 88, land) for city in cities]
        parts += [line((places[a], places[b]), land, 110) for a, b in _roads(facts) if a in cities and b in cities]
    parts += [line((places[a], places[b]), ROAD, 4) for a, b in _roads(facts)]
    return "".join(parts)


def _roads(facts: Facts) -> tuple[tuple[str, str], ...]:
    return tuple((a, b) for a, others in facts.roads.items() for b in others if a < b)


@lru_cache(maxsize=8)
def _places(facts: Facts) -> Mapping[str, Point]:
    """Returns the points of the cities: north is up, and crowded areas get more space than on the globe."""
    cities = facts.cities.values()
    across, up = _spread([city.x for city in cities]), _spread([city.y for city in cities])
    return {
        city.id: (EDGE + x * (WIDTH - 2 * EDGE), HEIGHT - EDGE - y * (HEIGHT - 2 * EDGE))
        for city, x, y in zip(cities, across, up, strict=True)
    }


def _spread(values: list[float]) -> list[float]:
    """Returns coordinates from 0 to 1, each half by its size and half by its rank."""
    ranks, least, most = sorted(values), min(values), max(values)
    return [(value - least) / (most - least) / 2 + ranks.index(value) / (len(values) - 1) / 2 for value in values]
