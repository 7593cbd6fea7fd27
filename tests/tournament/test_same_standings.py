"""JSON, CSV, sheets and bundle have the same standings in every tournament, with every method and preset."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from io import StringIO
from typing import Any, NamedTuple

import pytest

from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.proof.bundle import BundledFinal, BundledStandings, counting_lines
from chronik.domain.tournament.record.plan import Method
from chronik.domain.tournament.record.state import Tournament
from chronik.domain.tournament.rules.exact_standings import Counted
from chronik.projections.tournament.names import format_decimal
from chronik.projections.tournament.outline import build_outline
from chronik.projections.tournament.tables import standings_csv
from chronik.service.matches.clock_summary import format_moment
from chronik.service.tournaments.routes.standings import standings_of
from chronik.service.tournaments.sheets.page import Print, final_sheet
from chronik.service.web.languages import Language
from tests.support.cases import for_each
from tests.tournament.methods import METHODS, fold_with_scoring, record_method

PRESETS = tuple(presets())


class Line(NamedTuple):
    """A line of the standings of a group, with its numbers in digits."""

    place: int
    entrant: int
    played: int
    values: tuple[str, ...]


class Reported(NamedTuple):
    """The standings of an export: the lines of each group of each stage, and the final table as place and entrant."""

    groups: list[list[Line]]
    final: list[tuple[int, int]]


def read_json(tournament: Tournament) -> Reported:
    answers = [standings_of(tournament, stage, {}) for stage in range(len(tournament.stages))]
    lines = [
        [
            Line(
                one.place, one.entrant, one.played, tuple(digits(each.amount.exact) for each in (one.score, *one.ties))
            )
            for one in group.lines
        ]
        for answer in answers
        for group in answer.groups
    ]
    assert len({answer.final for answer in answers}) == 1
    return Reported(lines, [(one.place, one.entrant) for one in answers[0].final])


def read_outline(tournament: Tournament) -> Reported:
    whole = build_outline(tournament, "Spring Cup", "", {}, format_moment)
    groups = [list(map(read_counted, group.standings)) for stage in whole.stages for group in stage.groups]
    return Reported(groups, [(one.place, one.entrant) for one in whole.final])


def read_bundle(tournament: Tournament) -> Reported:
    *groups, final = counting_lines(tournament)
    assert isinstance(final, BundledFinal)
    lines = [list(map(read_counted, group.lines)) for group in groups if isinstance(group, BundledStandings)]
    return Reported(lines, [(one.place, one.entrant) for one in final.lines])


def read_csv(tournament: Tournament) -> Reported:
    groups: dict[tuple[str, str], list[Line]] = {}
    final: dict[int, int] = {}
    for row in csv.DictReader(StringIO(standings_csv(tournament, {}), newline=""), strict=True):
        entrant = int(row["entrant"])
        numbers = list(row.values())[8:-1]
        line = Line(int(row["place"]), entrant, int(row["played"]), tuple(filter(None, numbers)))
        groups.setdefault((row["stage"], row["group"]), []).append(line)
        final[entrant] = int(row["final_place"])
    return Reported(list(groups.values()), [(place, entrant) for entrant, place in final.items()])


def read_sheet(tournament: Tournament) -> Reported:
    page = final_sheet(tournament, Print("Spring Cup", "", "http://x", Language.EN, {}))
    first, *rest = re.findall(r"<table>.*?</table>", page, re.DOTALL)
    final = [
        (int(place), int(entrant)) for entrant, place in re.findall(r'<tr id="e(\d+)"><td class="number">(\d+)<', first)
    ]
    return Reported([sheet_lines(table) for table in rest[::2]], final)


def sheet_lines(table: str) -> list[Line]:
    lines: list[Line] = []
    for row in re.findall(r"<tr>(<td.*?)</tr>", table):
        cells = re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row)
        place, number, _, played, *values = (re.sub(r"<[^>]*>", "", cell) for cell in cells)
        lines.append(Line(int(place), int(number), int(played), tuple(values)))
    return lines


def read_counted(line: Counted) -> Line:
    values = (line.score, *line.tie_breaks.values())
    return Line(line.place, line.entrant, line.played, tuple(map(digits, values)))


def digits(exact: str) -> str:
    return format_decimal(Fraction(exact))


@pytest.mark.parametrize("method", METHODS)
def test_all_exports_have_the_same_standings(method: str) -> None:
    """Each method has a third of the presets, and each preset a third of the methods."""
    for preset in [*PRESETS][[*METHODS].index(method) % 3 :: 3]:
        tournament = fold_with_scoring(record_method(method), preset)
        said = read_json(tournament)
        assert read_outline(tournament) == said, preset
        assert read_bundle(tournament) == said, preset
        assert read_sheet(tournament) == said, preset
        table = read_csv(tournament)
        assert (table.groups, sorted(table.final)) == (said.groups, sorted(said.final)), preset


@for_each("method", METHODS)
def test_the_final_table_continues_after_the_standings_of_the_last_stage(method: str) -> None:
    tournament = fold_with_scoring(record_method(method))
    said = read_json(tournament)
    last = [line for group in said.groups[-len(tournament.stages[-1]) :] for line in group]
    assert {entrant for _, entrant in said.final[: len(last)]} == {line.entrant for line in last}
    if len(tournament.stages[-1]) == 1:
        assert said.final[: len(last)] == [(line.place, line.entrant) for line in last]


@for_each("method", [name for name, (_, stages) in METHODS.items() if stages[-1].method is Method.ELIMINATION])
def test_an_elimination_is_ranked_by_its_bracket(method: str) -> None:
    """The winner of the last table is first, whatever the points of earlier rounds; earlier losers rank lower."""
    tournament = fold_with_scoring(record_method(method), "wwcc-2013")
    lines = read_json(tournament).groups[-1]
    reached: dict[int, int] = {}
    for one in tournament.rounds:
        if one.stage == len(tournament.stages) - 1:
            reached |= {entrant: one.number for table in one.tables for entrant in table.entrants}
            reached |= dict.fromkeys(one.byes, one.number)
    rounds = [reached.get(line.entrant, 0) for line in lines]
    assert rounds == sorted(rounds, reverse=True)
    (final,) = tournament.rounds[-1].tables
    assert final.result is not None
    assert dict(zip(final.entrants, final.result.places, strict=True))[lines[0].entrant] == 1
    assert [line.place for line in lines] == list(range(1, len(lines) + 1))


def test_an_entrant_still_playing_ranks_before_one_who_has_just_lost() -> None:
    record = record_method("bracket")
    decided: list[Any] = [one.n for one in record if one.e.__struct_config__.tag == "result-reported"]
    tournament = fold_with_scoring(record[: decided[0]])
    (one,) = tournament.rounds
    table = next(table for table in one.tables if table.result is not None)
    assert table.result is not None
    loser = table.entrants[table.result.places.index(2)]
    (lines,) = read_json(tournament).groups
    assert lines[-1].entrant == loser
