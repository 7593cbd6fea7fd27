"""Cards that lie face down: searched, drawn, put under stacks, shown, stolen; what each seat remembers (E10)."""

from __future__ import annotations

from sys import intern

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
    hid,
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


def _stack_searched(facts: Facts, state: State, event: StackSearched) -> State:
    seats = looked(state, event.seat, place_of(facts, event.stack, event.of))
    own = replace(seats[event.seat], lands=less(seats[event.seat].lands, event.paid))
    barred = event.stack if event.why in (Why.START, Why.MASTER_BUILDER) else state.barred
    return replace(state, seats=placed(seats, event.seat, own), barred=barred)


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
    seats = (own, other) if event.seat == 0 else (other, own)
    return replace(state, seats=seats, stacks=placed(state.stacks, at, state.stacks[at][1:]))


def _card_picked(facts: Facts, state: State, event: CardPicked) -> State:
    state = _taken_out(state, event.seat, place_of(facts, event.stack, event.of), event.card)
    return replace(state, seats=with_seat(state, event.seat, drawn=state.seats[event.seat].drawn + 1))


def _taken_out(state: State, seat: int, at: int, card: str) -> State:
    """A seat took a card out of a stack it had looked through; the other one does not know which."""
    own, other = state.seats[seat], state.seats[1 - seat]
    own = replace(
        own,
        hand=(*own.hand, intern(card)),
        unseen=own.unseen + 1,
        sights=placed(own.sights, at, sight.taken(own.sights[at], card)),
    )
    other = replace(other, sights=placed(other.sights, at, sight.one_lost(other.sights[at])))
    seats = (own, other) if seat == 0 else (other, own)
    return replace(state, seats=seats, stacks=placed(state.stacks, at, without(state.stacks[at], card)))


def _card_swapped(facts: Facts, state: State, event: CardSwapped) -> State:
    state = _taken_out(state, event.seat, place_of(facts, event.stack, event.of), event.took)
    hand = without(state.seats[event.seat].hand, event.put)
    state = replace(state, seats=hid(with_seat(state, event.seat, hand=hand), event.seat, 1))
    return put_under(state, event.seat, place_of(facts, event.under, event.of), event.put)


def _cards_shed(facts: Facts, state: State, event: CardsShed) -> State:
    hand = tuple([card for card in state.seats[event.seat].hand if card not in event.cards])
    state = replace(state, seats=hid(with_seat(state, event.seat, hand=hand), event.seat, len(event.cards)))
    for card, stack in zip(event.cards, event.stacks, strict=True):
        state = put_under(state, event.seat, place_of(facts, stack, event.of), card)
    return state


def _hand_shown(facts: Facts, state: State, event: HandShown) -> State:
    hand = state.seats[event.seat].hand
    viewer = state.seats[event.to]
    for card in hand:
        viewer = noticed(viewer, card)
    return replace(state, seats=placed(state.seats, event.to, replace(viewer, hand_sight=sight.shown(hand))))


def _cards_removed(facts: Facts, state: State, event: CardsRemoved) -> State:
    hand = tuple([card for card in state.seats[event.seat].hand if card not in event.cards])
    remover = state.seats[event.by]
    known = remover.hand_sight
    for card in event.cards:
        known = sight.left(known, card)
    seats = placed(with_seat(state, event.seat, hand=hand), event.by, replace(remover, hand_sight=known))
    state = replace(state, seats=seats)
    for card in event.cards:
        state = put_under(state, event.seat, place_of(facts, event.stack, event.of), card, openly=True)
    return state


def _card_stolen(facts: Facts, state: State, event: CardStolen) -> State:
    if event.card is None:
        return state
    thief, victim = state.seats[event.seat], state.seats[event.victim]
    victim = replace(victim, hand=without(victim.hand, event.card))
    thief = replace(thief, hand_sight=sight.left(thief.hand_sight, event.card))
    seats = (thief, victim) if event.seat == 0 else (victim, thief)
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
    seats = came_to_hand(placed(state.seats, event.seat, own), event.seat, event.card)
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
