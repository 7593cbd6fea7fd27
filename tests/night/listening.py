"""Many feeds, each on one match after another: every entry must come once, in order, and be the same for all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from chronik.service.web.problems.kinds import PROBLEMS
from chronik.service.web.problems.problem import MEDIA_TYPE
from tests.night.asking import API, AWAY, SLOW
from tests.night.tables import Matches

SILENCE = 40.0
"""Seconds without a heartbeat after which a stream counts as dead."""


class Event(NamedTuple):
    kind: str
    id: int
    data: bytes


class Answered(Struct):
    """The part of a problem that identifies it."""

    code: str


class Refused(Exception):
    """The service answers with something other than a stream: a status, and the code of a problem if it is one.

    It is `passing` if the service says that it lacks what it needs, or that the request came too late.
    """

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code or 'without a problem'}")
        kind = PROBLEMS.get(code)
        self.passing = status in (SLOW, AWAY) and kind is not None and kind.status == status


class Heard:
    """The record of what all listeners together heard of each entry of each match, and of what is wrong with it."""

    def __init__(self) -> None:
        self.entries = 0
        self.streams = 0
        self.refused: dict[str, int] = {}
        self.wrong: list[str] = []
        self.ends: dict[str, int] = {}
        """The version at which the streams of each match ended."""
        self._digests: dict[tuple[str, int], bytes] = {}

    def take(self, match: str, event: Event) -> None:
        self.entries += 1
        digest = blake2b(event.data, digest_size=8).digest()
        if self._digests.setdefault((match, event.id), digest) != digest:
            self.wrong.append(f"{match}: two listeners have heard different things of entry {event.id}")

    def take_end(self, match: str, version: int) -> None:
        if self.ends.setdefault(match, version) != version:
            self.wrong.append(f"{match}: it ends at {self.ends[match]}, and at {version}")

    def refuse(self, match: str, refused: Refused) -> None:
        """Counts a refused stream; the reason must be a temporary one."""
        self.refused[str(refused)] = self.refused.get(str(refused), 0) + 1
        if not refused.passing:
            self.wrong.append(f"{match}: its feed was answered with {refused}")


class Listener:
    """A spectator who follows a match to its end and reconnects with the last event whenever the stream breaks."""

    def __init__(self, urls: Sequence[str], rng: Random, matches: Matches, heard: Heard) -> None:
        self.match = ""
        self.last = 0
        self.ended = True
        self._urls = urls
        self._rng = rng
        self._matches = matches
        self._heard = heard

    async def listen(self) -> None:
        """Listens to one match after another for ever."""
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
                    self._heard.refuse(self.match, refused)
            await asyncio.sleep(self._rng.uniform(0.2, 2))

    async def follow(self) -> None:
        """Listens to one stream as long as it lasts."""
        game, self._heard.streams = self._matches.all[self.match], self._heard.streams + 1
        path = f"{API}/{game}/matches/{self.match}/feed"
        async for event in events(self._rng.choice(self._urls), path, self.last):
            if not self._follows(event):
                self._heard.wrong.append(f"{self.match}: after {self.last} came {event.kind} {event.id}")
            if event.kind == "end":
                self._heard.take_end(self.match, event.id)
                self.ended = True
                return
            if event.kind == "frame":
                self._heard.take(self.match, event)
            self.last = event.id

    def _follows(self, event: Event) -> bool:
        """Returns whether an event may come now: first the view, then each entry, and the end after the last one.

        A listener that resumes after an event gets no view: it would replace the entries that were missed.
        """
        if event.kind == "view":
            return not self.last
        return self.last > 0 and event.id == self.last + (event.kind == "frame")


async def events(url: str, path: str, after: int) -> AsyncIterator[Event]:
    """Yields the events of a stream, over a separate connection and without a library, as there are many."""
    at = urlsplit(url)
    async with asyncio.timeout(10):
        reader, writer = await asyncio.open_connection(at.hostname, at.port)
    try:
        resume = f"Last-Event-ID: {after}\r\n" if after else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\nAccept: text/event-stream\r\n{resume}\r\n".encode())
        async with asyncio.timeout(SILENCE):
            head = await reader.readuntil(b"\r\n\r\n")
        if (status := int(head.split(b" ")[1])) != 200:
            raise Refused(status, await _code(head, reader))
        text = b""
        while piece := await _piece(reader):
            *whole, text = (text + piece).split(b"\n\n")
            for one in whole:
                fields = dict(line.partition(b": ")[::2] for line in one.split(b"\n") if b": " in line)
                if b"event" in fields:
                    yield Event(fields[b"event"].decode(), int(fields[b"id"]), fields[b"data"])
    finally:
        writer.close()


async def _code(head: bytes, reader: asyncio.StreamReader) -> str:
    """Returns the code of the problem in an answer, or an empty text."""
    fields = dict(line.lower().partition(b": ")[::2] for line in head.split(b"\r\n"))
    async with asyncio.timeout(SILENCE):
        body = await reader.readexactly(int(fields.get(b"content-length", b"0")))
    if fields.get(b"content-type") != MEDIA_TYPE.encode():
        return ""
    try:
        return msgspec.json.decode(body, type=Answered).code
    except msgspec.MsgspecError:
        return ""


async def _piece(reader: asyncio.StreamReader) -> bytes:
    """Returns the next piece of a stream, or an empty one at its end."""
    async with asyncio.timeout(SILENCE):  # Python 3.11 may lose a cancellation in `wait_for`
        size = int(await reader.readline() or b"0", 16)
        return (await reader.readexactly(size + 2))[:-2] if size else b""
