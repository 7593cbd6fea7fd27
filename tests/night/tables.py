"""Tables: at each, two players play one match after another, with a journal of their requests and answers."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import inf
from typing import Any

import msgspec
from msgspec import Raw, Struct

from tests.night.asking import Asker, Over
from tests.support.crash.journal import Acknowledgement, Intent, Journal

SEATS = {
    "katharina": ({"t": "mine"}, {"t": "open"}, {"t": "bot", "level": "random"}),
    "cities_knights": ({"t": "mine"}, {"t": "open"}, {"t": "bot", "level": "random"}),
    "catan_cards": ({"t": "mine"}, {"t": "open"}),
}


class Prompt(Struct):
    id: int
    sealed: bool


class Offered(Struct):
    """The prompts and options of a seat."""

    version: int
    seat: int
    prompts: tuple[Prompt, ...]
    options: tuple[Raw, ...]


class Said(Struct):
    """An acknowledgement by any route."""

    version: int
    head: str
    id: str = ""


class Person(Struct, frozen=True):
    """A registered player."""

    player: str
    token: str


class Matches:
    """The matches of the night: those being played, and all of them with their games."""

    def __init__(self) -> None:
        self.now: set[str] = set()
        self.all: dict[str, str] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self.all)


class Table:
    """Two players and a game with these options; they answer at this pace, in seconds.

    If `patience` limits the number of answers, one of them resigns then.
    """

    def __init__(
        self,
        asker: Asker,
        journal: Journal,
        game: str,
        matches: Matches,
        pace: float,
        options: Mapping[str, Any] | None = None,
        patience: float = inf,
    ) -> None:
        self.asker = asker
        self.journal = journal
        self.game = game
        self.matches = matches
        self.pace = pace
        self.options = options or {}
        self.patience = patience
        self.finished = 0
        self._intents = 0

    async def play(self) -> None:
        """Plays until the night is over."""
        with self.journal, suppress(Over):
            people = [await self._registered(name) for name in ("Ada", "Ben")]
            while True:
                await self._play(people)
                self.finished += 1

    async def _registered(self, name: str) -> Person:
        answer = await self.asker.patiently("POST", "/players", body={"name": name})
        return msgspec.json.decode(answer.content, type=Person)

    async def _play(self, people: list[Person]) -> None:
        opening = {"game": self.game, "seats": SEATS[self.game], "options": self.options}
        match = (await self._intend(people[0], "/matches", opening)).match
        await self._intend(people[1], f"/matches/{match}/seats", {"seat": 1}, match)
        self.matches.all[match] = self.game
        self.matches.now.add(match)
        begun = self._intents
        try:
            while not await self._is_over(match):
                for person in people:
                    await self._answer(person, match)
                if self._intents - begun > self.patience and not await self._is_over(match):
                    await self._intend(people[0], f"/matches/{match}/resignations", None, match)
        finally:
            self.matches.now.discard(match)

    async def _is_over(self, match: str) -> bool:
        card = await self.asker.patiently("GET", f"/matches/{match}")
        return str(card.json()["status"]) == "finished"

    async def _answer(self, person: Person, match: str) -> None:
        """Answers prompts, a few in a row."""
        where = f"/{self.game}/matches/{match}"
        for _ in range(5):
            await asyncio.sleep(self.asker.rng.uniform(0.5, 1.5) * self.pace)
            answer = await self.asker.patiently("GET", f"{where}/options", person.token)
            offered = msgspec.json.decode(answer.content, type=Offered)
            if not offered.options or offered.prompts[0].sealed:
                return
            command = self.asker.rng.choice(offered.options)
            body = {"command": msgspec.json.decode(command), "prompt": offered.prompts[0].id}
            await self._intend(person, f"{where}/commands", body, match, offered.seat, bytes(command))

    async def _intend(
        self, person: Person, path: str, body: Any, match: str = "", seat: int | None = None, command: bytes = b""
    ) -> Acknowledgement:
        """Makes something happen once, with the same key until there is an answer."""
        self._intents += 1
        key = self.asker.key()
        stands_for = hashlib.sha256(f"chronik/key/1\n{person.player}\n{key}".encode()).hexdigest()
        intent = Intent(self._intents, stands_for, path, Raw(msgspec.json.encode(body)), seat, command)
        self.journal.intend(intent)
        answer = await self.asker.patiently("POST", path, person.token, body, key)
        if self.asker.rng.random() < 0.03:  # the answer is lost, and the request repeated
            again = await self.asker.patiently("POST", path, person.token, body, key)
            if again.content != answer.content:
                self.asker.wrong.append(f"{path} was answered differently the second time")
        said = msgspec.json.decode(answer.content, type=Said)
        done = Acknowledgement(intent, match or said.id, answer.status_code, said.version, said.head)
        self.journal.acknowledge(done)
        return done
