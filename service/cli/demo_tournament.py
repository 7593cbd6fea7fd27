"""The demo of a tournament: bots play from registration to the final table, on a temporary service."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from msgspec import Raw, Struct

from chronik.domain.engine.game import Game, places_of
from chronik.domain.engine.match.events import Ending
from chronik.domain.engine.match.match import Status
from chronik.domain.tournament.record.commands import MOST_LISTED
from chronik.domain.tournament.record.state import Progress
from chronik.service.cli.client import CallError, call, connect, decode, register
from chronik.service.tournaments.summary import RoundSummary, TableSummary, TournamentSummary

MOST_SEATS = 4
"""The most seats that a table has in a demo."""
POD_ROUNDS = 5
PAUSE = 0.5
"""Seconds between two checks of a round in progress."""
STARTS_WITHIN = 60.0


class Demo(Struct, frozen=True, kw_only=True):
    """The plan of a demo: Swiss rounds at tables of one size, then a final table of the best entrants.

    `options` is in JSON; with `decks` every entrant brings a list.
    """

    game: str
    level: str
    players: int
    seats: int
    rounds: int
    best_of: int = 1
    options: Raw = Raw(b"{}")
    decks: bool = False

    @property
    def tables(self) -> int:
        """Returns the number of tables that are played."""
        each = self.players // 2 if self.seats == 2 else -(-self.players // self.seats)
        return self.rounds * each + 1


class Held(Struct, frozen=True):
    """The result of the demo: the tournament's id and title, and the place of each entrant in the final table."""

    tournament: str
    title: str
    tables: int
    final: tuple[tuple[int, int], ...]


class _Place(Struct, frozen=True):
    place: int
    entrant: int


class _Standings(Struct, frozen=True):
    final: tuple[_Place, ...]


class _Ended(Struct, frozen=True):
    ending: Ending | None = None


class _Score(Struct, frozen=True):
    points: tuple[int, ...]


class _Scores(Struct, frozen=True):
    scores: tuple[_Score, ...]


def seats_of(game: Game, best_of: int) -> int:
    """Returns the number of seats at a table: 2 if it plays several games, otherwise the largest size up to 4."""
    return 2 if best_of > 1 else max(size for size in game.seats if size <= MOST_SEATS)


def rounds_for(players: int, seats: int) -> int:
    """Returns the number of rounds before the final table: at tables of two, enough to leave one undefeated entrant."""
    return max(1, (players - 1).bit_length()) if seats == 2 else POD_ROUNDS


def hold(url: str, demo: Demo, progress: Callable[[int, int], None]) -> Held:
    """Runs a tournament of bots; `progress` receives the number of tables played and the total."""
    with connect(url) as client:
        token = register(client, "Demo").token
        card = decode(call(client, "POST", "/tournaments", token, _plan(demo)), TournamentSummary)
        at = f"/tournaments/{card.id}"
        bots = [{"t": "bot", "level": demo.level}] * demo.players
        for first in range(0, demo.players, MOST_LISTED):
            call(client, "POST", f"{at}/entrants/list", token, {"entrants": bots[first : first + MOST_LISTED]})
        played = 0
        for number in range(1, demo.rounds + 2):
            call(client, "POST", f"{at}/rounds", token, {"round": number})
            call(client, "POST", f"{at}/rounds/{number}/start", token)
            played = _wait_for_round(client, token, card.id, number, lambda done: progress(done, demo.tables))
        call(client, "POST", f"{at}/ending", token, {"ending": "finished"})
        final = decode(call(client, "GET", f"{at}/standings"), _Standings).final
        return Held(card.id, card.title, played, tuple((one.place, one.entrant) for one in final))


@contextmanager
def running(data: Path) -> Generator[str]:
    """Runs a service with a data directory, on a free port, until the end of the block."""
    command = [sys.executable, "-m", "chronik.service", "serve", "--port", "0", "--data", str(data)]
    environment = {**os.environ, "CHRONIK_RATE_ACCOUNT": "0", "CHRONIK_RATE_ADDRESS": "0"}
    log = data / "serve.log"
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=environment)
        try:
            yield _address(process, log)
        finally:
            process.terminate()
            process.wait(timeout=30)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Returns the address of a service that was just started; raises `CallError`."""
    until = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < until and process.poll() is None:
        for line in log.read_text("utf-8", errors="replace").splitlines():
            if line.startswith("Chronik is at "):
                return line.split()[3]
        time.sleep(0.1)
    raise CallError(f"The service did not start; read {log}.")


def _plan(demo: Demo) -> dict[str, Any]:
    several = {"best_of": demo.best_of} if demo.best_of > 1 else {}
    stages = [
        {"method": "swiss", "table": demo.seats, "rounds": demo.rounds, **several},
        {"method": "elimination", "table": demo.seats, "cut": demo.seats, **several},
    ]
    return {
        "title": f"{demo.players} bots",
        "description": "A tournament of bots, from registration to the final table.",
        "game": demo.game,
        "stages": stages,
        "scoring": "match-points" if demo.seats == 2 else "place-4-3-2-1",
        "options": demo.options,
        "decks": "after" if demo.decks else "none",
    }


def _wait_for_round(
    client: httpx.Client, token: str, tournament: str, number: int, report: Callable[[int], None]
) -> int:
    """Waits until a round is closed; returns the number of tables played by then."""
    while True:
        card = decode(call(client, "GET", f"/tournaments/{tournament}"), TournamentSummary)
        done = sum(table.result is not None for one in card.rounds for table in one.tables)
        report(done)
        current = card.rounds[number - 1]
        if current.progress is Progress.CLOSED:
            return done
        for table in current.tables:
            _rule(client, token, card, current, table)
        time.sleep(PAUSE)


def _rule(
    client: httpx.Client, token: str, card: TournamentSummary, current: RoundSummary, table: TableSummary
) -> None:
    """Rules on a game whose log was full before it ended: the leader wins it."""
    game = table.games[-1] if table.games else None
    if table.status is not Status.FINISHED or (game or table).result is not None:
        return
    if decode(call(client, "GET", f"/matches/{table.match}"), _Ended).ending is not Ending.TOO_LONG:
        return
    points = decode(call(client, "GET", f"/matches/{table.match}/scores"), _Scores).scores[-1].points
    ruling = {
        "points": points,
        "places": places_for_ruling(points, one_winner=card.one_winner),
        "game": game.game if game else 0,
    }
    at = f"/tournaments/{card.id}/rounds/{current.round}/tables/{table.table}/rulings"
    call(client, "POST", at, token, ruling)


def places_for_ruling(points: Sequence[int], *, one_winner: bool) -> tuple[int, ...]:
    """Returns the places by points; if only one seat may win, it is the leader with the highest seat number."""
    places = places_of(tuple(points))
    if not one_winner or places.count(1) == 1:
        return places
    winner = max(seat for seat, place in enumerate(places) if place == 1)
    return tuple(2 if place == 1 and seat != winner else place for seat, place in enumerate(places))
