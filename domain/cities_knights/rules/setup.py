"""The deal of the island and the decks, and the placement of the first pieces (R3, R4)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import EDGES_OF_CORNER, HEXES_OF_CORNER, NEXT_TO, numbers
from chronik.domain.cities_knights.cards.kinds import Counts
from chronik.domain.cities_knights.commands import TRACKS, PlaceStart
from chronik.domain.cities_knights.events import DeckShuffled, FirstDrawn, IslandDealt, StartPlaced
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import RobberStart
from chronik.domain.cities_knights.island.layout import deal_island
from chronik.domain.cities_knights.island.occupancy import all_building_corners, all_road_edges
from chronik.domain.cities_knights.prompts import StartPrompt
from chronik.domain.cities_knights.rules.turn import begin_turn
from chronik.domain.cities_knights.state import OFF_BOARD, Continuation, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

ALL_CORNERS = (1 << 54) - 1


def deal_start(batch: Batch) -> None:
    """Draws the starting seat, deals the island and decks, and asks for the first settlement (R3, R4.1, R4.5)."""
    facts, options, chance = batch.facts, batch.state.options, batch.chance
    seats = len(batch.state.seats)
    batch.add(FirstDrawn(chance.stream("first", 0).below(seats)))
    island = deal_island(facts, options.board_layout.value, options.harbor_layout.value, chance)
    desert = OFF_BOARD if options.robber_start is RobberStart.OFF_BOARD else island.terrain.index("desert")
    batch.add(IslandDealt(island.terrain, island.tokens, island.harbors, desert))
    for number, track in enumerate(TRACKS):
        batch.add(DeckShuffled(track, chance.stream(f"deck-{track.value}", 0).shuffle(facts.decks[number])))
    first = batch.state.first
    clockwise = tuple((first + step) % seats for step in range(seats))
    batch.ask((StartPrompt(first, city=False),), Continuation.SETUP, (*clockwise[1:], *reversed(clockwise)))


def place_start(batch: Batch, prompt: StartPrompt, command: PlaceStart) -> None:
    """Places a settlement or city with a road. A city yields one resource from each hex around it (R4.2 to R4.4)."""
    if not free_corners(batch.state) >> command.corner & 1:
        raise Rejected("corner")
    if command.edge not in EDGES_OF_CORNER[command.corner] or all_road_edges(batch.state) >> command.edge & 1:
        raise Rejected("edge")
    gained = first_resources(batch.facts, batch.state, command.corner) if prompt.city else ()
    batch.add(StartPlaced(prompt.seat, command.corner, command.edge, prompt.city, gained))


def continue_setup(batch: Batch, question: Question) -> None:
    """Asks the next seat to place its pieces, or begins the first turn when all seats have done so (R4.1, R4.5)."""
    if not question.rest:
        begin_turn(batch, batch.state.first)
        return
    city = len(question.rest) <= len(batch.state.seats)
    batch.ask((StartPrompt(question.rest[0], city),), Continuation.SETUP, question.rest[1:])


def free_corners(state: State) -> int:
    """Returns the corners that the distance rule allows (R4.3, R10.3)."""
    built = all_building_corners(state)
    corners = ALL_CORNERS & ~built
    for corner in numbers(built):
        corners &= ~NEXT_TO[corner]
    return corners


def first_resources(facts: Facts, state: State, corner: int) -> Counts:
    """Returns one resource from each producing hex around the first city (R4.4)."""
    gained = [0] * 8
    for hex_ in HEXES_OF_CORNER[corner]:
        kind = facts.resource[state.terrain[hex_]]
        if kind is not None:
            gained[kind] += 1
    return tuple(gained)


def start_options(facts: Facts, state: State, prompt: StartPrompt) -> Sequence[PlaceStart]:
    """Returns a command for every corner and edge where the starting pieces can be placed."""
    taken = all_road_edges(state)
    return [
        PlaceStart(corner, edge)
        for corner in numbers(free_corners(state))
        for edge in EDGES_OF_CORNER[corner]
        if not taken >> edge & 1
    ]


def default_start(facts: Facts, state: State, prompt: StartPrompt) -> PlaceStart:
    """Returns the default answer: the lowest legal corner and edge (1.19)."""
    return start_options(facts, state, prompt)[0]


AREA = Area(
    answers=(answer(PlaceStart, StartPrompt, place_start),),
    follows=(follow(Continuation.SETUP, continue_setup),),
    options=(option(StartPrompt, start_options),),
    defaults=(default(StartPrompt, default_start),),
)
