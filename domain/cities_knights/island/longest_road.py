"""The award for the longest road, settled after every change of roads, buildings or knights (R16)."""

from __future__ import annotations

from domain.cities_knights.events import LongestRoadPassed
from domain.cities_knights.island.standing import pieces
from domain.cities_knights.island.trails import holder, length
from domain.cities_knights.making import Batch
from domain.cities_knights.state import State


def lengths(state: State) -> tuple[int, ...]:
    """The longest trail of each seat (R16.1)."""
    own = [pieces(seat) for seat in state.seats]
    everybody = 0
    for corners in own:
        everybody |= corners
    return tuple([length(seat.roads, everybody ^ corners) for seat, corners in zip(state.seats, own, strict=True)])


def settle_longest_road(batch: Batch) -> None:
    """Passes the award on where it is due (R16.2, R16.3, C-49)."""
    state = batch.state
    found = lengths(state)
    now = holder(found, state.longest, batch.facts.limits.longest_road_minimum)
    if now != state.longest:
        batch.happen(LongestRoadPassed(now, max(found)))
