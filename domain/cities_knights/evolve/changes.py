"""Changes to the state that several events share."""

from __future__ import annotations

from collections.abc import Callable
from sys import intern
from typing import Any

from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import Counts, minus, one_kind, plus
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.state import Knight, Offer, SeatState, State
from chronik.domain.engine.batch_builder import replace_at

After = Callable[[Facts, State, Any], State]
"""A function that applies an event to a state."""

SINGLE = tuple(one_kind(index) for index in range(8))


def reprompt(state: State, **changes: Any) -> State:
    """Returns the state with these changes and with the active seat prompted again."""
    return replace(state, asked=state.asked + 1, **changes)


def with_seat(state: State, number: int, **changes: Any) -> tuple[SeatState, ...]:
    """Returns all seats, with changes to one of them."""
    return replace_at(state.seats, number, replace(state.seats[number], **changes))


def pay_bank(state: State, number: int, paid: Counts, **changes: Any) -> State:
    """Returns the state after a seat paid the bank, with these changes to the seat.

    The active seat is prompted again.
    """
    if not paid:
        return reprompt(state, seats=with_seat(state, number, **changes))
    hand = minus(state.seats[number].hand, paid)
    return reprompt(state, seats=with_seat(state, number, hand=hand, **changes), bank=plus(state.bank, paid))


def pass_cards(state: State, giver: int, taker: int, cards: Counts) -> tuple[SeatState, ...]:
    """Returns all seats after cards moved from the giver's hand to the taker's."""
    seats = list(state.seats)
    seats[giver] = replace(seats[giver], hand=minus(seats[giver].hand, cards))
    seats[taker] = replace(seats[taker], hand=plus(seats[taker].hand, cards))
    return tuple(seats)


def replace_knight(seat: SeatState, without: int | None = None, plus_one: Knight | None = None) -> tuple[Knight, ...]:
    """Returns a seat's knights without the knight at a corner, and with an additional one."""
    knights = [knight for knight in seat.knights if knight.corner != without]
    if plus_one is not None:
        knights.append(plus_one)
        knights.sort(key=_corner)
    return tuple(knights)


def _corner(knight: Knight) -> int:
    return knight.corner


def with_knight(seat: SeatState, corner: int, **changes: Any) -> tuple[Knight, ...]:
    """Returns a seat's knights, with changes to the knight at a corner."""
    return tuple([replace(knight, **changes) if knight.corner == corner else knight for knight in seat.knights])


def put_under_decks(state: State, cards: tuple[str, ...], facts: Facts) -> tuple[tuple[str, ...], ...]:
    """Returns the decks after these cards were put under them in this order."""
    decks = list(state.decks)
    for card in cards:
        deck = facts.cards[card].deck
        decks[deck] = (*decks[deck], intern(card))
    return tuple(decks)


def expire_offers(state: State, seat: int) -> tuple[Offer, ...]:
    """Returns the open offers after a seat lost cards: its acceptances and its counter-offer lapse (R15.1)."""
    return tuple([_reopen(offer, seat) for offer in state.offers if offer.counter is None or offer.seat != seat])


def _reopen(offer: Offer, seat: int) -> Offer:
    if seat not in offer.accepted:
        return offer
    accepted = tuple([other for other in offer.accepted if other != seat])
    return replace(offer, open=tuple(sorted((*offer.open, seat))), accepted=accepted)
