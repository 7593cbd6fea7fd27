"""A tournament in a test: what was recorded, what somebody wants, and what it brings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from domain.engine.game import Rejected, places_of
from domain.tournament.record import seeds
from domain.tournament.record.events import Created, Recorded, ResultArrived, Row
from domain.tournament.record.plan import Method, Plan, Stage
from domain.tournament.record.state import Round, Tournament, fold
from domain.tournament.rules import entrants, results, rounds
from domain.tournament.rules.rounds import consequences

ID = "ab" * 16
ORGANISER, REFEREE, ANA, BEN, CHI = ("organiser", "referee", "ana", "ben", "chi")
SECRET = seeds.Secret(bytes(range(32)), bytes(range(32, 64)))
SIZES = (2, 3, 4)
SWISS = Plan("katharina", (Stage(Method.SWISS, 2, 3),), "match-points")
PODS = Plan("katharina", (Stage(Method.SWISS, 4, 3), Stage(Method.ELIMINATION, 4, cut=4)), "place-4-3-2-1")


@dataclass
class Record:
    """The rows so far, and the tournament after them."""

    plan: Plan = SWISS
    one_winner: bool = False
    rows: list[Recorded] = field(default_factory=list)
    tournament: Tournament = field(default_factory=lambda: Tournament(ID))

    def __post_init__(self) -> None:
        self.add((Created(self.plan, seeds.commitments(ID, SECRET), self.one_winner),))

    def add(self, rows: tuple[Row, ...], by: str = ORGANISER) -> tuple[Row, ...]:
        """Records rows, and what follows from them by itself."""
        added = tuple(Recorded(self.tournament.version + i, 0, row, by) for i, row in enumerate(rows, 1))
        self.rows += added
        self.tournament = fold(self.tournament, added)
        following = consequences(self.tournament)
        return (*rows, *(self.add(following) if following else ()))

    def when(self, judge: Callable[..., tuple[Row, ...]], *wanted: Any, **more: Any) -> tuple[Row, ...]:
        """What somebody's wish brings; it is recorded."""
        return self.add(judge(self.tournament, *wanted, **more), *(one for one in wanted[:1] if isinstance(one, str)))

    def refused(self, judge: Callable[..., tuple[Row, ...]], *wanted: Any, **more: Any) -> Rejected:
        """How somebody's wish is refused; nothing is recorded."""
        with pytest.raises(Rejected) as refusal:
            judge(self.tournament, *wanted, **more)
        return refusal.value

    def entered(self, count: int) -> Record:
        """With so many players more, entered by the organiser."""
        for number in range(len(self.tournament.entrants) + 1, len(self.tournament.entrants) + count + 1):
            self.when(entrants.register, ORGANISER, player=f"player-{number}")
        return self

    def paired(self, **more: Any) -> Round:
        """The next round, paired."""
        self.when(rounds.pair, ORGANISER, len(self.tournament.rounds) + 1, SECRET.draws, SIZES, **more)
        return self.tournament.rounds[-1]

    def started(self) -> Round:
        """The next round, paired and started."""
        number = self.paired().number
        self.when(rounds.start, ORGANISER, number)
        return self.tournament.rounds[-1]

    def won(self, match: str, *points: int) -> tuple[Row, ...]:
        """A match with its points by seat, as its log tells."""
        arrived = ResultArrived(match, 10, "00" * 32, "finished", points, places_of(points))
        return self.when(results.arrive, arrived, False)

    def played(self) -> Round:
        """The next round with all its results: the entrant with the smaller number is always better."""
        for table in self.started().tables:
            self.won(table.match, *(100 - entrant for entrant in table.entrants))
        return self.tournament.rounds[-1]
