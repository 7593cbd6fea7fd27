"""Symbols that a seat owns: goods, cannons and books in its action row, and goods tiles (G3)."""

from __future__ import annotations

from chronik.domain.katharina.facts.load import Card, Facts, Needs
from chronik.domain.katharina.state import SeatState


def count_symbols(facts: Facts, seat: SeatState) -> bytes:
    """Returns how many of each symbol a seat owns, one byte each: goods (tiles included), cannons, books.

    Joker tiles are not goods (Q18).
    """
    tiles, packed = int.from_bytes(bytes(seat.tiles), "little"), facts.packed
    return sum([packed[card] for card in seat.action_row], tiles).to_bytes(len(facts.goods) + 2, "little")


def goods(facts: Facts, seat: SeatState) -> bytes:
    """Returns the number of each good that a seat owns, tiles included, in the order of `Facts.goods`."""
    return count_symbols(facts, seat)[: len(facts.goods)]


def cannons(facts: Facts, seat: SeatState) -> int:
    """Returns the number of cannons that a seat owns."""
    return count_symbols(facts, seat)[facts.cannon]


def books(facts: Facts, seat: SeatState) -> int:
    """Returns the number of books that a seat owns."""
    return count_symbols(facts, seat)[facts.book]


def units(facts: Facts, seat: SeatState, card: Card) -> int:
    """Returns how often a counted action is used: once for each owned unit, always the maximum (D6, Q10, Q33)."""
    match card.action.rule:
        case "A1":
            counts = goods(facts, seat)
            return sum(counts[good] for good in card.market)
        case "A3" | "A5":
            return books(facts, seat)
        case "A7":
            return min(goods(facts, seat))
        case _:
            return 1


def meets_needs(facts: Facts, seat: SeatState, needs: Needs) -> bool:
    """Returns whether a seat owns all the symbols that a bonus shows, as many as it shows (Q13, C2)."""
    if needs.goods and any(has < need for has, need in zip(goods(facts, seat), needs.goods, strict=True)):
        return False
    if needs.cannons and cannons(facts, seat) < needs.cannons:
        return False
    return not needs.books or books(facts, seat) >= needs.books
