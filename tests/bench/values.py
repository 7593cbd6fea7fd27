"""Values: the time that the value of a position takes (V1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from chronik.domain.engine.valuing import Knowledge
from chronik.domain.engine.win_chances import win_chances
from chronik.domain.games import game
from tests.bench.matches import NAMES, titled
from tests.bench.measure import YARDSTICK, compared, duration, repeated
from tests.bench.table import Row, alone, at_most
from tests.train.corpus import Table, play
from tests.train.subjects import SUBJECTS

MATCHES, TIMES = 4, 2


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of V1: for each game, with its most seats."""
    if "V1" not in goals:
        return
    for name in NAMES:
        found = compared(duration(repeated(values(name), TIMES)), YARDSTICK)
        yield alone("V1", titled(name, "value of a position"), "µs", found.ours, at_most(100, "µs"), found.anchor)


def values(name: str) -> Callable[[], int]:
    """Returns a function that computes the value of every position of several matches between greedy bots."""
    rules, subject = game(name), SUBJECTS[name]
    table = Table(name, next(iter(subject.settings)), max(rules.seats))
    played = (play(rules, subject, table, [0.0] * table.seats, Random(number)) for number in range(MATCHES))
    states = [state for match in played for state in match if subject.setting(state) is not None]

    def value_all() -> int:
        for state in states:
            assert win_chances(rules, state, Knowledge.PUBLIC) is not None
        return len(states)

    return value_all
