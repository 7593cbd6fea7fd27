"""Road networks: the longest trail, reachable corners, edges to build on, and open roads.

All functions are pure functions of bit masks (`board`). `roads` are the edges of one player. `blocked` are the corners
with an opponent's piece: a trail may end there, but not continue (R1.8).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from chronik.domain.cities_knights.board import EDGES_AT, EDGES_OF_CORNER, ENDS, ENDS_OF, NEIGHBOURS, numbers

Steps = tuple[tuple[int, int], ...]

CACHE_SIZE = 1 << 16
"""The number of results that each function below caches."""


def _steps(corner: int) -> dict[int, Steps]:
    ways = tuple((1 << edge, far) for edge, far in zip(EDGES_OF_CORNER[corner], NEIGHBOURS[corner], strict=True))
    return {
        sum(way for way, _ in taken): taken for count in range(len(ways) + 1) for taken in combinations(ways, count)
    }


_STEPS = tuple(map(_steps, range(len(EDGES_AT))))
"""For each corner and each set of its edges: each of these edges (as a mask) with the corner it leads to."""
_ENDS = {1 << edge: ends for edge, ends in enumerate(ENDS)}
_ENDS_MASK = {1 << edge: ends for edge, ends in enumerate(ENDS_OF)}


def trail_length(roads: int, blocked: int) -> int:
    """Returns the length of the longest trail.

    It uses no road twice, and has blocked corners only at its ends (R16.1).
    """
    _, twice, _ = _corners_by_degree(roads)
    return _trail_length(roads, blocked & twice)


def award_holder(lengths: tuple[int, ...], before: int | None, minimum: int) -> int | None:
    """Returns the seat that now holds the award, or None, given the lengths and the previous holder (R16.2, C-49)."""
    longest = max(lengths)
    if longest < minimum:
        return None
    if before is not None and lengths[before] == longest:
        return before
    return lengths.index(longest) if lengths.count(longest) == 1 else None


def reachable_corners(roads: int, blocked: int, start: int) -> int:
    """Returns the other corners that these roads connect to a corner, without passing a blocked corner (R1.8).

    A blocked corner itself is reachable, and the start is never blocked (R11.7).
    """
    _, twice, _ = _corners_by_degree(roads)
    return _reachable_corners(roads, blocked & twice, start)


def buildable_edges(roads: int, buildings: int, blocked: int, taken: int) -> int:
    """Returns the edges where a player may build a road (R10.2); `taken` are the roads of all players."""
    once, _, _ = _corners_by_degree(roads)
    return _edges_at((once | buildings) & ~blocked) & ~taken


def open_roads(roads: int, buildings: int, knights: int) -> int:
    """Returns the open roads of the owner of these pieces (R14.2, diplomat_open_road=free_end)."""
    once, twice, _ = _corners_by_degree(roads)
    tips = once & ~twice
    return roads & _edges_at(tips & ~buildings) & ~_edges_at(tips & knights)


def open_roads_2025(roads: int, buildings: int, knights: int, blocked: int) -> int:
    """Returns the open roads with diplomat_open_road=free_end_2025 (C-74).

    Such a road has a free end, and does not connect two pieces of its owner.
    """
    once, twice, _ = _corners_by_degree(roads)
    tips = once & ~twice & ~buildings
    free = roads & _edges_at(tips)
    for tip in numbers(tips & knights):
        for road, far in _STEPS[tip][roads & EDGES_AT[tip]]:
            reached = 1 << far
            if not blocked & reached:
                reached |= reachable_corners(roads ^ road, blocked, far)
            if reached & (buildings | knights):
                free &= ~road
    return free


@lru_cache(maxsize=CACHE_SIZE)
def _corners_by_degree(roads: int) -> tuple[int, int, int]:
    """Returns three masks: the corners where at least one, at least two, and three of these roads meet."""
    once = twice = thrice = 0
    while roads:
        road = roads & -roads
        roads ^= road
        ends = _ENDS_MASK[road]
        thrice |= twice & ends
        twice |= once & ends
        once |= ends
    return once, twice, thrice


@lru_cache(maxsize=CACHE_SIZE)
def _edges_at(corners: int) -> int:
    edges = 0
    while corners:
        corner = corners & -corners
        corners ^= corner
        edges |= EDGES_AT[corner.bit_length() - 1]
    return edges


class _RingError(Exception):
    """Raised if some of the roads form a ring."""


@lru_cache(maxsize=CACHE_SIZE)
def _trail_length(roads: int, cut: int) -> int:
    """Returns the length of the longest trail, cut at the corners in `cut`.

    Visits each road once unless there is a ring.
    """
    longest, left = 0, roads
    try:
        while left:
            longest, left = _search_tree(left, cut, longest)
    except _RingError:
        return _trail_length_with_rings(roads, cut)
    return longest


def _search_tree(left: int, cut: int, longest: int) -> tuple[int, int]:
    """Returns the greater of `longest` and the longest trail in the first road's tree, and the roads of other trees.

    Raises `_RingError` if the roads form a ring.
    """
    road = left & -left
    left ^= road
    a, b = _ENDS[road]
    beyond = left & EDGES_AT[b]
    one, longest, left = _search_branch(a, left, cut, longest)
    if left & EDGES_AT[b] != beyond and not cut >> b & 1:
        raise _RingError
    other, longest, left = _search_branch(b, left, cut, longest)
    return max(longest, one + 1 + other), left


def _search_branch(corner: int, left: int, cut: int, longest: int) -> tuple[int, int, int]:
    """Returns the longest path into a branch of a tree, the longest trail so far, and the roads outside the branch."""
    walked = 0
    while not cut >> corner & 1 and (steps := _STEPS[corner][left & EDGES_AT[corner]]):
        if len(steps) == 1:
            ((way, corner),) = steps
            left ^= way
            walked += 1
            continue
        (way, far), (other_way, other_far) = steps
        one, longest, left = _search_branch(far, left ^ way, cut, longest)
        if not left & other_way:
            raise _RingError
        other, longest, left = _search_branch(other_far, left ^ other_way, cut, longest)
        return walked + 1 + max(one, other), max(longest, one + other + 2), left
    return walked, longest, left


def _trail_length_with_rings(roads: int, cut: int) -> int:
    """Returns the length of the longest trail in any set of roads. This is slower than the search through trees."""
    # A longest trail starts and ends at a tip, a fork or a cut. Each other corner of these kinds leaves a road unused,
    # and the same unused road may count for two corners. Only rings have no such corner. A ring has at least six roads,
    # and matters only if it is longer than all trails found so far.
    once, twice, thrice = _corners_by_degree(roads)
    tips = once & ~twice
    count = roads.bit_count()
    odd = tips.bit_count() + thrice.bit_count() + 2 * cut.bit_count()
    most = count - max(0, odd // 2 - 1)
    longest = 0
    for corner in numbers(tips | cut) + numbers(thrice & ~cut):
        longest = max(longest, _trail_length_from(corner, roads, cut))
        if longest == most:
            return most
    if count - longest > max(5, longest):
        for corner in numbers(twice & ~thrice & ~cut):
            longest = max(longest, _trail_length_from(corner, roads, cut))
    return longest


def _trail_length_from(corner: int, left: int, cut: int) -> int:
    """Returns the length of the longest trail that starts at a corner and uses the roads in `left`."""
    walked = 0
    while steps := _STEPS[corner][left & EDGES_AT[corner]]:
        if len(steps) == 1:
            ((way, corner),) = steps
            left ^= way
            walked += 1
            if cut >> corner & 1:
                break
            continue
        return (
            walked + 1 + max([0 if cut >> far & 1 else _trail_length_from(far, left ^ way, cut) for way, far in steps])
        )
    return walked


@lru_cache(maxsize=CACHE_SIZE)
def _reachable_corners(roads: int, cut: int, start: int) -> int:
    found = 1 << start
    ahead = [start]
    while ahead:
        corner = ahead.pop()
        for _, far in _STEPS[corner][roads & EDGES_AT[corner]]:
            if not found >> far & 1:
                found |= 1 << far
                if not cut >> far & 1:
                    ahead.append(far)
    return found ^ 1 << start
