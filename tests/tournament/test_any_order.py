"""Random commands in any order: the tournament never breaks, and its promises hold."""

from __future__ import annotations

import os
from random import Random

import pytest
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected, places_of
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.methods.contenders import Keep
from chronik.domain.tournament.methods.pods.draw import COMPANY
from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record.commands import (
    Appoint,
    BringBack,
    Cancel,
    CheckIn,
    CloseRegistration,
    ConfirmResult,
    Disqualify,
    Finish,
    Forbid,
    ImportResult,
    MarkAbsent,
    OpenRegistration,
    PairRound,
    Penalise,
    Register,
    RegisterMany,
    RenameGuest,
    ReportResult,
    RuleTable,
    SealDeck,
    SetClub,
    StartRound,
    StrikeGames,
    TournamentCommand,
    Withdraw,
)
from chronik.domain.tournament.record.events import ResultArrived, Role, RoundPaired
from chronik.domain.tournament.record.plan import Decks, Method, Plan, Stage
from chronik.domain.tournament.record.refusals import REFUSALS
from chronik.domain.tournament.record.state import LaterChange, Presence, Progress, Tournament, fold
from chronik.domain.tournament.record.table import Table
from chronik.domain.tournament.rules import planning
from chronik.domain.tournament.rules.pairing import PairingInputs, draw_round
from chronik.domain.tournament.rules.redrawing import must_pair_again
from chronik.domain.tournament.rules.rounds import follow_up
from chronik.domain.tournament.rules.tally import final_table, stage_standings
from tests.tournament.record import CHRONIK, ID, ORGANISER, REFEREE, Record

EVENTS = 2000 if os.environ.get("CHRONIK_LONG") else 20
STEPS = 50

SWISS = Stage(Method.SWISS, 2, 3)
PODS = Stage(Method.SWISS, 4, 2)
KNOCKOUT = Stage(Method.ELIMINATION, 2)
STAGES = (
    (SWISS,),
    (PODS,),
    (replace(PODS, table=3, groups=2), Stage(Method.ELIMINATION, 3, cut=6)),
    (replace(SWISS, rounds=2, groups=2), replace(KNOCKOUT, cut=4)),
    (replace(PODS, together=True), Stage(Method.ELIMINATION, 4, cut=8, advance=2)),
    (Stage(Method.ROUND_ROBIN, 2, groups=3), replace(SWISS, rounds=1)),
    (Stage(Method.ROUND_ROBIN, 4), replace(KNOCKOUT, cut=30)),
    (KNOCKOUT, PODS),
    (Stage(Method.ELIMINATION, 4),),
    (replace(SWISS, best_of=3), replace(KNOCKOUT, best_of=5)),
    (Stage(Method.ROUND_ROBIN, 2, best_of=3),),
)
SIZES = ((2, 3, 4), (2, 3, 4), (3, 4), (4,), (2,), (1, 2, 3, 4, 5))
SCORING = ("match-points", "place-4-3-2-1", "mayfair-share", "colonist-championship")
PEOPLE = (*(ORGANISER,) * 9, REFEREE, "outsider", "player-1", "player-2")


