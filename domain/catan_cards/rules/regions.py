"""New regions beside a settlement: drawn and placed, or chosen with a Scout (B25, B56, R13, R87)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from domain.catan_cards.commands import PlaceRegion, ScoutRegions, Side
from domain.catan_cards.events import RegionDrawn, RegionsPlaced, RegionsSeen, RegionsShuffled
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import SIDES
from domain.catan_cards.prompts import PlacePrompt, ScoutPrompt, Why
from domain.catan_cards.rules.playing import finish
from domain.catan_cards.state import Continuation, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

REGIONS_NEEDED = 2
"""How many regions a new settlement brings (B25, R12)."""


def draw_region(batch: Batch, seat: int, slot: int) -> None:
    """The top region is drawn and shown; its builder chooses the side (R13)."""
    region = batch.state.regions[0]
    batch.happen(RegionDrawn(seat, region, slot))
    batch.ask((PlacePrompt(seat, slot, region),))


def place_region(batch: Batch, prompt: PlacePrompt, command: PlaceRegion) -> None:
    """The first region goes to the side chosen, the next one to the other."""
    first, second = prompt.region, batch.state.regions[0]
    above, below = (first, second) if command.side is Side.ABOVE else (second, first)
    batch.happen(RegionsPlaced(prompt.seat, prompt.slot, above, below))


def look_through(batch: Batch, seat: int, slot: int) -> None:
    """The region stack is shown to who played the Scout, and he names both regions (R87)."""
    batch.happen(RegionsSeen(seat))
    batch.ask((ScoutPrompt(seat, slot),), Continuation.SCOUT)


def choose_regions(batch: Batch, prompt: ScoutPrompt, command: ScoutRegions) -> None:
    """Two different regions of the stack."""
    chosen = (command.above, command.below)
    if command.above == command.below or not set(chosen) <= set(batch.state.regions):
        raise Rejected("scouted")
    batch.happen(RegionsPlaced(prompt.seat, prompt.slot, *chosen))


def scouted(batch: Batch, question: Question) -> None:
    """The Scout is discarded and the region stack shuffled (R87)."""
    finish(batch)
    stream = batch.chance.stream("regions", batch.state.shuffles)
    batch.happen(RegionsShuffled(stream.shuffled(batch.state.regions), Why.SCOUT))


def sides(facts: Facts, state: State, prompt: PlacePrompt) -> Sequence[PlaceRegion]:
    """Above and below."""
    return [PlaceRegion(side) for side in SIDES]


def above(facts: Facts, state: State, prompt: PlacePrompt) -> PlaceRegion:
    """By default above (R90)."""
    return PlaceRegion(Side.ABOVE)


def pairs(facts: Facts, state: State, prompt: ScoutPrompt) -> Sequence[ScoutRegions]:
    """Every two regions of the stack, either way round."""
    return [ScoutRegions(*pair) for pair in permutations(state.regions, REGIONS_NEEDED)]


def top_two(facts: Facts, state: State, prompt: ScoutPrompt) -> ScoutRegions:
    """By default the two on top, the first above (R90)."""
    return ScoutRegions(*state.regions[:REGIONS_NEEDED])


AREA = Area(
    answers=(
        answer(PlaceRegion, PlacePrompt, place_region),
        answer(ScoutRegions, ScoutPrompt, choose_regions),
    ),
    follows=(follow(Continuation.SCOUT, scouted),),
    options=(option(PlacePrompt, sides), option(ScoutPrompt, pairs)),
    defaults=(default(PlacePrompt, above), default(ScoutPrompt, top_two)),
)
