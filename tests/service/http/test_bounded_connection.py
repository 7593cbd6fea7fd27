"""A connection that nobody keeps open by doing nothing: whoever is slow or long is closed, whoever works is served."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
import uvicorn
from litestar.types import Receive, Scope, Send

from service.http import bounded_connection
from service.http.bounded_connection import HEAD_BYTES, BoundedConnection
from service.http.one_write import OneWriteProtocol
from tests.support.service.apps import until

SOON = 0.1
GIVEN_UP = 2.0
HEAD = b"GET /%b HTTP/1.1\r\nHost: localhost\r\n"
MANY = 24 << 20


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little patience, so that nobody has to wait for its end."""
    for name in ("HEAD_SECONDS", "IDLE_SECONDS", "REST_SECONDS"):
        monkeypatch.setattr(bounded_connection, name, SOON)


@pytest.fixture(autouse=True)
def _no_long_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_connection, "GOODBYE_SECONDS", SOON)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers at once, whatever is still to come of the body: `/much` with much, anything else with a word; `/late`
    a while later.
    """
    assert scope["type"] == "http"
    if scope["path"] == "/late":
        await asyncio.sleep(3 * SOON)
    body = bytes(MANY) if scope["path"] == "/much" else b"done"
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def serving(protocol: type[OneWriteProtocol] = BoundedConnection, idle: int = 60) -> AsyncIterator[int]:
    """A server with such connections, and its port."""
    config = uvicorn.Config(
        cast(Any, application), port=0, http=protocol, log_config=None, lifespan="off", timeout_keep_alive=idle
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())

    async def has_started() -> bool:
        return server.started

    await until(has_started)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        await task


@asynccontextmanager
async def line(port: int, *pieces: bytes) -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)
        yield reader, writer
    finally:
        writer.transport.abort()


async def to_the_end(reader: asyncio.StreamReader) -> bytes:
    """All that arrives until the other side closes; fails where it does not."""
    async with asyncio.timeout(GIVEN_UP):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


SLOW = {
    "nothing": (),
    "a head that stops": (HEAD % b"", b"X: "),
    "empty lines": (b"\r\n", b"\r\n"),
    "a second head that stops": (HEAD % b"" + b"\r\n", b"GET /"),
    "an empty line after an answer": (HEAD % b"" + b"\r\n", b"\r\n"),
    "half an empty line after an answer": (HEAD % b"" + b"\r\n", b"\n"),
    "nothing after a body that came late": (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n", b"12"),
    "a body that stops": (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n", b"12"),
}


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("pieces", SLOW.values(), ids=list(SLOW))
async def test_whoever_is_slow_is_closed(pieces: tuple[bytes, ...]) -> None:
    async with serving() as port, line(port, *pieces) as (reader, _):
        said = await to_the_end(reader)
        assert said.startswith(b"HTTP/1.1 200") == (len(pieces) == 2 and b"\r\n\r\n" in pieces[0]), said


@pytest.mark.usefixtures("short")
async def test_whoever_waits_for_answers_is_not_cut_off_by_an_empty_line() -> None:
    late = HEAD % b"late" + b"\r\n"
    async with serving() as port, line(port, late + late, b"\r\n") as (reader, writer):
        assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")
        writer.write(b"\r\n")
        assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")


async def test_without_the_bounds_they_stay() -> None:
    async with serving(OneWriteProtocol) as port:
        for pieces in SLOW.values():
            async with line(port, *pieces) as (reader, _):
                closed = asyncio.create_task(to_the_end(reader))
                await asyncio.wait([closed], timeout=3 * SOON)
                assert not closed.done()
                closed.cancel()


async def test_a_pause_between_requests_ends() -> None:
    async with serving(idle=0) as port, line(port, HEAD % b"" + b"\r\n") as (reader, _):
        assert (await to_the_end(reader)).endswith(b"done")


@pytest.mark.usefixtures("short")
async def test_a_drip_is_no_work() -> None:
    async with serving() as port, line(port, HEAD % b"") as (reader, writer):
        closed = asyncio.create_task(to_the_end(reader))
        for _ in range(100):
            if closed.done():
                break
            writer.write(b"X")
            await asyncio.sleep(SOON / 10)
        assert closed.done()


@pytest.mark.parametrize(
    "pieces",
    [
        (HEAD % b"", b"X: " + b"a" * HEAD_BYTES, b"a" * 10),
        (HEAD % b"", b"X: a\r\n" * (HEAD_BYTES // 6), b"X: a\r\n\r\n"),
        (HEAD % (b"a" * HEAD_BYTES) + b"\r\n",),
        (HEAD % b"" + b"X: a\r\n" * (HEAD_BYTES // 4) + b"\r\n",),
    ],
    ids=["one header", "many headers", "an address", "all at once"],
)
async def test_a_long_head_is_refused_in_words(pieces: tuple[bytes, ...]) -> None:
    async with serving() as port, line(port, *pieces) as (reader, _):
        head, _, body = (await to_the_end(reader)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n"), head
        assert b"content-type: application/problem+json" in head
        assert b'"code":"head-too-large"' in body
        assert b'"limit":32768' in body


async def test_a_head_just_short_enough_is_read_however_it_comes() -> None:
    head = HEAD % b"" + b"X: " + b"a" * (HEAD_BYTES - 100) + b"\r\n\r\n"
    async with serving() as port:
        for pieces in ((head,), (head[:100], head[100:20_000], head[20_000:])):
            async with line(port, *pieces, head) as (reader, _):
                assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")
                assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")


async def test_what_is_no_http_is_refused_in_words() -> None:
    async with serving() as port, line(port, b"\x16\x03\x01\x00") as (reader, _):
        said = await to_the_end(reader)
        assert said.startswith(b"HTTP/1.1 400")
        assert b'"code":"malformed"' in said


async def test_who_does_not_read_is_cut_off_and_who_reads_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_connection, "UNREAD_SECONDS", 4 * SOON)
    async with serving() as port:
        async with line(port, HEAD % b"much" + b"\r\n") as (reader, _):
            await asyncio.sleep(10 * SOON)
            assert len(await to_the_end(reader)) < MANY
        async with line(port, HEAD % b"much" + b"\r\n") as (reader, _):
            taken = 0
            while taken < MANY:
                taken += len(await reader.readexactly(MANY // 8))
                await asyncio.sleep(SOON)


async def test_there_are_never_so_many_that_no_file_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_connection, "most_connections", lambda: 2)
    async with serving() as port, line(port), line(port), line(port, HEAD % b"" + b"\r\n") as (reader, _):
        assert await to_the_end(reader) == b""
