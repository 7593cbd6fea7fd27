"""Payments: the regions that pay, and discounts of one resource (B15, R91, R92)."""

from __future__ import annotations

from functools import cache

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import INDEX, KINDS, Counts, Kind, covers, lacking, minus, single
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.stores import can_give, holding, payment, sum_regions
from chronik.domain.catan_cards.state import SeatState
from chronik.domain.engine.game import Rejected


def resolve_payment(batch: Batch, seat: int, price: Counts, pay: tuple[str, ...] | None) -> tuple[str, ...]:
    """Returns the regions that pay a price: the named ones, or else those of R91; the caller adds the event.

    Raises `cost` if the seat cannot pay, or `payment` if the named regions do not pay the exact price (R5).
    """
    own = batch.seat(seat)
    if pay is None:
        regions = payment(batch.facts, own, price)
        if regions is None:
            raise Rejected("cost", missing=lacking(holding(batch.facts, own), price))
        return regions
    if not can_give(own, pay) or sum_regions(batch.facts, pay) != price:
        raise Rejected("payment")
    return pay


def affords(facts: Facts, seat: SeatState, price: Counts) -> bool:
    """Returns whether a seat's regions store enough to pay a price."""
    return covers(holding(facts, seat), price)


def require_stars(batch: Batch, seat: int, stars: int) -> None:
    """Raises `stars` if a seat has fewer stars than it needs (K7)."""
    if batch.seat(seat).stars < stars:
        raise Rejected("stars", needed=stars)


def drop_one(price: Counts, kind: Kind) -> Counts:
    """Returns a price without one resource of a kind; raises `drop` if the price does not include it (R36, R92)."""
    if not price[INDEX[kind]]:
        raise Rejected("drop")
    return minus(price, single(kind))


def least_held_kind(facts: Facts, seat: SeatState, price: Counts) -> Kind:
    """Returns the kind that a discount saves by default: the kind in the price that the seat has least of (R92)."""
    held = holding(facts, seat)
    return min((kind for kind in KINDS if price[INDEX[kind]]), key=lambda kind: held[INDEX[kind]])


def droppable_kinds(held: Counts, price: Counts) -> list[Kind]:
    """Returns each kind of which a discount could save one so that these resources pay the rest (K9, K24)."""
    return [kind for kind, rest in _reduced_prices(price) if covers(held, rest)]


@cache
def _reduced_prices(price: Counts) -> tuple[tuple[Kind, Counts], ...]:
    """Returns each kind in a price, with the price without one of it."""
    return tuple([(kind, minus(price, single(kind))) for kind in KINDS if price[INDEX[kind]]])
