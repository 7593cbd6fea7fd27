"""A tournament for each pairing method, with invented results: ties, rulings, byes, and withdrawals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType

from msgspec.structs import replace

from chronik.domain.engine.game import Rejected, places_of
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record.commands import Penalise, Register, ReportResult, RuleTable, Withdraw
from chronik.domain.tournament.record.events import Created
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.domain.tournament.record.table import Table
from tests.support.tournament.local_tournament import ID, ORGANISER, LocalTournament, plan

SWISS, ROUND_ROBIN, ELIMINATION = Method.SWISS, Method.ROUND_ROBIN, Method.ELIMINATION

METHODS: Mapping[str, tuple[int, tuple[Stage, ...]]] = MappingProxyType(
    {
        "swiss": (9, (Stage(SWISS, 2, rounds=4),)),
        "swiss, then a bracket": (7, (Stage(SWISS, 2, rounds=3), Stage(ELIMINATION, 2, cut=4))),
        "pods": (10, (Stage(SWISS, 4, rounds=3),)),
        "pods in groups": (12, (Stage(SWISS, 3, rounds=2, groups=2), Stage(ELIMINATION, 3, cut=6, advance=2))),
        "pods drawn together": (9, (Stage(SWISS, 3, rounds=3, together=True),)),
        "pods, then a final": (11, (Stage(SWISS, 4, rounds=2), Stage(ELIMINATION, 4, cut=4))),
        "round robin": (5, (Stage(ROUND_ROBIN, 2),)),
        "round robin of threes": (7, (Stage(ROUND_ROBIN, 3),)),
        "groups, then finals": (10, (Stage(ROUND_ROBIN, 2, groups=2), Stage(ELIMINATION, 2, cut=4))),
        "groups, then a Swiss": (10, (Stage(ROUND_ROBIN, 2, groups=2), Stage(SWISS, 2, rounds=2, cut=6))),
        "bracket": (11, (Stage(ELIMINATION, 2),)),
        "elimination of fours": (13, (Stage(ELIMINATION, 4, advance=2),)),
    }
)
"""The number of entrants and the stages, by method."""


@cache
def record_method(method: str, seed: int = 0) -> tuple[Entry, ...]:
    """Returns all entries of a tournament."""
    rng = Random(f"{method}/{seed}")
    count, stages = METHODS[method]
    cup = LocalTournament(plan(*stages, elsewhere=True))
    for number in range(count):
        cup.do(Register(player=f"{number + 1:032x}", guest=True))
    while True:
        try:
            number = cup.start()
        except Rejected as over:
            assert over.code == "no-more-rounds"  # noqa: PT017
            break
        for table in cup.tournament.rounds[number - 1].tables:
            _decide_table(cup, number, table, rng)
        if number == 1:
            cup.do(Withdraw(rng.choice(cup.tournament.rounds[0].tables[0].entrants)))
            cup.do(Penalise(rng.choice(cup.tournament.rounds[0].tables[-1].entrants), 50, Cause.CONDUCT))
    cup.finish()
    return tuple(cup.log)


def fold_with_scoring(record: Sequence[Entry], scoring: str = "match-points") -> Tournament:
    """Returns the tournament after some entries, with another scoring preset."""
    first = record[0].e
    assert isinstance(first, Created)
    created = replace(record[0], e=replace(first, plan=replace(first.plan, scoring=scoring)))
    return fold(Tournament(ID), (created, *record[1:]))


def _decide_table(cup: LocalTournament, number: int, table: Table, rng: Random) -> None:
    """Decides a table with few points, so that ties are frequent; 15 % of the tables have a no-show."""
    if rng.random() < 0.15:
        places = tuple(1 + (seat > 0) for seat in range(len(table.entrants)))
        cup.do(RuleTable(number, table.number, (0,) * len(places), places, Cause.NO_SHOW))
        return
    points = tuple(rng.randrange(3, 8) for _ in table.entrants)
    cup.do(ReportResult(number, table.number, points, places_of(points)), by=ORGANISER)
