"""Random positions: short and long principalities, many buildings, full and empty regions."""

from __future__ import annotations

from random import Random
from typing import Any

from chronik.domain.catan_cards.cards.ids import instances
from chronik.domain.catan_cards.commands import Side
from chronik.domain.catan_cards.facts.printed import PUBLIC_FEELING, CardKind, CardSet
from chronik.domain.catan_cards.state import Built, Land, SeatState, State
from tests.catan_cards import naive
from tests.support.catan_cards.table import BASE, EXTENDED, FACTS, position, with_feeling

ROADS_TAKEN = 0.3


def draw_position(random: Random, **changes: Any) -> State:
    """Returns a random position in mid-game, of the base or the extended game."""
    options = random.choice((BASE, EXTENDED))
    regions = list(naive.NUMBER_OF)
    random.shuffle(regions)
    cards = [
        one
        for title, printed in FACTS.cards.items()
        if title != PUBLIC_FEELING and (options is EXTENDED or printed.set is CardSet.BASE)
        for one in instances(title, printed.count)
    ]
    random.shuffle(cards)
    lively = random.choice((0.3, 0.8, 1.0))
    seats = [_principality(random, regions, cards, lively) for _ in range(2)]
    if options is EXTENDED:
        seats = [with_feeling(seat, number, random.randrange(4)) for number, seat in enumerate(seats)]
    return position(*seats, options=options, active=random.randrange(2), **changes)


def _principality(random: Random, regions: list[str], cards: list[str], lively: float) -> SeatState:
    """Returns up to four settlements and cities in a row, with their regions, and buildings on legal sites."""
    slots = range(random.choice((-3, -1)), random.choice((1, 3)) + 1, 2)
    cities = tuple(slot for slot in slots if random.random() < 0.5)
    places = [(slot, side) for slot in range(slots[0] - 1, slots[-1] + 2, 2) for side in Side]
    full = random.random() < 0.2
    roads = tuple(range(slots[0] + random.choice((-1, 1)), slots[-1] + 2, 2))
    sites = [(slot, side) for slot in slots for side in Side for _ in range(2 if slot in cities else 1)]
    built = [
        *(_take_fitting(cards, slot, side, slot in cities) for slot, side in sites if random.random() < lively),
        *(_take_fitting(cards, slot) for slot in roads if random.random() < ROADS_TAKEN),
    ]
    random.shuffle(built)
    return SeatState(
        roads=roads,
        settlements=tuple(slot for slot in slots if slot not in cities),
        cities=cities,
        lands=tuple(Land(regions.pop(), slot, side, 3 if full else random.randrange(4)) for slot, side in places),
        built=tuple(one for one in built if one is not None),
        hand=tuple(cards.pop() for _ in range(random.randrange(6))),
    )


def _take_fitting(cards: list[str], slot: int, side: Side | None = None, city: bool = False) -> Built | None:
    """Removes and returns a card that fits the place, or None."""
    for card in cards:
        title = naive.name(card)
        on_road, city_only = title in naive.ON_ROAD, title in naive.CITY_ONLY
        if FACTS.cards[title].kind is not CardKind.ACTION and on_road == (side is None) and (city or not city_only):
            cards.remove(card)
            return Built(card, slot, side)
    return None
