"""Applies the events of the set-up: decks, shuffles, layouts, first hands (R76)."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from chronik.domain.catan_cards import sight
from chronik.domain.catan_cards.cards.ids import instances
from chronik.domain.catan_cards.deck.copies import count_events, first_copies
from chronik.domain.catan_cards.events import (
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
from chronik.domain.catan_cards.evolve.changes import intern_cards, stack_index
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import DISPLAY, PUBLIC_FEELING
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.principality.axis import START_SLOTS, land_order
from chronik.domain.catan_cards.state import Feeling, HandSight, Land, SeatState, Sight, State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.sealing import seal

T = TypeVar("T")


def _apply_committed(facts: Facts, state: State, event: Committed) -> State:
    return replace(state, sealed=seal(state, event.seat, event.choice))


def _apply_decks_brought(facts: Facts, state: State, event: DecksBrought) -> State:
    seats = tuple(
        [
            replace(
                seat,
                deck=intern_cards(first_copies(deck.pool, deck.cards)),
                free_events=tuple([name for name, copies in deck.events.items() for _ in range(copies)]),
                event_cards=intern_cards(first_copies(deck.pool, count_events(facts, number, deck.events))),
            )
            for number, (seat, deck) in enumerate(zip(state.seats, event.decks, strict=True))
        ]
    )
    return replace(state, seats=seats, sealed=(None,) * len(seats), stack=state.stack[:-1])


def _apply_positioned(facts: Facts, state: State, event: Positioned) -> State:
    return event.state


def _apply_stack_shuffled(facts: Facts, state: State, event: StackShuffled) -> State:
    at = stack_index(facts, event.stack, event.of)
    unseen = sight.unknown_stack(len(event.order))
    seats = tuple(
        [replace(seat, sights=replace_at(_pad(seat.sights, at, Sight()), at, unseen)) for seat in state.seats]
    )
    return replace(
        state,
        stacks=replace_at(_pad(state.stacks, at, ()), at, intern_cards(event.order)),
        seats=seats,
    )


def _pad(things: tuple[T, ...], at: int, empty: T) -> tuple[T, ...]:
    """Returns the tuple, extended with empty values up to an index."""
    return (*things, *[empty] * (at + 1 - len(things)))


def _apply_events_shuffled(facts: Facts, state: State, event: EventsShuffled) -> State:
    revealed = None if state.revealed in event.order else state.revealed
    events, shuffles = intern_cards(event.order), state.shuffles + 1
    return replace(state, events=events, told=event.told, revealed=revealed, shuffles=shuffles)


def _apply_regions_shuffled(facts: Facts, state: State, event: RegionsShuffled) -> State:
    return replace(state, regions=intern_cards(event.order), shuffles=state.shuffles + 1)


def _apply_layouts_shown(facts: Facts, state: State, event: LayoutsShown) -> State:
    seats = tuple([_lay_out(facts, state, event, number) for number in range(len(state.seats))])
    display: tuple[str, ...] = ()
    if state.options.mode is Mode.EXTENDED:
        display = tuple([card for name in DISPLAY for card in instances(name, facts.cards[name].count)])
    return replace(state, seats=seats, display=display, sealed=(None,) * len(seats), stack=state.stack[:-1])


def _lay_out(facts: Facts, state: State, event: LayoutsShown, number: int) -> SeatState:
    """Returns a seat after its layout: a road between two settlements, with six regions around them (B3, B9)."""
    lands = [
        Land(region, slot, side, facts.start_stored)
        for region, (slot, side) in zip(intern_cards(event.layouts[number]), START_SLOTS, strict=True)
    ]
    laid_out = replace(state.seats[number], roads=(0,), settlements=(-1, 1), lands=tuple(sorted(lands, key=land_order)))
    if event.feelings:
        card = instances(PUBLIC_FEELING, facts.cards[PUBLIC_FEELING].count)[number]
        stars = facts.cards[PUBLIC_FEELING].numbers.start_stars
        laid_out = replace(laid_out, feelings=(Feeling(card, event.feelings[number]),), stars=stars)
    return replace(laid_out, hand=intern_cards(event.hands[number])) if event.hands else laid_out


def _apply_first_rolled(facts: Facts, state: State, event: FirstRolled) -> State:
    return replace(state, first=event.seat, active=event.seat)


def _apply_cards_taken(facts: Facts, state: State, event: CardsTaken) -> State:
    at = stack_index(facts, event.stack, None)
    seats = list(state.seats)
    for number, seat in enumerate(seats):
        known = seat.sights[at]
        for card in event.cards:
            known = sight.take_card(known, card) if number == event.seat else sight.lose_one(known)
        seats[number] = replace(seat, sights=replace_at(seat.sights, at, known))
    own = seats[event.seat]
    seats[event.seat] = replace(own, hand=(*own.hand, *intern_cards(event.cards)), unseen=own.unseen + len(event.cards))
    left = tuple([card for card in state.stacks[at] if card not in event.cards])
    return replace(state, seats=tuple(seats), stacks=replace_at(state.stacks, at, left))


def _apply_sight_kept(facts: Facts, state: State, event: SightKept) -> State:
    seat = state.seats[event.seat]
    kept = replace_at(seat.sights, stack_index(facts, event.stack, event.of), Sight(event.slots, event.gone))
    return replace(state, seats=replace_at(state.seats, event.seat, replace(seat, sights=kept)))


def _apply_hand_remembered(facts: Facts, state: State, event: HandRemembered) -> State:
    seat = replace(state.seats[event.seat], hand_sight=HandSight(event.cards, event.gone))
    return replace(state, seats=replace_at(state.seats, event.seat, seat))


AFTER = (
    on_event(Committed, _apply_committed),
    on_event(DecksBrought, _apply_decks_brought),
    on_event(Positioned, _apply_positioned),
    on_event(StackShuffled, _apply_stack_shuffled),
    on_event(EventsShuffled, _apply_events_shuffled),
    on_event(RegionsShuffled, _apply_regions_shuffled),
    on_event(LayoutsShown, _apply_layouts_shown),
    on_event(FirstRolled, _apply_first_rolled),
    on_event(CardsTaken, _apply_cards_taken),
    on_event(SightKept, _apply_sight_kept),
    on_event(HandRemembered, _apply_hand_remembered),
)
