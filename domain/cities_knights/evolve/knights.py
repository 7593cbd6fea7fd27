"""Events of knights, applied to the state (R11, R14.1)."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.cities_knights.events import (
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
from chronik.domain.cities_knights.evolve.changes import pay_bank, replace_knight, reprompt, with_knight, with_seat
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import DeserterPrompt, RetreatPrompt, SurrenderPrompt
from chronik.domain.cities_knights.state import Knight, State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.questions import remove_answered


def _apply_knight_recruited(facts: Facts, state: State, event: KnightRecruited) -> State:
    knights = replace_knight(state.seats[event.seat], plus_one=Knight(event.corner))
    return pay_bank(state, event.seat, event.paid, knights=knights)


def _apply_knight_activated(facts: Facts, state: State, event: KnightActivated) -> State:
    return pay_bank(
        state, event.seat, event.paid, knights=with_knight(state.seats[event.seat], event.corner, active=True)
    )


def _apply_knights_roused(facts: Facts, state: State, event: KnightsRoused) -> State:
    knights = tuple([replace(knight, active=True) for knight in state.seats[event.seat].knights])
    return reprompt(state, seats=with_seat(state, event.seat, knights=knights))


def _apply_knight_promoted(facts: Facts, state: State, event: KnightPromoted) -> State:
    seat = state.seats[event.seat]
    level = next(knight.level for knight in seat.knights if knight.corner == event.corner)
    knights = with_knight(seat, event.corner, level=level + 1, promoted=True)
    return pay_bank(state, event.seat, event.paid, knights=knights)


def _apply_knight_moved(facts: Facts, state: State, event: KnightMoved) -> State:
    seat = state.seats[event.seat]
    (mover,) = [knight for knight in seat.knights if knight.corner == event.start]
    moved = replace(mover, corner=event.corner, active=False, ready=False)
    return reprompt(state, seats=with_seat(state, event.seat, knights=replace_knight(seat, event.start, moved)))


def _apply_knight_displaced(facts: Facts, state: State, event: KnightDisplaced) -> State:
    knights = replace_knight(state.seats[event.seat], event.corner)
    return reprompt(state, seats=with_seat(state, event.seat, knights=knights))


def _apply_knight_retreated(facts: Facts, state: State, event: KnightRetreated) -> State:
    knight = Knight(event.corner, event.level, event.active)
    return reprompt(
        state,
        seats=with_seat(state, event.seat, knights=replace_knight(state.seats[event.seat], plus_one=knight)),
        stack=remove_answered(state.stack, event.seat, RetreatPrompt),
    )


def _apply_knight_surrendered(facts: Facts, state: State, event: KnightSurrendered) -> State:
    return reprompt(
        state,
        seats=with_seat(state, event.seat, knights=replace_knight(state.seats[event.seat], event.corner)),
        stack=remove_answered(state.stack, event.seat, SurrenderPrompt),
    )


def _apply_deserter_placed(facts: Facts, state: State, event: DeserterPlaced) -> State:
    seats = state.seats
    if event.corner is not None:
        knight = Knight(event.corner, event.level, event.active, event.ready)
        seats = with_seat(state, event.seat, knights=replace_knight(state.seats[event.seat], plus_one=knight))
    return reprompt(state, seats=seats, stack=remove_answered(state.stack, event.seat, DeserterPrompt))


AFTER = (
    on_event(KnightRecruited, _apply_knight_recruited),
    on_event(KnightActivated, _apply_knight_activated),
    on_event(KnightsRoused, _apply_knights_roused),
    on_event(KnightPromoted, _apply_knight_promoted),
    on_event(KnightMoved, _apply_knight_moved),
    on_event(KnightDisplaced, _apply_knight_displaced),
    on_event(KnightRetreated, _apply_knight_retreated),
    on_event(KnightSurrendered, _apply_knight_surrendered),
    on_event(DeserterPlaced, _apply_deserter_placed),
)
