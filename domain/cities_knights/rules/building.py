"""Roads, settlements, cities and walls (R10)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.cities_knights.board import numbers, touched
from domain.cities_knights.cards.kinds import Counts, holds, lacking
from domain.cities_knights.commands import BuildCity, BuildRoad, BuildSettlement, BuildWall, Command
from domain.cities_knights.events import CityBuilt, RoadBuilt, SettlementBuilt, WallBuilt
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.island.longest_road import settle_longest_road
from domain.cities_knights.island.standing import blocked, occupied, taken_edges
from domain.cities_knights.island.trails import extensions
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt
from domain.cities_knights.rules.setup import free_corners
from domain.cities_knights.state import State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected


def build_road(batch: Batch, prompt: ActionPrompt, command: BuildRoad) -> None:
    """A road on an empty edge (R10.2)."""
    seat, cost = prompt.seat, batch.facts.costs.road
    if not road_left(batch.facts, batch.state, seat):
        raise Rejected("piece-supply")
    if not road_edges(batch.facts, batch.state, seat) >> command.edge & 1:
        raise Rejected("edge")
    afford(batch, seat, cost)
    batch.happen(RoadBuilt(seat, command.edge, cost))
    settle_longest_road(batch)


def build_settlement(batch: Batch, prompt: ActionPrompt, command: BuildSettlement) -> None:
    """A settlement at an own road, away from other buildings (R10.3)."""
    seat, cost = prompt.seat, batch.facts.costs.settlement
    if not settlement_left(batch.facts, batch.state, seat):
        raise Rejected("piece-supply")
    if not settlement_corners(batch.facts, batch.state, seat) >> command.corner & 1:
        raise Rejected("corner")
    afford(batch, seat, cost)
    batch.happen(SettlementBuilt(seat, command.corner, cost))
    settle_longest_road(batch)


def build_city(batch: Batch, prompt: ActionPrompt, command: BuildCity) -> None:
    """A city in place of a settlement, or of one lying on its side (R10.4, R10.6)."""
    raise_city(batch, prompt.seat, command.corner, batch.facts.costs.city)


def raise_city(batch: Batch, seat: int, corner: int, cost: Counts) -> None:
    """A settlement becomes a city for so much; no corner changes hands, so no road is cut or mended (R10.4)."""
    if not city_left(batch.facts, batch.state, seat):
        raise Rejected("piece-supply")
    if not city_corners(batch.facts, batch.state, seat) >> corner & 1:
        raise Rejected("corner")
    afford(batch, seat, cost)
    batch.happen(CityBuilt(seat, corner, cost))


def build_wall(batch: Batch, prompt: ActionPrompt, command: BuildWall) -> None:
    """A wall under a city (R10.5)."""
    raise_wall(batch, prompt.seat, command.corner, batch.facts.costs.wall)


def raise_wall(batch: Batch, seat: int, corner: int, cost: Counts = ()) -> None:
    """A city gets its wall, for so much or for nothing (R10.5)."""
    if not wall_left(batch.facts, batch.state, seat):
        raise Rejected("piece-supply")
    if not wall_corners(batch.facts, batch.state, seat) >> corner & 1:
        raise Rejected("corner")
    if cost:
        afford(batch, seat, cost)
    batch.happen(WallBuilt(seat, corner, cost))


def afford(batch: Batch, seat: int, cost: Counts) -> None:
    """Refuses what the hand cannot pay (R10.1)."""
    if missing := lacking(batch.seat(seat).hand, cost):
        raise Rejected("cards", missing=missing)


# What is left, and where it may stand


def road_left(facts: Facts, state: State, seat: int) -> bool:
    """Whether a road is in supply (R2.5)."""
    return state.seats[seat].roads.bit_count() < facts.supply.roads


def settlement_left(facts: Facts, state: State, seat: int) -> bool:
    """Whether a settlement is in supply; sideways cities are none (R2.5, R10.6, C-67)."""
    return state.seats[seat].settlements.bit_count() < facts.supply.settlements


def city_left(facts: Facts, state: State, seat: int) -> bool:
    """Whether a city is in supply, or lies on its side to be set up (R2.5, R10.6)."""
    return state.seats[seat].cities.bit_count() < facts.supply.cities


def wall_left(facts: Facts, state: State, seat: int) -> bool:
    """Whether a wall is in supply (R2.5)."""
    return state.seats[seat].walls.bit_count() < facts.supply.walls


def road_edges(facts: Facts, state: State, seat: int) -> int:
    """The edges where a seat may build a road now, whatever it costs (R10.2)."""
    if not road_left(facts, state, seat):
        return 0
    own = state.seats[seat]
    return extensions(own.roads, own.buildings, blocked(state, seat), taken_edges(state))


def settlement_corners(facts: Facts, state: State, seat: int) -> int:
    """The corners where a seat may build a settlement now, whatever it costs (R10.3)."""
    if not settlement_left(facts, state, seat):
        return 0
    return touched(state.seats[seat].roads) & free_corners(state) & ~occupied(state)


def city_corners(facts: Facts, state: State, seat: int) -> int:
    """The settlements of a seat that may become cities now; sideways cities come first (R10.4, R10.6)."""
    if not city_left(facts, state, seat):
        return 0
    own = state.seats[seat]
    return own.sideways or own.settlements


def wall_corners(facts: Facts, state: State, seat: int) -> int:
    """The cities of a seat that may get a wall now (R10.5)."""
    if not wall_left(facts, state, seat):
        return 0
    own = state.seats[seat]
    return own.cities & ~own.walls


# What is offered


def roads(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every road one can pay."""
    if not holds(state.seats[seat].hand, facts.costs.road):
        return ()
    return map(BuildRoad, numbers(road_edges(facts, state, seat)))


def settlements(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every settlement one can pay."""
    if not holds(state.seats[seat].hand, facts.costs.settlement):
        return ()
    return map(BuildSettlement, numbers(settlement_corners(facts, state, seat)))


def cities(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every city one can pay."""
    if not holds(state.seats[seat].hand, facts.costs.city):
        return ()
    return map(BuildCity, numbers(city_corners(facts, state, seat)))


def walls(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every wall one can pay."""
    if not holds(state.seats[seat].hand, facts.costs.wall):
        return ()
    return map(BuildWall, numbers(wall_corners(facts, state, seat)))


AREA = Area(
    answers=(
        answer(BuildRoad, ActionPrompt, build_road),
        answer(BuildSettlement, ActionPrompt, build_settlement),
        answer(BuildCity, ActionPrompt, build_city),
        answer(BuildWall, ActionPrompt, build_wall),
    ),
    actions=(
        roads,
        settlements,
        cities,
        walls,
    ),
)
