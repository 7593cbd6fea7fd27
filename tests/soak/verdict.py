"""The verdict: whether resources and response times are the same at the end as when the service had settled.

The time after settling is cut into windows, and one figure represents each window, so that no single moment decides:
the median of memory, the minimum of descriptors and tasks (others come and go), and the 99th percentile of commands.
Growth is judged by the line through the windows of memory, and by the last third of the other figures against the
first. The engine is killed in the second third.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import linear_regression, median, quantiles

from msgspec import Struct

MIB = 1 << 20
TEN_MINUTES = 600.0
WINDOWS = 12
THIRD = WINDOWS // 3
GROWTH = 1.0
"""MiB by which memory may grow in ten minutes."""
SPREAD = 4
"""The number of additional descriptors or tasks that does not count as growth: feeds come and go."""
DRIFT = 0.2
"""The share by which commands may be slower at the end."""
CALM = 0.1
"""The share by which the machine itself may be slower at the end for commands to be judged."""


class Sample(Struct, frozen=True):
    """The resources of a service at a moment, in seconds: bytes of memory, descriptors, tasks."""

    at: float
    memory: int
    descriptors: int
    tasks: int


class Soaked(Struct, frozen=True):
    """All measurements between two moments: samples, and the time and milliseconds of each command and stroke.

    The yardstick is work that does not involve the service. The service had settled before the first moment.
    """

    since: float
    until: float
    samples: tuple[Sample, ...]
    commands: tuple[tuple[float, float], ...]
    yardstick: tuple[tuple[float, float], ...]


class Line(Struct, frozen=True):
    """One judgement: whether it is good, and a sentence with its figures."""

    good: bool
    said: str


def judged(soaked: Soaked) -> tuple[Line, ...]:
    """Judges memory, descriptors, tasks and the time of commands; raises `ValueError` if a window is almost empty."""
    flat = (_flat(soaked, "descriptors", lambda one: one.descriptors), _flat(soaked, "tasks", lambda one: one.tasks))
    return (_memory(soaked), *flat, _commands(soaked))


def _memory(soaked: Soaked) -> Line:
    windows = _windows(soaked, [(one.at, one.memory / MIB) for one in soaked.samples])
    held = [median(window) for window in windows]
    minutes = (soaked.until - soaked.since) / TEN_MINUTES
    at = [(number + 0.5) / WINDOWS * minutes for number in range(WINDOWS)]
    grown = linear_regression(at, held).slope
    said = f"memory: {grown:+.2f} MiB in ten minutes, {held[0]:.1f} MiB when settled and {held[-1]:.1f} MiB at the end"
    return Line(grown < GROWTH, said)


def _flat(soaked: Soaked, name: str, figure: Callable[[Sample], int]) -> Line:
    windows = _windows(soaked, [(one.at, figure(one)) for one in soaked.samples])
    first, last = _thirds([min(window) for window in windows])
    return Line(last - first <= SPREAD, f"{name}: {first:g} when settled, {last:g} at the end")


def _commands(soaked: Soaked) -> Line:
    windows = _windows(soaked, soaked.commands)
    first, last = _thirds([_slowest(window) for window in windows])
    usual, machine = (
        _drift([median(one) for one in _windows(soaked, what)]) for what in (soaked.commands, soaked.yardstick)
    )
    drift = last / first - 1
    said = (
        f"commands: p99 {first:.0f} ms when settled, {last:.0f} ms at the end ({drift:+.0%}); p50 {usual:+.0%},"
        f" the machine itself {machine:+.0%}"
    )
    if drift >= DRIFT and machine > CALM:
        return Line(False, f"{said}: disturbed, and not judged")
    return Line(drift < DRIFT, said)


def _drift(figures: Sequence[float]) -> float:
    first, last = _thirds(figures)
    return last / first - 1


def _thirds(figures: Sequence[float]) -> tuple[float, float]:
    """Returns the figures of the first third of the windows and of the last."""
    return median(figures[:THIRD]), median(figures[-THIRD:])


def _slowest(window: Sequence[float]) -> float:
    """Returns the 99th percentile."""
    return quantiles(window, n=100, method="inclusive")[98]


def _windows(soaked: Soaked, figures: Sequence[tuple[float, float]]) -> list[list[float]]:
    """Returns the figures of each window, in the order of time."""
    found: list[list[float]] = [[] for _ in range(WINDOWS)]
    for at, figure in figures:
        number = int((at - soaked.since) / (soaked.until - soaked.since) * WINDOWS)
        if at >= soaked.since and number < WINDOWS:
            found[number].append(figure)
    if min(map(len, found)) < 2:
        raise ValueError("there is a window in which hardly anything was measured")
    return found
