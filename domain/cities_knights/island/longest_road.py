"""The award for the longest road, updated after every change to roads, buildings or knights (R16)."""

from __future__ import annotations

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.events import LongestRoadPassed
from chronik.domain.cities_knights.island.occupancy import piece_corners
from chronik.domain.cities_knights.island.trails import award_holder, trail_length
from chronik.domain.cities_knights.state import State


def road_lengths(state: State) -> tuple[int, ...]:
    """Returns the length of the longest trail of each seat (R16.1)."""
    own = [piece_corners(seat) for seat in state.seats]
    occupied = 0
    for corners in own:
        occupied |= corners
    return tuple([trail_length(seat.roads, occupied ^ corners) for seat, corners in zip(state.seats, own, strict=True)])


def settle_longest_road(batch: Batch) -> None:
    """Passes the award to another seat, or to no seat, if the road lengths require it (R16.2, R16.3, C-49)."""
    state = batch.state
    found = road_lengths(state)
    now = award_holder(found, state.longest, batch.facts.limits.longest_road_minimum)
    if now != state.longest:
        batch.add(LongestRoadPassed(now, max(found)))
