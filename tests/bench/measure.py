"""Measuring: several things by turns in one run, so that a slow minute of the machine strikes all of them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

from msgspec import Struct

ROUNDS = 9
LONGEST = 3 * ROUNDS
"""After so many rounds a machine that does not come to rest is given up on."""
CALM = 0.4
"""So far apart, as a share of their median, may the figures of an anchor lie: highest less lowest."""

Measured = Callable[[], float]


class Spread(Struct, frozen=True):
    """A figure of several rounds."""

    median: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """How far apart the rounds lie, as a share of their median."""
        return (self.high - self.low) / self.median


class Compared(Struct, frozen=True):
    """Ours against a peer's, round by round.

    The anchor is what should be the same in every round and tells when the machine was disturbed: as a rule the peer's
    own figures. What is counted and not timed has none.
    """

    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    anchor: tuple[float, ...] = ()


def spread(values: Sequence[float]) -> Spread:
    return Spread(median(values), min(values), max(values))


def calm(anchor: Sequence[float]) -> bool:
    return not anchor or spread(anchor).width <= CALM


def by_turns(works: Sequence[Measured], anchors: Sequence[int] = (1,)) -> tuple[tuple[float, ...], ...]:
    """The figures of each, once per round, the first one before the others or after them by turns.

    A first round that warms up does not count. While one of the anchors was disturbed, another round follows and the
    earliest one is forgotten: only rounds that follow one another count together. A machine that does not come to rest
    is given up on, and the row says so.
    """
    first, *others = works
    taken: list[tuple[float, ...]] = []
    for number in range(LONGEST + 1):
        early = [first()] if number % 2 else []
        later = [work() for work in others]
        taken.append((*(early or [first()]), *later))
        figures = tuple(zip(*taken[-ROUNDS:], strict=True))
        if number >= ROUNDS and all(calm(figures[anchor]) for anchor in anchors):
            break
    if rejected := len(taken) - 1 - ROUNDS:
        apart = ", ".join(f"{spread(figures[anchor]).width:.2f}" for anchor in anchors)
        print(f"disturbed: {rejected} rounds rejected, the anchor's spread is now {apart}", file=sys.stderr, flush=True)
    return figures


def compared(ours: Measured, theirs: Measured) -> Compared:
    """Both by turns; the peer is the anchor."""
    own, peer = by_turns((ours, theirs))
    return Compared(own, peer, peer)


def paired(pairs: Sequence[tuple[float, float]]) -> Compared:
    """What was counted, or weighed: pairs of ours and theirs, of which no machine can disturb any."""
    return Compared(tuple(own for own, _ in pairs), tuple(peer for _, peer in pairs))


def repeated(work: Callable[[], int], times: int) -> Callable[[], int]:
    """A longer window: the same work several times over."""
    return lambda: sum(work() for _ in range(times))


def rate(window: Callable[[], int]) -> Measured:
    """How many units some work gets done in a second of this process's CPU; the work is the same each time.

    CPU time, because others may be at work on the machine as well.
    """

    def measured() -> float:
        gc.collect()
        began = process_time()
        done = window()
        return done / (process_time() - began)

    return measured


def duration(window: Callable[[], int]) -> Measured:
    """How many microseconds a unit of some work takes."""
    measured = rate(window)
    return lambda: 1e6 / measured()


def _squares() -> int:
    return len([number * number for number in range(20_000)])


YARDSTICK: Measured = rate(repeated(_squares, 60))
"""How fast plain Python is just now: the anchor of what has no peer."""
