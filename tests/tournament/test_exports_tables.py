"""Logs, outlines and CSV tables of tournaments, read back by independent readers."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from fractions import Fraction
from io import StringIO

import msgspec
import pytest

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record.commands import Register, RuleTable, Withdraw
from chronik.domain.tournament.record.digest import digest
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.domain.tournament.rules.tally import final_table, stage_standings
from chronik.projections.tournament.log import LogHeading, log_lines
from chronik.projections.tournament.names import format_decimal
from chronik.projections.tournament.outline import TournamentOutline, build_outline
from chronik.projections.tournament.spreadsheet import to_spreadsheet
from chronik.projections.tournament.tables import pairings_csv, results_csv, standings_csv
from tests.support.cases import for_each
from tests.support.tournament.local_tournament import ID, LocalTournament, plan

ADA, BEN, CLEO = "1" * 32, "2" * 32, "3" * 32
NAMES = {ADA: '=cmd|"/C calc"!A1', BEN: "Ben, the second", CLEO: "Cléo\u200d", "c1": "@home"}


@pytest.fixture(scope="module")
def cup() -> LocalTournament:
    """Three players at tables elsewhere, two rounds of a Swiss."""
    cup = LocalTournament(
        plan(Stage(Method.SWISS, 2, rounds=2), elsewhere=True, scoring="rivals-marathon")
    ).register_players(ADA, BEN)
    cup.do(Register(player=CLEO, club="c1"), by=CLEO)
    for _ in range(2):
        number = cup.start()
        cup.do(RuleTable(number, 1, (10, 7), (1, 2), Cause.OTHER))
    cup.do(Withdraw(3))
    return cup


def write_pairings(tournament: Tournament, names: Mapping[str, str]) -> str:
    return pairings_csv(tournament, names, str)


def parse_csv(text: str) -> list[dict[str, str]]:
    """Returns a CSV table as a spreadsheet reads it."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    return list(csv.DictReader(StringIO(text, newline=""), strict=True))


@for_each(
    ("amount", "written"),
    [("0", "0"), ("7/2", "3.5"), ("-1/4", "-0.25"), ("1/3", "0.333333"), ("2/3", "0.666667"), ("1200", "1200"),
     ("-1/10000000", "0"), ("1/64", "0.015625"), ("123456789012345678901", "123456789012345678901")],
)  # fmt: skip
def test_fractions_are_written_as_decimal_numbers(amount: str, written: str) -> None:
    assert format_decimal(Fraction(amount)) == written


def test_the_exported_log_is_complete(cup: LocalTournament) -> None:
    heading = LogHeading("chronik-tournament/1", ID, "Spring Cup", "katharina", len(cup.log), digest(ID, cup.log))
    first, *others = log_lines(heading, cup.log).splitlines()
    assert json.loads(first)["format"] == "chronik-tournament/1"
    assert tuple(map(msgspec.json.Decoder(Entry).decode, others)) == tuple(cup.log)
    assert fold(Tournament(ID), map(msgspec.json.Decoder(Entry).decode, others)) == cup.tournament


def test_every_entry_changes_the_digest(cup: LocalTournament) -> None:
    whole = digest(ID, cup.log)
    assert whole == digest(ID, tuple(cup.log))
    fewer = {digest(ID, [*cup.log[:at], *cup.log[at + 1 :]]) for at in range(len(cup.log))}
    assert len(fewer) == len(cup.log)
    assert whole not in fewer
    assert digest("f" * 32, cup.log) != whole


def test_the_standings_table_matches_the_standings(cup: LocalTournament) -> None:
    rows = parse_csv(standings_csv(cup.tournament, NAMES))
    lines = stage_standings(cup.tournament, 0)
    assert [(int(row["place"]), int(row["entrant"]), Fraction(row["score"])) for row in rows] == [
        (line.place, line.entrant, line.score.amount) for line in lines
    ]
    for row, line in zip(rows, lines, strict=True):
        assert all(row[value.code] == format_decimal(value.amount) for value in line.ties)
    assert [int(row["final_place"]) for row in rows] == [line.place for line in final_table(cup.tournament)]
    assert {row["presence"] for row in rows} == {"registered", "withdrawn"}


