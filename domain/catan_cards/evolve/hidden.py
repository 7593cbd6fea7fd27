"""Cards that lie face down: searched, drawn, put under stacks, shown, stolen; what each seat remembers (E10)."""

from __future__ import annotations

from sys import intern
from typing import Any

from msgspec.structs import replace

from domain.catan_cards import sight
from domain.catan_cards.events import (
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardStolen,
    CardSwapped,
    Fetched,
    HandShown,
    StackSearched,
    UnitReturned,
)
from domain.catan_cards.evolve.changes import (
    came_to_hand,
    in_order,
    less,
    looked,
    noticed,
    place_of,
    put_under,
    with_seat,
    without,
)
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.prompts import Why
from domain.catan_cards.state import State
from domain.engine.area import after
from domain.engine.tuples import placed

BARRING = (Why.START, Why.MASTER_BUILDER)
"""What a stack is searched for that may then not be searched again (B8, B45)."""


def _stack_searched(facts: Facts, state: State, event: StackSearched) -> State:
    lands = less(state.seats[event.seat].lands, event.paid)
    barred = event.stack if event.why in BARRING else state.barred
    at = place_of(facts, event.stack, event.of)
    return replace(state, seats=looked(state, event.seat, at, lands=lands), barred=barred)


def _card_drawn(facts: Facts, state: State, event: CardDrawn) -> State:
    at = place_of(facts, event.stack, event.of)
    own, other = state.seats[event.seat], state.seats[1 - event.seat]
    left, known = sight.top_lost(other.sights[at])
    own = replace(
        own,
        hand=(*own.hand, intern(event.card)),
        drawn=own.drawn + 1,
        unseen=own.unseen + (known is None),
        sights=placed(own.sights, at, sight.top_drawn(own.sights[at], event.card)),
    )
    hand_sight = other.hand_sight if known is None else sight.came(other.hand_sight, known)
    other = replace(other, sights=placed(other.sights, at, left), hand_sight=hand_sight)
    seats = in_order(event.seat, own, other)
    return replace(state, seats=seats, stacks=placed(state.stacks, at, state.stacks[at][1:]))


def _card_picked(facts: Facts, state: State, event: CardPicked) -> State:
    drawn = state.seats[event.seat].drawn + 1
    return _taken_out(state, event.seat, place_of(facts, event.stack, event.of), event.card, drawn=drawn)


def _taken_out(state: State, seat: int, at: int, card: str, **changes: Any) -> State:
    """A seat took a card out of a stack it had looked through, and changed otherwise; the other one does not know
    which.
    """
    own, other = state.seats[seat], state.seats[1 - seat]
    own = replace(
        own,
        hand=(*own.hand, intern(card)),
        unseen=own.unseen + 1,
        sights=placed(own.sights, at, sight.taken(own.sights[at], card)),
        **changes,
    )
    other = replace(other, sights=placed(other.sights, at, sight.one_lost(other.sights[at])))
    return replace(
        state, seats=in_order(seat, own, other), stacks=placed(state.stacks, at, without(state.stacks[at], card))
    )


def _card_swapped(facts: Facts, state: State, event: CardSwapped) -> State:
    state = _taken_out(state, event.seat, place_of(facts, event.stack, event.of), event.took)
    return put_under(state, event.seat, (event.put,), (place_of(facts, event.under, event.of),))


def _cards_shed(facts: Facts, state: State, event: CardsShed) -> State:
    places = [place_of(facts, stack, event.of) for stack in event.stacks]
    return put_under(state, event.seat, event.cards, places)


def _hand_shown(facts: Facts, state: State, event: HandShown) -> State:
    hand = state.seats[event.seat].hand
    sights = noticed(state.seats[event.to], hand)
    return replace(state, seats=with_seat(state, event.to, sights=sights, hand_sight=sight.shown(hand)))


def _cards_removed(facts: Facts, state: State, event: CardsRemoved) -> State:
    places = [place_of(facts, event.stack, event.of)] * len(event.cards)
    return put_under(state, event.seat, event.cards, places, openly=True)


def _card_stolen(facts: Facts, state: State, event: CardStolen) -> State:
    if event.card is None:
        return state
    thief, victim = state.seats[event.seat], state.seats[event.victim]
    victim = replace(victim, hand=without(victim.hand, event.card))
    thief = replace(thief, hand_sight=sight.left(thief.hand_sight, (event.card,)))
    seats = in_order(event.seat, thief, victim)
    return replace(state, seats=came_to_hand(seats, event.seat, event.card))


def _fetched(facts: Facts, state: State, event: Fetched) -> State:
    at = 0 if event.of is None else event.of
    own = state.seats[event.seat]
    own = replace(
        own,
        stars=own.stars - event.stars,
        lands=less(own.lands, event.paid),
        fetched=own.fetched or event.why is Why.ARTWORK,
        drawn=own.drawn + (event.why is Why.ARTWORK),
    )
    seats = came_to_hand(in_order(event.seat, own, state.seats[1 - event.seat]), event.seat, event.card)
    return replace(state, seats=seats, discards=placed(state.discards, at, without(state.discards[at], event.card)))


def _unit_returned(facts: Facts, state: State, event: UnitReturned) -> State:
    own = state.seats[event.seat]
    built = tuple([one for one in own.built if one.card != event.card])
    seats = with_seat(state, event.seat, built=built, used=without(own.used, event.card))
    return replace(state, seats=came_to_hand(seats, event.seat, event.card))


AFTER = (
    after(StackSearched, _stack_searched),
    after(CardDrawn, _card_drawn),
    after(CardPicked, _card_picked),
    after(CardSwapped, _card_swapped),
    after(CardsShed, _cards_shed),
    after(HandShown, _hand_shown),
    after(CardsRemoved, _cards_removed),
    after(CardStolen, _card_stolen),
    after(Fetched, _fetched),
    after(UnitReturned, _unit_returned),
)
