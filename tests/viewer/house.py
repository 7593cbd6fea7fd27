"""A service for browser tests, and people who do over HTTP what a test has no need to click."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
from msgspec import Struct

from tests.service.processes import Served, served
from tests.service.sitting import API, Sitting, bearer, good


class Person(Struct, frozen=True):
    """Somebody who plays: what a browser keeps of them."""

    player: str
    name: str
    token: str
    token_id: str
    scopes: tuple[str, ...]


class House:
    """`chronik serve` as a process of its own, which may be killed and comes back at the same address."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self._open = ExitStack()
        self._served = self._start()
        self.url = self._served.url
        self.port = urlsplit(self.url).port or 0
        self.client = httpx.Client(base_url=self.url, timeout=30)

    def _start(self) -> Served:
        return self._open.enter_context(served(self.data, port=self.port))

    def kill(self) -> None:
        """Ends the service as a power cut would; its data stays."""
        self._served.stop(signal.SIGKILL)
        self._open.close()

    def restart(self) -> None:
        """Starts the service again at the same address, over the same data."""
        self._served = self._start()

    def close(self) -> None:
        self.client.close()
        self._open.close()

    def register(self, name: str) -> Person:
        """A new player."""
        made = good(self.client.post(f"{API}/players", json={"name": name}))
        return Person(made["player"], name, made["token"], made["token_id"], tuple(made["scopes"]))

    def open(self, person: Person, *seats: str, game: str = "katharina", **more: Any) -> str:
        """A match with these seats: `mine`, `open`, or the level of a bot."""
        chairs = [{"t": seat} if seat in ("mine", "open") else {"t": "bot", "level": seat} for seat in seats]
        body = {"game": game, "seats": chairs, **more}
        return str(good(self.client.post(f"{API}/matches", json=body, headers=bearer(person.token)))["id"])

    def sit(self, match: str, person: Person) -> None:
        """Takes an open seat."""
        good(self.client.post(f"{API}/matches/{match}/seats", json={}, headers=bearer(person.token)))

    def card(self, match: str) -> Any:
        """A match from outside."""
        return good(self.client.get(f"{API}/matches/{match}"))

    def view(self, match: str, at: int | None = None, as_: str = "spectator", token: str = "") -> Any:
        """A match at a version through somebody's eyes."""
        asked = {"as": as_} | ({} if at is None else {"at": str(at)})
        where = f"{API}/{self.card(match)['game']}/matches/{match}/view"
        return good(self.client.get(where, params=asked, headers=bearer(token) if token else {}))

    def answer(self, match: str, person: Person, luck: Random) -> bool:
        """Answers what is asked of somebody with any option; False when nothing is."""
        here = f"{API}/{self.card(match)['game']}/matches/{match}"
        asked = good(self.client.get(f"{here}/options", headers=bearer(person.token)))
        if not asked["options"] or asked["prompts"][0]["sealed"]:
            return False
        body = {"command": luck.choice(asked["options"]), "prompt": asked["prompts"][0]["id"]}
        good(self.client.post(f"{here}/commands", json=body, headers=bearer(person.token)))
        return True

    def play(self, match: str, people: list[Person], seed: int = 0, answers: int = 10_000) -> Any:
        """Answers for these people until the match is over or so many answers were given; the match from outside."""
        luck = Random(seed)
        while answers > 0 and (card := self.card(match))["status"] == "running":
            given = sum(self.answer(match, person, luck) for person in people)
            answers -= given
            assert given or any(seat.get("bot") for seat in card["seats"]), "nobody is asked"
        return self.card(match)

    def finished(self, seats: int = 4, seed: int = 1) -> str:
        """A match that people have played to its end."""
        sitting = Sitting.open(self.client, seats)
        assert sitting.play(Random(seed))["status"] == "finished"
        return sitting.match