class RandomTournament:
    """A tournament that gets random commands."""

    def __init__(self, random: Random, rules: int) -> None:
        self.random = random
        self.sizes = random.choice(SIZES)
        fitting = [stage for stage in random.choice(STAGES) if stage.table in self.sizes] or [replace(PODS, rounds=3)]
        fitting = [fitting[0] if len(self.sizes) > 1 else replace(fitting[0], table=self.sizes[0]), *fitting[1:]]
        plan = Plan(
            "katharina",
            (replace(fitting[0], cut=0), *fitting[1:]),
            random.choice(SCORING),
            decks=random.choice(tuple(Decks)),
            check_in=random.random() < 0.2,
            elsewhere=random.random() < 0.3,
            capacity=random.choice((0, 0, 9)),
        )
        planning.check_plan(plan, self.sizes)
        self.record = Record(plan, sizes=self.sizes, rules=rules)
        self.codes: set[str] = set()
        self.submit(ORGANISER, Appoint(REFEREE, Role.REFEREE))
        for number in range(1, random.randint(1, 13)):
            self.submit(ORGANISER, Register(player=f"player-{number}"))

    @property
    def tournament(self) -> Tournament:
        return self.record.tournament

    def submit(self, by: str, command: TournamentCommand) -> None:
        """Submits a command: records its events, or checks the code of its refusal."""
        try:
            self.record.submit(by, command)
        except Rejected as refusal:
            self.codes.add(refusal.code)

    def step(self) -> None:
        step = self.random.choices(
            (
                self.advance,
                self.tournament_command,
                self.registration_command,
                self.entrant_command,
                self.round_command,
                self.table_command,
            ),
            (6, 1, 1, 4, 2, 5),
        )
        step[0]()
        version = self.tournament.version
        if version % 5 == 0:
            self.submit(ORGANISER, SetClub(1 + version % 9, ("", "north", "south")[version % 3]))

    def advance(self) -> None:
        """Does what an organiser does to reach the end."""
        last = self.tournament.rounds[-1] if self.tournament.rounds else None
        if last is None or last.progress is not Progress.STARTED:
            waits = last is not None and last.progress is Progress.PAIRED
            number = len(self.tournament.rounds) + (not waits)
            if not waits or self.random.random() < 0.5:
                self.submit(ORGANISER, PairRound(number, again=waits))
            if waits or self.random.random() < 0.5:
                self.submit(ORGANISER, StartRound(number))
            return
        for table in last.tables:
            if table.result is None:
                points = self.points(table)
                if table.match and not self.has_arrived(table):
                    self.record.import_result(table.match, *points)
                else:
                    places = places_of(points)
                    self.submit(REFEREE, RuleTable(last.number, table.number, points, places, Cause.OTHER))

    def tournament_command(self) -> None:
        by = self.pick_player()
        match self.random.choice(("staff", "finish", "cancel", *("registration",) * 9)):
            case "staff":
                role = self.random.choice(tuple(Role))
                self.submit(by, Appoint(self.random.choice(("player-3", ORGANISER)), role))
                self.submit(by, Appoint(ORGANISER, Role.ORGANISER))
            case "finish":
                self.submit(by, Finish())
            case "cancel" if self.random.random() < 0.2:
                self.submit(by, Cancel())
            case _:
                self.submit(by, self.random.choice((OpenRegistration(), CloseRegistration())))

    def registration_command(self) -> None:
        by = self.pick_player()
        guest = Register(player=f"guest-{self.tournament.version}", guest=True)
        late = Register(player=f"late-{self.random.randint(1, 3)}", club="north")
        several = RegisterMany((Register(player="several"), guest, late))
        self.submit(by, self.random.choice((Register(player=by), Register(bot="greedy"), guest, late, several)))

    def entrant_command(self) -> None:
        by, who, other = self.pick_player(), self.pick_entrant(), self.pick_entrant()
        cause = self.random.choice(tuple(Cause))
        self.random.choice(
            (
                lambda: self.submit(by, CheckIn(who)),
                lambda: self.submit(by, Withdraw(who)),
                lambda: self.submit(by, BringBack(who)),
                lambda: self.submit(by, MarkAbsent(who)),
                lambda: self.submit(by, Disqualify(who, cause)),
                lambda: self.submit(by, Penalise(who, self.random.randint(-100, 300), cause)),
                lambda: self.submit(by, RenameGuest(who)),
                lambda: self.submit(by, Forbid((who, other))),
                lambda: self.submit(by, StrikeGames(who, self.random.random() < 0.7)),
                lambda: self.submit(by, SealDeck(who, "c0")),
            )
        )()

    def round_command(self) -> None:
        by, number = self.pick_player(), len(self.tournament.rounds) + self.random.choice((0, 0, 1, 1, 2))
        if self.random.random() < 0.2:
            self.submit(by, StartRound(number))
            return
        tables = [tuple(self.pick_entrant() for _ in range(self.random.randint(1, 5))) for _ in range(2)]
        fixed = tuple(tables[: self.random.choice((0, 1, 1, 2))])
        keep = self.random.choice((Keep.SIZES, Keep.SIZES, Keep.COMPANY))
        self.submit(by, PairRound(number, again=self.random.random() < 0.5, fixed=fixed, keep=keep))

    def table_command(self) -> None:
        by, number = self.pick_player(), self.random.randint(0, len(self.tournament.rounds))
        found = self.tournament.round(number)
        seat = self.random.randint(0, len(found.tables) if found else 1)
        table = found.tables[seat - 1] if found and seat else Table(1, (1, 2))
        points = self.points(table)
        places = places_of(points)
        seated = [known.player for known in map(self.tournament.entrant, table.entrants) if known]
        game = self.random.choice((0, *range(table.best_of + 1)))
        match self.random.randint(0, 3):
            case 0:
                self.submit(by, RuleTable(number, seat, points, places, Cause.ERROR, game))
            case 1:
                self.submit(self.random.choice((by, *seated)), ReportResult(number, seat, points, places, game))
            case 2:
                for one in (by, *seated):
                    self.submit(one, ConfirmResult(number, seat, game))
            case _ if table.match and not self.has_arrived(table):
                ended = points if self.random.random() < 0.7 else ()
                arrived = ImportResult(table.match, 9, "00" * 32, "finished", ended, places[: len(ended)])
                self.submit(self.random.choice((CHRONIK, CHRONIK, by)), arrived)
            case _:
                pass

    def pick_player(self) -> str:
        return self.random.choice(PEOPLE)

    def pick_entrant(self) -> int:
        """Returns the number of an entrant, or now and then the number after the last."""
        known = len(self.tournament.entrants)
        return self.random.randint(1, known) if known and self.random.random() < 0.9 else known + 1

    def points(self, table: Table) -> tuple[int, ...]:
        return tuple(self.random.randint(0, 5) for _ in table.entrants)

    def has_arrived(self, table: Table) -> bool:
        return any(isinstance(one.e, ResultArrived) and one.e.match == table.match for one in self.record.log)

    def check_invariants(self) -> None:
        """Checks what is true of a tournament after any command."""
        tournament = self.tournament
        assert follow_up(tournament) == ()
        for one in tournament.rounds:
            there = [*one.byes, *(entrant for table in one.tables for entrant in table.entrants)]
            assert len(there) == len(set(there)), "somebody is twice in a round"
            assert [table.number for table in one.tables] == list(range(1, len(one.tables) + 1))
            assert all(len(table.entrants) in self.sizes for table in one.tables)
            assert one.done or one.progress is not Progress.CLOSED, "a closed round without a result"
            assert {entrant for group in tournament.stages[one.stage] for entrant in group}.issuperset(there)
            if tournament.rules >= 2 and one.progress is Progress.PAIRED and not one.newer:
                looked_at = replace(one, newer=(LaterChange(one.entry, "nothing"),))
                assert not must_pair_again(tournament, looked_at), "the same draw is another one"
        out = {one.number for one in tournament.entrants if one.presence is Presence.DISQUALIFIED}
        for stage, groups in enumerate(tournament.stages):
            for group, members in enumerate(groups):
                lines = [line.entrant for line in stage_standings(tournament, stage, group)]
                assert sorted(lines) == sorted(set(members) - out - tournament.entrants_struck_in(stage))
        if tournament.stages:
            lines = [line.entrant for line in final_table(tournament)]
            nowhere = out | tournament.entrants_struck_in(0)
            assert sorted(lines) == sorted({one for group in tournament.stages[0] for one in group} - nowhere)

    def check_proof(self) -> None:
        """Checks that the log verifies, each round can be drawn again, and no absent entrant was paired."""
        assert prove(ID, self.record.log).tournament == self.tournament
        before = Tournament(ID)
        for recorded in self.record.log:
            event = recorded.e
            if isinstance(event, RoundPaired):
                there = [*event.byes, *(entrant for table in event.tables for entrant in table.entrants)]
                assert all(before.entrants[entrant - 1].active for entrant in there)
                keep = Keep.COMPANY if event.algorithm == COMPANY else event.keep
                pairing = PairingInputs(
                    event.round, event.attempt, bytes.fromhex(event.seed), self.sizes, event.fixed, keep
                )
                assert draw_round(before, pairing) == event
            before = fold(before, (recorded,))
        assert before == self.tournament


@pytest.mark.parametrize("tenth", range(10))
def test_the_record_stays_valid_whatever_commands_arrive_in_whatever_order(tenth: int) -> None:
    started, refused = 0, set[str]()
    for number in range(tenth, EVENTS, 10):
        event = RandomTournament(Random(number), rules=1 + number % 2)
        for _ in range(STEPS):
            event.step()
            event.check_invariants()
        event.check_proof()
        started += len(event.tournament.rounds)
        refused |= event.codes
    assert refused <= set(REFUSALS)
    assert started > EVENTS // 20
