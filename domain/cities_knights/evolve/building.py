"""Roads, settlements, cities, walls, levels and metropolises (R10, R12, R16)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.cities_knights.commands import TRACK
from domain.cities_knights.events import (
    CityBuilt,
    LevelBought,
    LongestRoadPassed,
    MetropolisPlaced,
    RoadBuilt,
    SettlementBuilt,
    WallBuilt,
)
from domain.cities_knights.evolve.changes import moved_on, paid_for, with_seat
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import FreeRoadPrompt, MetropolisPrompt
from domain.cities_knights.state import Metropolis, State
from domain.engine.area import after
from domain.engine.questions import answered
from domain.engine.tuples import placed


def _road_built(facts: Facts, state: State, event: RoadBuilt) -> State:
    seat = state.seats[event.seat]
    if event.paid:
        return paid_for(state, event.seat, event.paid, roads=seat.roads | 1 << event.edge)
    seats = with_seat(state, event.seat, roads=seat.roads | 1 << event.edge)
    return moved_on(state, seats=seats, stack=answered(state.stack, event.seat, FreeRoadPrompt))


def _settlement_built(facts: Facts, state: State, event: SettlementBuilt) -> State:
    settlements = state.seats[event.seat].settlements | 1 << event.corner
    return paid_for(state, event.seat, event.paid, settlements=settlements)


def _city_built(facts: Facts, state: State, event: CityBuilt) -> State:
    seat, corner = state.seats[event.seat], 1 << event.corner
    return paid_for(
        state,
        event.seat,
        event.paid,
        settlements=seat.settlements & ~corner,
        sideways=seat.sideways & ~corner,
        cities=seat.cities | corner,
    )


def _wall_built(facts: Facts, state: State, event: WallBuilt) -> State:
    return paid_for(state, event.seat, event.paid, walls=state.seats[event.seat].walls | 1 << event.corner)


def _level_bought(facts: Facts, state: State, event: LevelBought) -> State:
    levels = placed(state.seats[event.seat].levels, TRACK[event.track], event.level)
    bought = paid_for(state, event.seat, event.paid, levels=levels)
    return replace(bought, cranes=bought.cranes - 1) if event.crane else bought


def _metropolis_placed(facts: Facts, state: State, event: MetropolisPlaced) -> State:
    metropolises = placed(state.metropolises, TRACK[event.track], Metropolis(event.seat, event.corner))
    return moved_on(state, metropolises=metropolises, stack=answered(state.stack, event.seat, MetropolisPrompt))


def _longest_passed(facts: Facts, state: State, event: LongestRoadPassed) -> State:
    return replace(state, longest=event.seat)


AFTER = (
    after(RoadBuilt, _road_built),
    after(SettlementBuilt, _settlement_built),
    after(CityBuilt, _city_built),
    after(WallBuilt, _wall_built),
    after(LevelBought, _level_bought),
    after(MetropolisPlaced, _metropolis_placed),
    after(LongestRoadPassed, _longest_passed),
)
