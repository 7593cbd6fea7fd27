"""What many events do: parts of a state, changed."""

from __future__ import annotations

from collections.abc import Callable
from sys import intern
from typing import Any

from msgspec.structs import replace

from domain.cities_knights.cards.kinds import Counts, minus, plus, single
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.state import Knight, Offer, SeatState, State
from domain.engine.tuples import placed

After = Callable[[Facts, State, Any], State]
"""What an event makes of a state."""

SINGLE = tuple(single(index) for index in range(8))


def moved_on(state: State, **changes: Any) -> State:
    """The state with these changes, in which the active seat is asked anew."""
    return replace(state, asked=state.asked + 1, **changes)


def with_seat(state: State, number: int, **changes: Any) -> tuple[SeatState, ...]:
    """All seats, one of them changed."""
    return placed(state.seats, number, replace(state.seats[number], **changes))


def paid_for(state: State, number: int, paid: Counts, **changes: Any) -> State:
    """A seat has paid the bank for something."""
    if not paid:
        return moved_on(state, seats=with_seat(state, number, **changes))
    hand = minus(state.seats[number].hand, paid)
    return moved_on(state, seats=with_seat(state, number, hand=hand, **changes), bank=plus(state.bank, paid))


def passed(state: State, giver: int, taker: int, cards: Counts) -> tuple[SeatState, ...]:
    """All seats after cards went from one hand to another."""
    seats = list(state.seats)
    seats[giver] = replace(seats[giver], hand=minus(seats[giver].hand, cards))
    seats[taker] = replace(seats[taker], hand=plus(seats[taker].hand, cards))
    return tuple(seats)


def regrouped(seat: SeatState, without: int | None = None, plus_one: Knight | None = None) -> tuple[Knight, ...]:
    """A seat's knights without the one at a corner, with another one."""
    knights = [knight for knight in seat.knights if knight.corner != without]
    if plus_one is not None:
        knights.append(plus_one)
        knights.sort(key=_corner)
    return tuple(knights)


def _corner(knight: Knight) -> int:
    return knight.corner


def with_knight(seat: SeatState, corner: int, **changes: Any) -> tuple[Knight, ...]:
    """A seat's knights, the one at a corner changed."""
    return tuple([replace(knight, **changes) if knight.corner == corner else knight for knight in seat.knights])


def under(state: State, cards: tuple[str, ...], facts: Facts) -> tuple[tuple[str, ...], ...]:
    """The decks with cards put under them, in this order."""
    decks = list(state.decks)
    for card in cards:
        deck = facts.cards[card].deck
        decks[deck] = (*decks[deck], intern(card))
    return tuple(decks)


def lapsed(state: State, seat: int) -> tuple[Offer, ...]:
    """The open offers after a seat has lost cards: it must accept anew, and its counter-offer is gone (R15.1)."""
    return tuple([_reopened(offer, seat) for offer in state.offers if offer.counter is None or offer.seat != seat])


def _reopened(offer: Offer, seat: int) -> Offer:
    if seat not in offer.accepted:
        return offer
    accepted = tuple([other for other in offer.accepted if other != seat])
    return replace(offer, open=tuple(sorted((*offer.open, seat))), accepted=accepted)
