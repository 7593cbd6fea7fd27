"""Exports of tables with several games: CSV, outline, report, sheets, explanations."""

from __future__ import annotations

import csv
from io import StringIO

import msgspec
import pytest

from chronik.domain.tournament.record.commands import ReportResult
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.projections.tournament.outline import build_outline
from chronik.projections.tournament.report import LINE_END, Heading, is_reportable, write_report
from chronik.projections.tournament.tables import pairings_csv, results_csv
from chronik.service.tournaments.routes.standings import standings_of
from chronik.service.tournaments.sheets.page import Print, final_sheet, round_sheet
from chronik.service.web.languages import Language
from tests.golden.events import best_of
from tests.support.tournament.local_tournament import LocalTournament, plan
from tests.tournament.test_exports_sheets import parse_page

ADA, BEN = "1" * 32, "2" * 32
PRINT = Print("Cup", "f" * 64, "http://x", Language.EN, {ADA: "Ada", BEN: "Ben"})


@pytest.fixture(scope="module")
def cup() -> LocalTournament:
    return best_of()


@pytest.fixture
def elsewhere() -> LocalTournament:
    """Two players at best of three; one game is reported and confirmed."""
    cup = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=1, best_of=3), elsewhere=True)).register_players(ADA, BEN)
    cup.start()
    report_and_confirm(cup, 1, 9, 4)
    return cup


def report_and_confirm(cup: LocalTournament, game: int, *points: int) -> None:
    """Reports and confirms the result of a game, by its seats."""
    places = (1, 2) if points[0] > points[1] else (2, 1)
    for player in (ADA, BEN):
        cup.do(ReportResult(1, 1, points, places, game), by=player)


def test_the_results_table_lists_the_games_of_each_table(cup: LocalTournament) -> None:
    rows = list(csv.DictReader(StringIO(results_csv(cup.tournament, {}), newline=""), strict=True))
    for one in cup.tournament.rounds:
        for table in one.tables:
            seats = [row for row in rows if (row["round"], row["table"]) == (str(one.number), str(table.number))]
            assert [int(row["games"]) for row in seats] == list(table.won)
            assert {row["match"] for row in seats} == {" ".join(game.match for game in table.games)}
    assert pairings_csv(cup.tournament, {}, str).count(cup.tournament.rounds[0].tables[0].games[2].match) == 2
    assert (
        "games"
        not in results_csv(LocalTournament(plan()).register_bots(2).play_rounds().tournament, {}).splitlines()[0]
    )


def test_the_outline_names_each_game(cup: LocalTournament) -> None:
    outline = build_outline(cup.tournament, "Cup", "f" * 64, {}, lambda _moment: None)  # type: ignore[arg-type, return-value]
    match = outline.stages[0].groups[0].rounds[0].matches[0]
    table = cup.tournament.rounds[0].tables[0]
    assert match.won == table.won
    assert [(game.match, tuple(seat.entrant for seat in game.seats)) for game in match.games] == [
        (game.match, game.entrants) for game in table.games
    ]
    alone = LocalTournament(plan()).register_bots(2).play_rounds().tournament
    single = build_outline(alone, "", "", {}, str)
    fields = msgspec.to_builtins(single.stages[0].groups[0].rounds[0].matches[0])
    assert set(fields) == {"table", "match", "seats", "kind", "entry"}


def test_the_report_has_one_result_per_table_with_its_games_in_a_comment(elsewhere: LocalTournament) -> None:
    assert is_reportable(elsewhere.tournament)
    report_and_confirm(elsewhere, 2, 9, 4)
    report_and_confirm(elsewhere, 3, 9, 4)
    white, black = elsewhere.tournament.rounds[0].tables[0].entrants
    text = write_report(elsewhere.tournament, elsewhere.log, Heading("Cup"), {}, lambda _: "2026/01/01")
    lines = text.split(LINE_END)
    assert "best of 3 games" in next(line for line in lines if line.startswith("092"))
    assert f"### Round 1, games {white} - {black}: 2:1" in lines
    codes = {int(line[4:8]): line[98] for line in lines if line.startswith("001")}
    assert codes == {white: "1", black: "0"}


def test_a_sheet_has_a_line_for_each_game_and_links_each_result_to_its_match(
    elsewhere: LocalTournament, cup: LocalTournament
) -> None:
    empty = round_sheet(elsewhere.tournament, elsewhere.tournament.rounds[0], PRINT)
    assert all(f"Game {number}" in parse_page(empty).words for number in (1, 2, 3))
    assert empty.count('class="blank number"') == 2 * (2 + 2)
    page = parse_page(final_sheet(cup.tournament, PRINT))
    games = {game.match for one in cup.tournament.rounds for table in one.tables for game in table.games}
    assert {link.removeprefix("/replay/") for link in page.links if link.startswith("/replay/")} == games
    assert "2:0\u00a0(1.)" in page.words
    assert "0:2\u00a0(2.)" in page.words


def test_an_explanation_names_the_games_that_a_number_is_computed_from(cup: LocalTournament) -> None:
    line = standings_of(cup.tournament, 0, {}, explain=True).groups[0].lines[0]
    for term in line.score.terms:
        table = cup.tournament.rounds[term.round - 1].tables[term.table - 1]
        assert term.won == table.won
        assert term.matches == tuple(game.match for game in table.games)
