"""The command next to a user's `service`, `domain` and `projections`: neither imports the modules of the other."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.service.processes import ADDRESS, PATIENCE, environment

BOT = """
from service.strategy import first

class Bot:
    def choose(self, game, view, prompt, options):
        return first(options)
"""
STRATEGY = "def first(options):\n    return options[0]\n"
NOT_OURS = 'raise ImportError("this is the user\'s own")\n'


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """Returns a directory with a bot and with a user's packages and files that have the names of our folders."""
    (tmp_path / "mine.py").write_text(BOT)
    (tmp_path / "projections.py").write_text(NOT_OURS)
    for package, content in (("domain", NOT_OURS), ("service", "")):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(content)
    (tmp_path / "service" / "strategy.py").write_text(STRATEGY)
    return tmp_path


def settings() -> dict[str, str]:
    """Returns the environment of a user, in which no path leads to a checkout."""
    clean = environment(CHRONIK_RATE_ACCOUNT="0", CHRONIK_RATE_ADDRESS="0")
    del clean["PYTHONPATH"]
    return clean


def run(folder: Path, *words: str) -> str:
    """Runs a command in a directory and returns its output; checks that it succeeds."""
    command = [sys.executable, "-m", "chronik.service", *words]
    done = subprocess.run(
        command, cwd=folder, env=settings(), capture_output=True, text=True, timeout=2 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def start_service(folder: Path) -> Iterator[str]:
    """Yields the address of a service of two processes, started in a directory, and stops it in a hurry."""
    said = folder / "said"
    with said.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "chronik.service", "serve", "--port", "0", "--workers", "2"],
            cwd=folder,
            env={**settings(), "CHRONIK_DATA": str(folder / "data")},
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        until = time.monotonic() + PATIENCE
        while (found := ADDRESS.search(said.read_text("utf-8"))) is None:
            assert process.poll() is None, said.read_text("utf-8")
            assert time.monotonic() < until, said.read_text("utf-8")
            time.sleep(0.05)
        yield found[1]
        while process.poll() is None:
            process.send_signal(signal.SIGTERM)
            time.sleep(0.005)
        assert process.returncode == 0
        assert "Traceback" not in said.read_text("utf-8")
    finally:
        process.kill()
        process.wait(PATIENCE)


def test_a_bot_plays_at_a_service_of_two_processes_that_repeated_stop_signals_end_in_order(beside: Path) -> None:
    with start_service(beside) as address:
        assert httpx.get(f"{address}/health/ready", timeout=60).status_code == 200
        with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as client:
            token = client.post("/players", json={"name": "A bot"}).json()["token"]
            table = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "bot", "level": "random"}]}
            match = client.post("/matches", json=table, headers={"Authorization": f"Bearer {token}"}).json()["id"]
        (beside / "token").write_text(token)
        words = ("bot", "run", "mine:Bot", "--url", address, "--match", match, "--token-file", "token")
        assert f"/replay/{match} is over: " in run(beside, *words)


def test_an_arena_of_several_processes_plays(beside: Path) -> None:
    assert "greedy" in run(beside, "arena", "katharina", "--bots", "mine:Bot,random,greedy", "--matches", "6")
