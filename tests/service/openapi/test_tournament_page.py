"""A tournament in ten minutes: the script of the page holds one, and its example is counted as the service counts."""

from __future__ import annotations

import os
import subprocess
from fractions import Fraction
from html import unescape
from pathlib import Path

import httpx
import pytest

from domain.tournament.counting.scoring import presets
from domain.tournament.counting.sittings import Kind, Sitting
from domain.tournament.counting.standings import standings
from service.app import create_app
from service.commands.cli import main
from tests.support.service.apps import PATIENCE, settings_for
from tests.support.service.listening import listening

SCRIPT = Path("service/openapi/tournament.sh").read_text("utf-8")
PAGE = Path("service/openapi/tournament.md").read_text("utf-8")


@pytest.mark.usefixtures("lines_go_where_they_went")
def test_the_script_of_the_page_holds_a_tournament(store_url: str, tmp_path: Path) -> None:
    with listening(lambda: create_app(settings_for(store_url, tmp_path / "data"))) as address:
        assert SCRIPT in unescape(httpx.get(f"{address}/docs/tournament").text)
        held = subprocess.run(
            ["sh", "-ec", SCRIPT],
            cwd=tmp_path,
            env={**os.environ, "URL": address},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert (held.returncode, held.stderr) == (0, "")
        assert held.stdout.startswith(f"{address}/tournaments/")
    for name in ("standings.csv", "results.csv", "pairings.csv", "export.json"):
        assert (tmp_path / name).stat().st_size > 0
    assert main(["verify", str(tmp_path / "evening.bundle.ndjson")]) == 0


def test_the_example_is_counted_as_told() -> None:
    ada, ben, cleo = 1, 2, 3
    sittings = (
        Sitting(1, 1, (ada, ben), (1, 0), (1, 2)),
        Sitting(1, 0, (cleo,), kind=Kind.BYE),
        Sitting(2, 1, (cleo, ada), (1, 1), (1, 1)),
        Sitting(2, 0, (ben,), kind=Kind.BYE),
        Sitting(3, 1, (ben, cleo), (1, 0), (1, 2)),
        Sitting(3, 0, (ada,), kind=Kind.BYE),
    )
    lines = [[cell.strip() for cell in line.strip("| ").split("|")] for line in PAGE.splitlines() if line[:1] == "|"]
    _, _, *codes = lines[0]
    found = {one.entrant: one for one in standings((ada, ben, cleo), sittings, (), presets()["match-points"], codes)}
    told = {name: [Fraction(value) for value in values] for name, *values in lines[2:]}
    for name, number in {"Ada": ada, "Ben": ben, "Cleo": cleo}.items():
        one = found[number]
        assert [one.score.amount, *(tie.amount for tie in one.ties)] == told[name], name
