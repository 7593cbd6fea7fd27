"""Measurements: several things alternate in one run, so that a slow minute of the machine affects all of them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

from msgspec import Struct

ROUNDS = 9
LONGEST = 3 * ROUNDS
"""The number of rounds after which a restless machine is given up on."""
CALM = 0.4
"""The largest difference between the figures of an anchor, as a share of their median."""

Measured = Callable[[], float]


class Spread(Struct, frozen=True):
    """A figure of several rounds."""

    median: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """The difference between the highest and the lowest round, as a share of the median."""
        return (self.high - self.low) / self.median


class Compared(Struct, frozen=True):
    """Our figures and a peer's, round by round.

    The anchor should be the same in every round and shows if the machine was disturbed: usually it is the figures of
    the peer. Counts have no anchor, because they are not timed.
    """

    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    anchor: tuple[float, ...] = ()


def spread(values: Sequence[float]) -> Spread:
    return Spread(median(values), min(values), max(values))


def calm(anchor: Sequence[float]) -> bool:
    return not anchor or spread(anchor).width <= CALM


def by_turns(works: Sequence[Measured], anchors: Sequence[int] = (1,)) -> tuple[tuple[float, ...], ...]:
    """Returns the figures of each work, once per round; the first one comes before or after the others in turn.

    The first round, which warms up, does not count. While an anchor is disturbed, another round follows and the
    earliest one is dropped: only consecutive rounds count together. If the machine stays restless, the measurement is
    given up, and its row says so.
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
    """Measures both in turn; the peer is the anchor."""
    own, peer = by_turns((ours, theirs))
    return Compared(own, peer, peer)


def paired(pairs: Sequence[tuple[float, float]]) -> Compared:
    """Returns a comparison of counts or sizes, which no machine can disturb."""
    return Compared(tuple(own for own, _ in pairs), tuple(peer for _, peer in pairs))


def repeated(work: Callable[[], int], times: int) -> Callable[[], int]:
    """Returns a longer window: the same work several times."""
    return lambda: sum(work() for _ in range(times))


def rate(window: Callable[[], int]) -> Measured:
    """Returns a measurement of the units per second of CPU time of this process; the work is always the same.

    It uses CPU time, because other processes may run on the machine.
    """

    def measured() -> float:
        gc.collect()
        began = process_time()
        done = window()
        return done / (process_time() - began)

    return measured


def duration(window: Callable[[], int]) -> Measured:
    """Returns a measurement of the microseconds per unit."""
    measured = rate(window)
    return lambda: 1e6 / measured()


def _squares() -> int:
    return len([number * number for number in range(20_000)])


YARDSTICK: Measured = rate(repeated(_squares, 60))
"""The current speed of plain Python: the anchor of measurements without a peer."""
