"""The users of a soak: they play, read, glance at feeds and register at a steady pace; commands are timed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.night.asking import API, AWAY, Asker, Over
from tests.night.listening import Heard, Listener, Refused
from tests.night.tables import Matches
from tests.support.crash.journal import Acknowledgement, Intent, Journal

PAGES = ("/", "/decks", "/docs", "/docs/rules/katharina", "/openapi.json", "/matches/{match}", "/replay/{match}")
LOBBY = (API + "/games", API + "/matches", API + "/seeks", API + "/codes")
OF_A_MATCH = (API + "/matches/{match}", API + "/{game}/matches/{match}/view", API + "/{game}/matches/{match}/replay")
WHEN_OVER = (API + "/matches/{match}/archive", API + "/matches/{match}/audit", API + "/matches/{match}/scores")
REPEATED = (401,)
"""Answers to a repeated erasure that has been done already."""
GLANCE = (0.5, 5.0)
"""Seconds for which a spectator who only glances keeps a feed open."""


class Unkept(Journal):
    """A journal that records nothing: acknowledged commands are checked elsewhere."""

    def __init__(self) -> None:
        super().__init__(Path("/dev/null"))

    def intend(self, intent: Intent) -> None:
        pass

    def acknowledge(self, said: Acknowledgement) -> None:
        pass


class Timing(Asker):
    """An asker that records when each command was answered and how many milliseconds that took."""

    def __init__(self, url: str, rng: Random) -> None:
        super().__init__([url], rng)
        self.commands: list[tuple[float, float]] = []
        self.read = 0

    async def once(self, method: str, path: str, *told: Any, **more: Any) -> httpx.Response | None:
        sent = time.monotonic()
        answer = await super().once(method, path, *told, **more)
        if path.endswith("/commands") and answer is not None and answer.is_success:
            now = time.monotonic()
            self.commands.append((now, (now - sent) * 1000))
        return answer

    async def look(self, address: str) -> None:
        """Reads an address; a 404 for something that is not over yet is a valid answer."""
        if self.over:
            raise Over
        try:
            answer = await self._client.get(self.urls[0] + address)
        except httpx.HTTPError:
            return
        self.read += 1
        if answer.status_code >= 500 and answer.status_code != AWAY:
            self.wrong.append(f"{address}: {answer.status_code} {answer.text[:300]}")


class Reader:
    """A reader of pages, of the lobby, and of matches: running ones and ones archived long ago."""

    def __init__(self, asker: Timing, matches: Matches, pace: float) -> None:
        self.asker = asker
        self.matches = matches
        self.pace = pace

    async def read(self) -> None:
        """Reads until the end."""
        with suppress(Over):
            for address in self._addresses():
                await asyncio.sleep(self.asker.rng.uniform(0.5, 1.5) * self.pace)
                await self.asker.look(address)

    def _addresses(self) -> Iterator[str]:
        rng = self.asker.rng
        while True:
            match = rng.choice(list(self.matches.all)) if self.matches.all else ""
            over = match and match not in self.matches.now
            address = rng.choice((rng.choice(PAGES), rng.choice(LOBBY), rng.choice(WHEN_OVER if over else OF_A_MATCH)))
            if over and rng.random() < 0.5:
                address = rng.choice(OF_A_MATCH)
            if match or "{match}" not in address:
                yield address.format(match=match, game=self.matches.all.get(match))


class Passer:
    """A spectator who opens a feed, watches for some seconds, and disconnects."""

    def __init__(self, url: str, rng: Random, matches: Matches) -> None:
        self.looked = 0
        self._url = url
        self._rng = rng
        self._matches = matches

    async def look_in(self) -> None:
        """Glances at one feed after another for ever."""
        while True:
            await asyncio.sleep(self._rng.uniform(0.2, 1))
            if not self._matches.now:
                continue
            listener = Listener([self._url], self._rng, self._matches, Heard())
            listener.match = self._rng.choice(sorted(self._matches.now))
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, ValueError, Refused):
                async with asyncio.timeout(self._rng.uniform(*GLANCE)):
                    await listener.follow()
            self.looked += 1


class Newcomers:
    """New players every few seconds, each of whom requests an export and then an erasure."""

    def __init__(self, asker: Timing, pace: float) -> None:
        self.asker = asker
        self.pace = pace
        self.came = 0

    async def come(self) -> None:
        """Registers and erases players until the end."""
        with suppress(Over):
            while True:
                await asyncio.sleep(self.asker.rng.uniform(0.5, 1.5) * self.pace)
                name = {"name": f"Eve {self.came}"}
                made = (await self.asker.patiently("POST", "/players", body=name)).json()
                await self.asker.patiently("POST", "/me/exports", made["token"])
                confirmed = {"confirm": made["player"]}
                await self.asker.patiently("POST", "/me/erasure", made["token"], confirmed, known=REPEATED)
                self.came += 1
