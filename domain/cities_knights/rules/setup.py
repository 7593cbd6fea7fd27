"""The deal and the first pieces (R4)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.cities_knights.board import EDGES_OF_CORNER, HEXES_OF_CORNER, NEXT_TO, numbers
from domain.cities_knights.cards.kinds import Counts
from domain.cities_knights.commands import TRACKS, PlaceStart
from domain.cities_knights.events import DeckShuffled, FirstDrawn, IslandDealt, StartPlaced
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import RobberStart
from domain.cities_knights.island.layout import lay_out
from domain.cities_knights.island.standing import buildings, taken_edges
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import StartPrompt
from domain.cities_knights.rules.turn import begin_turn
from domain.cities_knights.state import OFF_BOARD, Continuation, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

ALL_CORNERS = (1 << 54) - 1


def deal(batch: Batch) -> None:
    """Island, decks and the seat that begins are drawn; that seat is asked for its first place (R3, R4.1, R4.5)."""
    facts, options, chance = batch.facts, batch.state.options, batch.chance
    seats = len(batch.state.seats)
    batch.happen(FirstDrawn(chance.stream("first", 0).below(seats)))
    island = lay_out(facts, options.board_layout.value, options.harbor_layout.value, chance)
    desert = OFF_BOARD if options.robber_start is RobberStart.OFF_BOARD else island.terrain.index("desert")
    batch.happen(IslandDealt(island.terrain, island.tokens, island.harbors, desert))
    for number, track in enumerate(TRACKS):
        batch.happen(DeckShuffled(track, chance.stream(f"deck-{track.value}", 0).shuffled(facts.decks[number])))
    first = batch.state.first
    clockwise = tuple((first + step) % seats for step in range(seats))
    batch.ask((StartPrompt(first, city=False),), Continuation.SETUP, (*clockwise[1:], *reversed(clockwise)))


def place(batch: Batch, prompt: StartPrompt, command: PlaceStart) -> None:
    """A settlement or a city with a road at it; the city brings one resource of each hex around it (R4.2 to R4.4)."""
    if not free_corners(batch.state) >> command.corner & 1:
        raise Rejected("corner")
    if command.edge not in EDGES_OF_CORNER[command.corner] or taken_edges(batch.state) >> command.edge & 1:
        raise Rejected("edge")
    gained = first_resources(batch.facts, batch.state, command.corner) if prompt.city else ()
    batch.happen(StartPlaced(prompt.seat, command.corner, command.edge, prompt.city, gained))


def go_on(batch: Batch, question: Question) -> None:
    """The next seat places, at last the first one begins its turn (R4.1, R4.5)."""
    if not question.rest:
        begin_turn(batch, batch.state.first)
        return
    city = len(question.rest) <= len(batch.state.seats)
    batch.ask((StartPrompt(question.rest[0], city),), Continuation.SETUP, question.rest[1:])


def free_corners(state: State) -> int:
    """The corners that obey the distance rule (R4.3, R10.3)."""
    built = buildings(state)
    corners = ALL_CORNERS & ~built
    for corner in numbers(built):
        corners &= ~NEXT_TO[corner]
    return corners


def first_resources(facts: Facts, state: State, corner: int) -> Counts:
    """One resource of each producing hex around the first city (R4.4)."""
    gained = [0] * 8
    for hex_ in HEXES_OF_CORNER[corner]:
        kind = facts.resource[state.terrain[hex_]]
        if kind is not None:
            gained[kind] += 1
    return tuple(gained)


def placements(facts: Facts, state: State, prompt: StartPrompt) -> Sequence[PlaceStart]:
    """Every corner and edge one may begin at."""
    taken = taken_edges(state)
    return [
        PlaceStart(corner, edge)
        for corner in numbers(free_corners(state))
        for edge in EDGES_OF_CORNER[corner]
        if not taken >> edge & 1
    ]


def lowest_place(facts: Facts, state: State, prompt: StartPrompt) -> PlaceStart:
    """Setup by default: the lowest legal corner and edge (1.19)."""
    return placements(facts, state, prompt)[0]


AREA = Area(
    answers=(answer(PlaceStart, StartPrompt, place),),
    follows=(follow(Continuation.SETUP, go_on),),
    options=(option(StartPrompt, placements),),
    defaults=(default(StartPrompt, lowest_place),),
)
