"""Road Building: up to two free roads, one after the other (R14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import numbers
from chronik.domain.cities_knights.commands import BuildFreeRoad, PlayRoadBuilding
from chronik.domain.cities_knights.events import FreeRoadDeclined, RoadBuilt
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.island.longest_road import settle_longest_road
from chronik.domain.cities_knights.prompts import ActionPrompt, FreeRoadPrompt
from chronik.domain.cities_knights.rules.building import has_road_left, road_edges
from chronik.domain.cities_knights.rules.progress.playing import Plays, build_action, play_card
from chronik.domain.cities_knights.state import Continuation, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected


def play_road_building(batch: Batch, prompt: ActionPrompt, command: PlayRoadBuilding) -> None:
    """Asks for up to two free roads, one after the other."""
    seat = prompt.seat
    play_card(batch, seat, command.card, "road_building")
    if not road_edges(batch.facts, batch.state, seat):
        raise Rejected("no-effect")
    batch.ask((FreeRoadPrompt(seat, second=False),), Continuation.FREE_ROAD, (seat,))


def road_building_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayRoadBuilding]:
    """Yields the Road Building command if the seat can build a road."""
    if road_edges(facts, state, seat):
        yield PlayRoadBuilding(card)


def build_free_road(batch: Batch, prompt: FreeRoadPrompt, command: BuildFreeRoad) -> None:
    """Builds a free road (R10.2). The second road may be declined."""
    if command.edge is None:
        if not prompt.second:
            raise Rejected("free-road")
        batch.add(FreeRoadDeclined(prompt.seat))
        return
    if not has_road_left(batch.facts, batch.state, prompt.seat):
        raise Rejected("piece-supply")
    if not road_edges(batch.facts, batch.state, prompt.seat) >> command.edge & 1:
        raise Rejected("edge")
    batch.add(RoadBuilt(prompt.seat, command.edge))
    settle_longest_road(batch)


def continue_road_building(batch: Batch, question: Question) -> None:
    """Asks for the second road after the first, if the seat can build one."""
    (seat,) = question.rest
    if road_edges(batch.facts, batch.state, seat):
        batch.ask((FreeRoadPrompt(seat, second=True),))


def free_road_options(facts: Facts, state: State, prompt: FreeRoadPrompt) -> Sequence[BuildFreeRoad]:
    """Returns a command for every edge where the free road can be built, and one to decline it if it is the second."""
    roads = [BuildFreeRoad(edge) for edge in numbers(road_edges(facts, state, prompt.seat))]
    return [*roads, BuildFreeRoad()] if prompt.second else roads


def default_free_road(facts: Facts, state: State, prompt: FreeRoadPrompt) -> BuildFreeRoad:
    """Returns the default answer: the lowest edge for the first road, and no second road (1.19)."""
    return BuildFreeRoad() if prompt.second else free_road_options(facts, state, prompt)[0]


PLAYS: Mapping[str, Plays] = {"road_building": road_building_options}
"""The function that lists the ways to play each card."""

AREA = Area(
    answers=(
        answer(PlayRoadBuilding, ActionPrompt, play_road_building),
        answer(BuildFreeRoad, FreeRoadPrompt, build_free_road),
    ),
    follows=(follow(Continuation.FREE_ROAD, continue_road_building),),
    options=(option(FreeRoadPrompt, free_road_options),),
    actions=(build_action(PLAYS),),
    defaults=(default(FreeRoadPrompt, default_free_road),),
)
