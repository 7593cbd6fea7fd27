"""Events of a barbarian attack, applied to the state (R9)."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.cities_knights.events import BarbariansLanded, BarbariansLeft, CityPillaged, DefenderNamed, Remains
from chronik.domain.cities_knights.evolve.changes import with_seat
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import PillagePrompt
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.questions import remove_answered


def _apply_barbarians_landed(facts: Facts, state: State, event: BarbariansLanded) -> State:
    return state


def _apply_defender_named(facts: Facts, state: State, event: DefenderNamed) -> State:
    seats = with_seat(state, event.seat, defender=state.seats[event.seat].defender + 1)
    return replace(state, seats=seats, defenders=state.defenders + 1)


def _apply_city_pillaged(facts: Facts, state: State, event: CityPillaged) -> State:
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
    return replace(state, seats=seats, stack=remove_answered(state.stack, event.seat, PillagePrompt))


def _apply_barbarians_left(facts: Facts, state: State, event: BarbariansLeft) -> State:
    seats = [
        replace(seat, knights=tuple([replace(knight, active=False, ready=False) for knight in seat.knights]))
        for seat in state.seats
    ]
    return replace(state, seats=tuple(seats), ship=0, attacks=state.attacks + 1, awake=True)


AFTER = (
    on_event(BarbariansLanded, _apply_barbarians_landed),
    on_event(DefenderNamed, _apply_defender_named),
    on_event(CityPillaged, _apply_city_pillaged),
    on_event(BarbariansLeft, _apply_barbarians_left),
)
