"""A tournament in a test: submits commands, records their events, and folds them."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from chronik.domain.engine.game import Rejected, places_of
from chronik.domain.tournament.record import seeds
from chronik.domain.tournament.record.commands import (
    CreateTournament,
    ImportResult,
    PairRound,
    Register,
    StartRound,
    TournamentCommand,
)
from chronik.domain.tournament.record.events import TournamentEvent
from chronik.domain.tournament.record.log import Entry, build_batch
from chronik.domain.tournament.record.plan import Method, Pinned, Plan, Stage
from chronik.domain.tournament.record.state import Round, Tournament, fold
from chronik.domain.tournament.rules.decide import decide

ID = "ab" * 16
CHRONIK, ORGANISER, REFEREE, ANA, BEN, CHI = ("", "organiser", "referee", "ana", "ben", "chi")
SECRET = seeds.Secret(bytes(range(32)), bytes(range(32, 64)))
SIZES = (2, 3, 4)
SWISS = Plan("katharina", (Stage(Method.SWISS, 2, 3),), "match-points")
PODS = Plan("katharina", (Stage(Method.SWISS, 4, 3), Stage(Method.ELIMINATION, 4, cut=4)), "place-4-3-2-1")


@dataclass
class Record:
    """A log so far, and the tournament after it."""

    plan: Plan = SWISS
    one_winner: bool = False
    sizes: tuple[int, ...] = SIZES
    pinned: Pinned | None = None
    rules: int = 1
    log: list[Entry] = field(default_factory=list)
    tournament: Tournament = field(default_factory=lambda: Tournament(ID))

    def __post_init__(self) -> None:
        bound = seeds.commitments(ID, SECRET)
        command = CreateTournament(self.plan, bound, self.sizes, self.one_winner, self.pinned, self.rules)
        self.submit(ORGANISER, command)

    def submit(self, by: str, command: TournamentCommand) -> tuple[TournamentEvent, ...]:
        """Records a command with its events, and returns the events."""
        decided = decide(self.tournament, by, command, SECRET)
        added = build_batch(self.tournament.version, 0, by, command, decided)
        self.log += added
        self.tournament = fold(self.tournament, added)
        return decided

    def refusal_of(self, by: str, command: TournamentCommand) -> Rejected:
        """Returns the refusal of a command; nothing is recorded."""
        with pytest.raises(Rejected) as refusal:
            decide(self.tournament, by, command, SECRET)
        return refusal.value

    def register(self, count: int) -> Record:
        """Registers `count` more players in the organiser's name."""
        for number in range(len(self.tournament.entrants) + 1, len(self.tournament.entrants) + count + 1):
            self.submit(ORGANISER, Register(player=f"player-{number}"))
        return self

    def pair(self, fixed: tuple[tuple[int, ...], ...] = ()) -> Round:
        """Pairs the next round."""
        self.submit(ORGANISER, PairRound(len(self.tournament.rounds) + 1, fixed=fixed))
        return self.tournament.rounds[-1]

    def start(self) -> Round:
        """Pairs and starts the next round."""
        number = self.pair().number
        self.submit(ORGANISER, StartRound(number))
        return self.tournament.rounds[-1]

    def import_result(self, match: str, *points: int) -> tuple[TournamentEvent, ...]:
        """Imports the result of a match with these points by seat."""
        return self.submit(CHRONIK, ImportResult(match, 10, "00" * 32, "finished", points, places_of(points)))

    def play_round(self) -> Round:
        """Pairs, starts and plays the next round; the entrant with the smaller number always wins."""
        for table in self.start().tables:
            self.import_result(table.match, *(100 - entrant for entrant in table.entrants))
        return self.tournament.rounds[-1]
