"""The `chronik` command as a process of its own, and a service that it runs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

CHRONIK = (sys.executable, "-m", "service")
ROOT = Path(__file__).parents[3]
ADDRESS = re.compile(r"Chronik is at (http://\S+)")
PATIENCE = 60


def environment(**settings: str) -> dict[str, str]:
    """The environment without anybody's settings but these."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("CHRONIK_")}
    return {**others, "PYTHONPATH": str(ROOT), "COLUMNS": "100", **settings}


def chronik(*arguments: object, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs the command to its end."""
    return subprocess.run(
        [*CHRONIK, *map(str, arguments)],
        env=environment(**settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


class Served(Struct, frozen=True):
    """A service that is up: its address, its data directory, its process, and the file of what it complains about."""

    url: str
    data: Path
    process: subprocess.Popen[str]
    complaints: Path

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ends the service; its exit code."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


@contextmanager
def served(data: Path, settings: Mapping[str, str] | None = None, port: int = 0) -> Iterator[Served]:
    """A service with an engine of its own, on a free port or this one, without rate limits."""
    limits = {"CHRONIK_RATE_ACCOUNT": "0", "CHRONIK_RATE_ADDRESS": "0", **(settings or {})}
    complaints = data.with_name(data.name + ".stderr")
    with complaints.open("w") as file:
        process = subprocess.Popen(
            [*CHRONIK, "serve", "--port", str(port), "--data", str(data)],
            env=environment(**limits),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
        )
    slow = threading.Timer(PATIENCE, process.kill)
    slow.start()
    assert process.stdout is not None
    try:
        address = next((found[1] for line in process.stdout if (found := ADDRESS.search(line))), None)
        slow.cancel()
        assert address is not None, complaints.read_text()
        yield Served(address, data, process, complaints)
    finally:
        slow.cancel()
        if process.poll() is None:
            process.terminate()
            process.wait(PATIENCE)
        process.stdout.close()
