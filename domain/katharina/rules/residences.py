"""Residences: where a seat may build, what building brings, and how they hang together (B, F3)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.engine.tuples import placed
from domain.katharina.facts.load import FAVOUR, POINT, Card, Facts
from domain.katharina.state import RESIDENCES, SeatState


def supply(seat: SeatState) -> int:
    """How many residences a seat has left to build (B1)."""
    return RESIDENCES - len(seat.residences)


def sites(facts: Facts, seat: SeatState, card: Card) -> tuple[str, ...]:
    """The cities where a card's action lets a seat build: the three it names, or any of its colour (B2, A8)."""
    named = card.cities or facts.regions[card.colour]
    return tuple(city for city in named if city not in seat.residences)


def free_cities(facts: Facts, seat: SeatState) -> tuple[str, ...]:
    """All cities where a seat has no residence yet (B1, I2)."""
    return tuple(city for city in facts.cities if city not in seat.residences)


def built(facts: Facts, seat: SeatState, city: str) -> tuple[SeatState, str | None]:
    """The seat with a residence in a city, and the good whose tile it takes there (B3).

    A goods city has as many tiles as there are seats and each builds there once, so a tile is always left (P3, Q5).
    """
    assert supply(seat)
    assert city not in seat.residences
    good = facts.good_of.get(city)
    tiles, tile = seat.tiles, None
    if good is not None:
        tiles, tile = placed(tiles, good, tiles[good] + 1), facts.goods[good]
    return replace(seat, residences=(*seat.residences, city), tiles=tiles), tile


def is_crown(facts: Facts, city: str) -> bool:
    """Whether building in a city raises the favour marker (B3)."""
    return facts.cities[city].feature == FAVOUR


def income(facts: Facts, seat: SeatState) -> int:
    """What a seat's residences score in an interim scoring (I3, C8)."""
    cities = facts.cities
    return len(seat.residences) + sum(cities[city].feature == POINT for city in seat.residences)


def in_colour(facts: Facts, seat: SeatState, colour: str) -> int:
    """How many residences a seat has in the region of a colour (A14, Q25)."""
    return sum(facts.cities[city].colour == colour for city in seat.residences)


def largest_group(facts: Facts, seat: SeatState) -> int:
    """The size of the largest group of residences joined by roads through own cities only (F3, C9)."""
    unseen = dict.fromkeys(seat.residences)
    largest = 0
    while unseen:
        size, edge = 0, [unseen.popitem()[0]]
        while edge:
            city = edge.pop()
            size += 1
            for other in facts.roads[city]:
                if other in unseen:
                    del unseen[other]
                    edge.append(other)
        largest = max(largest, size)
    return largest
