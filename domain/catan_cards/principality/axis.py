"""The axis: roads on even slots, settlements and cities on odd ones, regions beside the even ones (B9 to B11)."""

from __future__ import annotations

from domain.catan_cards.cards.ids import title
from domain.catan_cards.commands import Side
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import Card, CardKind, Effect, UnitKind
from domain.catan_cards.state import Built, Land, SeatState

SIDES = tuple(Side)
START_SLOTS = ((-2, Side.ABOVE), (0, Side.ABOVE), (2, Side.ABOVE), (-2, Side.BELOW), (0, Side.BELOW), (2, Side.BELOW))
"""The six places of the start in the order of the layout (B3)."""


def land_order(land: Land) -> tuple[int, bool]:
    """Regions are in the order of their slots, above first (R91)."""
    return land.slot, land.side is Side.BELOW


def land(seat: SeatState, region: str) -> Land | None:
    """A region of a seat by its id, None where it has no such one."""
    for one in seat.lands:
        if one.region == region:
            return one
    return None


def bordering(seat: SeatState, slot: int) -> tuple[Land, ...]:
    """The regions that a settlement or city borders, four at most, or a road, two (B10)."""
    near = (slot,) if slot % 2 == 0 else (slot - 1, slot + 1)
    return tuple([one for one in seat.lands if one.slot in near])


def beside(seat: SeatState, built: Built) -> tuple[Land, ...]:
    """The regions that a card on a site borders, two of its side (B11); of a road complement both of its road."""
    if built.side is None:
        return bordering(seat, built.slot)
    return tuple([one for one in bordering(seat, built.slot) if one.side is built.side])


def card_of(facts: Facts, card: str) -> Card:
    """What is printed on a card in play."""
    return facts.cards[title(card)]


def built(seat: SeatState, card: str) -> Built | None:
    """A card of a principality, None where it does not lie there."""
    for one in seat.built:
        if one.card == card:
            return one
    return None


def with_effect(facts: Facts, seat: SeatState, effect: Effect) -> list[Built]:
    """The cards of a principality that do this, in the order they were built."""
    cards = facts.cards
    return [one for one in seat.built if cards[title(one.card)].effect is effect]


def has(seat: SeatState, name: str) -> bool:
    """Whether a card of this title lies in a principality (B28)."""
    return any(title(one.card) == name for one in seat.built)


def count(seat: SeatState, name: str) -> int:
    """How many cards of this title lie in a principality."""
    return [title(one.card) for one in seat.built].count(name)


def knights(facts: Facts, seat: SeatState) -> list[Built]:
    """The knights of a principality, in the order they were built."""
    return [one for one in seat.built if facts.cards[title(one.card)].unit_kind is UnitKind.KNIGHT]


def free_sites(facts: Facts, seat: SeatState, kind: CardKind) -> list[tuple[int, Side]]:
    """The sites with room for an expansion of this kind (B11)."""
    taken: dict[tuple[int, Side], int] = {}
    for one in seat.built:
        if one.side is not None:
            taken[one.slot, one.side] = taken.get((one.slot, one.side), 0) + 1
    settlements, cities = facts.settlement.sites // 2, facts.city.sites // 2
    slots = [(slot, cities) for slot in seat.cities]
    if kind is CardKind.REGION_EXPANSION:
        slots = sorted([*slots, *((slot, settlements) for slot in seat.settlements)])
    return [(slot, side) for slot, room in slots for side in SIDES if taken.get((slot, side), 0) < room]


def free_roads(seat: SeatState) -> list[int]:
    """The own roads without a road complement (K1, R52)."""
    taken = {one.slot for one in seat.built if one.side is None}
    return [slot for slot in seat.roads if slot not in taken]
