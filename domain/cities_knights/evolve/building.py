"""Events of roads, buildings, improvements and metropolises, applied to the state (R10, R12, R16)."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.cities_knights.commands import TRACK
from chronik.domain.cities_knights.events import (
    CityBuilt,
    LevelBought,
    LongestRoadPassed,
    MetropolisPlaced,
    RoadBuilt,
    SettlementBuilt,
    WallBuilt,
)
from chronik.domain.cities_knights.evolve.changes import pay_bank, reprompt, with_seat
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import FreeRoadPrompt, MetropolisPrompt
from chronik.domain.cities_knights.state import Metropolis, State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.questions import remove_answered


def _apply_road_built(facts: Facts, state: State, event: RoadBuilt) -> State:
    seat = state.seats[event.seat]
    if event.paid:
        return pay_bank(state, event.seat, event.paid, roads=seat.roads | 1 << event.edge)
    seats = with_seat(state, event.seat, roads=seat.roads | 1 << event.edge)
    return reprompt(state, seats=seats, stack=remove_answered(state.stack, event.seat, FreeRoadPrompt))


def _apply_settlement_built(facts: Facts, state: State, event: SettlementBuilt) -> State:
    settlements = state.seats[event.seat].settlements | 1 << event.corner
    return pay_bank(state, event.seat, event.paid, settlements=settlements)


def _apply_city_built(facts: Facts, state: State, event: CityBuilt) -> State:
    seat, corner = state.seats[event.seat], 1 << event.corner
    return pay_bank(
        state,
        event.seat,
        event.paid,
        settlements=seat.settlements & ~corner,
        sideways=seat.sideways & ~corner,
        cities=seat.cities | corner,
    )


def _apply_wall_built(facts: Facts, state: State, event: WallBuilt) -> State:
    return pay_bank(state, event.seat, event.paid, walls=state.seats[event.seat].walls | 1 << event.corner)


def _apply_level_bought(facts: Facts, state: State, event: LevelBought) -> State:
    levels = replace_at(state.seats[event.seat].levels, TRACK[event.track], event.level)
    bought = pay_bank(state, event.seat, event.paid, levels=levels)
    return replace(bought, cranes=bought.cranes - 1) if event.crane else bought


def _apply_metropolis_placed(facts: Facts, state: State, event: MetropolisPlaced) -> State:
    metropolises = replace_at(state.metropolises, TRACK[event.track], Metropolis(event.seat, event.corner))
    return reprompt(state, metropolises=metropolises, stack=remove_answered(state.stack, event.seat, MetropolisPrompt))


def _apply_longest_road_passed(facts: Facts, state: State, event: LongestRoadPassed) -> State:
    return replace(state, longest=event.seat)


AFTER = (
    on_event(RoadBuilt, _apply_road_built),
    on_event(SettlementBuilt, _apply_settlement_built),
    on_event(CityBuilt, _apply_city_built),
    on_event(WallBuilt, _apply_wall_built),
    on_event(LevelBought, _apply_level_bought),
    on_event(MetropolisPlaced, _apply_metropolis_placed),
    on_event(LongestRoadPassed, _apply_longest_road_passed),
)
