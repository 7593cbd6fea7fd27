"""`chronik analyse`: the same bytes under any hash seed, and refusals that say what is wrong."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from chronik.domain.engine.proof.archive import unpack
from chronik.service.analysis.analysing import StoredMatch
from chronik.service.cli.cli import main
from tests.support.service.processes import CHRONIK, PATIENCE


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the archive of a match between two greedy bots."""
    at = tmp_path_factory.mktemp("analyse")
    assert main(["simulate", "katharina", "--seats", "2", "--matches", "1", "--bots", "greedy", "--out", str(at)]) == 0
    return next(at.glob("*.chronik"))


def test_the_analysis_has_the_same_bytes_under_any_hash_seed_as_in_the_service(file: Path) -> None:
    archive = unpack(file.read_bytes())
    opened = archive.manifest.header
    expected = StoredMatch(opened.game, opened.rules, archive.manifest.match, archive.batches).solve()
    run = subprocess.run(
        [*CHRONIK, "analyse", str(file)],
        env={**os.environ, "PYTHONHASHSEED": "1"},  # the seed of this process is random
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    assert (run.stdout, run.stderr) == (expected, b"")
    found = json.loads(expected)
    assert found["curve"][-1]["chances"] in ([100, 0], [0, 100])
    assert sum(seat["decisions"] for seat in found["seats"]) == len(found["decisions"])


def test_a_file_that_cannot_be_analysed_is_refused_with_the_reason(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = file.read_bytes()
    (tmp_path / "cut").write_bytes(whole[:-10])
    for name, reason in (("cut", "damaged"), ("none", "cannot be read")):
        assert main(["analyse", str(tmp_path / name)]) == 1
        assert reason in capsys.readouterr().err
