"""The report of a two-seat Swiss, read by the columns of FIDE's annex (C.04, annex 2, TRF16) and by a library."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from caissify_pairings.trf import TRFParser

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record.commands import Register, RuleTable, Withdraw
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.rules.tally import stage_standings
from chronik.projections.tournament.report import LINE_END, Heading, is_reportable, write_report
from tests.support.tournament.local_tournament import ORGANISER, SWISS, LocalTournament, plan

PEOPLE = {digit * 32: name for digit, name in zip("12345", ("Ada", "Ben", "Cleo", "Dora", "Émile"), strict=True)}
NAMES = {**PEOPLE, ORGANISER: "Olga  Organiser"}


class Game(NamedTuple):
    """A round of a player: columns 92-95, 97 and 99, and ten more for each further round."""

    opponent: str
    colour: str
    code: str


class Line(NamedTuple):
    """A record 001 by its columns."""

    number: int
    name: str
    points: str
    rank: int
    games: tuple[Game, ...]


def parse_player(line: str) -> Line:
    """Reads a record 001 by the annex, and checks that everything outside its fields is blank."""
    assert line[:3] == "001"
    blanks = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
    assert all(line[at - 1 : at].strip() == "" for at in blanks)
    games: list[Game] = []
    for at in range(92, len(line) + 1, 10):
        block = line[at - 1 : at + 9].ljust(10)
        assert block[4] == block[6] == block[8] == block[9] == " "
        games.append(Game(block[:4], block[5], block[7]))
    return Line(int(line[4:8]), line[14:47].rstrip(), line[80:84], int(line[85:89]), tuple(games))


def write(cup: LocalTournament, title: str = "Spring Cup") -> list[str]:
    def day(moment: int) -> str:
        return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y/%m/%d")

    text = write_report(cup.tournament, cup.log, Heading(title, "http://localhost"), NAMES, day)
    assert text.endswith(LINE_END)
    return text.split(LINE_END)[:-1]


@pytest.fixture(scope="module")
def cup() -> LocalTournament:
    """Five players and three rounds elsewhere: wins, a draw, a forfeit, a late entrant, a withdrawal, an open game."""
    cup = LocalTournament(plan(SWISS, elsewhere=True)).register_players(*list(PEOPLE)[:4])
    cup.start()
    cup.do(RuleTable(1, 1, (5, 5), (1, 1), Cause.OTHER))
    cup.do(RuleTable(1, 2, (0, 5), (2, 1), Cause.NO_SHOW))
    cup.do(Register(player=list(PEOPLE)[4]))
    cup.start()
    cup.do(RuleTable(2, 1, (9, 2), (1, 2), Cause.OTHER))
    cup.do(RuleTable(2, 2, (3, 4), (2, 1), Cause.OTHER))
    cup.do(Withdraw(2))
    cup.start()
    cup.do(RuleTable(3, 1, (9, 2), (1, 2), Cause.OTHER))
    return cup


def test_only_a_swiss_with_tables_of_two_can_be_exported_as_a_report() -> None:
    assert is_reportable(LocalTournament(plan()).register_bots(2).play_rounds().tournament)
    others = (
        (Stage(Method.ROUND_ROBIN, 2),),
        (Stage(Method.SWISS, 4, rounds=1),),
        (Stage(Method.SWISS, 2, rounds=1, groups=2),),
        (SWISS, Stage(Method.ELIMINATION, 2)),
    )
    for stages in others:
        assert not is_reportable(LocalTournament(plan(*stages)).register_bots(4).tournament)
    assert not is_reportable(LocalTournament(plan()).tournament), "nothing is paired yet"


def test_the_tournament_section_has_the_lines_of_the_annex(cup: LocalTournament) -> None:
    head = {line[:3]: line[4:] for line in write(cup) if not line.startswith("001")}
    assert head["012"] == "Spring Cup"
    assert head["022"] == "http://localhost"
    assert (head["062"], head["072"], head["082"], head["XXR"]) == ("5", "0", "0", "3")
    assert head["092"].startswith("Individual: Swiss-System (swiss")
    assert "FIDE" not in head["092"]
    assert "Dutch" not in head["092"]
    assert head["102"] == "Olga Organiser"
    dates = next(line for line in write(cup) if line.startswith("132"))
    written_days = [dates[at - 1 : at + 7] for at in (92, 102, 112)]
    assert [len(day) for day in written_days] == [8, 8, 8]
    assert (head["042"], head["052"]) == (f"20{written_days[0]}", f"20{written_days[2]}")
    assert head["042"] == "2026/09/21"


def test_every_player_line_has_its_columns(cup: LocalTournament) -> None:
    lines = [line for line in write(cup) if line.startswith("001")]
    found = {one.number: one for one in map(parse_player, lines)}
    assert [one.name for one in found.values()] == list(PEOPLE.values())
    for number, one in found.items():
        assert len(one.games) == 3
        for at, game in enumerate(one.games):
            round_ = cup.tournament.rounds[at]
            table = round_.table_of(number)
            if table is None:
                assert (game.opponent, game.colour) == ("0000", "-")
                assert game.code == ("U" if number in round_.byes else "Z")
                continue
            seat = table.entrants.index(number)
            assert (int(game.opponent), game.colour) == (table.entrants[1 - seat], "wb"[seat])
            other = found[table.entrants[1 - seat]].games[at]
            assert (int(other.opponent), {game.colour, other.colour}) == (number, {"w", "b"})
            assert f"{game.code}{other.code}" in ("10", "01", "==", "+-", "-+", "  ")
    codes = {game.code for one in found.values() for game in one.games}
    assert codes == {"1", "0", "=", "+", "-", "U", "Z", " "}


def test_points_and_ranks_match_the_standings(cup: LocalTournament) -> None:
    lines = {one.number: one for one in map(parse_player, (line for line in write(cup) if line.startswith("001")))}
    for line in stage_standings(cup.tournament, 0):
        assert lines[line.entrant].points == f"{float(line.score.amount):4.1f}"
        assert lines[line.entrant].rank == line.place


def test_a_third_party_library_can_read_the_report(cup: LocalTournament) -> None:
    parsed = TRFParser(LINE_END.join(write(cup))).parse()
    assert parsed["tournament"]["name"] == "Spring Cup"
    assert parsed["tournament"]["total_rounds"] == 3
    for one, line in zip(parsed["players"], (text for text in write(cup) if text.startswith("001")), strict=True):
        ours = parse_player(line)
        assert (one["starting_number"], one["name"], one["score"]) == (ours.number, ours.name, float(ours.points))
        for at, game in enumerate(ours.games, 1):
            theirs = one["results"][at]
            assert theirs["result"] == game.code.strip()
            assert theirs["opponent"] == (int(game.opponent) or None)
            assert theirs["color"] == (game.colour if int(game.opponent) else None)


def test_the_columns_match_a_published_report() -> None:
    """A line of `example1` at ratings.fide.com (9. Karl-Mala-Gedenkturnier 2005), read by the same parser."""
    line = parse_player(
        "001   63      Heidorn,Oliver                    2105         4683960 1974.01.26  5.0   26   204 - +   "
        "134 b 1    18 w =    14 b =    21 w =    10 b =   175 w 1"
    )
    assert (line.number, line.name, line.points, line.rank) == (63, "Heidorn,Oliver", " 5.0", 26)
    assert line.games[0] == Game(" 204", "-", "+")
    assert line.games[6] == Game(" 175", "w", "1")


def test_line_ends_in_names_are_removed() -> None:
    cup = LocalTournament(plan()).register_players("1" * 32, "2" * 32)
    cup.start()
    lines = write(cup, "Spring\r\n001    9")
    assert lines[0] == "012 Spring 001    9".replace("    ", " ")
    assert sum(line.startswith("001") for line in lines) == 2


def test_a_name_that_is_too_long_for_its_column_is_cut() -> None:
    cup = LocalTournament(plan()).register_players("1" * 32, "9" * 32)
    cup.start()
    long = {"1" * 32: "x" * 60}
    text = write_report(cup.tournament, cup.log, Heading("t"), long, lambda _: "2026/01/01")
    lines = [line for line in text.split(LINE_END) if line.startswith("001")]
    assert parse_player(lines[0]).name == "x" * 33
    assert parse_player(lines[1]).name == "#2"
