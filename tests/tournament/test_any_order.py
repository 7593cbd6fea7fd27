"""Everything that people can do to a tournament, in any order: nothing breaks, promises hold (issue 5)."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from domain.engine.events import Cause
from domain.engine.game import Rejected
from domain.tournament import entrants, planning, results, rounds, staff
from domain.tournament.pairing import Pairing, paired
from domain.tournament.plan import Decks, Method, Plan, Stage
from domain.tournament.proof import prove
from domain.tournament.refusals import REFUSALS
from domain.tournament.rounds import consequences
from domain.tournament.rows import ResultArrived, Role, RoundPaired, Row
from domain.tournament.tally import final_table, stage_standings
from domain.tournament.tournament import Presence, Progress, Tournament, fold
from tests.tournament.record import ID, ORGANISER, REFEREE, SECRET, Record

LONG = bool(os.environ.get("CHRONIK_LONG"))
OUTSIDER = "outsider"

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
)
SIZES = ((2, 3, 4), (3, 4), (4,), (2,), (1, 2, 3, 4, 5))
NUMBERS = st.integers(0, 12)
FEW = st.sampled_from((1, 1, 1, 2, 2, 3, 0, 9))
PEOPLE = st.sampled_from((*(ORGANISER,) * 9, REFEREE, OUTSIDER, "player-1", "player-2"))
CAUSES = st.sampled_from(Cause)
TABLES = st.lists(st.lists(NUMBERS, min_size=1, max_size=5).map(tuple), min_size=1, max_size=3).map(tuple)

seen: set[str] = set()
"""The codes of all refusals so far."""


class AnyOrder(RuleBasedStateMachine):
    """A tournament to which anybody does anything."""

    @initialize(
        stages=st.sampled_from(STAGES),
        sizes=st.sampled_from(SIZES),
        scoring=st.sampled_from(("match-points", "place-4-3-2-1", "mayfair-share", "colonist-championship")),
        decks=st.sampled_from(Decks),
        check_in=st.booleans(),
        elsewhere=st.booleans(),
        capacity=st.sampled_from((0, 0, 9)),
        count=st.integers(0, 12),
    )
    def create(self, stages: tuple[Stage, ...], sizes: tuple[int, ...], count: int, **more: Any) -> None:
        fitting = [stage for stage in stages if stage.table in sizes] or [replace(SWISS, table=max(sizes[:3]))]
        fitting[0] = replace(fitting[0], cut=0)
        plan = Plan("katharina", tuple(fitting), **more)
        planning.judge(plan, sizes)
        self.sizes = sizes
        self.record = Record(plan)
        self.missing: list[str] = []
        self.wish(staff.appoint, ORGANISER, REFEREE, Role.REFEREE)
        for number in range(1, count + 1):
            self.wish(entrants.register, ORGANISER, player=f"player-{number}")

    @property
    def tournament(self) -> Tournament:
        return self.record.tournament

    def wish(self, judge: Callable[..., tuple[Row, ...]], *wanted: Any, **more: Any) -> None:
        """What somebody wants: its rows are recorded, or it is refused with a code that has a sentence."""
        try:
            self.record.when(judge, *wanted, **more)
        except Rejected as refusal:
            code = refusal.code
        else:
            return
        assert code in REFUSALS
        seen.add(code)

    @rule(by=PEOPLE, opens=st.booleans())
    def registration(self, by: str, opens: bool) -> None:
        self.wish(entrants.open_registration if opens else entrants.close_registration, by)

    @rule(by=PEOPLE, who=st.sampled_from(("own", "player-1", "late-1", "late-2", "bot", "guest")))
    def register(self, by: str, who: str) -> None:
        match who:
            case "own":
                self.wish(entrants.register, by, player=by)
            case "bot":
                self.wish(entrants.register, by, bot="greedy")
            case "guest":
                self.wish(entrants.register, by, player=f"guest-{self.tournament.version}", guest=True)
            case _:
                self.wish(entrants.register, by, player=who, club="north")

    @rule(
        by=PEOPLE,
        number=NUMBERS,
        judge=st.sampled_from(
            (entrants.check_in, entrants.withdraw, entrants.bring_back, entrants.bring_back, entrants.mark_absent)
        ),
    )
    def presence(self, by: str, number: int, judge: Callable[..., tuple[Row, ...]]) -> None:
        self.wish(judge, by, self.somebody(number))

    @rule(by=PEOPLE, number=NUMBERS, cause=CAUSES)
    def disqualify(self, by: str, number: int, cause: Cause) -> None:
        self.wish(entrants.disqualify, by, self.somebody(number), cause)

    @rule(by=PEOPLE, number=NUMBERS, hundredths=st.integers(-100, 300), cause=CAUSES)
    def penalise(self, by: str, number: int, hundredths: int, cause: Cause) -> None:
        self.wish(entrants.penalise, by, self.somebody(number), hundredths, cause)

    @rule(by=PEOPLE, one=NUMBERS, other=NUMBERS)
    def forbid(self, by: str, one: int, other: int) -> None:
        self.wish(entrants.forbid, by, self.somebody(one), self.somebody(other))

    @rule(by=PEOPLE, number=NUMBERS)
    def seal(self, by: str, number: int) -> None:
        self.wish(entrants.seal_deck, by, self.somebody(number), "c0")

    @rule(by=PEOPLE, player=PEOPLE, role=st.sampled_from(Role))
    def appoint(self, by: str, player: str, role: Role) -> None:
        if player != ORGANISER or role is Role.ORGANISER:
            self.wish(staff.appoint, by, player, role)

    @rule(by=PEOPLE, number=FEW, again=st.booleans(), fixed=st.just(()) | TABLES)
    def pair(self, by: str, number: int, again: bool, fixed: tuple[tuple[int, ...], ...]) -> None:
        self.wish(rounds.pair, by, number, SECRET, self.sizes, fixed, again=again)

    @rule(by=PEOPLE, number=FEW)
    def start(self, by: str, number: int) -> None:
        self.wish(rounds.start, by, number)

    @rule()
    def pair_again_and_start(self) -> None:
        """What an organiser does who wants to go on."""
        last = self.tournament.rounds[-1] if self.tournament.rounds else None
        waits = last is not None and last.progress is Progress.PAIRED
        number = len(self.tournament.rounds) + (not waits)
        self.wish(rounds.pair, ORGANISER, number, SECRET, self.sizes, again=waits)
        self.wish(rounds.start, ORGANISER, number)

    @rule(points=st.lists(st.integers(0, 13), min_size=5, max_size=5))
    def play(self, points: list[int]) -> None:
        """All tables that wait for it get their results, each with a draw of lots of its own."""
        for one in self.tournament.rounds:
            for table in one.tables:
                if one.progress is Progress.STARTED and table.result is None:
                    own = tuple(points[(seat + table.number) % 5] for seat in range(len(table.entrants)))
                    if table.match:
                        self.record.won(table.match, *own)
                    else:
                        self.wish(
                            results.rule, REFEREE, one.number, table.number, own, results.places_of(own), Cause.OTHER
                        )

    @rule(at=FEW, seat=FEW, ended=st.booleans())
    def arrive(self, at: int, seat: int, ended: bool) -> None:
        table = self.table(at, seat)
        if table is None or not table.match or table.match in self.arrived():
            return
        size = len(table.entrants)
        points = tuple(range(size)) if ended else ()
        arrived = ResultArrived(table.match, 9, "00" * 32, "finished", points, results.places_of(points))
        self.wish(results.arrive, arrived, False)

    @rule(by=PEOPLE, at=FEW, seat=FEW, points=st.lists(st.integers(-1, 20), min_size=1, max_size=5).map(tuple))
    def rule_table(self, by: str, at: int, seat: int, points: tuple[int, ...]) -> None:
        table = self.table(at, seat)
        fitting = points[: len(table.entrants)] if table else points
        self.wish(results.rule, by, at, seat, fitting, results.places_of(fitting), Cause.ERROR)

    @rule(at=FEW, seat=FEW, points=st.permutations(range(5)), which=st.integers(0, 3))
    def report(self, at: int, seat: int, points: list[int], which: int) -> None:
        table = self.table(at, seat)
        if table is None:
            return
        own = tuple(points[: len(table.entrants)])
        by = self.tournament.entrants[table.entrants[which % len(table.entrants)] - 1].player
        self.wish(results.report, by, at, seat, own, results.places_of(own))

    @rule(by=PEOPLE, at=FEW, seat=FEW)
    def confirm(self, by: str, at: int, seat: int) -> None:
        self.wish(results.confirm, by, at, seat)
        table = self.table(at, seat)
        for entrant in table.entrants if table else ():
            self.wish(results.confirm, self.tournament.entrants[entrant - 1].player, at, seat)

    @rule(by=PEOPLE, cancels=st.sampled_from((False,) * 5 + (True,)), sure=st.integers(0, 3))
    def end(self, by: str, cancels: bool, sure: int) -> None:
        if sure:
            return
        self.wish(rounds.cancel if cancels else rounds.finish, by, SECRET, *(() if cancels else ({},)))

    def somebody(self, number: int) -> int:
        """An entrant, or the number after the last one."""
        return 1 + number % (len(self.tournament.entrants) + 1)

    def table(self, at: int, seat: int) -> Any:
        found = self.tournament.round(at)
        return found.tables[seat - 1] if found and 0 < seat <= len(found.tables) else None

    def arrived(self) -> set[str]:
        return {one.row.match for one in self.record.rows if isinstance(one.row, ResultArrived)}

    @invariant()
    def nothing_more_follows(self) -> None:
        assert consequences(self.tournament) == ()

    @invariant()
    def rounds_are_sound(self) -> None:
        for one in self.tournament.rounds:
            there = [*one.byes, *(entrant for table in one.tables for entrant in table.entrants)]
            assert len(there) == len(set(there)), "somebody is twice in a round"
            assert [table.number for table in one.tables] == list(range(1, len(one.tables) + 1))
            assert all(len(table.entrants) in self.sizes for table in one.tables)
            assert one.done or one.progress is not Progress.CLOSED, "a closed round without a result"
            members = {entrant for group in self.tournament.stages[one.stage] for entrant in group}
            assert members.issuperset(there)

    @invariant()
    def whoever_was_paired_was_there(self) -> None:
        last = self.record.rows[-1]
        if isinstance(last.row, RoundPaired):
            before = fold(Tournament(ID), self.record.rows[:-1])
            there = [*last.row.byes, *(entrant for table in last.row.tables for entrant in table.entrants)]
            assert all(before.entrants[entrant - 1].active for entrant in there)
            pairing = Pairing(
                last.row.round, last.row.attempt, bytes.fromhex(last.row.seed), self.sizes, last.row.fixed
            )
            assert paired(before, pairing) == last.row

    @invariant()
    def everybody_stands_somewhere(self) -> None:
        tournament = self.tournament
        out = {one.number for one in tournament.entrants if one.presence is Presence.DISQUALIFIED}
        for stage, groups in enumerate(tournament.stages):
            for group, members in enumerate(groups):
                lines = [line.entrant for line in stage_standings(tournament, stage, group)]
                assert sorted(lines) == sorted(set(members) - out)
        if tournament.stages:
            lines = [line.entrant for line in final_table(tournament)]
            members = [entrant for group in tournament.stages[0] for entrant in group]
            assert sorted(lines) == sorted(set(members) - out)

    def teardown(self) -> None:
        """The whole record proves itself, and every beginning of it folds to what it was."""
        if not hasattr(self, "record"):
            return
        assert prove(ID, self.record.rows, self.sizes).tournament == self.tournament
        for end in range(0, len(self.record.rows), 7):
            assert fold(fold(Tournament(ID), self.record.rows[:end]), self.record.rows[end:]) == self.tournament


AnyOrder.TestCase.settings = settings(
    max_examples=400 if LONG else 25,
    stateful_step_count=60 if LONG else 40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestAnyOrder = AnyOrder.TestCase
