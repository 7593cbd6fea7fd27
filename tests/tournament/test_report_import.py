"""Import of reports: the standings match the file, and faults have line and column."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.exchange.report_commands import SCORING, check_report, report_commands
from chronik.domain.tournament.exchange.trf import BadReport, Report, parse_report
from chronik.domain.tournament.record.commands import Register, RegisterMany, ReportResult, RuleTable, Withdraw
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.record.refusals import REFUSALS
from chronik.domain.tournament.record.state import Phase, Round, Tournament
from chronik.domain.tournament.rules.tally import stage_standings
from chronik.projections.tournament.report import Heading, write_report
from tests.support.cases import for_each
from tests.support.tournament.local_tournament import LocalTournament, plan

NAMES = {f"{number:032x}": f"Player {number}" for number in range(1, 30)}


def import_report(report: Report, name: str = "f" * 32) -> Tournament:
    cup = LocalTournament(
        plan(Stage(Method.SWISS, 2, rounds=report.rounds), elsewhere=True, scoring=SCORING, prizes=0), name
    )
    entrants = RegisterMany(tuple(Register(player=f"{one.number:032x}", guest=True) for one in report.players))
    for command in report_commands(report, entrants):
        cup.do(command)
    return cup.tournament


def export_report(cup: LocalTournament) -> str:
    names = {one.player: NAMES[f"{one.number:032x}"] for one in cup.tournament.entrants}
    return write_report(cup.tournament, cup.log, Heading("Spring Cup", "Utrecht"), names, lambda _: "2026/03/07")


def standings_of(tournament: Tournament) -> list[tuple[int, int, Fraction, tuple[Fraction, ...]]]:
    lines = stage_standings(tournament, 0)
    return sorted((one.entrant, one.place, one.score.amount, tuple(tie.amount for tie in one.ties)) for one in lines)


def evening(seed: int) -> LocalTournament:
    """Plays some rounds elsewhere, with draws, forfeits, byes, a late entrant and a withdrawal."""
    luck, count = Random(seed), 5 + seed % 4
    cup = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=4), elsewhere=True, scoring=SCORING, prizes=0))
    guests = tuple(Register(player=one, guest=True) for one in NAMES)
    cup.do(RegisterMany(guests[:count]))
    for number in range(1, 5):
        cup.start()
        for table in cup.tournament.rounds[-1].tables:
            places = luck.choice([(1, 2), (2, 1), (1, 1)])
            points = (luck.randint(0, 12), luck.randint(0, 12))
            if places != (1, 1) and luck.random() < 0.2:
                cup.do(RuleTable(number, table.number, points, places, Cause.NO_SHOW))
            else:
                cup.do(ReportResult(number, table.number, points, places))
        if number == 1:
            cup.do(guests[count])
        if number == 2:
            cup.do(Withdraw(1 + seed % count))
    return cup


@for_each("seed", range(6))
def test_an_exported_report_has_the_same_standings_when_imported(seed: int) -> None:
    cup = evening(seed)
    text = export_report(cup)
    again = import_report(parse_report(text))
    assert again.phase is Phase.FINISHED
    assert standings_of(again) == standings_of(cup.tournament)
    for before, after in zip(cup.tournament.rounds, again.rounds, strict=True):
        assert sorted(table.entrants for table in before.tables) == sorted(table.entrants for table in after.tables)
        assert before.byes == after.byes
        assert results_of(before) == results_of(after)


def results_of(one: Round) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return sorted((table.entrants, table.result.points) for table in one.tables if table.result is not None)


def player_line(number: int, name: str, points: str, *games: str) -> str:
    """Returns the line of a player; games are written like `2 w 1`."""
    head = f"001{number:>5}      {name:<33}".ljust(80) + f"{points:>4}" + f"{number:>5}  "
    return head + "  ".join(f"{game.split()[0]:>4} {' '.join(game.split()[1:])}" for game in games)


TWO = ["012 Cup", player_line(1, "Ada", "1.0", "2 w 1"), player_line(2, "Ben", "0.0", "1 b 0")]


def test_points_without_a_game_and_results_of_unrated_games_are_counted() -> None:
    text = "\n".join(
        [
            "012 Cup",
            player_line(3, "Ada", "2.5", "7 w W", "0000 - H", "0000 - F"),
            player_line(7, "Ben", "1.0", "3 b L", "9 w D", "9 b ="),
            player_line(9, "Cleo", "2.0", "0000 - U", "7 b D", "7 w ="),
            player_line(12, "Dora", "0.0"),
        ]
    )
    found = standings_of(import_report(parse_report(text)))
    assert {number: score for number, _, score, _ in found} == {1: Fraction(5, 2), 2: 1, 3: 2, 4: 0}


@for_each(
    ("lines", "fault"),
    [
        ([], (1, 1, "trf-empty")),
        ([player_line(1, "Ada", "0.0")], (1, 1, "trf-empty")),
        ([*TWO, "013 Team"], (4, 1, "trf-teams")),
        ([TWO[0], TWO[1].replace("001    1", "001    x"), TWO[2]], (2, 5, "trf-number")),
        ([TWO[0], TWO[1], player_line(1, "Ben", "1.0", "2 w 1"), TWO[2]], (3, 5, "trf-number-twice")),
        ([TWO[0], TWO[1].replace("Ada", "   "), TWO[2]], (2, 15, "trf-name")),
        ([TWO[0], TWO[1].replace("1.0", "one"), TWO[2]], (2, 81, "trf-points")),
        ([TWO[0], TWO[1].replace("1.0", "3.0"), TWO[2]], (2, 81, "trf-points-differ")),
        ([TWO[0], TWO[1].replace("2 w 1", "5 w 1"), TWO[2]], (2, 92, "trf-opponent")),
        ([TWO[0], TWO[1].replace("2 w 1", "x w 1"), TWO[2]], (2, 92, "trf-opponent")),
        ([TWO[0], TWO[1].replace("2 w 1", "2 x 1"), TWO[2]], (2, 97, "trf-colour")),
        ([TWO[0], TWO[1].replace("2 w 1", "2 b 1"), TWO[2]], (2, 97, "trf-disagrees")),
        ([TWO[0], TWO[1].replace("2 w 1", "2 w ?"), TWO[2]], (2, 99, "trf-result")),
        ([TWO[0], TWO[1].replace("2 w 1", "2 w  "), TWO[2]], (2, 99, "trf-unfinished")),
        ([TWO[0], TWO[1], player_line(2, "Ben", "1.0", "1 b 1")], (2, 99, "trf-disagrees")),
        ([TWO[0], *(f"{one}  0000 - Z" for one in TWO[1:])], (2, 102, "trf-round")),
    ],
)
def test_faults_have_line_column_and_code(lines: list[str], fault: tuple[int, int, str]) -> None:
    with pytest.raises(BadReport) as caught:
        parse_report("\r\n".join(lines))
    assert fault in [(one.line, one.column, one.code) for one in caught.value.faults]
    assert {one.code for one in caught.value.faults} <= set(REFUSALS)


def test_a_report_is_refused_if_the_game_does_not_support_two_seats() -> None:
    report = parse_report(
        "\n".join(["012 Cup", player_line(1, "Ada", "0.5", "2 w ="), player_line(2, "Ben", "0.5", "1 b =")])
    )
    with pytest.raises(Rejected, match="trf-two-seats"):
        check_report(report, (3, 4), one_winner=False)
    with pytest.raises(BadReport) as caught:
        check_report(report, (2,), one_winner=True)
    assert [(one.line, one.column) for one in caught.value.faults] == [(2, 99), (3, 99)]
    assert {one.code for one in caught.value.faults} == {"one-winner"}


CODES = "10=+-WDLHFUZ "
LINES = [*TWO, "001", "013 x", "### Round 1, points 1 - 2: 9:8", "XXR 9", *export_report(evening(1)).split("\r\n")]
GAME = st.builds("{} {} {}".format, st.integers(0, 4), st.sampled_from("wb-"), st.sampled_from(CODES))
GAMES = st.lists(GAME, max_size=3)
PLAYERS = st.builds(lambda number, games: player_line(number, "Ada", "", *games), st.integers(0, 4), GAMES)


@settings(deadline=None)
@given(st.lists(st.one_of(st.sampled_from(LINES), PLAYERS, st.text(max_size=110)), max_size=8))
def test_any_text_is_imported_or_refused(lines: list[str]) -> None:
    import_or_refuse("\n".join(lines))


def import_or_refuse(text: str) -> None:
    try:
        report = parse_report(text)
        check_report(report, (2,), one_winner=False)
    except BadReport as bad:
        codes = {one.code for one in bad.faults}
    else:
        codes = set[str]()
        assert import_report(report).phase is Phase.FINISHED
    assert codes <= set(REFUSALS)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 5), st.integers(0, 2_000), st.sampled_from("0123456789 wb=+-HUZ.#\n"))
def test_a_report_with_a_typing_error_is_imported_or_refused(seed: int, at: int, slip: str) -> None:
    text = export_report(evening(seed))
    text = text[: at % len(text)] + slip + text[at % len(text) + 1 :]
    import_or_refuse(text)
