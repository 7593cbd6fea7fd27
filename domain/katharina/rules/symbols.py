"""What a seat owns: the goods, cannons and books of its action row, and its goods tiles (G3)."""

from __future__ import annotations

from domain.katharina.facts.load import Card, Facts, Needs
from domain.katharina.state import SeatState


def owned(facts: Facts, seat: SeatState) -> bytes:
    """Everything owned, as a card counts its symbols, a byte each: goods with their tiles, then cannons, then books.

    Joker tiles are not goods (Q18).
    """
    tiles, packed = int.from_bytes(bytes(seat.tiles), "little"), facts.packed
    return sum([packed[card] for card in seat.action_row], tiles).to_bytes(len(facts.goods) + 2, "little")


def goods(facts: Facts, seat: SeatState) -> bytes:
    """The owned goods, symbols and tiles together, in the order of `Facts.goods`."""
    return owned(facts, seat)[: len(facts.goods)]


def cannons(facts: Facts, seat: SeatState) -> int:
    """The owned cannons."""
    return owned(facts, seat)[facts.cannon]


def books(facts: Facts, seat: SeatState) -> int:
    """The owned books."""
    return owned(facts, seat)[facts.book]


def units(facts: Facts, seat: SeatState, card: Card) -> int:
    """How often a counted action is used: once for each owned unit, always the maximum (D6, Q10, Q33)."""
    match card.action.rule:
        case "A1":
            owned = goods(facts, seat)
            return sum(owned[good] for good in card.market)
        case "A3" | "A5":
            return books(facts, seat)
        case "A7":
            return min(goods(facts, seat))
        case _:
            return 1


def owns(facts: Facts, seat: SeatState, needs: Needs) -> bool:
    """Whether a seat owns what a bonus asks for: all of the depicted goods, in the depicted number (Q13, C2)."""
    if needs.goods and any(has < need for has, need in zip(goods(facts, seat), needs.goods, strict=True)):
        return False
    if needs.cannons and cannons(facts, seat) < needs.cannons:
        return False
    return not needs.books or books(facts, seat) >= needs.books
