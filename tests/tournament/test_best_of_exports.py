"""What is taken away of tables with several games: tables as CSV, outline, report, sheets, explanations."""

from __future__ import annotations

import csv
from io import StringIO

import msgspec
import pytest

from domain.tournament.record.commands import ReportResult
from domain.tournament.record.plan import Method, Stage
from projections.tournament.outline import outlined
from projections.tournament.report import LINE_END, Heading, report, reportable
from projections.tournament.tables import pairings_csv, results_csv
from service.routes.tournament.standings import standings_of
from service.tournaments.sheets.page import Print, final_sheet, round_sheet
from service.tournaments.sheets.words import Language
from tests.golden.events import best_of
from tests.support.tournament.held import Held, plan
from tests.tournament.test_exports_sheets import seen

ADA, BEN = "1" * 32, "2" * 32
PRINT = Print("Cup", "f" * 64, "http://x", Language.EN, {ADA: "Ada", BEN: "Ben"})


@pytest.fixture(scope="module")
def held() -> Held:
    return best_of()


@pytest.fixture
def elsewhere() -> Held:
    """Two at best of three, one game of which is reported and confirmed."""
    held = Held(plan(Stage(Method.SWISS, 2, rounds=1, best_of=3), elsewhere=True)).people(ADA, BEN)
    held.start()
    told(held, 1, 9, 4)
    return held


def told(held: Held, game: int, *points: int) -> None:
    """Both say how a game ended, by its seats."""
    places = (1, 2) if points[0] > points[1] else (2, 1)
    for player in (ADA, BEN):
        held.do(ReportResult(1, 1, points, places, game), by=player)


def test_every_table_of_the_results_has_its_games(held: Held) -> None:
    rows = list(csv.DictReader(StringIO(results_csv(held.tournament, {}), newline=""), strict=True))
    for one in held.tournament.rounds:
        for table in one.tables:
            seats = [row for row in rows if (row["round"], row["table"]) == (str(one.number), str(table.number))]
            assert [int(row["games"]) for row in seats] == list(table.won)
            assert {row["match"] for row in seats} == {" ".join(game.match for game in table.games)}
    assert pairings_csv(held.tournament, {}, str).count(held.tournament.rounds[0].tables[0].games[2].match) == 2
    assert "games" not in results_csv(Held(plan()).bots(2).play().tournament, {}).splitlines()[0]


def test_the_outline_names_each_game(held: Held) -> None:
    outline = outlined(held.tournament, "Cup", "f" * 64, {}, lambda _moment: None)  # type: ignore[arg-type, return-value]
    match = outline.stages[0].groups[0].rounds[0].matches[0]
    table = held.tournament.rounds[0].tables[0]
    assert match.won == table.won
    assert [(game.match, tuple(seat.entrant for seat in game.seats)) for game in match.games] == [
        (game.match, game.entrants) for game in table.games
    ]
    single = outlined(Held(plan()).bots(2).play().tournament, "", "", {}, lambda _moment: None)  # type: ignore[arg-type, return-value]
    told = msgspec.to_builtins(single.stages[0].groups[0].rounds[0].matches[0])
    assert set(told) == {"table", "match", "seats", "kind", "entry"}


def test_the_report_has_one_result_a_table_and_its_games_as_a_comment(elsewhere: Held) -> None:
    assert reportable(elsewhere.tournament)
    told(elsewhere, 2, 9, 4)
    told(elsewhere, 3, 9, 4)
    white, black = elsewhere.tournament.rounds[0].tables[0].entrants
    text = report(elsewhere.tournament, elsewhere.log, Heading("Cup"), {}, lambda _: "2026/01/01")
    lines = text.split(LINE_END)
    assert "best of 3 games" in next(line for line in lines if line.startswith("092"))
    assert f"### Round 1, games {white} - {black}: 2:1" in lines
    codes = {int(line[4:8]): line[98] for line in lines if line.startswith("001")}
    assert codes == {white: "1", black: "0"}


def test_a_sheet_has_room_for_each_game_and_every_result_leads_to_its_match(elsewhere: Held, held: Held) -> None:
    empty = round_sheet(elsewhere.tournament, elsewhere.tournament.rounds[0], PRINT)
    assert all(f"Game {number}" in seen(empty).words for number in (1, 2, 3))
    assert empty.count('class="blank number"') == 2 * (2 + 2)
    page = seen(final_sheet(held.tournament, PRINT))
    games = {game.match for one in held.tournament.rounds for table in one.tables for game in table.games}
    assert {link.removeprefix("/replay/") for link in page.links if link.startswith("/replay/")} == games
    assert "2:0\u00a0(1.)" in page.words
    assert "0:2\u00a0(2.)" in page.words


def test_an_explanation_names_the_games_behind_a_number(held: Held) -> None:
    line = standings_of(held.tournament, 0, {}, explain=True).groups[0].lines[0]
    for term in line.score.terms:
        table = held.tournament.rounds[term.round - 1].tables[term.table - 1]
        assert term.won == table.won
        assert term.matches == tuple(game.match for game in table.games)
