"""Tournaments: pairing a large field, and counting a large one with every tie-break (P13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from domain.engine.chance import Stream
from domain.engine.game import places_of
from domain.tournament.counting.scoring import presets
from domain.tournament.counting.sittings import Sitting
from domain.tournament.counting.standings import standings
from domain.tournament.counting.tiebreak import CODES
from domain.tournament.methods import swiss
from domain.tournament.methods.contenders import Contender
from domain.tournament.methods.pods import draw
from tests.bench.measure import spread
from tests.bench.table import Row, alone, at_most
from tests.tournament.test_pods import event

FIELD, HALL, ROUNDS = 256, 1_000, 9
TRIES = 5


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """The seconds of one pairing, and of one table of standings."""
    if "P13" not in goals:
        return
    field = event(1, FIELD, 5)
    yield timed(
        f"pair {FIELD} in pods of four, after five rounds", lambda: draw.draw(field, 4, frozenset(), stream()), 5
    )
    duel = tuple(Contender(one.entrant, one.rank, one.score) for one in field)
    yield timed(f"pair {FIELD} for a Swiss round of two", lambda: swiss.draw(duel, frozenset(), stream()), 5)
    for size, scoring in ((2, "match-points"), (4, "catan-championship-2024")):
        yield timed(
            f"standings of {HALL:,} at tables of {size}, {ROUNDS} rounds, all {len(CODES)} tie-breaks",
            counting(size, scoring, tuple(sorted(CODES))),
            0.2,
        )
        yield timed(
            f"standings of {HALL:,} at tables of {size}, {ROUNDS} rounds, {scoring}", counting(size, scoring, ()), 0.2
        )


def timed(what: str, work: Callable[[], object], target: float) -> Row:
    """Seconds on the wall of one piece of work, some times in a row."""
    took: list[float] = []
    for _ in range(TRIES):
        began = perf_counter()
        work()
        took.append(perf_counter() - began)
    return alone("P13", what, "s", spread(took), TRIES, at_most(target, "s"))


def counting(size: int, scoring: str, codes: tuple[str, ...]) -> Callable[[], object]:
    """The standings of a desk full of players after some rounds by chance."""
    random = Random(size)
    sittings: list[Sitting] = []
    for number in range(1, ROUNDS + 1):
        seated = random.sample(range(1, HALL + 1), HALL)
        for at in range(0, HALL, size):
            points = tuple(random.randrange(14) for _ in range(size))
            table = tuple(seated[at : at + size])
            sittings.append(Sitting(number, at // size + 1, table, points, places_of(points)))
    preset = presets()[scoring]
    return lambda: standings(range(1, HALL + 1), sittings, (), preset, codes)


def stream() -> Stream:
    return Stream(bytes(32), "bench/0")
