"""Reads of the service: CPU of one answer beside that of one command of the minimal handler (P18)."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

from tests.bench.measure import compared
from tests.bench.servers import API, Peer, Service, peer, service
from tests.bench.table import Row, against, at_most

READS = 150
LISTED = 60
"""More matches than a page of the lobby has."""
ENTRANTS = 500
PEER = "a command of the minimal Litestar handler"


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P18."""
    if "P18" not in goals:
        return
    with (
        tempfile.TemporaryDirectory() as data,
        service(Path(data) / "service") as ours,
        peer(Path(data) / "peer") as theirs,
    ):
        anchor = partial(cpu_of_commands, theirs)
        for what, path, bound in (
            ("summary of a match", f"/matches/{opened(ours)}", 3),
            ("own matches, `/me`", "/me", 3),
            ("page of the lobby", "/matches?limit=50", 7),
            (f"warm standings of {ENTRANTS}", f"/tournaments/{hall(ours)}/standings", 20),
        ):
            found = compared(partial(cpu_of_reads, ours, path), anchor)
            yield against("P18", what, PEER, "ms", found, at_most(bound))


def opened(ours: Service) -> str:
    """Opens enough matches for a full page of the lobby; returns the id of one in play."""
    body = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "open"}]}
    matches = [str(ours.call("POST", "/matches", 0, json=body)["id"]) for _ in range(LISTED)]
    for match in matches[: LISTED // 2]:
        ours.call("POST", f"/matches/{match}/seats", 1, json={})
    return matches[0]


def hall(ours: Service) -> str:
    """Opens a tournament with many entrants; returns its id."""
    plan = {"title": "Hall", "game": "katharina", "scoring": "match-points"}
    stage = {"method": "swiss", "table": 2, "rounds": 9}
    tournament = str(ours.call("POST", "/tournaments", 0, json={**plan, "stages": [stage]})["id"])
    for _ in range(ENTRANTS):
        ours.call("POST", f"/tournaments/{tournament}/entrants", 0, json={"t": "bot", "level": "random"})
    return tournament


def cpu_of_reads(ours: Service, path: str) -> float:
    """Returns the milliseconds of CPU of one read, over one connection."""
    headers = {"Authorization": f"Bearer {ours.tokens[0]}"}
    return cpu_of(ours.cpu, ours.port, lambda calls: calls.request("GET", API + path, headers=headers))


def cpu_of_commands(theirs: Peer) -> float:
    """Returns the milliseconds of CPU of one command of the minimal handler."""
    body = json.dumps({"command": {"t": "choose-display", "cards": ["P001", "P002", "P003"]}})
    path, headers = theirs.sitting().path, {"Content-Type": "application/json"}
    return cpu_of(theirs.cpu, theirs.port, lambda calls: calls.request("POST", path, body, headers))


def cpu_of(cpu: Callable[[], float], port: int, ask: Callable[[HTTPConnection], None]) -> float:
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as calls:
        for number in range(READS + 1):
            ask(calls)
            answer = calls.getresponse()
            answer.read()
            assert answer.status < 300, answer.status
            if number == 0:
                began = cpu()
        return (cpu() - began) * 1000 / READS
