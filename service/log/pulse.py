"""The pulse: before anybody rests on what others wrote, a second server has confirmed it.

`WAIT` counts only what its own connection wrote. So where a read shows something that this process does not know to be
confirmed, one small write follows it over the same connection, and a `WAIT`: the write comes after all that was read,
on the very server that has answered, and once it is confirmed, so is everything before it. All reads of one tick at one
server share a pipeline and its pulse. Without a confirmation what was read is dropped.

The pulse goes into the slot of what was read. While that slot moves it may be refused there, which says nothing of what
was read: then another slot of the same server does as well, for `WAIT` counts every write of the connection.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple, TypeAlias

from service.log.keys import tag_of
from service.log.outcomes import Elsewhere, OutcomeUnknown, Unavailable
from service.log.servers import Known
from service.log.wire import Command, Reply, Wire, answered

CONFIRMED_BY = 1
"""So many servers besides the master."""
TOGETHER = 64
"""So many reads share one pipeline."""
ASKING: Command = ("ASKING",)
"""Before a command that its master has sent on: the key is on its way."""
Talk: TypeAlias = Generator[Sequence[Command], list[Reply]]
"""What is said to a server, turn by turn, each in the light of what it has answered; nothing at the end."""


def wait(timeout: float) -> Command:
    """Waits until a second server has what this connection wrote, for half of the time that a trip may take."""
    return ("WAIT", CONFIRMED_BY, int(timeout * 500))


def is_confirmed(reply: Reply) -> bool:
    """Whether the answer to that says so."""
    return isinstance(reply, int) and reply >= CONFIRMED_BY


class Reading(NamedTuple):
    """A read on its way, what in its reply would be no news, and who waits for it."""

    command: Command
    known: Known
    future: asyncio.Future[Reply]


class Readings:
    """The reads of this tick, by the server and by whether it is asked for a key that is on its way to it; `others` are
    the tags that lie at a server.
    """

    def __init__(self, wait: Command, others: Callable[[Wire], Sequence[str]]) -> None:
        self._wait = wait
        self._others = others
        self._waiting: dict[tuple[Wire, bool], list[Reading]] = {}
        self._sending: set[asyncio.Task[None]] = set()

    async def read(self, wire: Wire, command: Command, known: Known, *, asking: bool = False) -> Reply:
        """The reply of a server, once nothing in it vanishes again. Raises Elsewhere, Unavailable and Refused."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Reply] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._send)
        self._waiting.setdefault((wire, asking), []).append(Reading(command, known, future))
        return answered([await future])[0]

    async def close(self) -> None:
        """Let what is under way finish."""
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

    async def _trip(self, wire: Wire, readings: Sequence[Reading], asking: bool) -> None:
        """Reads, and tells everybody; those who were not answered when the connection was lost, that it was."""
        talk = self._talk(wire, readings, asking)
        try:
            replies = await wire.trip(next(talk), then=talk.send)
            if isinstance(replies[-1], OutcomeUnknown):
                raise Unavailable(str(replies[-1]))
        except Unavailable as error:
            for reading in readings:
                _tell(reading, Unavailable(str(error)))
        finally:
            for reading in readings:  # only when this task was cancelled, or is wrong
                _tell(reading, Unavailable("the read was interrupted"))

    def _talk(self, wire: Wire, readings: Sequence[Reading], asking: bool) -> Talk:
        """Reads, tells everybody who rests on nothing new, and the others once a pulse behind it is confirmed."""
        commands = [word for one in readings for word in ((ASKING, one.command) if asking else (one.command,))]
        replies = yield commands
        news: list[tuple[Reading, Reply]] = []
        for reading, reply in zip(readings, replies[asking :: 1 + asking], strict=True):
            if isinstance(reply, Exception) or reading.known(reply):
                _tell(reading, reply)
            else:
                news.append((reading, reply))
        if not news:
            yield ()
        tags = dict.fromkeys(tag_of(reading.command) for reading, _ in news)
        *replies, waited = yield [*(word for tag in tags for word in _pulse(tag, asking)), self._wait]
        felt = replies[asking :: 1 + asking]
        moved = {tag: reply for tag, reply in zip(tags, felt, strict=True) if _is_elsewhere(reply, "MOVED")}
        if b"OK" not in felt and any(_is_elsewhere(reply, "ASK") for reply in felt):
            others = (tag for tag in self._others(wire) if tag not in tags)
            *felt, waited = yield [*(word for tag in others for word in _pulse(tag, asking=False)), self._wait]
        is_safe = b"OK" in felt and is_confirmed(waited)
        for reading, reply in news:
            _tell(reading, moved.get(tag_of(reading.command)) or (reply if is_safe else _unconfirmed()))
        yield ()


def _pulse(tag: str, asking: bool) -> Sequence[Command]:
    """A write in the slot of a tag. On a slot that is on its way it goes under a name of its own, and soon goes away:
    two servers that hold one key could not be brought together.
    """
    if asking:
        return ASKING, ("SET", f"{tag}:pulse:{secrets.token_hex(8)}", b"", "PX", 1000)
    return (("SET", f"{tag}:pulse", b""),)


def _is_elsewhere(reply: Reply, code: str) -> bool:
    return isinstance(reply, Elsewhere) and reply.code == code


def _unconfirmed() -> Unavailable:
    return Unavailable("no second server has confirmed what was read")


def _tell(reading: Reading, reply: Reply) -> None:
    if not reading.future.done():
        reading.future.set_result(reply)
