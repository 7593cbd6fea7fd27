"""A writer: plays Katharina for both seats of a table over HTTP, match after match, despite all kills."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from random import Random
from typing import Any

import httpx
import msgspec
from msgspec import Raw, Struct

from tests.support.crash.journal import Acknowledgement, Intent, Journal

API = "/api/v1"
GAME = "katharina"
PAUSE = 0.1


class Stopped(Exception):
    """The writer is to stop, and leaves an open question behind."""


class Habits(Struct, frozen=True):
    """The behaviour of a writer: how often it loses a reply, how many seconds it waits for one and rests after it, and
    if a repeat gets a new key.
    """

    loses: float = 0.03
    patience: float = 5.0
    rest: float = 0.01
    fresh_keys: bool = False


HONEST = Habits()
CALM = Habits(rest=0.05)
"""Habits for tests that wait for something else while writers write; without a rest they would use all processors."""
DOUBLING = Habits(loses=0.2, fresh_keys=True)


class _Prompt(Struct):
    id: int
    sealed: bool


class _Options(Struct):
    seat: int
    prompts: tuple[_Prompt, ...]
    options: tuple[Raw, ...]


class _Said(Struct):
    """An acknowledgement by any route."""

    version: int
    head: str
    id: str = ""


class _Issued(Struct):
    player: str
    token: str


class Writer:
    """Two players at one table, and the counts of their requests.

    With other addresses of the same service, each request goes to a random one.
    """

    def __init__(self, url: str, journal: Journal, rng: Random, habits: Habits = HONEST, *others: str) -> None:
        self.journal = journal
        self.habits = habits
        self.retried = 0
        self.unknown = 0
        self.finished = 0
        self.wrong: list[str] = []
        self.stopping = False
        self._rng = rng
        self._clients = [httpx.AsyncClient(base_url=one, timeout=habits.patience) for one in (url, *others)]
        self._intents = 0

    async def write(self) -> None:
        """Plays until it is to stop."""
        with self.journal, contextlib.suppress(Stopped):
            async with contextlib.AsyncExitStack() as stack:
                for client in self._clients:
                    await stack.enter_async_context(client)
                players = [await self._register(name) for name in ("Ada", "Ben")]
                while True:
                    await self._play(players)
                    self.finished += 1

    async def _play(self, players: list[_Issued]) -> None:
        table = {"game": GAME, "seats": [{"t": "mine"}, {"t": "open"}]}
        match = (await self._intend(players[0], "/matches", table)).match
        await self._intend(players[1], f"/matches/{match}/seats", {"seat": 1}, match)
        where = f"/{GAME}/matches/{match}"
        idle = 0
        while idle < len(players):
            for player in players:
                offered = msgspec.json.decode((await self._ask(player, f"{where}/options")).content, type=_Options)
                if not offered.options or any(prompt.sealed for prompt in offered.prompts):
                    idle += 1
                    continue
                idle = 0
                command = self._rng.choice(offered.options)
                body: dict[str, Any] = {"command": command}
                if not self.habits.fresh_keys:  # without a prompt, only the rules refuse a second one
                    body["prompt"] = offered.prompts[0].id
                await self._intend(player, f"{where}/commands", body, match, offered.seat, bytes(command))

    async def _register(self, name: str) -> _Issued:
        answer = await self._patiently("POST", "/players", content=msgspec.json.encode({"name": name}))
        return msgspec.json.decode(answer.content, type=_Issued)

    async def _ask(self, player: _Issued, path: str) -> httpx.Response:
        return await self._patiently("GET", path, headers=_bearer(player))

    async def _patiently(self, method: str, path: str, **request: Any) -> httpx.Response:
        """Returns the answer to a request that can be repeated freely."""
        while True:
            self._heed()
            answer = await self._once(method, path, **request)
            if answer is not None and answer.is_success:
                return answer
            await asyncio.sleep(PAUSE)

    async def _intend(
        self, player: _Issued, path: str, body: Any, match: str = "", seat: int | None = None, command: bytes = b""
    ) -> Acknowledgement:
        """Makes something happen once, with the same key until there is an answer."""
        self._intents += 1
        content = msgspec.json.encode(body)
        first: tuple[str, httpx.Response] | None = None
        key = self._key()
        while True:
            self._heed()
            self.journal.intend(Intent(self._intents, _stands_for(player, key), path, Raw(content), seat, command))
            headers = {**_bearer(player), "Idempotency-Key": key}
            answer = await self._once("POST", path, content=content, headers=headers)
            if answer is not None and answer.is_success:
                if first is not None and first[0] == key and first[1].content != answer.content:
                    self.wrong.append(f"{path} was answered differently the second time")
                if first is None and self._rng.random() < self.habits.loses:
                    first, answer = (key, answer), None
            if answer is not None and answer.is_success:
                said = msgspec.json.decode(answer.content, type=_Said)
                done = Acknowledgement(
                    Intent(self._intents, _stands_for(player, key), path, Raw(content), seat, command),
                    match or said.id,
                    answer.status_code,
                    said.version,
                    said.head,
                )
                self.journal.acknowledge(done)
                await asyncio.sleep(self.habits.rest)
                return done
            if answer is not None and answer.status_code < 500 and self.habits.fresh_keys and first is not None:
                raise Stopped  # the repeated request has been done already
            self.retried += 1
            if self.habits.fresh_keys:
                key = self._key()
            if first is None:
                await asyncio.sleep(PAUSE)

    async def _once(self, method: str, path: str, **request: Any) -> httpx.Response | None:
        """Returns an answer, or None if the outcome is unknown; records all but success and 503 as wrong."""
        headers = {"content-type": "application/json", **request.pop("headers", {})}
        try:
            client = self._clients[0] if len(self._clients) == 1 else self._rng.choice(self._clients)
            answer = await client.request(method, API + path, headers=headers, **request)
        except httpx.HTTPError as error:
            self.unknown += method == "POST" and not isinstance(error, httpx.ConnectError)
            return None
        if answer.status_code == 503:
            self.unknown += answer.json().get("code") == "outcome-unknown"
            await asyncio.sleep(PAUSE)
        elif answer.is_error and not self.habits.fresh_keys:
            self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        return answer

    def _key(self) -> str:
        return self._rng.randbytes(16).hex()

    def _heed(self) -> None:
        if self.stopping or len(self.wrong) > 20:
            raise Stopped


def _stands_for(player: _Issued, key: str) -> str:
    """Returns the hashed idempotency key of a player."""
    return hashlib.sha256(f"chronik/key/1\n{player.player}\n{key}".encode()).hexdigest()


def _bearer(player: _Issued) -> dict[str, str]:
    return {"Authorization": f"Bearer {player.token}"}
