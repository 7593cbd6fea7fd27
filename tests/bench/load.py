"""The load: players who answer their prompts over persistent connections, in a separate process.

Every player gives the default answer of the rule book: the first cards, the first free slot, no action. Such an
answer costs almost nothing to compute, and the service and its peer get the same ones.
"""

from __future__ import annotations

import asyncio
import re
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import uvloop
from msgspec import Struct

PATIENCE = 30.0
"""Seconds after its end in which the results of a load must arrive."""
WARM = 0.2
"""Seconds at the beginning of a round that do not count."""


class Prompt(Struct, frozen=True):
    """The prompt of a seat."""

    t: str


class SeatSeen(Struct, frozen=True):
    """The part of a seat's view that a player uses."""

    activation: tuple[str | None, ...]
    committed: bool
    prompt: Prompt | None = None
    hand: tuple[str, ...] = ()


class Seen(Struct, frozen=True):
    """The part of a view that a player uses."""

    seats: dict[str, SeatSeen]


class Answer(Struct, frozen=True):
    """The part of an answer that a player uses."""

    version: int
    view: Seen


ENCODE = msgspec.json.Encoder().encode
DECODE = msgspec.json.Decoder(Answer).decode
LENGTH = re.compile(rb"(?i)content-length: *(\d+)")


class Sitting(Struct, frozen=True):
    """A match that is ready to be played: the path of its commands, and tokens, views and hands of its two seats."""

    port: int
    path: str
    tokens: tuple[str, ...]
    seats: tuple[SeatSeen, ...]
    hands: tuple[tuple[str, ...], ...]


class Order(Struct, frozen=True):
    """An order for load on these matches; `pace` commands a second, or as many as the connections allow."""

    sittings: tuple[Sitting, ...]
    seconds: float
    connections: int = 1
    pace: float = 0.0


class Outcome(Struct, frozen=True):
    """Commands answered per second, and how long each took in milliseconds."""

    rate: float
    latencies: list[float]


class Load:
    """The process of the load, which gets its orders through a pipe."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_obey, args=(theirs,), daemon=True)
        self._process.start()

    def run(self, order: Order) -> Outcome:
        self._pipe.send(order)
        if not self._pipe.poll(order.seconds + PATIENCE):
            raise TimeoutError("the load does not end")
        found = self._pipe.recv()
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, Outcome)
        return found

    def close(self) -> None:
        self._process.kill()
        self._process.join()


def _obey(pipe: Connection) -> None:
    while True:
        order = pipe.recv()
        try:
            pipe.send(uvloop.run(_run(order)))
        except Exception as error:
            pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))


async def _run(order: Order) -> Outcome:
    tables = [Table(sitting) for sitting in order.sittings]
    await asyncio.gather(*(table.connect() for table in tables))
    began = time.perf_counter()
    done = await (_paced(tables, order) if order.pace else _hurried(tables, order))
    for table in tables:
        table.transport.close()
    counted = sum(end > began + WARM for end, _ in done)
    return Outcome(counted / (done[-1][0] - began - WARM), [taken * 1000 for _, taken in done])


async def _hurried(tables: list[Table], order: Order) -> list[tuple[float, float]]:
    """Sends the next command on each connection after every answer; a finished match is replaced by another one."""
    until = time.perf_counter() + order.seconds
    done: list[tuple[float, float]] = []

    async def play(table: Table) -> None:
        while (sent := time.perf_counter()) < until:
            await table.step()
            done.append((now := time.perf_counter(), now - sent))
            if table.over:
                if not waiting:
                    return
                table = waiting.pop()

    waiting = tables[order.connections :]
    await asyncio.gather(*map(play, tables[: order.connections]))
    return done


async def _paced(tables: list[Table], order: Order) -> list[tuple[float, float]]:
    """Sends commands at fixed moments, each in a match that is free; waiting for one counts."""
    free: asyncio.Queue[Table] = asyncio.Queue()
    for table in tables:
        free.put_nowait(table)
    done: list[tuple[float, float]] = []
    began = time.perf_counter()

    async def one(due: float) -> None:
        table = await free.get()
        await table.step()
        done.append((now := time.perf_counter(), now - due))
        if not table.over:
            free.put_nowait(table)

    tasks: list[asyncio.Task[None]] = []
    for number in range(int(order.seconds * order.pace)):
        due = began + number / order.pace
        if (pause := due - time.perf_counter()) > 0:
            await asyncio.sleep(pause)
        tasks.append(asyncio.create_task(one(due)))
    async with asyncio.timeout(10):
        await asyncio.gather(*tasks)
    return done


class Table(asyncio.Protocol):
    """One match on one connection; the seat that saw the end of a step answers first, so the other sees the next."""

    transport: asyncio.Transport

    def __init__(self, sitting: Sitting) -> None:
        self.over = False
        self.lost = asyncio.Event()
        self.version = 0
        """The version after the last command."""
        self._port = sitting.port
        self._heads = [
            f"POST {sitting.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n"
            "content-type: application/json\r\ncontent-length: ".encode()
            for token in sitting.tokens
        ]
        self._hands = list(sitting.hands)
        self._seats = list(sitting.seats)
        self._order = [0, 1]
        self._asked = [0, 1]
        self._answer: asyncio.Future[bytes] | None = None
        self._received = b""

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        self.transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", self._port)

    async def step(self) -> None:
        """Sends one command and reads its answer; sets `over` if no seat is asked any more."""
        seat = self._asked.pop(0)
        command = self._choice(seat)
        body = ENCODE({"command": command})
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(self._heads[seat] + b"%d\r\n\r\n%s" % (len(body), body))
        answer = DECODE(await self._answer)
        view, self.version = answer.view, answer.version
        self._seats = [view.seats["0"], view.seats["1"]]
        own = self._seats[seat]
        sealed = (*command.get("cards", ()), *command.values()) if own.committed else ()
        self._hands[seat] = tuple(card for card in own.hand if card not in sealed)
        if not own.committed:
            self._order = [seat, 1 - seat]
            self._asked = [n for n in self._order if self._seats[n].prompt is not None]
            self.over = not self._asked

    def _choice(self, number: int) -> dict[str, Any]:
        seat, hand = self._seats[number], self._hands[number]
        assert seat.prompt is not None
        match seat.prompt.t:
            case "choose-display":
                return {"t": "choose-display", "cards": hand[:3]}
            case "play-cards":
                row = (*seat.activation, None)
                return {"t": "play-cards", "action": hand[0], "activation": hand[1], "slot": row.index(None)}
            case "resolve":
                return {"t": "resolve", "perform": False}
            case _:
                return {"t": "build-or-pass"}

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, found, body = self._received.partition(b"\r\n\r\n")
        if not found:
            return
        told = LENGTH.search(head)
        assert told is not None
        length = int(told[1])
        if len(body) < length:
            return
        self._received = b""
        assert self._answer is not None
        if head.startswith(b"HTTP/1.1 200"):
            self._answer.set_result(body)
        else:
            self._answer.set_exception(RuntimeError(body.decode()))

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set()
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the connection was closed"))
