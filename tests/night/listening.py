"""Listening: many feeds, each on one match after another; every entry comes once, in order, and the same to all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.night.asking import API
from tests.night.tables import Matches

SILENCE = 40.0
"""Seconds without a heartbeat after which a stream is taken for dead."""


class Event(NamedTuple):
    kind: str
    id: int
    data: bytes


class Refused(Exception):
    """The service has something else to say than a stream; the match may not be there for it now."""


class Heard:
    """What all listeners together have heard of each entry of each match, and what is wrong with it."""

    def __init__(self) -> None:
        self.entries = 0
        self.streams = 0
        self.refused: dict[str, int] = {}
        self.wrong: list[str] = []
        self._digests: dict[tuple[str, int], bytes] = {}

    def take(self, match: str, event: Event) -> None:
        self.entries += 1
        digest = blake2b(event.data, digest_size=8).digest()
        if self._digests.setdefault((match, event.id), digest) != digest:
            self.wrong.append(f"{match}: two listeners have heard different things of entry {event.id}")


class Listener:
    """One spectator, who follows a match to its end and comes back with the last event whenever the stream breaks."""

    def __init__(self, urls: Sequence[str], rng: Random, matches: Matches, heard: Heard) -> None:
        self.match = ""
        self.last = 0
        self.ended = True
        self._urls = urls
        self._rng = rng
        self._matches = matches
        self._heard = heard

    async def listen(self) -> None:
        """Listens for ever."""
        while True:
            if self.ended:
                if not self._matches.now:
                    await asyncio.sleep(1)
                    continue
                self.match = self._rng.choice(sorted(self._matches.now))
                self.last, self.ended = 0, False
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
                try:
                    await self.follow()
                except Refused as refused:
                    said = str(refused)
                    self._heard.refused[said] = self._heard.refused.get(said, 0) + 1
            await asyncio.sleep(self._rng.uniform(0.2, 2))

    async def follow(self) -> None:
        """Listens to one stream as long as it lasts."""
        game, self._heard.streams = self._matches.all[self.match], self._heard.streams + 1
        path = f"{API}/{game}/matches/{self.match}/feed"
        async for event in events(self._rng.choice(self._urls), path, self.last):
            if event.kind == "end":
                self.ended = event.id == self.last
                if not self.ended:
                    self._heard.wrong.append(f"{self.match}: it ends at {event.id}, heard was up to {self.last}")
                    self.ended = True
                return
            if event.kind == "view" and self.last and event.id < self.last:
                self._heard.wrong.append(f"{self.match}: after {self.last} came a view of {event.id}")
            if event.kind == "frame":
                if event.id != self.last + 1:
                    self._heard.wrong.append(f"{self.match}: after {self.last} came {event.id}")
                self._heard.take(self.match, event)
            self.last = event.id


async def events(url: str, path: str, after: int) -> AsyncIterator[Event]:
    """The events of a stream, by a connection of its own and with no library: there are many of them."""
    at = urlsplit(url)
    async with asyncio.timeout(10):
        reader, writer = await asyncio.open_connection(at.hostname, at.port)
    try:
        resume = f"Last-Event-ID: {after}\r\n" if after else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\nAccept: text/event-stream\r\n{resume}\r\n".encode())
        async with asyncio.timeout(SILENCE):
            head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise Refused(head.split(b"\r\n")[0].decode())
        text = b""
        while piece := await _piece(reader):
            *whole, text = (text + piece).split(b"\n\n")
            for one in whole:
                fields = dict(line.partition(b": ")[::2] for line in one.split(b"\n") if b": " in line)
                if b"event" in fields:
                    yield Event(fields[b"event"].decode(), int(fields[b"id"]), fields[b"data"])
    finally:
        writer.close()


async def _piece(reader: asyncio.StreamReader) -> bytes:
    """What comes next of a stream; nothing at its end."""
    async with asyncio.timeout(SILENCE):  # Python 3.11 may lose a cancellation in `wait_for`
        size = int(await reader.readline() or b"0", 16)
        return (await reader.readexactly(size + 2))[:-2] if size else b""
