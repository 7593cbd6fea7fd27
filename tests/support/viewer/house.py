"""A service for browser tests, and players whose moves are made over HTTP if the test need not click them."""

from __future__ import annotations

import signal
import time
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
from msgspec import Struct

from chronik.service.signing.keys import OwnKeys, write_keys
from tests.support.service.processes import Served, chronik, served
from tests.support.service.sitting import API, Sitting, bearer, good

OLD = OwnKeys().with_new_key(datetime(2026, 11, 21, tzinfo=UTC))
STOLEN = OLD.signer
KEYS = (
    OLD.with_new_key(datetime(2026, 11, 22, tzinfo=UTC))
    .with_new_key(datetime(2026, 11, 23, tzinfo=UTC))
    .with_revoked_key(STOLEN.key_id, datetime(2026, 11, 24, tzinfo=UTC))
)
PATIENCE = 60.0
"""Seconds that bots may take to answer on a busy machine."""


class Person(Struct, frozen=True):
    """A player, with what a browser stores about them."""

    player: str
    name: str
    token: str
    token_id: str
    scopes: tuple[str, ...]


class AsAdvised(httpx.HTTPTransport):
    """A transport that repeats unacknowledged requests with the same key, as the problem says: a disk may be slow."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            request.headers.setdefault("idempotency-key", uuid4().hex)
        until = time.monotonic() + PATIENCE
        while (answer := super().handle_request(request)).status_code == 503 and time.monotonic() < until:
            answer.close()
            time.sleep(0.2)
        return answer


class House:
    """`chronik serve` in a separate process with signing keys, which can be killed and restarted at its address."""

    def __init__(self, data: Path, settings: Mapping[str, str] | None = None) -> None:
        self.data = data
        self._settings = settings
        write_keys(data / "keys.json", KEYS)
        self.port = 0
        self._finished: dict[tuple[int, int], str] = {}
        self._watched: dict[tuple[str, int], str] = {}
        self._games: dict[str, str] = {}
        self._referee: str | None = None
        self._gone_back: tuple[str, list[Person]] | None = None
        self._open = ExitStack()
        self._served = self._start()
        self.url = self._served.url
        self.port = urlsplit(self.url).port or 0
        self.client = httpx.Client(base_url=self.url, timeout=30, transport=AsAdvised())

    def _start(self) -> Served:
        return self._open.enter_context(served(self.data, self._settings, self.port))

    def kill(self) -> None:
        """Kills the service without warning; its data stay."""
        self._served.stop(signal.SIGKILL)
        self._open.close()

    def restart(self) -> None:
        """Starts the service again at the same address with the same data."""
        self._served = self._start()

    def close(self) -> None:
        self.client.close()
        self._open.close()

    def register(self, name: str) -> Person:
        """Registers a player."""
        made = good(self.client.post(f"{API}/players", json={"name": name}))
        return Person(made["player"], name, made["token"], made["token_id"], tuple(made["scopes"]))

    def open(self, person: Person, *seats: str, game: str = "katharina", **more: Any) -> str:
        """Opens a match with these seats (`mine`, `open`, or the level of a bot) and returns its id."""
        chairs = [{"t": seat} if seat in ("mine", "open") else {"t": "bot", "level": seat} for seat in seats]
        body = {"game": game, "seats": chairs, **more}
        return str(good(self.client.post(f"{API}/matches", json=body, headers=bearer(person.token)))["id"])

    def watched(self, game: str, seats: int) -> str:
        """Returns a match that bots have played to its end, always the same one for a game and number of seats."""
        if (game, seats) not in self._watched:
            match = self.open(self.register("Olga"), *["greedy"] * seats, game=game)
            last = time.monotonic()
            while self.card(match)["status"] != "finished":
                assert time.monotonic() - last < PATIENCE, f"the bots do not end: {self.card(match)}"
                time.sleep(0.05)
            self._watched[game, seats] = match
        return self._watched[game, seats]

    def sit(self, match: str, person: Person) -> None:
        """Takes an open seat."""
        good(self.client.post(f"{API}/matches/{match}/seats", json={}, headers=bearer(person.token)))

    def pause(self, match: str, *, paused: bool = True) -> None:
        """Pauses or resumes a match as a referee."""
        path = f"{API}/matches/{match}/pauses"
        good(self.client.post(path, json={"paused": paused}, headers=bearer(self.referee())))

    def referee(self) -> str:
        """Returns the token of a referee."""
        if self._referee is None:
            made = chronik("admin", "create", "--name", "Rita", "--scopes", "referee", "--data", self.data)
            self._referee = made.stdout.split()[-1]
        return self._referee

    def card(self, match: str) -> Any:
        """Returns the public summary of a match."""
        return good(self.client.get(f"{API}/matches/{match}"))

    def _played(self, match: str) -> str:
        """Returns the address at which a match is played."""
        if match not in self._games:
            self._games[match] = self.card(match)["game"]
        return f"{API}/{self._games[match]}/matches/{match}"

    def view(self, match: str, at: int | None = None, as_: str = "spectator", token: str = "") -> Any:
        """Returns a view of a match at a version."""
        asked = {"as": as_} | ({} if at is None else {"at": str(at)})
        where = f"{self._played(match)}/view"
        return good(self.client.get(where, params=asked, headers=bearer(token) if token else {}))

    def answer(self, match: str, person: Person, luck: Random) -> bool:
        """Answers a player's prompt with any option; returns False if there is none."""
        here = self._played(match)
        asked = good(self.client.get(f"{here}/options", headers=bearer(person.token)))
        if not asked["options"] or asked["prompts"][0]["sealed"]:
            return False
        self.command(match, person, luck.choice(asked["options"]), asked["prompts"][0]["id"])
        return True

    def command(self, match: str, person: Person, command: Any, prompt: str) -> None:
        """Sends a player's answer to a prompt."""
        body = {"command": command, "prompt": prompt}
        good(self.client.post(f"{self._played(match)}/commands", json=body, headers=bearer(person.token)))

    def play(self, match: str, people: list[Person], seed: int = 0, answers: int = 10_000) -> Any:
        """Answers for these players until the match ends or the limit is reached; returns the public summary."""
        luck, last = Random(seed), time.monotonic()
        while answers > 0 and (card := self.card(match))["status"] == "running":
            if given := sum(self.answer(match, person, luck) for person in people):
                answers, last = answers - given, time.monotonic()
            else:
                assert any(seat.get("bot") for seat in card["seats"]), "nobody is asked"
                assert time.monotonic() - last < PATIENCE, f"the bots do not answer: {card}"
                time.sleep(0.02)
        return self.card(match)

    def seated(self, people: list[Person], **more: Any) -> str:
        """Opens a match and seats these players in this order."""
        match = self.open(people[0], "mine", *("open" for _ in people[1:]), **more)
        for person in people[1:]:
            self.sit(match, person)
        return match

    def entries(self, match: str) -> list[Any]:
        """Returns the entries of a match as the public sees them."""
        return list(good(self.client.get(f"{API}/matches/{match}/audit"))["entries"])

    def options(self, match: str, person: Person) -> Any:
        """Returns the prompts and options of a player."""
        where = f"{self._played(match)}/options"
        return good(self.client.get(where, headers=bearer(person.token)))

    def components(self, game: str = "katharina") -> Any:
        """Returns the components of a game."""
        return good(self.client.get(f"{API}/games/{game}"))["components"]

    def go_back(self, match: str, to: int, people: list[Person]) -> None:
        """Returns a match to a version: the first of these players asks, and the others agree."""
        first, *others = people
        asked = good(
            self.client.post(f"{API}/matches/{match}/undo", json={"to": to, "ask": True}, headers=bearer(first.token))
        )
        number = asked["match"]["undo"]["number"]
        for person in others:
            votes = f"{API}/matches/{match}/undo/{number}/votes"
            good(self.client.post(votes, json={"grant": True}, headers=bearer(person.token)))

    def taken_back(self, people: list[Person], whole: bool = False) -> str:
        """Returns a match that was once taken back to before a revelation, and then given up or played to its end."""
        match = self.seated(people)
        self.play(match, people, seed=3, answers=8 * len(people))
        entries = self.entries(match)
        revealed = [entry["version"] for entry in entries if entry["line"]["key"] == "cards-revealed"]
        # A version between two batches: its entry was not decided together with the next one.
        causes = {entry["version"]: entry["cause"] for entry in entries}
        before = range(revealed[-1] - 1, 0, -1)
        self.go_back(match, next(version for version in before if causes[version] != causes[version + 1]), people)
        self.play(match, people, seed=4, answers=10_000 if whole else 3 * len(people))
        for person in () if whole else people[:-1]:
            self.give_up(match, person)
        return match

    def gone_back(self) -> tuple[str, list[Person]]:
        """Returns a match with undos and its players Ada, Ben and Cleo; always the same one."""
        if self._gone_back is None:
            people = [self.register(name) for name in ("Ada", "Ben", "Cleo")]
            self._gone_back = self.taken_back(people), people
        return self._gone_back

    def given_up(self, people: list[Person], **more: Any) -> str:
        """Returns a finished match that all but the last of these players gave up at once."""
        match = self.seated(people, **more)
        for person in people[:-1]:
            self.give_up(match, person)
        return match

    def give_up(self, match: str, person: Person) -> None:
        """Resigns for a player."""
        good(self.client.post(f"{API}/matches/{match}/resignations", json={}, headers=bearer(person.token)))

    def finished(self, seats: int = 4, seed: int = 1) -> str:
        """Returns a match that players have finished, always the same one for a number of seats and a seed."""
        if (seats, seed) in self._finished:
            return self._finished[seats, seed]
        sitting = Sitting.open(self.client, seats)
        assert sitting.play(Random(seed))["status"] == "finished"
        self._finished[seats, seed] = sitting.match
        return sitting.match
