"""Records, outlines and tables of tournaments as text, read back by others' readers."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from fractions import Fraction
from io import StringIO

import msgspec
import pytest

from domain.engine.match.events import Cause
from domain.tournament.record.commands import Register, RuleTable, Withdraw
from domain.tournament.record.digest import digest
from domain.tournament.record.log import Entry
from domain.tournament.record.plan import Method, Stage
from domain.tournament.record.state import Tournament, fold
from domain.tournament.rules.tally import final_table, stage_standings
from projections.tournament.log import LogHeading, log_lines
from projections.tournament.names import decimal
from projections.tournament.outline import TournamentOutline, outlined
from projections.tournament.spreadsheet import spreadsheet
from projections.tournament.tables import pairings_csv, results_csv, standings_csv
from tests.support.tournament.held import ID, Held, plan

ADA, BEN, CLEO = "1" * 32, "2" * 32, "3" * 32
NAMES = {ADA: '=cmd|"/C calc"!A1', BEN: "Ben, the second", CLEO: "Cléo\u200d", "c1": "@home"}


@pytest.fixture(scope="module")
def held() -> Held:
    """Three people at tables elsewhere, two rounds of a Swiss."""
    held = Held(plan(Stage(Method.SWISS, 2, rounds=2), elsewhere=True, scoring="rivals-marathon")).people(ADA, BEN)
    held.do(Register(player=CLEO, club="c1"), by=CLEO)
    for _ in range(2):
        number = held.start()
        held.do(RuleTable(number, 1, (10, 7), (1, 2), Cause.OTHER))
    held.do(Withdraw(3))
    return held


def pairings(tournament: Tournament, names: Mapping[str, str]) -> str:
    return pairings_csv(tournament, names, str)


def table(text: str) -> list[dict[str, str]]:
    """What a spreadsheet makes of it."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    return list(csv.DictReader(StringIO(text, newline=""), strict=True))


@pytest.mark.parametrize(
    ("amount", "written"),
    [("0", "0"), ("7/2", "3.5"), ("-1/4", "-0.25"), ("1/3", "0.333333"), ("2/3", "0.666667"), ("1200", "1200"),
     ("-1/10000000", "0"), ("1/64", "0.015625"), ("123456789012345678901", "123456789012345678901")],
)  # fmt: skip
def test_amounts_are_written_in_digits(amount: str, written: str) -> None:
    assert decimal(Fraction(amount)) == written


def test_the_record_is_complete(held: Held) -> None:
    heading = LogHeading("chronik-tournament/1", ID, "Spring Cup", "katharina", len(held.log), digest(ID, held.log))
    first, *others = log_lines(heading, held.log).splitlines()
    assert json.loads(first)["format"] == "chronik-tournament/1"
    assert tuple(map(msgspec.json.Decoder(Entry).decode, others)) == tuple(held.log)
    assert fold(Tournament(ID), map(msgspec.json.Decoder(Entry).decode, others)) == held.tournament


def test_the_digest_knows_every_row(held: Held) -> None:
    whole = digest(ID, held.log)
    assert whole == digest(ID, tuple(held.log))
    fewer = {digest(ID, [*held.log[:at], *held.log[at + 1 :]]) for at in range(len(held.log))}
    assert len(fewer) == len(held.log)
    assert whole not in fewer
    assert digest("f" * 32, held.log) != whole


def test_the_standings_are_those_of_the_event(held: Held) -> None:
    rows = table(standings_csv(held.tournament, NAMES))
    lines = stage_standings(held.tournament, 0)
    assert [(int(row["place"]), int(row["entrant"]), Fraction(row["score"])) for row in rows] == [
        (line.place, line.entrant, line.score.amount) for line in lines
    ]
    for row, line in zip(rows, lines, strict=True):
        assert all(row[value.code] == decimal(value.amount) for value in line.ties)
    assert [int(row["final_place"]) for row in rows] == [line.place for line in final_table(held.tournament)]
    assert {row["presence"] for row in rows} == {"registered", "withdrawn"}


def test_no_spreadsheet_runs_a_name(held: Held) -> None:
    for written in (standings_csv, pairings, results_csv):
        named = {row["name"] for row in table(written(held.tournament, NAMES))}
        assert named == {'\'=cmd|"/C calc"!A1', "Ben, the second", "Cléo\u200d"}
    assert {row["club"] for row in table(standings_csv(held.tournament, NAMES))} == {"", "'@home"}
    for start in "=+-@\t":
        assert f"'{start}x" in pairings_csv(held.tournament, {ADA: f"{start}x"}, str)


def test_results_have_a_line_per_seat(held: Held) -> None:
    rows = table(results_csv(held.tournament, NAMES))
    assert len(rows) == 2 * 3
    for number in (1, 2):
        first, second, bye = [row for row in rows if row["round"] == str(number)]
        seated = held.tournament.rounds[number - 1].tables[0]
        assert [int(first["entrant"]), int(second["entrant"])] == list(seated.entrants)
        assert (first["seat"], first["points"], first["place"], first["score"]) == ("0", "10", "1", "15")
        assert (second["seat"], second["points"], second["place"], second["score"]) == ("1", "7", "2", "7")
        assert seated.result is not None
        assert (first["kind"], first["entry"]) == ("ruled", str(seated.result.entry))
        assert (bye["kind"], bye["table"], bye["seat"], bye["points"]) == ("bye", "", "", "")


def test_pairings_have_a_line_per_seat_and_bye(held: Held) -> None:
    rows = table(pairings_csv(held.tournament, NAMES, str))
    assert [(row["round"], row["table"], row["seat"]) for row in rows[:3]] == [
        ("1", "1", "0"),
        ("1", "1", "1"),
        ("1", "", ""),
    ]
    assert {row["match"] for row in rows} == {"", "bye"}
    played = Held(plan()).bots(2).play()
    assert {row["match"] for row in table(pairings_csv(played.tournament, {}, str))} == {
        played.tournament.rounds[0].tables[0].match
    }


def test_the_outline_has_stages_groups_rounds_and_matches() -> None:
    first = Stage(Method.ROUND_ROBIN, 2, groups=2)
    held = Held(plan(first, Stage(Method.ELIMINATION, 2, cut=2))).bots(6).play(4)
    outline = outlined(held.tournament, "Spring Cup", digest(ID, held.log), {}, str)
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


def test_nothing_is_exported_of_what_has_not_begun() -> None:
    held = Held(plan()).bots(2)
    for written in (standings_csv, pairings, results_csv):
        assert table(written(held.tournament, {})) == []
    assert outlined(held.tournament, "Spring Cup", "", {}, str).stages == ()


def test_a_spreadsheet_gets_what_its_language_reads(held: Held) -> None:
    plain = standings_csv(held.tournament, {**NAMES, BEN: "1.5; or more", CLEO: "1.5"})
    assert spreadsheet(plain, decimal_comma=False) == "\ufeff" + plain
    german = spreadsheet(plain, decimal_comma=True)
    assert german.startswith("\ufeffstage;group;place;")
    wanted, found = table(plain), list(csv.DictReader(StringIO(german[1:], newline=""), delimiter=";", strict=True))
    assert [row["name"] for row in found] == [row["name"] for row in wanted]
    assert {row["name"] for row in found} >= {"1.5; or more", "1.5"}
    amounts = [column for column in wanted[0] if column not in ("name", "club")]
    assert [[row[one].replace(",", ".") for one in amounts] for row in found] == [
        [row[one] for one in amounts] for row in wanted
    ]
    assert not any("." in row[one] for row in found for one in amounts)
