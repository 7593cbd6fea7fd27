"""The service under test: a real process over a data directory, which is killed and restarted."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import httpx
import msgspec

from tests.support.service.forks import Forked, run_forked
from tests.support.service.ports import free_port

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0
SILENT = {"CHRONIK_RATE_ACCOUNT": "0", "CHRONIK_RATE_ADDRESS": "0", "CHRONIK_LOG_LEVEL": "warning"}

Value = TypeVar("Value")


class Note(msgspec.Struct):
    """The content of the lock file of a data directory."""

    pid: int
    home: str


class Chronik:
    """`chronik serve`, or a program that does the same, on a separate port; `said` is its output."""

    def __init__(
        self, home: Path, environment: Mapping[str, str] | None = None, program: str = "chronik.service.__main__"
    ) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.data = home / "data"
        self.url = f"http://127.0.0.1:{free_port()}"
        self._program = program
        self._log = home / "service.log"
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("CHRONIK_")}
        if inherited.pop(
            "PYTHONDONTWRITEBYTECODE", None
        ):  # frequent starts would each compile everything, which takes seconds
            inherited["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir(), f"chronik-bytecode-{os.getuid()}"))
        self._environment = {
            **inherited,
            **SILENT,
            "CHRONIK_DATA": str(self.data),
            **(environment or {}),
        }
        self._process: Forked | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def said(self) -> str:
        return self._log.read_text(errors="replace")

    def start(self) -> None:
        """Starts the service without waiting for it."""
        port = self.url.rpartition(":")[2]
        self._process = Forked(("serve", "--port", port), self._environment, self._log, program=self._program)

    async def ready(self) -> float:
        """Waits until the service and its parts answer, and returns the seconds that it took."""
        began = time.monotonic()
        async with httpx.AsyncClient(base_url=self.url, timeout=2) as client:
            while time.monotonic() - began < PATIENCE:
                assert self._process is not None
                if (code := self._process.poll()) is not None:
                    raise AssertionError(f"the service ended with {code}:\n{self.said[-3000:]}")
                try:
                    if (await client.get("/health/ready")).status_code == 200:
                        return time.monotonic() - began
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(0.05)
        raise AssertionError(f"not ready after {PATIENCE:.0f} s:\n{self.said[-3000:]}")

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs another `chronik` command over the same data."""
        return run_forked(words, self._environment)

    def kill(self) -> None:
        """Kills the service as `kill -9` does; the system signals its engine, which ends by itself."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def discard(self) -> None:
        """Kills the service for good and removes its engine's socket directory: these data are not used again."""
        if self._process is not None:
            self.kill()
            with contextlib.suppress(OSError):
                shutil.rmtree(Path(self._socket()).parent, ignore_errors=True)

    def stop(self) -> int:
        """Ends the service as a supervisor does, and returns its exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)

    def wait(self) -> int:
        """Waits until the service has ended by itself, and returns its exit code."""
        assert self._process is not None
        return self._process.wait(PATIENCE)

    @property
    def engine_url(self) -> str:
        """The address of the embedded engine, from the lock file."""
        return f"unix://{self._socket()}"

    async def engine(self) -> int:
        """Returns the process id of the embedded engine once it answers."""
        return await eventually(lambda: _engine_pid(self._socket()))

    async def other_engine(self, killed: int) -> int:
        """Returns the process id of the engine that replaced another."""
        return await eventually(lambda: pid if (pid := _engine_pid(self._socket())) != killed else None)

    def _socket(self) -> str:
        return msgspec.json.decode((self.data / "lock").read_bytes(), type=Note).home + "/s"


async def eventually(ask: Callable[[], Value | None], patience: float = PATIENCE) -> Value:
    """Returns the first answer that is not empty."""
    deadline = time.monotonic() + patience
    while not (answer := ask()):
        assert time.monotonic() < deadline, "waited in vain"
        await asyncio.sleep(0.01)
    return answer


def answers(path: Path) -> bool:
    """Returns whether the engine at a socket has loaded its log."""
    return _asked(str(path), b"PING\r\n").startswith(b"+PONG")


def _engine_pid(path: str) -> int | None:
    found = [row for row in _asked(path, b"INFO server\r\n").splitlines() if row.startswith(b"process_id:")]
    return int(found[0].partition(b":")[2]) if found else None


def _asked(path: str, command: bytes) -> bytes:
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1)
            line.connect(path)
            line.sendall(command)
            return line.recv(65536)
    except OSError:
        return b""
