"""The barbarians (R9)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.cities_knights.events import BarbariansLanded, BarbariansLeft, CityPillaged, DefenderNamed, Remains
from domain.cities_knights.evolve.changes import with_seat
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import PillagePrompt
from domain.cities_knights.state import State
from domain.engine.area import after
from domain.engine.questions import answered


def _landed(facts: Facts, state: State, event: BarbariansLanded) -> State:
    return state


def _defender(facts: Facts, state: State, event: DefenderNamed) -> State:
    seats = with_seat(state, event.seat, defender=state.seats[event.seat].defender + 1)
    return replace(state, seats=seats, defenders=state.defenders + 1)


def _pillaged(facts: Facts, state: State, event: CityPillaged) -> State:
    seat, corner = state.seats[event.seat], 1 << event.corner
    roads = seat.roads
    for edge in event.roads:
        roads &= ~(1 << edge)
    seats = with_seat(
        state,
        event.seat,
        cities=seat.cities & ~corner,
        walls=seat.walls & ~corner,
        settlements=seat.settlements | corner if event.remains is Remains.SETTLEMENT else seat.settlements,
        sideways=seat.sideways | corner if event.remains is Remains.SIDEWAYS else seat.sideways,
        roads=roads,
        knights=tuple([knight for knight in seat.knights if knight.corner not in event.knights]),
    )
    return replace(state, seats=seats, stack=answered(state.stack, event.seat, PillagePrompt))


def _barbarians_left(facts: Facts, state: State, event: BarbariansLeft) -> State:
    seats = [
        replace(seat, knights=tuple([replace(knight, active=False, ready=False) for knight in seat.knights]))
        for seat in state.seats
    ]
    return replace(state, seats=tuple(seats), ship=0, attacks=state.attacks + 1, awake=True)


AFTER = (
    after(BarbariansLanded, _landed),
    after(DefenderNamed, _defender),
    after(CityPillaged, _pillaged),
    after(BarbariansLeft, _barbarians_left),
)
