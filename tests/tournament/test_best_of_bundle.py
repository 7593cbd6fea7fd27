"""Bundles with several games a table: whole, and what is changed in the games is found."""

from __future__ import annotations

import pytest

from domain.engine.proof.verification import Status
from domain.tournament.proof.bundle import BundledArchive, BundledLack, Lack, Line
from domain.tournament.record import events
from tests.golden.events import best_of
from tests.support.tournament.held import Held, bound
from tests.tournament.test_bundle import Change, change_event, checked, of_kind, say, swap_archives, take, take_event


@pytest.fixture(scope="module")
def held() -> Held:
    return best_of()


def without_result(lines: list[Line]) -> None:
    at = of_kind(lines, BundledArchive, 1)
    line = lines[at]
    assert isinstance(line, BundledArchive)
    lines[at] = BundledLack(line.match, Lack.RUNNING)


def another_game_ruled(lines: list[Line]) -> None:
    change_event(lines, events.ResultRuled, game=2)


ALTERED: tuple[tuple[str, Change, str], ...] = (
    ("match of a game", say(match="f" * 32)(events.GameAdded, 0), "(game-added) is not what the command of entry"),
    ("game", say(game=3)(events.GameAdded, 0), "(game-added) is not what the command of entry"),
    ("no next game", lambda lines: take_event(lines, events.GameAdded), "is missing: the command of entry"),
    ("archives", swap_archives, "Round 1, table 1, game 1: the archive is that of match"),
    ("archive", take(BundledArchive, 1), "Round 1, table 1, game 2: nothing is said of its match"),
    ("lacking", without_result, "Round 1, table 1, game 2: match"),
    ("ruling of a game", another_game_ruled, "(result-ruled) is not what the command of entry"),
)


def test_a_bundle_says_which_games_were_ruled(held: Held) -> None:
    found = checked(held.bundle())
    assert found.ok, found
    games = sum(len(table.games) for one in held.tournament.rounds for table in one.tables)
    assert f"3 rounds, {games} matches verified" in found.sentence
    assert "Round 1, table 1, game 1: the result was ruled (entry 15)." in found.notes
    assert "Round 1, table 2: the result was ruled (entry 16)." in found.notes


@pytest.mark.parametrize(("change", "told"), [one[1:] for one in ALTERED], ids=[one[0] for one in ALTERED])
def test_what_is_changed_in_the_games_is_found(held: Held, change: Change, told: str) -> None:
    lines = list(held.lines())
    change(lines)
    found = checked(bound(lines))
    assert found.status is Status.ALTERED
    assert told in found.sentence
