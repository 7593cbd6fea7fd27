"""Several processes at one socket: they share the work, are replaced when they die, and end together."""

from __future__ import annotations

import os
import re
import resource
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest

from chronik.service.serving import processes
from chronik.service.serving.processes import Processes
from tests.support.service.forks import Forked
from tests.support.service.processes import ADDRESS, PATIENCE, environment

WORKERS = 2
REPLACED = "a process has died and is started again"


class Service:
    """A service of several processes, and its address."""

    def __init__(self, folder: Path) -> None:
        self.said = folder / "said"
        self.said.touch()
        words = ("serve", "--port", "0", "--data", str(folder / "data"), "--workers", str(WORKERS))
        self.process = Forked(words, environment(CHRONIK_LOG_LEVEL="info", CHRONIK_RATE_ADDRESS="0"), self.said)
        self.url = eventually(lambda: ADDRESS.search(self.text()), self.text)[1]

    def text(self) -> str:
        return self.said.read_text("utf-8")

    def workers(self) -> list[int]:
        """Returns the worker processes, but not the fork server, which holds the socket briefly."""
        port = int(self.url.rsplit(":", 1)[1])
        own = children(self.process.pid)
        return [pid for pid in children(self.process.pid, deep=True) if pid not in own and is_listening(pid, port)]


def eventually(found: Callable[[], re.Match[str] | None], told: Callable[[], str]) -> re.Match[str]:
    until = time.monotonic() + PATIENCE
    while (match := found()) is None:
        assert time.monotonic() < until, told()
        time.sleep(0.05)
    return match


def children(pid: int, deep: bool = False) -> list[int]:
    try:
        own = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return [*own, *(below for one in own for below in children(one, deep))] if deep else own


def is_listening(pid: int, port: int) -> bool:
    """Returns whether a process is a Python that holds the listening socket."""
    inode = next(
        line.split()[9]
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
        if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"
    )
    try:
        holds = {os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir()}
    except OSError:
        return False
    return f"socket:[{inode}]" in holds


@contextmanager
def running(folder: Path) -> Iterator[Service]:
    service = Service(folder)
    try:
        yield service
    finally:
        if service.process.poll() is None:
            service.process.kill()
            service.process.wait(PATIENCE)


def wait_until(holds: Callable[[], bool], told: Callable[[], str]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, told()
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="asks Linux who holds the door open")
def test_workers_add_up_metrics_are_replaced_when_they_die_and_end_together(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        wait_until(lambda: len(service.workers()) == WORKERS, service.text)
        check_metrics(service)
        replace_one_worker(service)
        replace_fork_server(service)
        everybody = children(service.process.pid, deep=True)
        service.process.kill()
        service.process.wait(PATIENCE)
        wait_until(lambda: all(map(is_zombie, everybody)), service.text)


def check_metrics(service: Service) -> None:
    """Checks that the numbers of requests, bytes and tasks are those of all processes."""
    players = 0
    with httpx.Client(base_url=service.url, timeout=20) as client:
        # Each request uses a new connection, so every process answers some.
        for number in range(3 * WORKERS):
            with httpx.Client(base_url=service.url, timeout=20) as one:
                players += one.post("/api/v1/players", json={"name": f"P{number}"}).status_code == 201
        assert players == 3 * WORKERS
        created = rf'chronik_request_seconds_count{{.*route="/api/v1/players".*}} {players}\.0'
        assert re.search(created, client.get("/metrics").text), client.get("/metrics").text
        told = re.findall(r"(?m)^chronik_process_resident_memory_bytes (.+)$", client.get("/metrics").text)
        every = (service.process.pid, *service.workers())
        pages = (Path(f"/proc/{worker}/statm").read_text().split()[1] for worker in every)
        held = sum(map(int, pages)) * resource.getpagesize()
        assert 0.9 * held < float(*told) < 1.1 * held
        assert float(*re.findall(r"(?m)^chronik_tasks (.+)$", client.get("/metrics").text)) > 10 * WORKERS


def replace_one_worker(service: Service) -> None:
    """Kills a worker, and checks that the service answers meanwhile and has another one soon."""
    before = service.workers()
    os.kill(before[0], signal.SIGKILL)
    for _ in range(10):
        with httpx.Client(base_url=service.url, timeout=20) as one:
            assert one.get("/health/ready").status_code == 200
    wait_until(lambda: len(set(service.workers()) - set(before)) == 1, service.text)
    assert service.text().count(REPLACED) == 1


def replace_fork_server(service: Service) -> None:
    """Kills the process that workers are copied from, and checks that each worker is replaced after its end."""
    before = service.workers()
    (copied_from,) = {int(Path(f"/proc/{one}/stat").read_text().rsplit(") ", 1)[1].split()[1]) for one in before}
    os.kill(copied_from, signal.SIGKILL)
    wait_until(lambda: service.text().count(REPLACED) > 2, service.text)
    assert any(map(is_zombie, before)), (
        "each ends before another is let go, and none serves beside whom it was replaced by"
    )
    wait_until(lambda: all(map(is_zombie, before)) and len(service.workers()) == WORKERS, service.text)
    assert service.text().count(REPLACED) == 1 + WORKERS
    wait_until(lambda: httpx.get(f"{service.url}/health/ready", timeout=60).status_code == 200, service.text)


def is_zombie(pid: int) -> bool:
    """Returns whether a process has ended without being reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].startswith("Z")
    except OSError:
        return True


def test_a_start_is_repeated_if_the_fork_server_dies_during_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed fork server closes its pipes a moment before it is known to be dead; then a new one is started."""
    begun = Mock()
    begun.start.side_effect = [EOFError, ConnectionRefusedError, None]
    monkeypatch.setattr(processes, "CONTEXT", Mock(Pipe=lambda duplex: (Mock(), Mock()), Process=lambda **_: begun))
    Processes(Mock(), None, 1).start(0)
    assert begun.start.call_count == 3
    begun.start.side_effect = EOFError
    with pytest.raises(EOFError):
        Processes(Mock(), None, 1).start(0)