def test_a_spreadsheet_does_not_execute_a_name_as_a_formula(cup: LocalTournament) -> None:
    for written in (standings_csv, write_pairings, results_csv):
        named = {row["name"] for row in parse_csv(written(cup.tournament, NAMES))}
        assert named == {'\'=cmd|"/C calc"!A1', "Ben, the second", "Cléo\u200d"}
    assert {row["club"] for row in parse_csv(standings_csv(cup.tournament, NAMES))} == {"", "'@home"}
    for start in "=+-@\t":
        assert f"'{start}x" in pairings_csv(cup.tournament, {ADA: f"{start}x"}, str)


def test_the_results_table_has_a_line_per_seat(cup: LocalTournament) -> None:
    rows = parse_csv(results_csv(cup.tournament, NAMES))
    assert len(rows) == 2 * 3
    for number in (1, 2):
        first, second, bye = [row for row in rows if row["round"] == str(number)]
        seated = cup.tournament.rounds[number - 1].tables[0]
        assert [int(first["entrant"]), int(second["entrant"])] == list(seated.entrants)
        assert (first["seat"], first["points"], first["place"], first["score"]) == ("0", "10", "1", "15")
        assert (second["seat"], second["points"], second["place"], second["score"]) == ("1", "7", "2", "7")
        assert seated.result is not None
        assert (first["kind"], first["entry"]) == ("ruled", str(seated.result.entry))
        assert (bye["kind"], bye["table"], bye["seat"], bye["points"]) == ("bye", "", "", "")


def test_the_pairings_table_has_a_line_per_seat_and_bye(cup: LocalTournament) -> None:
    rows = parse_csv(pairings_csv(cup.tournament, NAMES, str))
    assert [(row["round"], row["table"], row["seat"]) for row in rows[:3]] == [
        ("1", "1", "0"),
        ("1", "1", "1"),
        ("1", "", ""),
    ]
    assert {row["match"] for row in rows} == {"", "bye"}
    played = LocalTournament(plan()).register_bots(2).play_rounds()
    assert {row["match"] for row in parse_csv(pairings_csv(played.tournament, {}, str))} == {
        played.tournament.rounds[0].tables[0].match
    }


def test_the_outline_has_stages_groups_rounds_and_matches() -> None:
    first = Stage(Method.ROUND_ROBIN, 2, groups=2)
    cup = LocalTournament(plan(first, Stage(Method.ELIMINATION, 2, cut=2))).register_bots(6).play_rounds(4)
    outline = build_outline(cup.tournament, "Spring Cup", digest(ID, cup.log), {}, str)
    assert msgspec.json.decode(msgspec.json.encode(outline), type=TournamentOutline) == outline
    assert [(stage.method, len(stage.groups)) for stage in outline.stages] == [
        (Method.ROUND_ROBIN, 2),
        (Method.ELIMINATION, 1),
    ]
    for stage in outline.stages:
        for group in stage.groups:
            assert sorted(line.entrant for line in group.standings) == sorted(group.entrants)
            for one in group.rounds:
                seated = [seat.entrant for match in one.matches for seat in match.seats]
                assert set(seated) | set(one.byes) <= set(group.entrants)
    finals = outline.stages[1].groups[0].rounds[0].matches[0]
    winner = next(seat.entrant for seat in finals.seats if seat.place == 1)
    assert (outline.final[0].entrant, outline.final[0].place) == (winner, 1)
    assert outline.entrants[0].name == "Bot 1 (random)"


def test_exports_are_empty_before_the_tournament_begins() -> None:
    cup = LocalTournament(plan()).register_bots(2)
    for written in (standings_csv, write_pairings, results_csv):
        assert parse_csv(written(cup.tournament, {})) == []
    assert build_outline(cup.tournament, "Spring Cup", "", {}, str).stages == ()


def test_a_spreadsheet_file_uses_the_separators_of_its_language(cup: LocalTournament) -> None:
    plain = standings_csv(cup.tournament, {**NAMES, BEN: "1.5; or more", CLEO: "1.5"})
    assert to_spreadsheet(plain, decimal_comma=False) == "\ufeff" + plain
    german = to_spreadsheet(plain, decimal_comma=True)
    assert german.startswith("\ufeffstage;group;place;")
    wanted, found = parse_csv(plain), list(csv.DictReader(StringIO(german[1:], newline=""), delimiter=";", strict=True))
    assert [row["name"] for row in found] == [row["name"] for row in wanted]
    assert {row["name"] for row in found} >= {"1.5; or more", "1.5"}
    amounts = [column for column in wanted[0] if column not in ("name", "club")]
    assert [[row[one].replace(",", ".") for one in amounts] for row in found] == [
        [row[one] for one in amounts] for row in wanted
    ]
    assert not any("." in row[one] for row in found for one in amounts)
