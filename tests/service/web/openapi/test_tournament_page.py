"""The page "A tournament in ten minutes": its script runs a tournament, and its example has the right standings."""

from __future__ import annotations

import os
import subprocess
from fractions import Fraction
from html import unescape
from pathlib import Path

import httpx
import pytest

from chronik.domain.tournament.counting.results import Kind, TableResult
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.counting.standings import compute_standings
from chronik.service.app import create_app
from chronik.service.cli.cli import main
from tests.support.service.apps import PATIENCE, settings_for
from tests.support.service.listening import listening

SCRIPT = Path("docs/examples/tournament.sh").read_text("utf-8")
PAGE = Path("docs/tournaments.md").read_text("utf-8")


@pytest.mark.usefixtures("lines_go_where_they_went")
def test_the_script_on_the_manuals_page_runs_a_tournament(store_url: str, tmp_path: Path) -> None:
    with listening(lambda: create_app(settings_for(store_url, tmp_path / "data"))) as address:
        assert SCRIPT in unescape(httpx.get(f"{address}/docs/tournaments", timeout=60).text)
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


def test_the_example_leads_to_the_standings_that_the_page_shows() -> None:
    ada, ben, cleo = 1, 2, 3
    sittings = (
        TableResult(1, 1, (ada, ben), (1, 0), (1, 2)),
        TableResult(1, 0, (cleo,), kind=Kind.BYE),
        TableResult(2, 1, (cleo, ada), (1, 1), (1, 1)),
        TableResult(2, 0, (ben,), kind=Kind.BYE),
        TableResult(3, 1, (ben, cleo), (1, 0), (1, 2)),
        TableResult(3, 0, (ada,), kind=Kind.BYE),
    )
    lines = [[cell.strip() for cell in line.strip("| ").split("|")] for line in PAGE.splitlines() if line[:1] == "|"]
    _, _, *codes = lines[0]
    found = {
        one.entrant: one for one in compute_standings((ada, ben, cleo), sittings, (), presets()["match-points"], codes)
    }
    told = {name: [Fraction(value) for value in values] for name, *values in lines[2:]}
    for name, number in {"Ada": ada, "Ben": ben, "Cleo": cleo}.items():
        one = found[number]
        assert [one.score.amount, *(tie.amount for tie in one.ties)] == told[name], name
