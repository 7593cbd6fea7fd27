"""The axis: roads on even slots, settlements and cities on odd slots, regions beside the even slots (B9 to B11)."""

from __future__ import annotations

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import Side
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import Card, CardKind, Effect, UnitKind
from chronik.domain.catan_cards.state import Built, Land, SeatState

REGION_EXPANSION = CardKind.REGION_EXPANSION

SIDES = tuple(Side)
START_SLOTS = ((-2, Side.ABOVE), (0, Side.ABOVE), (2, Side.ABOVE), (-2, Side.BELOW), (0, Side.BELOW), (2, Side.BELOW))
"""The six places of the starting regions, in the order of the layout (B3)."""


def land_order(land: Land) -> tuple[int, bool]:
    """Returns the sort key of a region: by slot, above first (R91)."""
    return land.slot, land.side is Side.BELOW


def find_land(seat: SeatState, region: str) -> Land | None:
    """Returns a region of a seat by its id; None if the seat does not have it."""
    for one in seat.lands:
        if one.region == region:
            return one
    return None


def bordering_lands(seat: SeatState, slot: int) -> tuple[Land, ...]:
    """Returns the regions that border a settlement or city (up to four) or a road (up to two) (B10)."""
    near = (slot,) if slot % 2 == 0 else (slot - 1, slot + 1)
    return tuple([one for one in seat.lands if one.slot in near])


def neighbouring_lands(seat: SeatState, built: Built) -> tuple[Land, ...]:
    """Returns the regions beside a built card: two on the side of its site, or both beside its road (B11)."""
    if built.side is None:
        return bordering_lands(seat, built.slot)
    return tuple([one for one in bordering_lands(seat, built.slot) if one.side is built.side])


def card_of(facts: Facts, card: str) -> Card:
    """Returns the printed facts of a card in play."""
    return facts.cards[title(card)]


def find_built(seat: SeatState, card: str) -> Built | None:
    """Returns a built card of a principality by its id; None if it is not there."""
    for one in seat.built:
        if one.card == card:
            return one
    return None


def cards_with_effect(facts: Facts, seat: SeatState, effect: Effect) -> list[Built]:
    """Returns the built cards with this effect, in the order they were built."""
    cards, built = facts.cards, seat.built
    return [one for one in built if cards[title(one.card)].effect is effect] if built else []


def has_card(seat: SeatState, name: str) -> bool:
    """Returns whether a principality contains a card of this title (B28)."""
    return any(title(one.card) == name for one in seat.built)


def count_cards(seat: SeatState, name: str) -> int:
    """Returns the number of cards of this title in a principality."""
    return [title(one.card) for one in seat.built].count(name)


def knights(facts: Facts, seat: SeatState) -> list[Built]:
    """Returns the knights in a principality, in the order they were built."""
    return [one for one in seat.built if facts.cards[title(one.card)].unit_kind is UnitKind.KNIGHT]


def free_sites(facts: Facts, seat: SeatState, kind: CardKind) -> list[tuple[int, Side]]:
    """Returns the free sites for an expansion of this kind (B11)."""
    taken: dict[tuple[int, Side], int] = {}
    for one in seat.built:
        if one.side is not None:
            taken[one.slot, one.side] = taken.get((one.slot, one.side), 0) + 1
    settlements, cities = facts.settlement.sites // 2, facts.city.sites // 2
    slots = [(slot, cities) for slot in seat.cities]
    if kind is REGION_EXPANSION:
        slots = sorted([*slots, *((slot, settlements) for slot in seat.settlements)])
    return [(slot, side) for slot, room in slots for side in SIDES if taken.get((slot, side), 0) < room]


def free_roads(seat: SeatState) -> list[int]:
    """Returns the roads of a seat without a road complement (K1, R52)."""
    taken = {one.slot for one in seat.built if one.side is None}
    return [slot for slot in seat.roads if slot not in taken]
