"""Ctrl-C ends a command at once at any moment, without a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.service.processes import ROOT, environment

PATIENCE = 600
HOW_OFTEN = ("--all",) if os.environ.get("CHRONIK_LONG") else ()
QUIET = ("Traceback", "Exception", "Warning")

READING = """
import os, runpy, signal, sys

class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)

module, *sys.argv = sys.argv[1:]
sys.meta_path.insert(0, Interrupting())
runpy.run_module("chronik.service", run_name="__main__")
"""


@pytest.mark.parametrize("module", ["argparse", "litestar", "chronik.service.cli.openapi"])
def test_ctrl_c_during_the_import_ends_the_command_silently(module: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", READING, module, "chronik", "openapi"],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_ctrl_c_at_any_moment_of_any_command_ends_it_without_a_traceback(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.service.cli.interrupted", str(tmp_path), *HOW_OFTEN],
        env=environment(),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout
    ends = [json.loads(line) for line in told.splitlines()]
    for end in ends:
        assert end["code"] in (0, 1, 130), end
        assert not any(word in end["said"] for word in QUIET), end
    assert sum(end["code"] == 130 for end in ends) > 0.8 * len(ends), "most are still at work at these moments"
