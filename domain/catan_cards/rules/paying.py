"""Prices: what is paid from which regions, and one resource less by a discount (B15, R91, R92)."""

from __future__ import annotations

from domain.catan_cards.cards.kinds import INDEX, KINDS, Counts, Kind, covers, lacking, minus, single
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.stores import can_give, holding, payment, summed
from domain.catan_cards.state import SeatState
from domain.engine.game import Rejected


def paid(batch: Batch, seat: int, price: Counts, pay: tuple[str, ...] | None) -> tuple[str, ...]:
    """The regions that pay a price: those named, else those of R91; the event that pays is the caller's.

    Raises `cost` for a price too dear, `payment` where the regions named do not pay exactly it (R5).
    """
    own = batch.seat(seat)
    if pay is None:
        regions = payment(batch.facts, own, price)
        if regions is None:
            raise Rejected("cost", missing=lacking(holding(batch.facts, own), price))
        return regions
    if not can_give(own, pay) or summed(batch.facts, pay) != price:
        raise Rejected("payment")
    return pay


def affords(facts: Facts, seat: SeatState, price: Counts) -> bool:
    """Whether a seat's regions store a price."""
    return covers(holding(facts, seat), price)


def need_stars(batch: Batch, seat: int, stars: int) -> None:
    """Raises `stars` where a seat has fewer (K7)."""
    if batch.seat(seat).stars < stars:
        raise Rejected("stars", needed=stars)


def dropped(price: Counts, kind: Kind) -> Counts:
    """A price without one resource of a kind; raises `drop` where it has none of it (R36, R92)."""
    if not price[INDEX[kind]]:
        raise Rejected("drop")
    return minus(price, single(kind))


def least_of(facts: Facts, seat: SeatState, price: Counts) -> Kind:
    """The kind that is dropped if nobody names one: that of the price which the seat holds least (R92)."""
    held = holding(facts, seat)
    return min((kind for kind in KINDS if price[INDEX[kind]]), key=lambda kind: held[INDEX[kind]])


def droppable(facts: Facts, seat: SeatState, price: Counts) -> list[Kind]:
    """The kinds of a price without one of which a seat affords it (K9, K24)."""
    held = holding(facts, seat)
    return [kind for kind in KINDS if price[INDEX[kind]] and covers(held, minus(price, single(kind)))]
