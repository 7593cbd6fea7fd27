"""Bundles with several games per table: they verify, and changes to the games are detected."""

from __future__ import annotations

import pytest

from chronik.domain.log.verdict import Status
from chronik.domain.tournament.proof.bundle import BundledArchive, BundledMissing, Line, MissingReason
from chronik.domain.tournament.record import events
from tests.golden.events import best_of
from tests.support.tournament.local_tournament import LocalTournament, encode_bundle
from tests.tournament.test_bundle import (
    Change,
    change_event,
    change_to,
    drop_event,
    drop_line,
    find_line,
    swap_archives,
    verify_lines,
)


@pytest.fixture(scope="module")
def cup() -> LocalTournament:
    return best_of()


def drop_result(lines: list[Line]) -> None:
    at = find_line(lines, BundledArchive, 1)
    line = lines[at]
    assert isinstance(line, BundledArchive)
    lines[at] = BundledMissing(line.match, MissingReason.RUNNING)


def change_ruled_game(lines: list[Line]) -> None:
    change_event(lines, events.ResultRuled, game=2)


ALTERED: tuple[tuple[str, Change, str], ...] = (
    (
        "match of a game",
        change_to(match="f" * 32)(events.GameAdded, 0),
        "(game-added) does not follow from the command of entry",
    ),
    ("game", change_to(game=3)(events.GameAdded, 0), "(game-added) does not follow from the command of entry"),
    ("no next game", lambda lines: drop_event(lines, events.GameAdded), "is missing: the command of entry"),
    ("archives", swap_archives, "Round 1, table 1, game 1: the archive contains match"),
    ("archive", drop_line(BundledArchive, 1), "Round 1, table 1, game 2: there is no line about its match"),
    ("lacking", drop_result, "Round 1, table 1, game 2: match"),
    ("ruling of a game", change_ruled_game, "(result-ruled) does not follow from the command of entry"),
)


def test_a_bundle_says_which_games_were_ruled(cup: LocalTournament) -> None:
    found = verify_lines(cup.bundle())
    assert found.ok, found
    games = sum(len(table.games) for one in cup.tournament.rounds for table in one.tables)
    assert f"3 rounds, {games} matches verified" in found.sentence
    assert "Round 1, table 1, game 1: the result was ruled (entry 15)." in found.notes
    assert "Round 1, table 2: the result was ruled (entry 16)." in found.notes


@pytest.mark.parametrize(("change", "expected"), [one[1:] for one in ALTERED], ids=[one[0] for one in ALTERED])
def test_altered_games_of_a_table_are_detected(cup: LocalTournament, change: Change, expected: str) -> None:
    lines = list(cup.lines())
    change(lines)
    found = verify_lines(encode_bundle(lines))
    assert found.status is Status.ALTERED
    assert expected in found.sentence
