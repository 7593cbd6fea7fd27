"""The knights (R11)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.cities_knights.events import (
    DeserterPlaced,
    KnightActivated,
    KnightDisplaced,
    KnightMoved,
    KnightPromoted,
    KnightRecruited,
    KnightRetreated,
    KnightsRoused,
    KnightSurrendered,
)
from domain.cities_knights.evolve.changes import moved_on, paid_for, regrouped, with_knight, with_seat
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import DeserterPrompt, RetreatPrompt, SurrenderPrompt
from domain.cities_knights.state import Knight, State
from domain.engine.area import after
from domain.engine.questions import answered


def _recruited(facts: Facts, state: State, event: KnightRecruited) -> State:
    knights = regrouped(state.seats[event.seat], plus_one=Knight(event.corner))
    return paid_for(state, event.seat, event.paid, knights=knights)


def _activated(facts: Facts, state: State, event: KnightActivated) -> State:
    return paid_for(
        state, event.seat, event.paid, knights=with_knight(state.seats[event.seat], event.corner, active=True)
    )


def _roused(facts: Facts, state: State, event: KnightsRoused) -> State:
    knights = tuple([replace(knight, active=True) for knight in state.seats[event.seat].knights])
    return moved_on(state, seats=with_seat(state, event.seat, knights=knights))


def _promoted(facts: Facts, state: State, event: KnightPromoted) -> State:
    seat = state.seats[event.seat]
    level = next(knight.level for knight in seat.knights if knight.corner == event.corner)
    knights = with_knight(seat, event.corner, level=level + 1, promoted=True)
    return paid_for(state, event.seat, event.paid, knights=knights)


def _knight_moved(facts: Facts, state: State, event: KnightMoved) -> State:
    seat = state.seats[event.seat]
    (mover,) = [knight for knight in seat.knights if knight.corner == event.start]
    moved = replace(mover, corner=event.corner, active=False, ready=False)
    return moved_on(state, seats=with_seat(state, event.seat, knights=regrouped(seat, event.start, moved)))


def _displaced(facts: Facts, state: State, event: KnightDisplaced) -> State:
    knights = regrouped(state.seats[event.seat], event.corner)
    return moved_on(state, seats=with_seat(state, event.seat, knights=knights))


def _retreated(facts: Facts, state: State, event: KnightRetreated) -> State:
    knight = Knight(event.corner, event.level, event.active)
    return moved_on(
        state,
        seats=with_seat(state, event.seat, knights=regrouped(state.seats[event.seat], plus_one=knight)),
        stack=answered(state.stack, event.seat, RetreatPrompt),
    )


def _surrendered(facts: Facts, state: State, event: KnightSurrendered) -> State:
    return moved_on(
        state,
        seats=with_seat(state, event.seat, knights=regrouped(state.seats[event.seat], event.corner)),
        stack=answered(state.stack, event.seat, SurrenderPrompt),
    )


def _deserter_placed(facts: Facts, state: State, event: DeserterPlaced) -> State:
    seats = state.seats
    if event.corner is not None:
        knight = Knight(event.corner, event.level, event.active, event.ready)
        seats = with_seat(state, event.seat, knights=regrouped(state.seats[event.seat], plus_one=knight))
    return moved_on(state, seats=seats, stack=answered(state.stack, event.seat, DeserterPrompt))


AFTER = (
    after(KnightRecruited, _recruited),
    after(KnightActivated, _activated),
    after(KnightsRoused, _roused),
    after(KnightPromoted, _promoted),
    after(KnightMoved, _knight_moved),
    after(KnightDisplaced, _displaced),
    after(KnightRetreated, _retreated),
    after(KnightSurrendered, _surrendered),
    after(DeserterPlaced, _deserter_placed),
)
