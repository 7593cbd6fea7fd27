"""The set-up: decks, shuffles, layouts, first hands (R76)."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from domain.catan_cards import sight
from domain.catan_cards.cards.ids import instances
from domain.catan_cards.deck.copies import events_brought, first_copies
from domain.catan_cards.events import (
    CardsTaken,
    Committed,
    DecksBrought,
    EventsShuffled,
    FirstRolled,
    HandRemembered,
    LayoutsShown,
    Positioned,
    RegionsShuffled,
    SightKept,
    StackShuffled,
)
from domain.catan_cards.evolve.changes import held, place_of
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import DISPLAY, PUBLIC_FEELING
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.principality.axis import START_SLOTS, land_order
from domain.catan_cards.state import Feeling, HandSight, Land, SeatState, Sight, State
from domain.engine.area import after
from domain.engine.sealing import seal
from domain.engine.tuples import placed

T = TypeVar("T")


def _committed(facts: Facts, state: State, event: Committed) -> State:
    return replace(state, sealed=seal(state, event.seat, event.choice))


def _decks_brought(facts: Facts, state: State, event: DecksBrought) -> State:
    seats = tuple(
        [
            replace(
                seat,
                deck=held(first_copies(deck.pool, deck.cards)),
                free_events=tuple([name for name, copies in deck.events.items() for _ in range(copies)]),
                event_cards=held(first_copies(deck.pool, events_brought(facts, number, deck.events))),
            )
            for number, (seat, deck) in enumerate(zip(state.seats, event.decks, strict=True))
        ]
    )
    return replace(state, seats=seats, sealed=(None,) * len(seats), stack=state.stack[:-1])


def _positioned(facts: Facts, state: State, event: Positioned) -> State:
    return event.state


def _stack_shuffled(facts: Facts, state: State, event: StackShuffled) -> State:
    at = place_of(facts, event.stack, event.of)
    unseen = sight.unseen(len(event.order))
    seats = tuple([replace(seat, sights=placed(_up_to(seat.sights, at, Sight()), at, unseen)) for seat in state.seats])
    return replace(
        state,
        stacks=placed(_up_to(state.stacks, at, ()), at, held(event.order)),
        seats=seats,
    )


def _up_to(things: tuple[T, ...], at: int, empty: T) -> tuple[T, ...]:
    """The things, and empty ones up to a place."""
    return (*things, *[empty] * (at + 1 - len(things)))


def _events_shuffled(facts: Facts, state: State, event: EventsShuffled) -> State:
    revealed = None if state.revealed in event.order else state.revealed
    events, shuffles = held(event.order), state.shuffles + 1
    return replace(state, events=events, told=event.told, revealed=revealed, shuffles=shuffles)


def _regions_shuffled(facts: Facts, state: State, event: RegionsShuffled) -> State:
    return replace(state, regions=held(event.order), shuffles=state.shuffles + 1)


def _layouts_shown(facts: Facts, state: State, event: LayoutsShown) -> State:
    seats = tuple([_laid_out(facts, state, event, number) for number in range(len(state.seats))])
    display: tuple[str, ...] = ()
    if state.options.mode is Mode.EXTENDED:
        display = tuple([card for name in DISPLAY for card in instances(name, facts.cards[name].count)])
    return replace(state, seats=seats, display=display, sealed=(None,) * len(seats), stack=state.stack[:-1])


def _laid_out(facts: Facts, state: State, event: LayoutsShown, number: int) -> SeatState:
    """A seat after its layout: a road between two settlements, six regions around them (B3, B9)."""
    lands = [
        Land(region, slot, side, facts.start_stored)
        for region, (slot, side) in zip(held(event.layouts[number]), START_SLOTS, strict=True)
    ]
    laid_out = replace(state.seats[number], roads=(0,), settlements=(-1, 1), lands=tuple(sorted(lands, key=land_order)))
    if event.feelings:
        card = instances(PUBLIC_FEELING, facts.cards[PUBLIC_FEELING].count)[number]
        stars = facts.cards[PUBLIC_FEELING].numbers.start_stars
        laid_out = replace(laid_out, feelings=(Feeling(card, event.feelings[number]),), stars=stars)
    return replace(laid_out, hand=held(event.hands[number])) if event.hands else laid_out


def _first_rolled(facts: Facts, state: State, event: FirstRolled) -> State:
    return replace(state, first=event.seat, active=event.seat)


def _cards_taken(facts: Facts, state: State, event: CardsTaken) -> State:
    at = place_of(facts, event.stack, None)
    seats = list(state.seats)
    for number, seat in enumerate(seats):
        known = seat.sights[at]
        for card in event.cards:
            known = sight.taken(known, card) if number == event.seat else sight.one_lost(known)
        seats[number] = replace(seat, sights=placed(seat.sights, at, known))
    own = seats[event.seat]
    seats[event.seat] = replace(own, hand=(*own.hand, *held(event.cards)), unseen=own.unseen + len(event.cards))
    left = tuple([card for card in state.stacks[at] if card not in event.cards])
    return replace(state, seats=tuple(seats), stacks=placed(state.stacks, at, left))


def _sight_kept(facts: Facts, state: State, event: SightKept) -> State:
    seat = state.seats[event.seat]
    kept = placed(seat.sights, place_of(facts, event.stack, event.of), Sight(event.slots, event.gone))
    return replace(state, seats=placed(state.seats, event.seat, replace(seat, sights=kept)))


def _hand_remembered(facts: Facts, state: State, event: HandRemembered) -> State:
    seat = replace(state.seats[event.seat], hand_sight=HandSight(event.cards, event.gone))
    return replace(state, seats=placed(state.seats, event.seat, seat))


AFTER = (
    after(Committed, _committed),
    after(DecksBrought, _decks_brought),
    after(Positioned, _positioned),
    after(StackShuffled, _stack_shuffled),
    after(EventsShuffled, _events_shuffled),
    after(RegionsShuffled, _regions_shuffled),
    after(LayoutsShown, _layouts_shown),
    after(FirstRolled, _first_rolled),
    after(CardsTaken, _cards_taken),
    after(SightKept, _sight_kept),
    after(HandRemembered, _hand_remembered),
)
