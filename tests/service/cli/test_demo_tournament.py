"""`chronik tournament demo`: a whole tournament by one command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.games import game
from chronik.service.cli import demo_tournament, tournament
from chronik.service.cli.cli import main
from chronik.service.cli.demo_tournament import places_for_ruling, rounds_for, seats_of
from tests.support.cases import for_each
from tests.support.service.processes import served


def test_a_tournament_of_bots_with_several_games_is_played_saved_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`test_docs.py` plays one at tables of four, on the service that the command itself starts."""
    monkeypatch.setattr(demo_tournament, "PAUSE", 0.1)
    monkeypatch.setattr(tournament, "running", start_forked)
    out = tmp_path / "duel.bundle.ndjson"
    asked = ["--players", "2", "--best-of", "3", "--bots", "random", "--options", "{}"]
    assert main(["tournament", "demo", *asked, "--out", str(out), "--data", str(tmp_path / "data")]) == 0
    told = capsys.readouterr().out
    assert "2 tables played" in told
    assert "duel.bundle.ndjson: good" in told
    assert f"chronik serve --data {tmp_path / 'data'}" in told
    stages = [entry["e"]["plan"]["stages"] for entry in entries(out) if entry["e"]["t"] == "created"]
    swiss = {"method": "swiss", "table": 2, "rounds": 1, "best_of": 3}
    assert stages == [[swiss, {"method": "elimination", "table": 2, "cut": 2, "best_of": 3}]]
    assert sum(entry["e"]["t"] == "game-added" for entry in entries(out)) >= 2
    assert main(["verify", str(out)]) == 0
    altered = out.read_bytes().replace(b'"points":[', b'"points":[1', 1)
    out.write_bytes(altered)
    assert main(["verify", str(out)]) == 1


@contextmanager
def start_forked(data: Path) -> Iterator[str]:
    """Yields the address of a service that starts with its modules imported."""
    data.parent.mkdir(exist_ok=True)
    with served(data) as service:
        yield service.url


def entries(bundle: Path) -> Iterator[Any]:
    """Returns the entries of a bundle."""
    for line in map(json.loads, bundle.read_text("utf-8").splitlines()):
        if line["kind"] == "entry":
            yield line["entry"]


@for_each(
    ("seats", "best_of", "table"), [((2, 3, 4), 1, 4), ((2, 3, 4), 3, 2), ((2,), 1, 2), ((2,), 5, 2), ((2, 3, 5), 1, 3)]
)
def test_tables_have_as_many_seats_as_the_game_allows(seats: tuple[int, ...], best_of: int, table: int) -> None:
    assert seats_of(replace(game("katharina"), seats=seats), best_of) == table


def test_a_game_that_does_not_end_is_won_by_the_leader() -> None:
    assert places_for_ruling((7, 9), one_winner=True) == (2, 1)
    assert places_for_ruling((9, 9), one_winner=True) == (2, 1)
    assert places_for_ruling((9, 9), one_winner=False) == (1, 1)
    assert places_for_ruling((4, 9, 9, 2), one_winner=True) == (3, 2, 1, 4)


def test_a_swiss_with_tables_of_two_has_enough_rounds_to_leave_one_undefeated_player() -> None:
    assert [rounds_for(players, 2) for players in (2, 3, 4, 5, 8, 9, 16, 17)] == [1, 2, 2, 3, 3, 4, 4, 5]
    assert rounds_for(64, 4) == 5


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--best-of", "3", "--players", "1"], "2 to 1024 players"),
        (["--options", '{"x":1}'], "is not valid for katharina"),
    ],
)
def test_an_impossible_tournament_is_refused_in_a_sentence(
    asked: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "demo", *asked, "--out", str(tmp_path / "cup")]) == 1
    assert told in capsys.readouterr().err


def test_a_demo_without_enough_players_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "demo", "--players", "3", "--out", str(tmp_path / "cup")]) == 1
    assert "4 to 1024 players" in capsys.readouterr().err
