"""Measuring: two things by turns in one run, so that a slow minute of the machine strikes both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

from msgspec import Struct

ROUNDS = 9


class Spread(Struct, frozen=True):
    """A figure of several rounds."""

    median: float
    low: float
    high: float


class Compared(Struct, frozen=True):
    """Ours against a peer's: the median of each, and the ratio round by round."""

    ours: float
    theirs: float
    ratio: Spread
    rounds: int


def spread(values: Sequence[float]) -> Spread:
    return Spread(median(values), min(values), max(values))


def compared(ours: Callable[[], float], theirs: Callable[[], float], rounds: int = ROUNDS) -> Compared:
    """Both measured once per round, in turn the one and the other first; a first round that warms up does not count."""
    pairs: list[tuple[float, float]] = []
    for number in range(rounds + 1):
        if number % 2:
            peer = theirs()
            pairs.append((ours(), peer))
        else:
            own = ours()
            pairs.append((own, theirs()))
    return paired(pairs[1:])


def paired(pairs: Sequence[tuple[float, float]]) -> Compared:
    """What pairs of ours and theirs say."""
    return Compared(
        ours=median(own for own, _ in pairs),
        theirs=median(peer for _, peer in pairs),
        ratio=spread([own / peer for own, peer in pairs]),
        rounds=len(pairs),
    )


def rate(work: Callable[[], int], seconds: float = 0.25) -> Callable[[], float]:
    """How many units some work gets done in a second of this process's CPU; the work says how many units it was.

    CPU time, because others may be at work on the machine as well.
    """

    def measured() -> float:
        done, began = 0, process_time()
        while (now := process_time()) - began < seconds:
            done += work()
        return done / (now - began)

    return measured


def duration(work: Callable[[], int], seconds: float = 0.25) -> Callable[[], float]:
    """How many microseconds a unit of some work takes."""
    measured = rate(work, seconds)
    return lambda: 1e6 / measured()
