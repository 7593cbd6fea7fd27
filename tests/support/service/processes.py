"""The `chronik` command in a separate process, and a service that it runs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from tests.support.service.forks import Forked, run_forked

CHRONIK = (sys.executable, "-m", "chronik.service")
ROOT = Path(__file__).parents[3]
ADDRESS = re.compile(r"Chronik is at (http://\S+)")
PATIENCE = 60


def environment(**settings: str) -> dict[str, str]:
    """Returns the environment with only these settings of Chronik."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("CHRONIK_")}
    return {**others, "PYTHONPATH": str(ROOT), "COLUMNS": "100", **settings}


def chronik(*arguments: object, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs the command to its end."""
    return run_forked([*map(str, arguments)], environment(**settings))


class Served(Struct, frozen=True):
    """A running service: its address, its data directory, its process, and the file of its error output."""

    url: str
    data: Path
    process: Forked
    complaints: Path

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ends the service and returns its exit code."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


@contextmanager
def served(data: Path, settings: Mapping[str, str] | None = None, port: int = 0) -> Iterator[Served]:
    """Yields a service with a separate engine, on a free port or this one, without rate limits."""
    limits = {"CHRONIK_RATE_ACCOUNT": "0", "CHRONIK_RATE_ADDRESS": "0", **(settings or {})}
    said, complaints = (data.with_name(data.name + suffix) for suffix in (".stdout", ".stderr"))
    said.write_bytes(b"")
    words = ("serve", "--port", str(port), "--data", str(data))
    process = Forked(words, environment(**limits), said, complaints)
    try:
        yield Served(_address(process, said, complaints), data, process, complaints)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


def _address(process: Forked, said: Path, complaints: Path) -> str:
    """Waits until a service prints its address, and returns it."""
    until = time.monotonic() + PATIENCE
    while (found := ADDRESS.search(said.read_text("utf-8"))) is None:
        assert process.poll() is None, complaints.read_text("utf-8")
        assert time.monotonic() < until, "the service does not say where it is"
        time.sleep(0.02)
    return found[1]
