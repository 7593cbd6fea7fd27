"""New regions beside a settlement: drawn and placed, or chosen with a Scout (B25, B56, R13, R87)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import PlaceRegion, ScoutRegions, Side
from chronik.domain.catan_cards.events import RegionDrawn, RegionsPlaced, RegionsSeen, RegionsShuffled
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.axis import SIDES
from chronik.domain.catan_cards.prompts import PlacePrompt, ScoutPrompt, Why
from chronik.domain.catan_cards.rules.playing import finish
from chronik.domain.catan_cards.state import Continuation, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

REGIONS_NEEDED = 2
"""The number of regions that a new settlement adds (B25, R12)."""


def draw_region(batch: Batch, seat: int, slot: int) -> None:
    """Draws and shows the top region; the builder chooses its side (R13)."""
    region = batch.state.regions[0]
    batch.add(RegionDrawn(seat, region, slot))
    batch.ask((PlacePrompt(seat, slot, region),))


def place_region(batch: Batch, prompt: PlacePrompt, command: PlaceRegion) -> None:
    """Places the first region on the chosen side, and the next one on the other side."""
    first, second = prompt.region, batch.state.regions[0]
    above, below = (first, second) if command.side is Side.ABOVE else (second, first)
    batch.add(RegionsPlaced(prompt.seat, prompt.slot, above, below))


def show_region_stack(batch: Batch, seat: int, slot: int) -> None:
    """Shows the region stack to the seat that played the Scout, and asks it to name both regions (R87)."""
    batch.add(RegionsSeen(seat))
    batch.ask((ScoutPrompt(seat, slot),), Continuation.SCOUT)


def choose_regions(batch: Batch, prompt: ScoutPrompt, command: ScoutRegions) -> None:
    """Places two different regions from the stack."""
    chosen = (command.above, command.below)
    if command.above == command.below or not set(chosen) <= set(batch.state.regions):
        raise Rejected("scouted")
    batch.add(RegionsPlaced(prompt.seat, prompt.slot, *chosen))


def finish_scouting(batch: Batch, question: Question) -> None:
    """Discards the Scout and shuffles the region stack (R87)."""
    finish(batch)
    stream = batch.chance.stream("regions", batch.state.shuffles)
    batch.add(RegionsShuffled(stream.shuffle(batch.state.regions), Why.SCOUT))


def ways_to_place(facts: Facts, state: State, prompt: PlacePrompt) -> Sequence[PlaceRegion]:
    """Returns the commands to place the region above and below."""
    return [PlaceRegion(side) for side in SIDES]


def default_side(facts: Facts, state: State, prompt: PlacePrompt) -> PlaceRegion:
    """Returns the default: above (R90)."""
    return PlaceRegion(Side.ABOVE)


def ways_to_scout(facts: Facts, state: State, prompt: ScoutPrompt) -> Sequence[ScoutRegions]:
    """Returns a command for each ordered pair of regions in the stack."""
    return [ScoutRegions(*pair) for pair in permutations(state.regions, REGIONS_NEEDED)]


def default_regions(facts: Facts, state: State, prompt: ScoutPrompt) -> ScoutRegions:
    """Returns the default: the top two regions, the first one above (R90)."""
    return ScoutRegions(*state.regions[:REGIONS_NEEDED])


AREA = Area(
    answers=(
        answer(PlaceRegion, PlacePrompt, place_region),
        answer(ScoutRegions, ScoutPrompt, choose_regions),
    ),
    follows=(follow(Continuation.SCOUT, finish_scouting),),
    options=(option(PlacePrompt, ways_to_place), option(ScoutPrompt, ways_to_scout)),
    defaults=(default(PlacePrompt, default_side), default(ScoutPrompt, default_regions)),
)
