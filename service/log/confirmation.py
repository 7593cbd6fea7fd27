"""Confirmation: before this process relies on what it has read, a second server must hold it.

`WAIT` counts only the writes of its own connection. So if a reply may contain something unconfirmed, one small write
and a `WAIT` follow it over the same connection. The write comes after everything that was read, on the same server;
once the write is confirmed, so is everything before it. All reads of one tick at one server share a pipeline and one
such write. Without a confirmation the reply is dropped.

The write goes into the slot of the key that was read. While that slot is being moved, the server may refuse the
write, which says nothing about the reply. Then a write in another slot of the same server will do, because `WAIT`
counts every write of the connection.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple, TypeAlias

from chronik.service.log.keys import tag_of
from chronik.service.log.outcomes import Elsewhere, OutcomeUnknown, Unavailable
from chronik.service.log.servers import Known
from chronik.service.log.wire import Command, Reply, Wire, raise_errors

CONFIRMED_BY = 1
"""How many servers besides the master must have a write."""
TOGETHER = 64
"""The most reads that share one pipeline."""
ASKING: Command = ("ASKING",)
"""Precedes a command that the master has redirected, while the key is being moved."""
Talk: TypeAlias = Generator[Sequence[Command], list[Reply]]
"""A dialogue with a server: yields commands, receives their replies, and ends with an empty sequence."""


def wait(timeout: float) -> Command:
    """Builds the WAIT until a second server has this connection's writes, for at most half of the trip's timeout."""
    return ("WAIT", CONFIRMED_BY, int(timeout * 500))


def is_confirmed(reply: Reply) -> bool:
    """Returns whether a reply to WAIT confirms the writes."""
    return isinstance(reply, int) and reply >= CONFIRMED_BY


class PendingRead(NamedTuple):
    """A read in progress, the test of whether its reply is already confirmed, and the caller's future."""

    command: Command
    known: Known
    future: asyncio.Future[Reply]


class PendingReads:
    """The reads of this tick, by server and by whether they need ASKING.

    `others` returns the tags whose slots are on a server.
    """

    def __init__(self, wait: Command, others: Callable[[Wire], Sequence[str]]) -> None:
        self._wait = wait
        self._others = others
        self._waiting: dict[tuple[Wire, bool], list[PendingRead]] = {}
        self._sending: set[asyncio.Task[None]] = set()

    async def read(self, wire: Wire, command: Command, known: Known, *, asking: bool = False) -> Reply:
        """Returns the reply of a server once it is confirmed. Raises `Elsewhere`, `Unavailable` and `Refused`."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Reply] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._send)
        self._waiting.setdefault((wire, asking), []).append(PendingRead(command, known, future))
        return raise_errors([await future])[0]

    async def close(self) -> None:
        """Waits until all reads have ended."""
        while self._waiting or self._sending:
            await asyncio.sleep(0) if not self._sending else await asyncio.wait(self._sending)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for (wire, asking), readings in waiting.items():
            for at in range(0, len(readings), TOGETHER):
                trip = self._trip(wire, readings[at : at + TOGETHER], asking)
                task = asyncio.get_running_loop().create_task(trip)
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _trip(self, wire: Wire, readings: Sequence[PendingRead], asking: bool) -> None:
        """Resolves all reads; if the connection is lost, reads without a reply fail with `Unavailable`."""
        talk = self._talk(wire, readings, asking)
        try:
            replies = await wire.trip(next(talk), then=talk.send)
            if isinstance(replies[-1], OutcomeUnknown):
                raise Unavailable(str(replies[-1]))
        except Unavailable as error:
            for reading in readings:
                _resolve(reading, Unavailable(str(error)))
        finally:
            for reading in readings:  # still unresolved only if this task was cancelled or has a bug
                _resolve(reading, Unavailable("the read was interrupted"))

    def _talk(self, wire: Wire, readings: Sequence[PendingRead], asking: bool) -> Talk:
        """Sends the reads; resolves those already confirmed at once, and the rest when a later write is confirmed."""
        commands = [word for one in readings for word in ((ASKING, one.command) if asking else (one.command,))]
        replies = yield commands
        news: list[tuple[PendingRead, Reply]] = []
        for reading, reply in zip(readings, replies[asking :: 1 + asking], strict=True):
            if isinstance(reply, Exception) or reading.known(reply):
                _resolve(reading, reply)
            else:
                news.append((reading, reply))
        if not news:
            yield ()
        tags = dict.fromkeys(tag_of(reading.command) for reading, _ in news)
        *replies, waited = yield [*(word for tag in tags for word in _probe(tag, asking)), self._wait]
        probe_replies = replies[asking :: 1 + asking]
        moved = {tag: reply for tag, reply in zip(tags, probe_replies, strict=True) if _is_elsewhere(reply, "MOVED")}
        if b"OK" not in probe_replies and any(_is_elsewhere(reply, "ASK") for reply in probe_replies):
            others = (tag for tag in self._others(wire) if tag not in tags)
            *probe_replies, waited = yield [*(word for tag in others for word in _probe(tag, asking=False)), self._wait]
        is_safe = b"OK" in probe_replies and is_confirmed(waited)
        for reading, reply in news:
            _resolve(reading, moved.get(tag_of(reading.command)) or (reply if is_safe else _unconfirmed_error()))
        yield ()


def _probe(tag: str, asking: bool) -> Sequence[Command]:
    """Builds a write in the slot of a tag.

    On a slot that is being moved, the key has a random name and expires after 1 s: two servers that both hold the same
    key could not be merged.
    """
    if asking:
        return ASKING, ("SET", f"{tag}:pulse:{secrets.token_hex(8)}", b"", "PX", 1000)
    return (("SET", f"{tag}:pulse", b""),)


def _is_elsewhere(reply: Reply, code: str) -> bool:
    return isinstance(reply, Elsewhere) and reply.code == code


def _unconfirmed_error() -> Unavailable:
    return Unavailable("no second server has confirmed what was read")


def _resolve(reading: PendingRead, reply: Reply) -> None:
    if not reading.future.done():
        reading.future.set_result(reply)
