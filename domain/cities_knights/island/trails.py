"""What a road network is worth: the longest trail, how far one comes, where it grows, which roads are open.

Everything is a pure function of bit masks (`board`): `roads` are the edges of one player, `blocked` the corners that
hold a piece of any opponent, at which a road may end but not run on (R1.8).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from domain.cities_knights.board import EDGES_AT, EDGES_OF_CORNER, ENDS, ENDS_OF, NEIGHBOURS, numbers

Steps = tuple[tuple[int, int], ...]

KEPT = 1 << 16
"""How many answers each of the questions below remembers."""


def _steps(corner: int) -> dict[int, Steps]:
    ways = tuple((1 << edge, far) for edge, far in zip(EDGES_OF_CORNER[corner], NEIGHBOURS[corner], strict=True))
    return {
        sum(way for way, _ in taken): taken for count in range(len(ways) + 1) for taken in combinations(ways, count)
    }


_STEPS = tuple(map(_steps, range(len(EDGES_AT))))
"""By corner and by the edges of a player there: each of those edges (as a mask) with the corner it leads to."""
_ENDS = {1 << edge: ends for edge, ends in enumerate(ENDS)}
_ENDS_MASK = {1 << edge: ends for edge, ends in enumerate(ENDS_OF)}


def length(roads: int, blocked: int) -> int:
    """The longest trail: no road twice, a blocked corner first or last (or both) but never inside (R16.1)."""
    _, twice, _ = _met(roads)
    return _length(roads, blocked & twice)


def holder(lengths: tuple[int, ...], before: int | None, minimum: int) -> int | None:
    """The seat that has the award now, given the length of each seat and who had it before (R16.2, C-49)."""
    longest = max(lengths)
    if longest < minimum:
        return None
    if before is not None and lengths[before] == longest:
        return before
    return lengths.index(longest) if lengths.count(longest) == 1 else None


def reachable(roads: int, blocked: int, start: int) -> int:
    """The other corners one can come to from a corner, along own roads and not past blocked corners (R1.8).

    A blocked corner is come to, nothing beyond it; the start is always left freely (R11.7).
    """
    _, twice, _ = _met(roads)
    return _reachable(roads, blocked & twice, start)


def extensions(roads: int, buildings: int, blocked: int, taken: int) -> int:
    """The edges where a player may build a road (R10.2); `taken` holds the roads of all players."""
    once, _, _ = _met(roads)
    return _edges_at((once | buildings) & ~blocked) & ~taken


def open_roads(roads: int, buildings: int, knights: int) -> int:
    """The open roads of the player who owns all this (R14.2, diplomat_open_road=free_end)."""
    once, twice, _ = _met(roads)
    tips = once & ~twice
    return roads & _edges_at(tips & ~buildings) & ~_edges_at(tips & knights)


def open_roads_2025(roads: int, buildings: int, knights: int, blocked: int) -> int:
    """The open roads with diplomat_open_road=free_end_2025 (C-74): a free end, and no link between two own pieces."""
    once, twice, _ = _met(roads)
    tips = once & ~twice & ~buildings
    free = roads & _edges_at(tips)
    for tip in numbers(tips & knights):
        for road, far in _STEPS[tip][roads & EDGES_AT[tip]]:
            reached = 1 << far
            if not blocked & reached:
                reached |= reachable(roads ^ road, blocked, far)
            if reached & (buildings | knights):
                free &= ~road
    return free


@lru_cache(maxsize=KEPT)
def _met(roads: int) -> tuple[int, int, int]:
    """The corners where at least one, at least two and all three edges are among these roads."""
    once = twice = thrice = 0
    while roads:
        road = roads & -roads
        roads ^= road
        ends = _ENDS_MASK[road]
        thrice |= twice & ends
        twice |= once & ends
        once |= ends
    return once, twice, thrice


@lru_cache(maxsize=KEPT)
def _edges_at(corners: int) -> int:
    edges = 0
    while corners:
        corner = corners & -corners
        corners ^= corner
        edges |= EDGES_AT[corner.bit_length() - 1]
    return edges


class _RingError(Exception):
    """Some of the roads form a ring."""


@lru_cache(maxsize=KEPT)
def _length(roads: int, cut: int) -> int:
    """The longest trail, cut at corners: tree by tree, each road looked at once, as long as there is no ring."""
    longest, left = 0, roads
    try:
        while left:
            longest, left = _across(left, cut, longest)
    except _RingError:
        return _length_with_rings(roads, cut)
    return longest


def _across(left: int, cut: int, longest: int) -> tuple[int, int]:
    """The longest trail in the tree that holds the first of these roads, or `longest`, and the roads of other trees."""
    road = left & -left
    left ^= road
    a, b = _ENDS[road]
    beyond = left & EDGES_AT[b]
    one, longest, left = _branch(a, left, cut, longest)
    if left & EDGES_AT[b] != beyond and not cut >> b & 1:
        raise _RingError
    other, longest, left = _branch(b, left, cut, longest)
    return max(longest, one + 1 + other), left


def _branch(corner: int, left: int, cut: int, longest: int) -> tuple[int, int, int]:
    """The longest way into a branch of a tree, the longest trail so far, and the roads outside the branch."""
    walked = 0
    while not cut >> corner & 1 and (steps := _STEPS[corner][left & EDGES_AT[corner]]):
        if len(steps) == 1:
            ((way, corner),) = steps
            left ^= way
            walked += 1
            continue
        (way, far), (other_way, other_far) = steps
        one, longest, left = _branch(far, left ^ way, cut, longest)
        if not left & other_way:
            raise _RingError
        other, longest, left = _branch(other_far, left ^ other_way, cut, longest)
        return walked + 1 + max(one, other), max(longest, one + other + 2), left
    return walked, longest, left


def _length_with_rings(roads: int, cut: int) -> int:
    """The longest trail of any roads, slower."""
    # A longest trail ends where it has used up an odd number of roads: at a tip, a fork or a cut. All but two of these
    # cost it a road, and a road may serve two of them. Only rings have none, and a ring that beats the rest is longer
    # than all that was found and has six roads at least.
    once, twice, thrice = _met(roads)
    tips = once & ~twice
    count = roads.bit_count()
    odd = tips.bit_count() + thrice.bit_count() + 2 * cut.bit_count()
    most = count - max(0, odd // 2 - 1)
    longest = 0
    for corner in numbers(tips | cut) + numbers(thrice & ~cut):
        longest = max(longest, _walk(corner, roads, cut))
        if longest == most:
            return most
    if count - longest > max(5, longest):
        for corner in numbers(twice & ~thrice & ~cut):
            longest = max(longest, _walk(corner, roads, cut))
    return longest


def _walk(corner: int, left: int, cut: int) -> int:
    """The longest trail from a corner over the roads that are left."""
    walked = 0
    while steps := _STEPS[corner][left & EDGES_AT[corner]]:
        if len(steps) == 1:
            ((way, corner),) = steps
            left ^= way
            walked += 1
            if cut >> corner & 1:
                break
            continue
        return walked + 1 + max([0 if cut >> far & 1 else _walk(far, left ^ way, cut) for way, far in steps])
    return walked


@lru_cache(maxsize=KEPT)
def _reachable(roads: int, cut: int, start: int) -> int:
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
