"""A tournament in a test: its log, what somebody wants, and what it brings."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from domain.engine.game import Rejected, places_of
from domain.tournament.record import seeds
from domain.tournament.record.commands import (
    CreateTournament,
    ImportResult,
    PairRound,
    Register,
    StartRound,
    TournamentCommand,
)
from domain.tournament.record.events import TournamentEvent
from domain.tournament.record.log import Entry, batch
from domain.tournament.record.plan import Method, Pinned, Plan, Stage
from domain.tournament.record.state import Round, Tournament, fold
from domain.tournament.rules.decide import decide

ID = "ab" * 16
CHRONIK, ORGANISER, REFEREE, ANA, BEN, CHI = ("", "organiser", "referee", "ana", "ben", "chi")
SECRET = seeds.Secret(bytes(range(32)), bytes(range(32, 64)))
SIZES = (2, 3, 4)
SWISS = Plan("katharina", (Stage(Method.SWISS, 2, 3),), "match-points")
PODS = Plan("katharina", (Stage(Method.SWISS, 4, 3), Stage(Method.ELIMINATION, 4, cut=4)), "place-4-3-2-1")


@dataclass
class Record:
    """The log so far, and the tournament after it."""

    plan: Plan = SWISS
    one_winner: bool = False
    sizes: tuple[int, ...] = SIZES
    pinned: Pinned | None = None
    log: list[Entry] = field(default_factory=list)
    tournament: Tournament = field(default_factory=lambda: Tournament(ID))

    def __post_init__(self) -> None:
        command = CreateTournament(self.plan, seeds.commitments(ID, SECRET), self.sizes, self.one_winner, self.pinned)
        self.when(ORGANISER, command)

    def when(self, by: str, command: TournamentCommand) -> tuple[TournamentEvent, ...]:
        """What somebody's command brings; it is recorded."""
        brought = decide(self.tournament, by, command, SECRET)
        added = batch(self.tournament.version, 0, by, command, brought)
        self.log += added
        self.tournament = fold(self.tournament, added)
        return brought

    def refused(self, by: str, command: TournamentCommand) -> Rejected:
        """How somebody's command is refused; nothing is recorded."""
        with pytest.raises(Rejected) as refusal:
            decide(self.tournament, by, command, SECRET)
        return refusal.value

    def entered(self, count: int) -> Record:
        """With so many players more, entered by the organiser."""
        for number in range(len(self.tournament.entrants) + 1, len(self.tournament.entrants) + count + 1):
            self.when(ORGANISER, Register(player=f"player-{number}"))
        return self

    def paired(self, fixed: tuple[tuple[int, ...], ...] = ()) -> Round:
        """The next round, paired."""
        self.when(ORGANISER, PairRound(len(self.tournament.rounds) + 1, fixed=fixed))
        return self.tournament.rounds[-1]

    def started(self) -> Round:
        """The next round, paired and started."""
        number = self.paired().number
        self.when(ORGANISER, StartRound(number))
        return self.tournament.rounds[-1]

    def won(self, match: str, *points: int) -> tuple[TournamentEvent, ...]:
        """A match with its points by seat, as its log tells."""
        return self.when(CHRONIK, ImportResult(match, 10, "00" * 32, "finished", points, places_of(points)))

    def played(self) -> Round:
        """The next round with all its results: the entrant with the smaller number is always better."""
        for table in self.started().tables:
            self.won(table.match, *(100 - entrant for entrant in table.entrants))
        return self.tournament.rounds[-1]
