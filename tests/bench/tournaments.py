"""Tournaments: pairing of a large field, and standings of a large one with every tie-break (P13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time

from chronik.domain.engine.chance import Stream
from chronik.domain.engine.game import places_of
from chronik.domain.tournament.counting.results import TableResult
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.counting.standings import compute_standings
from chronik.domain.tournament.counting.tiebreak import CODES
from chronik.domain.tournament.methods import swiss
from chronik.domain.tournament.methods.contenders import Contender
from chronik.domain.tournament.methods.pods import draw as pods
from tests.bench.measure import YARDSTICK, compared
from tests.bench.table import Row, alone, at_most
from tests.tournament.test_pods import random_event

FIELD, HALL, ROUNDS = 256, 1_000, 9


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the seconds for one pairing, and for one table of standings."""
    if "P13" not in goals:
        return
    field = random_event(1, FIELD, 5)
    yield timed(f"pair {FIELD} in pods of four, after five rounds", partial(pods.draw, field, 4, frozenset()), 2)
    duel = tuple(Contender(one.entrant, one.rank, one.score) for one in field)
    yield timed(f"pair {FIELD} for a Swiss round of two", partial(swiss.draw, duel, frozenset()), 2)
    for size, scoring in ((2, "match-points"), (4, "catan-championship-2024")):
        what = f"standings of {HALL:,} at tables of {size}, {ROUNDS} rounds, all {len(CODES)} tie-breaks"
        yield timed(what, counting(size, scoring), 0.2)


def timed(what: str, work: Callable[[Stream], object], target: float) -> Row:
    """Measures the seconds of CPU that one piece of work takes."""

    def once() -> float:
        began = process_time()
        work(Stream(bytes(32), "bench/0"))
        return process_time() - began

    found = compared(once, YARDSTICK)
    return alone("P13", what, "s", found.ours, at_most(target, "s"), found.anchor)


def counting(size: int, scoring: str) -> Callable[[Stream], object]:
    """Returns a function that computes the standings of a large field after some random rounds."""
    random = Random(size)
    sittings: list[TableResult] = []
    for number in range(1, ROUNDS + 1):
        seated = random.sample(range(1, HALL + 1), HALL)
        for at in range(0, HALL, size):
            points = tuple(random.randrange(14) for _ in range(size))
            table = tuple(seated[at : at + size])
            sittings.append(TableResult(number, at // size + 1, table, points, places_of(points)))
    preset, codes = presets()[scoring], tuple(sorted(CODES))
    return lambda _: compute_standings(range(1, HALL + 1), sittings, (), preset, codes)
