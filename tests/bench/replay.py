"""Replay: a match rebuilt from its stored bytes (P3, and what rebuilding costs per event: P6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from domain.engine.match.fold import fold
from domain.engine.match.log import codec
from domain.engine.match.match import Match
from domain.games import game
from tests.bench.matches import NAMES, several, titled
from tests.bench.measure import ROUNDS, compared, duration, rate, spread
from tests.bench.table import Row, against, alone, at_least, at_most


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """P3, and the rebuild of P6."""
    for name in NAMES:
        if "P3" in goals:
            found, what = compared(rate(rebuild(name)), rate(peer(name))), titled(name, "replay from stored bytes")
            yield against("P3", what, "eventsourcing, in memory", "events/s", found, at_least(20))
        if "P6" in goals:
            measured = duration(rebuild(name))
            times = spread([measured() for _ in range(ROUNDS)])
            yield alone("P6", titled(name, "rebuild, per event"), "µs", times, ROUNDS, at_most(2, "µs"))


def rebuild(name: str) -> Callable[[], int]:
    """One of our matches, decoded and folded."""
    rules, read = game(name), codec(game(name))
    logs = cycle([(match.match, match.stored) for match in several(name, 6)])

    def one() -> int:
        match, stored = next(logs)
        return fold(rules, Match(id=match), read.entries(stored)).version

    return one


class Toy(Aggregate):
    """A peer's match: as many events as ours, each of which only counts."""

    @event("Began")
    def __init__(self, name: str) -> None:
        self.name = name
        self.points = [0, 0, 0, 0]

    @event("Scored")
    def score(self, seat: int, points: int) -> None:
        self.points[seat] += points


def peer(name: str) -> Callable[[], int]:
    """One of the peer's aggregates, rebuilt by its repository."""
    application: Application = Application()
    toys: list[tuple[object, int]] = []
    for match in several(name, 6):
        toy, events = Toy(name=match.match), len(match.stored)
        for number in range(events - 1):
            toy.score(seat=number % 4, points=1)
        application.save(toy)
        toys.append((toy.id, events))
    turns = cycle(toys)

    def one() -> int:
        identity, events = next(turns)
        application.repository.get(identity)
        return events

    return one
