"""Roads, settlements, cities and walls (R10)."""

from __future__ import annotations

from collections.abc import Iterable

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import corners_at, numbers
from chronik.domain.cities_knights.cards.kinds import Counts, count_missing, holds
from chronik.domain.cities_knights.commands import BuildCity, BuildRoad, BuildSettlement, BuildWall, Command
from chronik.domain.cities_knights.events import CityBuilt, RoadBuilt, SettlementBuilt, WallBuilt
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.island.longest_road import settle_longest_road
from chronik.domain.cities_knights.island.occupancy import all_piece_corners, all_road_edges, opponent_corners
from chronik.domain.cities_knights.island.trails import buildable_edges
from chronik.domain.cities_knights.prompts import ActionPrompt
from chronik.domain.cities_knights.rules.needs import CITY, ROAD, SETTLEMENT, WALL
from chronik.domain.cities_knights.rules.setup import free_corners
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected


def build_road(batch: Batch, prompt: ActionPrompt, command: BuildRoad) -> None:
    """Builds a road on an empty edge (R10.2)."""
    seat, cost = prompt.seat, batch.facts.costs.road
    if not has_road_left(batch.facts, batch.state, seat):
        raise Rejected("piece-supply")
    if not road_edges(batch.facts, batch.state, seat) >> command.edge & 1:
        raise Rejected("edge")
    check_affordable(batch, seat, cost)
    batch.add(RoadBuilt(seat, command.edge, cost))
    settle_longest_road(batch)


def build_settlement(batch: Batch, prompt: ActionPrompt, command: BuildSettlement) -> None:
    """Builds a settlement next to a road of the seat, but not next to another building (R10.3)."""
    seat, cost = prompt.seat, batch.facts.costs.settlement
    if not has_settlement_left(batch.facts, batch.state, seat):
        raise Rejected("piece-supply")
    if not settlement_corners(batch.facts, batch.state, seat) >> command.corner & 1:
        raise Rejected("corner")
    check_affordable(batch, seat, cost)
    batch.add(SettlementBuilt(seat, command.corner, cost))
    settle_longest_road(batch)


def build_city(batch: Batch, prompt: ActionPrompt, command: BuildCity) -> None:
    """Builds a city in place of a settlement or a sideways city (R10.4, R10.6)."""
    upgrade_to_city(batch, prompt.seat, command.corner, batch.facts.costs.city)


def upgrade_to_city(batch: Batch, seat: int, corner: int, cost: Counts) -> None:
    """Upgrades a settlement to a city at this cost.

    The corner keeps its owner, so the longest road stays as it is (R10.4).
    """
    if not has_city_left(batch.facts, batch.state, seat):
        raise Rejected("piece-supply")
    if not city_corners(batch.facts, batch.state, seat) >> corner & 1:
        raise Rejected("corner")
    check_affordable(batch, seat, cost)
    batch.add(CityBuilt(seat, corner, cost))


def build_wall(batch: Batch, prompt: ActionPrompt, command: BuildWall) -> None:
    """Builds a wall under a city at the normal cost (R10.5)."""
    place_wall(batch, prompt.seat, command.corner, batch.facts.costs.wall)


def place_wall(batch: Batch, seat: int, corner: int, cost: Counts = ()) -> None:
    """Puts a wall under a city, at this cost or for free (R10.5)."""
    if not has_wall_left(batch.facts, batch.state, seat):
        raise Rejected("piece-supply")
    if not wall_corners(batch.facts, batch.state, seat) >> corner & 1:
        raise Rejected("corner")
    if cost:
        check_affordable(batch, seat, cost)
    batch.add(WallBuilt(seat, corner, cost))


def check_affordable(batch: Batch, seat: int, cost: Counts) -> None:
    """Raises `Rejected` with the missing cards if the hand cannot pay the cost (R10.1)."""
    hand = batch.seat(seat).hand
    if not holds(hand, cost):
        raise Rejected("cards", missing=count_missing(hand, cost))


# Pieces left in the supply, and places where they may go


def has_road_left(facts: Facts, state: State, seat: int) -> bool:
    """Returns whether the seat has a road left in its supply (R2.5)."""
    return state.seats[seat].roads.bit_count() < facts.supply.roads


def has_settlement_left(facts: Facts, state: State, seat: int) -> bool:
    """Returns whether the seat has a settlement in its supply; a sideways city does not use one (R2.5, R10.6, C-67)."""
    return state.seats[seat].settlements.bit_count() < facts.supply.settlements


def has_city_left(facts: Facts, state: State, seat: int) -> bool:
    """Returns whether the seat has a city in its supply or a sideways city to set upright (R2.5, R10.6)."""
    return state.seats[seat].cities.bit_count() < facts.supply.cities


def has_wall_left(facts: Facts, state: State, seat: int) -> bool:
    """Returns whether the seat has a wall left in its supply (R2.5)."""
    return state.seats[seat].walls.bit_count() < facts.supply.walls


def road_edges(facts: Facts, state: State, seat: int) -> int:
    """Returns the edges where a seat may build a road now, regardless of the cost (R10.2)."""
    if not has_road_left(facts, state, seat):
        return 0
    own = state.seats[seat]
    return buildable_edges(own.roads, own.buildings, opponent_corners(state, seat), all_road_edges(state))


def settlement_corners(facts: Facts, state: State, seat: int) -> int:
    """Returns the corners where a seat may build a settlement now, regardless of the cost (R10.3)."""
    if not has_settlement_left(facts, state, seat):
        return 0
    return corners_at(state.seats[seat].roads) & free_corners(state) & ~all_piece_corners(state)


def city_corners(facts: Facts, state: State, seat: int) -> int:
    """Returns the settlements that a seat may upgrade now: only its sideways cities if it has any (R10.4, R10.6)."""
    if not has_city_left(facts, state, seat):
        return 0
    own = state.seats[seat]
    return own.sideways or own.settlements


def wall_corners(facts: Facts, state: State, seat: int) -> int:
    """Returns the cities of a seat that may get a wall now (R10.5)."""
    if not has_wall_left(facts, state, seat):
        return 0
    own = state.seats[seat]
    return own.cities & ~own.walls


# Options, for a seat that can pay the cost


def road_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns a command for every road that the seat can build."""
    return map(BuildRoad, numbers(road_edges(facts, state, seat)))


def settlement_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns a command for every settlement that the seat can build."""
    return map(BuildSettlement, numbers(settlement_corners(facts, state, seat)))


def city_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns a command for every city that the seat can build."""
    return map(BuildCity, numbers(city_corners(facts, state, seat)))


def wall_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns a command for every wall that the seat can build."""
    return map(BuildWall, numbers(wall_corners(facts, state, seat)))


AREA = Area(
    answers=(
        answer(BuildRoad, ActionPrompt, build_road),
        answer(BuildSettlement, ActionPrompt, build_settlement),
        answer(BuildCity, ActionPrompt, build_city),
        answer(BuildWall, ActionPrompt, build_wall),
    ),
    actions=(
        action(road_options, ROAD),
        action(settlement_options, SETTLEMENT),
        action(city_options, CITY),
        action(wall_options, WALL),
    ),
)
