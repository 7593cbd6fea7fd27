"""`chronik tournament demo`: a whole event by one command, as the issue asks for it, only smaller."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.commands.cli import main


def test_an_event_of_bots_is_held_saved_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cup.chronik"
    asked = ["--players", "6", "--rounds", "1", "--bots", "random", "--out", str(out), "--data", str(tmp_path / "data")]
    assert main(["tournament", "demo", *asked]) == 0
    told = capsys.readouterr().out
    assert "3 tables played" in told
    assert "cup.chronik: good" in told
    assert f"chronik serve --data {tmp_path / 'data'}" in told
    assert main(["verify", str(out)]) == 0
    altered = out.read_bytes().replace(b'"points":[', b'"points":[1', 1)
    out.write_bytes(altered)
    assert main(["verify", str(out)]) == 1


def test_a_demo_without_enough_players_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "demo", "--players", "3", "--out", str(tmp_path / "cup")]) == 1
    assert "4 to 1024 players" in capsys.readouterr().err
