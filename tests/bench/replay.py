"""Replay: a match rebuilt from its stored bytes (P3, and the cost of rebuilding per event: P6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from chronik.domain.engine.match.fold import fold_batches
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.match.match import Match
from chronik.domain.games import game
from tests.bench.matches import NAMES, several, titled
from tests.bench.measure import YARDSTICK, compared, duration, rate, repeated
from tests.bench.table import Row, against, alone, at_least, at_most

MATCHES = 6
TIMES = {"katharina": (100, 12), "cities_knights": (7, 2), "catan_cards": (7, 2)}
"""How often each match is read in a window, for each game, ours and the peer's."""
EVENTS = {"katharina": 10, "cities_knights": 6, "catan_cards": 6}
"""P3 for each game: how many times as fast as the peer's our events are replayed."""
PER_EVENT = {"katharina": 1.5, "cities_knights": 2.5, "catan_cards": 2.5}
"""P6 for each game, in microseconds."""


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P3, and those of P6 about rebuilding."""
    for name in NAMES:
        said, (times, peers_times) = partial(titled, name), TIMES[name]
        read_again = repeated(rebuild(name), times)
        if "P3" in goals:
            found, target = compared(rate(read_again), rate(repeated(peer(name), peers_times))), at_least(EVENTS[name])
            yield against("P3", said("replay from stored bytes"), "eventsourcing, in memory", "events/s", found, target)
        if "P6" in goals:
            found, target = compared(duration(read_again), YARDSTICK), at_most(PER_EVENT[name], "µs")
            yield alone("P6", said("rebuild, per event"), "µs", found.ours, target, found.anchor)


def rebuild(name: str) -> Callable[[], int]:
    """Returns a function that decodes and folds our matches, and returns the number of events."""
    rules, read = game(name), codec(game(name))
    logs = [(match.match, match.stored) for match in several(name, MATCHES)]

    def all_of_them() -> int:
        return sum(
            fold_batches(rules, Match(id=match), [read.batch(one) for one in stored]).version for match, stored in logs
        )

    return all_of_them


class Toy(Aggregate):
    """A match of the peer: as many events as ours, each of which only counts."""

    @event("Began")
    def __init__(self, name: str) -> None:
        self.name = name
        self.points = [0, 0, 0, 0]

    @event("Scored")
    def score(self, seat: int, points: int) -> None:
        self.points[seat] += points


def peer(name: str) -> Callable[[], int]:
    """Returns a function in which the peer's repository rebuilds its aggregates."""
    application = Application[UUID]()
    toys: list[tuple[UUID, int]] = []
    for match in several(name, MATCHES):
        toy, events = Toy(name=match.match), match.steps[-1].match.version
        for number in range(events - 1):
            toy.score(seat=number % 4, points=1)
        application.save(toy)
        toys.append((toy.id, events))

    def all_of_them() -> int:
        for identity, _ in toys:
            application.repository.get(identity)
        return sum(events for _, events in toys)

    return all_of_them
