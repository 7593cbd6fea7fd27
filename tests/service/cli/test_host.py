"""Properties of the host do not change the service, or are reported in a sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from importlib.resources import files
from pathlib import Path

import pytest

from chronik.service.__main__ import remove_optimisation
from chronik.service.log.data_directory import DataDirectory
from chronik.service.running.user_error import NoTemporaryFiles
from chronik.service.running.zones import is_zone
from tests.support.cases import for_each
from tests.support.service.processes import CHRONIK, PATIENCE, ROOT, environment, served


@for_each(
    ("words", "kept"),
    [
        (["-OO", "-m", "chronik.service", "serve"], ["-m", "chronik.service", "serve"]),
        (["-bOI", "chronik", "-O"], ["-bI", "chronik", "-O"]),
        (["-W", "error", "-O", "-Xdev", "-X", "utf8", "-c", "-O"], ["-W", "error", "-Xdev", "-X", "utf8", "-c", "-O"]),
        (["chronik", "verify"], ["chronik", "verify"]),
        (["-O"], []),
    ],
)
def test_options_that_optimise_the_interpreter_are_removed(words: list[str], kept: list[str]) -> None:
    assert remove_optimisation(["python", *words]) == [sys.executable, *kept]


def test_a_removed_working_directory_is_reported_in_a_sentence(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    shell = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", shell, "sh", str(gone), sys.executable, "-P", *CHRONIK[1:], "doctor"],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
    assert done.stderr.count("\n") == 1


def test_repeated_sighup_stops_the_service_in_order_as_sigterm_does(tmp_path: Path) -> None:
    """`test_own_names.py` sends SIGTERM repeatedly to a service of two processes."""
    with served(tmp_path / "data") as service:
        until = time.monotonic() + PATIENCE
        while service.process.poll() is None:
            assert time.monotonic() < until, service.complaints.read_text("utf-8")
            service.process.send_signal(signal.SIGHUP)
            time.sleep(0.005)
        assert service.process.poll() == 0
        assert "Traceback" not in service.complaints.read_text("utf-8")


def test_the_error_about_a_missing_temporary_directory_does_not_name_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container with `--read-only` has its data directory and no /tmp."""

    def read_only(*_: object, **__: object) -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "mkdtemp", read_only)
    with pytest.raises(NoTemporaryFiles, match="/tmp") as said:
        DataDirectory.claim(tmp_path / "data", "9.1.2")
    assert str(tmp_path) not in str(said.value)


def test_time_zones_are_the_same_on_every_host(tmp_path: Path) -> None:
    """A host's files, such as `localtime`, would be zones of that host only."""
    (tmp_path / "Moon").mkdir()
    (tmp_path / "Moon" / "Tycho").write_bytes(files("tzdata").joinpath("zoneinfo", "UTC").read_bytes())
    ask = "from chronik.service.running.zones import is_zone\n"
    ask += "print(*map(is_zone, ('Moon/Tycho', 'Europe/Berlin', 'localtime')))"
    done = subprocess.run(
        [sys.executable, "-c", ask],
        env={**os.environ, "PYTHONTZPATH": str(tmp_path), "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.split() == ["False", "True", "False"]
    assert not is_zone("../Europe/Berlin")
