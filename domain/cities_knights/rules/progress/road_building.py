"""Road Building: up to two roads for nothing, one after the other (R14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.cities_knights.board import numbers
from domain.cities_knights.commands import BuildFreeRoad, PlayRoadBuilding
from domain.cities_knights.events import FreeRoadDeclined, RoadBuilt
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.island.longest_road import settle_longest_road
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt, FreeRoadPrompt
from domain.cities_knights.rules.building import road_edges, road_left
from domain.cities_knights.rules.progress.playing import Plays, offering, play
from domain.cities_knights.state import Continuation, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected


def road_building(batch: Batch, prompt: ActionPrompt, command: PlayRoadBuilding) -> None:
    """Up to two roads, one after the other."""
    seat = prompt.seat
    play(batch, seat, command.card, "road_building")
    if not road_edges(batch.facts, batch.state, seat):
        raise Rejected("no-effect")
    batch.ask((FreeRoadPrompt(seat, second=False),), Continuation.FREE_ROAD, (seat,))


def road_buildings(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayRoadBuilding]:
    """Road Building, if a road can be built."""
    if road_edges(facts, state, seat):
        yield PlayRoadBuilding(card)


def build_free_road(batch: Batch, prompt: FreeRoadPrompt, command: BuildFreeRoad) -> None:
    """A road for nothing (R10.2); the second may be left out."""
    if command.edge is None:
        if not prompt.second:
            raise Rejected("free-road")
        batch.happen(FreeRoadDeclined(prompt.seat))
        return
    if not road_left(batch.facts, batch.state, prompt.seat):
        raise Rejected("piece-supply")
    if not road_edges(batch.facts, batch.state, prompt.seat) >> command.edge & 1:
        raise Rejected("edge")
    batch.happen(RoadBuilt(prompt.seat, command.edge))
    settle_longest_road(batch)


def second_road(batch: Batch, question: Question) -> None:
    """After the first road the second is asked for, if one can be built."""
    (seat,) = question.rest
    if road_edges(batch.facts, batch.state, seat):
        batch.ask((FreeRoadPrompt(seat, second=True),))


def free_roads(facts: Facts, state: State, prompt: FreeRoadPrompt) -> Sequence[BuildFreeRoad]:
    """Every edge a road can be built on, and none for the second."""
    roads = [BuildFreeRoad(edge) for edge in numbers(road_edges(facts, state, prompt.seat))]
    return [*roads, BuildFreeRoad()] if prompt.second else roads


def fewest_roads(facts: Facts, state: State, prompt: FreeRoadPrompt) -> BuildFreeRoad:
    """A free road by default: none, or else the lowest edge (1.19)."""
    return BuildFreeRoad() if prompt.second else free_roads(facts, state, prompt)[0]


PLAYS: Mapping[str, Plays] = {"road_building": road_buildings}
"""By card every way to play it."""

AREA = Area(
    answers=(
        answer(PlayRoadBuilding, ActionPrompt, road_building),
        answer(BuildFreeRoad, FreeRoadPrompt, build_free_road),
    ),
    follows=(follow(Continuation.FREE_ROAD, second_road),),
    options=(option(FreeRoadPrompt, free_roads),),
    actions=(offering(PLAYS),),
    defaults=(default(FreeRoadPrompt, fewest_roads),),
)
