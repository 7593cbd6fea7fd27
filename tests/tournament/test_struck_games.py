"""Struck games: an entrant leaves a round robin early, and its games do not count (FIDE C.05, withdrawals)."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO

from msgspec.structs import replace

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.counting.results import Kind, Standing
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.counting.tiebreak import CODES
from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record.commands import (
    BringBack,
    Disqualify,
    Register,
    ReportResult,
    RuleTable,
    StartRound,
    StrikeGames,
    Withdraw,
)
from chronik.domain.tournament.record.events import GamesStruck
from chronik.domain.tournament.record.plan import Method, Plan, Stage
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.domain.tournament.rules.tally import final_table, stage_standings
from chronik.projections.tournament.outline import build_outline
from chronik.projections.tournament.tables import results_csv
from chronik.service.matches.clock_summary import format_moment
from chronik.service.tournaments.ratings import contests
from tests.support.cases import for_each
from tests.support.tournament.local_tournament import LocalTournament, plan
from tests.tournament.record import ANA, ID, ORGANISER, PODS, REFEREE, SWISS, Record
from tests.tournament.test_bundle import verify_lines
from tests.tournament.test_same_standings import read_bundle, read_csv, read_json, read_outline, read_sheet

SCHEDULE = replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2),))
GROUPS = replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2, groups=2), Stage(Method.ELIMINATION, 2, cut=2)))


def record_with_withdrawal(rounds: int = 2, planned: Plan = SCHEDULE, count: int = 6) -> Record:
    """Plays some rounds of a round robin, after which entrant 3 leaves."""
    record = Record(planned, rules=2).register(count)
    for _ in range(rounds):
        record.play_round()
    record.submit("player-3", Withdraw(3))
    return record


def scores_of(record: Record, stage: int = 0, group: int = 0) -> dict[int, Fraction]:
    return {line.entrant: line.score.amount for line in stage_standings(record.tournament, stage, group)}


def test_struck_games_do_not_count_and_the_entrant_has_no_place() -> None:
    record = record_with_withdrawal()
    before = scores_of(record)
    met = [
        (table.entrants, table.result.places)
        for one in record.tournament.rounds
        for table in one.tables
        if 3 in table.entrants and table.result is not None
    ]
    lost = {one for entrants, places in met for one, place in zip(entrants, places, strict=True) if place == 1} - {3}
    assert record.submit(ORGANISER, StrikeGames(3)) == (GamesStruck(3, 0, 2, 5),)
    after = scores_of(record)
    assert 3 not in after
    assert after == {one: score - (one in lost) for one, score in before.items() if one != 3}
    assert 3 not in [line.entrant for line in final_table(record.tournament)]
    prove(ID, record.log)


def test_only_the_organiser_can_strike_games_and_only_once() -> None:
    record = record_with_withdrawal()
    assert record.refusal_of(ANA, StrikeGames(3)).code == "not-organiser"
    assert record.refusal_of(REFEREE, StrikeGames(3)).code == "not-organiser"
    record.submit(ORGANISER, StrikeGames(3))
    assert record.submit(ORGANISER, StrikeGames(3)) == ()


def test_struck_games_count_again_when_the_strike_is_reverted_or_the_entrant_returns() -> None:
    record = record_with_withdrawal()
    before = scores_of(record)
    record.submit(ORGANISER, StrikeGames(3))
    assert record.submit(ORGANISER, StrikeGames(3, struck=False)) == (GamesStruck(3, 0, 2, 5, struck=False),)
    assert scores_of(record) == before
    record.submit(ORGANISER, StrikeGames(3))
    record.submit(ORGANISER, BringBack(3))
    assert scores_of(record) == before
    assert record.submit(ORGANISER, StrikeGames(3, struck=False)) == ()
    prove(ID, record.log)


def test_games_can_be_struck_only_if_an_entrant_left_a_round_robin_early() -> None:
    record = Record(SCHEDULE, rules=2).register(6)
    assert record.refusal_of(ORGANISER, StrikeGames(3)).code == "no-round-robin"
    record.play_round()
    assert record.refusal_of(ORGANISER, StrikeGames(3)).code == "still-plays"
    assert record.refusal_of(ORGANISER, StrikeGames(9)).code == "no-such-entrant"
    assert record_with_withdrawal(5).refusal_of(ORGANISER, StrikeGames(3)).code == "played-all"
    assert record_with_withdrawal(1, SWISS).refusal_of(ORGANISER, StrikeGames(3)).code == "no-round-robin"
    threes = replace(PODS, stages=(Stage(Method.ROUND_ROBIN, 3),))
    assert record_with_withdrawal(1, threes).refusal_of(ORGANISER, StrikeGames(3)).code == "strike-at-two"
    old = Record(SCHEDULE, rules=1).register(6)
    old.play_round()
    old.submit("player-3", Withdraw(3))
    assert old.refusal_of(ORGANISER, StrikeGames(3)).code == "older-rules"


def test_struck_games_change_who_advances_until_the_next_stage_starts() -> None:
    record = Record(GROUPS, rules=2).register(8)
    for _ in range(2):
        record.play_round()
    group = next(at for at, members in enumerate(record.tournament.stages[0]) if 1 in members)
    record.submit(ORGANISER, Disqualify(1, Cause.CONDUCT))
    record.play_round()
    record.pair()
    before = scores_of(record, 0, group)
    record.submit(ORGANISER, StrikeGames(1))
    assert scores_of(record, 0, group).keys() == before.keys()
    record.submit(ORGANISER, StartRound(4))
    assert record.refusal_of(ORGANISER, StrikeGames(1, struck=False)).code == "no-round-robin"
    prove(ID, record.log)


@for_each("preset", presets())
def test_the_other_entrants_rank_as_if_the_struck_one_had_rested(preset: str) -> None:
    """The comparison is a round robin in which this entrant had a bye in every round."""
    codes = tuple(sorted(CODES))
    planned = replace(SCHEDULE, scoring=preset, tie_breaks=codes)
    record = record_with_withdrawal(3, planned)
    record.submit(ORGANISER, StrikeGames(3))
    for _ in range(2):
        record.play_round()
    lines = stage_standings(record.tournament, 0, explain=True)
    rested = stage_standings(without_entrant(record.tournament, 3), 0)
    assert [values_of(line) for line in lines] == [values_of(line) for line in rested if line.entrant != 3]
    for line in lines:
        assert sum((term.amount for term in line.score.terms), Fraction(0)) == line.score.amount
        assert [term.note for term in line.score.terms].count("struck") in (0, 1)


def values_of(line: Standing) -> tuple[object, ...]:
    return line.place, line.entrant, line.played, line.score.amount, *(tie.amount for tie in line.ties)


def without_entrant(tournament: Tournament, entrant: int) -> Tournament:
    """Returns the tournament as if an entrant had never played: its opponents had byes instead."""
    rounds = []
    for one in tournament.rounds:
        met = [table for table in one.tables if entrant in table.entrants]
        byes = (*one.byes, *(other for table in met for other in table.entrants if other != entrant))
        tables = tuple(table for table in one.tables if table not in met)
        rounds.append(replace(one, tables=tables, byes=byes))
    return replace(tournament, rounds=tuple(rounds))


def play_with_struck_games() -> LocalTournament:
    """Plays a tournament of guests, one of whom leaves after two rounds and has its games struck."""
    cup = LocalTournament(plan(*SCHEDULE.stages, elsewhere=True), rules=2)
    for number in range(1, 7):
        cup.do(Register(player=f"{number:032x}", guest=True))
    for number in range(1, 6):
        cup.start()
        for table in cup.tournament.rounds[-1].tables:
            points = tuple(20 - one for one in table.entrants)
            places = (1, 2) if points[0] > points[1] else (2, 1)
            cup.do(ReportResult(number, table.number, points, places))
        if number == 2:
            cup.do(Withdraw(3))
            cup.do(StrikeGames(3))
    return cup


def test_all_exports_count_struck_games_alike_and_the_bundle_names_them() -> None:
    cup = play_with_struck_games()
    said = read_json(cup.tournament)
    assert [line.entrant for group in said.groups for line in group] == [1, 2, 4, 5, 6]
    assert read_outline(cup.tournament) == read_bundle(cup.tournament) == read_sheet(cup.tournament) == said
    assert read_csv(cup.tournament).groups == said.groups
    found = verify_lines(cup.finish().bundle())
    assert found.ok, found
    entry = cup.tournament.struck[0].entry
    assert (
        f"Stage 1: the games of entrant 3 do not count, because the organiser struck them (entry {entry})."
        in found.notes
    )


def test_struck_games_keep_their_results_in_the_log() -> None:
    tournament = play_with_struck_games().tournament
    rows = list(csv.DictReader(StringIO(results_csv(tournament, {}), newline="")))
    gone = [row for row in rows if row["kind"] == "struck"]
    assert len(gone) == 4
    assert {row["score"] for row in gone} == {"0"}
    assert all(row["points"] and row["place"] for row in gone)
    sums = {line.entrant: line.score.amount for line in stage_standings(tournament, 0)}
    for entrant, total in sums.items():
        assert sum(Fraction(row["score"]) for row in rows if int(row["entrant"]) == entrant) == total
    whole = build_outline(tournament, "Spring Cup", "", {}, format_moment)
    (group,) = whole.stages[0].groups
    kinds = [one.kind for round_ in group.rounds for one in round_.matches]
    assert kinds.count(Kind.STRUCK) == 2
    assert group.struck == (3,)


def test_struck_games_are_still_rated() -> None:
    """They were played; FIDE rates them too."""
    cup = play_with_struck_games()
    times = {one.n: one.at for one in cup.log}
    rated = [one for one in contests(cup.tournament, times) if f"{3:032x}" in one.players]
    assert len(rated) == 2


def test_standings_as_of_an_earlier_version_count_games_that_were_struck_later() -> None:
    cup = play_with_struck_games()
    entry = cup.tournament.struck[0].entry
    then = fold(Tournament(cup.tournament.id), cup.log[: entry - 1])
    assert 3 in [line.entrant for line in stage_standings(then, 0)]


def test_a_game_still_running_when_struck_does_not_count() -> None:
    record = Record(SCHEDULE, rules=2).register(6)
    record.play_round()
    table = record.start().table_of(3)
    assert table is not None
    (other,) = set(table.entrants) - {3}
    record.submit("player-3", Withdraw(3))
    record.submit(ORGANISER, StrikeGames(3))
    before = scores_of(record)[other]
    record.submit(ORGANISER, RuleTable(2, table.number, (0, 0), tuple(1 + (one == 3) for one in table.entrants)))
    assert scores_of(record)[other] == before
