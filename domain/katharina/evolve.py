"""Evolve: copies events into the state. It never judges and never draws; every outcome is in the event."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from sys import intern
from typing import Any

from msgspec.structs import replace

from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.game import Outcome
from chronik.domain.engine.sealing import seal
from chronik.domain.katharina.events import (
    BookResidence,
    BooksCompared,
    CannonsScored,
    CardResolved,
    CardsDrawn,
    CardsRevealed,
    Committed,
    DiscardShuffled,
    DisplaysCleared,
    DisplaysShown,
    Event,
    Finished,
    HandsScored,
    NetworksScored,
    OrdersDealt,
    OrdersScored,
    Play,
    Positioned,
    PromptsOpened,
    ResidencesScored,
    RoundBegan,
    StockShuffled,
    TrackScored,
)
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.rules.residences import build
from chronik.domain.katharina.state import JOKERS, Options, SeatState, State


def opening(facts: Facts, options: Options, seats: int) -> State:
    """Returns the state before the deal (S2, S3)."""
    seat = SeatState(tiles=(0,) * len(facts.goods))
    return State(seats=(seat,) * seats, sealed=(None,) * seats, jokers=JOKERS if seats > 2 else 0)


def evolve(facts: Facts, state: State, event: Event) -> State:
    """Returns the state after an event."""
    return AFTER[type(event)](facts, state, event)


def _cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    # Every id that is read from bytes is a separate string. Interning keeps a live match small.
    return tuple(map(intern, cards))


def _apply_committed(facts: Facts, state: State, event: Committed) -> State:
    return replace(state, sealed=seal(state, event.seat, event.choice))


def _with(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    sorted_hand = list(hand)
    for card in cards:
        insort(sorted_hand, intern(card))
    return tuple(sorted_hand)


def _without(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([card for card in hand if card not in cards]) if cards else hand


def _apply_drawn(facts: Facts, state: State, event: CardsDrawn) -> State:
    drawn = zip(state.seats, event.cards, event.lost or (0,) * len(event.cards), strict=True)
    seats = [
        replace(seat, hand=_with(seat.hand, cards), points=seat.points + points) if cards or points else seat
        for seat, cards, points in drawn
    ]
    return replace(state, seats=tuple(seats), stock=state.stock[sum(map(len, event.cards)) :])


def _apply_shown(facts: Facts, state: State, event: DisplaysShown) -> State:
    seats = [
        replace(seat, hand=_without(seat.hand, cards), action_row=_cards(cards), activation=(None,) * len(cards))
        for seat, cards in zip(state.seats, event.displays, strict=True)
    ]
    return replace(state, seats=tuple(seats), prompts=(), sealed=(None,) * len(seats))


def _apply_revealed(facts: Facts, state: State, event: CardsRevealed) -> State:
    return replace(
        state,
        seats=tuple([play_cards(seat, play) for seat, play in zip(state.seats, event.plays, strict=True)]),
        prompts=(),
        sealed=(None,) * len(state.seats),
        activated=tuple([play.slot for play in event.plays]),
    )


def play_cards(seat: SeatState, play: Play) -> SeatState:
    """Returns a seat after its two cards are turned over (R-B, R-C)."""
    hand, activation = list(seat.hand), [*seat.activation, None]
    hand.remove(play.action)
    hand.remove(play.activation)
    activation[play.slot] = intern(play.activation)
    return replace(
        seat,
        hand=tuple(hand),
        action_row=(*seat.action_row, intern(play.action)),
        activation=tuple(activation),
    )


def _apply_resolved(facts: Facts, state: State, event: CardResolved) -> State:
    seat = state.seats[event.seat]
    if event.city is not None:
        seat, _ = build(facts, seat, intern(event.city))
    hand, paid, drawn = seat.hand, event.paid + event.bonus_paid, event.drawn
    if paid:
        hand = _without(hand, paid)
    if drawn:
        hand = _with(hand, drawn)
    points = event.points + event.bonus_points + event.lost_cards + event.lost_steps
    seat = replace(seat, hand=hand, favour=seat.favour + event.favour, points=seat.points + points)
    return replace(
        state,
        seats=replace_at(state.seats, event.seat, seat),
        stock=state.stock[len(drawn) :] if drawn else state.stock,
        discard=state.discard + _cards(paid) if paid else state.discard,
        prompts=(),
        sealed=replace_at(state.sealed, event.seat, None),
    )


def _apply_compared(facts: Facts, state: State, event: BooksCompared) -> State:
    seats = tuple(
        replace(seat, jokers=seat.jokers + 1) if number in event.jokers else seat
        for number, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats, jokers=state.jokers - len(event.jokers), builders=event.builders)


def _apply_book_residence(facts: Facts, state: State, event: BookResidence) -> State:
    seat = state.seats[event.seat]
    if event.city is not None:
        seat, _ = build(facts, seat, intern(event.city))
    seat = replace(
        seat,
        hand=_with(seat.hand, event.drawn),
        favour=seat.favour + event.favour,
        points=seat.points + event.lost_cards + event.lost_steps,
    )
    return replace(
        state,
        seats=replace_at(state.seats, event.seat, seat),
        stock=state.stock[len(event.drawn) :],
        prompts=(),
        sealed=replace_at(state.sealed, event.seat, None),
    )


def _apply_cleared(facts: Facts, state: State, event: DisplaysCleared) -> State:
    gone: list[str] = []
    seats: list[SeatState] = []
    for seat in state.seats:
        pairs = list(zip(seat.action_row, seat.activation, strict=True))
        gone += [card for card, below in pairs if below is not None]
        gone += [below for _, below in pairs if below is not None]
        row = tuple([card for card, below in pairs if below is None])
        seats.append(replace(seat, action_row=row, activation=(None,) * len(row)))
    return replace(state, seats=tuple(seats), discard=(*state.discard, *gone))


Scored = CannonsScored | ResidencesScored | TrackScored | HandsScored | OrdersScored | NetworksScored


def _apply_scored(facts: Facts, state: State, event: Scored) -> State:
    scored = zip(state.seats, event.points, strict=True)
    seats = [replace(seat, points=seat.points + more) if more else seat for seat, more in scored]
    return replace(state, seats=tuple(seats))


def _apply_residences_scored(facts: Facts, state: State, event: ResidencesScored) -> State:
    return replace(_apply_scored(facts, state, event), builders=())


def _apply_orders_dealt(facts: Facts, state: State, event: OrdersDealt) -> State:
    seats = [replace(seat, order=order) for seat, order in zip(state.seats, event.orders, strict=True)]
    return replace(state, seats=tuple(seats))


def _apply_positioned(facts: Facts, state: State, event: Positioned) -> State:
    return event.state


def _apply_stock_shuffled(facts: Facts, state: State, event: StockShuffled) -> State:
    return replace(state, stock=_cards(event.order), shuffles=state.shuffles + 1)


def _apply_discard_shuffled(facts: Facts, state: State, event: DiscardShuffled) -> State:
    return replace(state, stock=_cards(event.order), discard=(), shuffles=state.shuffles + 1)


def _apply_round_began(facts: Facts, state: State, event: RoundBegan) -> State:
    return replace(state, decade=event.decade, round=event.round)


def _apply_prompts_opened(facts: Facts, state: State, event: PromptsOpened) -> State:
    return replace(state, prompts=event.prompts)


def _apply_finished(facts: Facts, state: State, event: Finished) -> State:
    return replace(state, outcome=Outcome(event.points, event.places))


# A table instead of `match`, whose class checks would take longer than most of these functions.
AFTER: Mapping[type, Callable[[Facts, State, Any], State]] = {
    OrdersDealt: _apply_orders_dealt,
    Positioned: _apply_positioned,
    StockShuffled: _apply_stock_shuffled,
    DiscardShuffled: _apply_discard_shuffled,
    RoundBegan: _apply_round_began,
    CardsDrawn: _apply_drawn,
    PromptsOpened: _apply_prompts_opened,
    Committed: _apply_committed,
    DisplaysShown: _apply_shown,
    CardsRevealed: _apply_revealed,
    CardResolved: _apply_resolved,
    CannonsScored: _apply_scored,
    BooksCompared: _apply_compared,
    BookResidence: _apply_book_residence,
    ResidencesScored: _apply_residences_scored,
    TrackScored: _apply_scored,
    DisplaysCleared: _apply_cleared,
    HandsScored: _apply_scored,
    OrdersScored: _apply_scored,
    NetworksScored: _apply_scored,
    Finished: _apply_finished,
}
