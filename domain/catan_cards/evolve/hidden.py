"""Applies the events of face-down cards, such as searching, drawing and stealing, and updates memories (E10)."""

from __future__ import annotations

from sys import intern
from typing import Any

from msgspec.structs import replace

from chronik.domain.catan_cards import sight
from chronik.domain.catan_cards.events import (
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
from chronik.domain.catan_cards.evolve.changes import (
    add_to_hand,
    look_through,
    notice_cards,
    order_seats,
    put_under,
    stack_index,
    subtract_resources,
    with_seat,
    without,
)
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.batch_builder import replace_at

BARRING = (Why.START, Why.MASTER_BUILDER)
"""The reasons for searches that bar the stack from the next search (B8, B45)."""


def _apply_stack_searched(facts: Facts, state: State, event: StackSearched) -> State:
    lands = subtract_resources(state.seats[event.seat].lands, event.paid)
    barred = event.stack if event.why in BARRING else state.barred
    at = stack_index(facts, event.stack, event.of)
    return replace(state, seats=look_through(state, event.seat, at, lands=lands), barred=barred)


def _apply_card_drawn(facts: Facts, state: State, event: CardDrawn) -> State:
    at = stack_index(facts, event.stack, event.of)
    own, other = state.seats[event.seat], state.seats[1 - event.seat]
    left, known = sight.lose_top(other.sights[at])
    own = replace(
        own,
        hand=(*own.hand, intern(event.card)),
        drawn=own.drawn + 1,
        unseen=own.unseen + (known is None),
        sights=replace_at(own.sights, at, sight.draw_top(own.sights[at], event.card)),
    )
    hand_sight = other.hand_sight if known is None else sight.learn_card(other.hand_sight, known)
    other = replace(other, sights=replace_at(other.sights, at, left), hand_sight=hand_sight)
    seats = order_seats(event.seat, own, other)
    return replace(state, seats=seats, stacks=replace_at(state.stacks, at, state.stacks[at][1:]))


def _apply_card_picked(facts: Facts, state: State, event: CardPicked) -> State:
    drawn = state.seats[event.seat].drawn + 1
    return _take_out(state, event.seat, stack_index(facts, event.stack, event.of), event.card, drawn=drawn)


def _take_out(state: State, seat: int, at: int, card: str, **changes: Any) -> State:
    """Returns the state after a seat took a card from a stack it searched; the other seat does not know which one."""
    own, other = state.seats[seat], state.seats[1 - seat]
    own = replace(
        own,
        hand=(*own.hand, intern(card)),
        unseen=own.unseen + 1,
        sights=replace_at(own.sights, at, sight.take_card(own.sights[at], card)),
        **changes,
    )
    other = replace(other, sights=replace_at(other.sights, at, sight.lose_one(other.sights[at])))
    return replace(
        state, seats=order_seats(seat, own, other), stacks=replace_at(state.stacks, at, without(state.stacks[at], card))
    )


def _apply_card_swapped(facts: Facts, state: State, event: CardSwapped) -> State:
    state = _take_out(state, event.seat, stack_index(facts, event.stack, event.of), event.took)
    return put_under(state, event.seat, (event.put,), (stack_index(facts, event.under, event.of),))


def _apply_cards_shed(facts: Facts, state: State, event: CardsShed) -> State:
    places = [stack_index(facts, stack, event.of) for stack in event.stacks]
    return put_under(state, event.seat, event.cards, places)


def _apply_hand_shown(facts: Facts, state: State, event: HandShown) -> State:
    hand = state.seats[event.seat].hand
    sights = notice_cards(state.seats[event.to], hand)
    return replace(state, seats=with_seat(state, event.to, sights=sights, hand_sight=sight.remember_hand(hand)))


def _apply_cards_removed(facts: Facts, state: State, event: CardsRemoved) -> State:
    places = [stack_index(facts, event.stack, event.of)] * len(event.cards)
    return put_under(state, event.seat, event.cards, places, openly=True)


def _apply_card_stolen(facts: Facts, state: State, event: CardStolen) -> State:
    if event.card is None:
        return state
    thief, victim = state.seats[event.seat], state.seats[event.victim]
    victim = replace(victim, hand=without(victim.hand, event.card))
    thief = replace(thief, hand_sight=sight.drop_cards(thief.hand_sight, (event.card,)))
    seats = order_seats(event.seat, thief, victim)
    return replace(state, seats=add_to_hand(seats, event.seat, event.card))


def _apply_fetched(facts: Facts, state: State, event: Fetched) -> State:
    at = 0 if event.of is None else event.of
    own = state.seats[event.seat]
    own = replace(
        own,
        stars=own.stars - event.stars,
        lands=subtract_resources(own.lands, event.paid),
        fetched=own.fetched or event.why is Why.ARTWORK,
        drawn=own.drawn + (event.why is Why.ARTWORK),
    )
    seats = add_to_hand(order_seats(event.seat, own, state.seats[1 - event.seat]), event.seat, event.card)
    return replace(state, seats=seats, discards=replace_at(state.discards, at, without(state.discards[at], event.card)))


def _apply_unit_returned(facts: Facts, state: State, event: UnitReturned) -> State:
    own = state.seats[event.seat]
    built = tuple([one for one in own.built if one.card != event.card])
    seats = with_seat(state, event.seat, built=built, used=without(own.used, event.card))
    return replace(state, seats=add_to_hand(seats, event.seat, event.card))


AFTER = (
    on_event(StackSearched, _apply_stack_searched),
    on_event(CardDrawn, _apply_card_drawn),
    on_event(CardPicked, _apply_card_picked),
    on_event(CardSwapped, _apply_card_swapped),
    on_event(CardsShed, _apply_cards_shed),
    on_event(HandShown, _apply_hand_shown),
    on_event(CardsRemoved, _apply_cards_removed),
    on_event(CardStolen, _apply_card_stolen),
    on_event(Fetched, _apply_fetched),
    on_event(UnitReturned, _apply_unit_returned),
)
