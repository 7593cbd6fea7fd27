"""Residences: building sites, the result of building, and connected groups (B, F3)."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.katharina.facts.load import FAVOUR, POINT, Card, Facts
from chronik.domain.katharina.state import RESIDENCES, SeatState


def supply(seat: SeatState) -> int:
    """Returns the number of residences that a seat has left to build (B1)."""
    return RESIDENCES - len(seat.residences)


def sites(facts: Facts, seat: SeatState, card: Card) -> tuple[str, ...]:
    """Returns the cities where a card lets a seat build: the three that it names, or any of its colour (B2, A8)."""
    named = card.cities or facts.regions[card.colour]
    return tuple([city for city in named if city not in seat.residences])


def free_cities(facts: Facts, seat: SeatState) -> tuple[str, ...]:
    """Returns all cities in which a seat has no residence (B1, I2)."""
    return tuple([city for city in facts.cities if city not in seat.residences])


def build(facts: Facts, seat: SeatState, city: str) -> tuple[SeatState, str | None]:
    """Returns the seat after it builds in a city, and the good on the tile that it takes there (B3).

    A goods city has one tile for each seat, and each seat builds there once, so a tile is always left (P3, Q5).
    """
    assert supply(seat)
    assert city not in seat.residences
    good = facts.good_of.get(city)
    tiles, tile = seat.tiles, None
    if good is not None:
        tiles, tile = replace_at(tiles, good, tiles[good] + 1), facts.goods[good]
    return replace(seat, residences=(*seat.residences, city), tiles=tiles), tile


def is_crown(facts: Facts, city: str) -> bool:
    """Returns whether building in a city raises the favour marker (B3)."""
    return facts.cities[city].feature == FAVOUR


def income(facts: Facts, seat: SeatState) -> int:
    """Returns the points of a seat's residences in an interim scoring (I3, C8)."""
    cities = facts.cities
    return len(seat.residences) + sum(cities[city].feature == POINT for city in seat.residences)


def count_in_colour(facts: Facts, seat: SeatState, colour: str) -> int:
    """Returns the number of residences that a seat has in the region of a colour (A14, Q25)."""
    return sum(facts.cities[city].colour == colour for city in seat.residences)


def largest_group(facts: Facts, seat: SeatState) -> int:
    """Returns the size of a seat's largest group of residences connected by roads between its cities (F3, C9)."""
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
