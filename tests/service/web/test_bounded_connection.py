"""Connections that cannot be kept open by doing nothing: slow and long requests are closed, working ones are served."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
import uvicorn
from litestar.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from chronik.service.web import bounded_connection
from chronik.service.web.bounded_connection import HEAD_BYTES, BoundedConnection
from tests.support.service.apps import until

SOON = 0.1
GIVEN_UP = 2.0
HEAD = b"GET /%b HTTP/1.1\r\nHost: localhost\r\n"
MANY = 24 << 20


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the time limits, so that the tests need not wait."""
    for name in ("HEAD_SECONDS", "IDLE_SECONDS", "REST_SECONDS"):
        monkeypatch.setattr(bounded_connection, name, SOON)


@pytest.fixture(autouse=True)
def _no_long_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_connection, "GOODBYE_SECONDS", SOON)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers at once without reading the body: `/much` with a long body, others with a word; `/late` after a pause."""
    assert scope["type"] == "http"
    if scope["path"] == "/late":
        await asyncio.sleep(3 * SOON)
    body = bytes(MANY) if scope["path"] == "/much" else b"done"
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def run_server(protocol: type[HttpToolsProtocol] = BoundedConnection, idle: int = 60) -> AsyncIterator[int]:
    """Runs a server with such connections and yields its port."""
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


async def read_to_end(reader: asyncio.StreamReader) -> bytes:
    """Returns everything that arrives until the other side closes; fails if it does not."""
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
async def test_a_slow_connection_is_closed(pieces: tuple[bytes, ...]) -> None:
    async with run_server() as port, line(port, *pieces) as (reader, _):
        said = await read_to_end(reader)
        assert said.startswith(b"HTTP/1.1 200") == (len(pieces) == 2 and b"\r\n\r\n" in pieces[0]), said


@pytest.mark.usefixtures("short")
async def test_an_empty_line_does_not_close_a_connection_that_waits_for_an_answer() -> None:
    late = HEAD % b"late" + b"\r\n"
    async with run_server() as port, line(port, late + late, b"\r\n") as (reader, writer):
        assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")
        writer.write(b"\r\n")
        assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")


async def test_control_without_the_limits_connections_stay_open() -> None:
    async with run_server(HttpToolsProtocol) as port:
        for pieces in SLOW.values():
            async with line(port, *pieces) as (reader, _):
                closed = asyncio.create_task(read_to_end(reader))
                await asyncio.wait([closed], timeout=3 * SOON)
                assert not closed.done()
                closed.cancel()


async def test_an_idle_connection_is_closed() -> None:
    async with run_server(idle=0) as port, line(port, HEAD % b"" + b"\r\n") as (reader, _):
        assert (await read_to_end(reader)).endswith(b"done")


@pytest.mark.usefixtures("short")
async def test_a_connection_whose_head_arrives_byte_by_byte_is_closed() -> None:
    async with run_server() as port, line(port, HEAD % b"") as (reader, writer):
        closed = asyncio.create_task(read_to_end(reader))
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
async def test_a_long_head_is_refused_with_a_problem(pieces: tuple[bytes, ...]) -> None:
    async with run_server() as port, line(port, *pieces) as (reader, _):
        head, _, body = (await read_to_end(reader)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n"), head
        assert b"content-type: application/problem+json" in head
        assert b'"code":"head-too-large"' in body
        assert b'"limit":32768' in body


async def test_a_head_of_the_maximum_length_can_arrive_in_pieces_of_any_size() -> None:
    head = HEAD % b"" + b"X: " + b"a" * (HEAD_BYTES - 100) + b"\r\n\r\n"
    async with run_server() as port:
        for pieces in ((head,), (head[:100], head[100:20_000], head[20_000:])):
            async with line(port, *pieces, head) as (reader, _):
                assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")
                assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")


async def test_invalid_http_is_refused_with_a_problem() -> None:
    async with run_server() as port, line(port, b"\x16\x03\x01\x00") as (reader, _):
        said = await read_to_end(reader)
        assert said.startswith(b"HTTP/1.1 400")
        assert b'"code":"malformed"' in said


async def test_a_caller_who_does_not_read_is_cut_off_but_a_slow_reader_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_connection, "UNREAD_SECONDS", 4 * SOON)
    async with run_server() as port:
        async with line(port, HEAD % b"much" + b"\r\n") as (reader, _):
            await asyncio.sleep(10 * SOON)
            assert len(await read_to_end(reader)) < MANY
        async with line(port, HEAD % b"much" + b"\r\n") as (reader, _):
            taken = 0
            while taken < MANY:
                taken += len(await reader.readexactly(MANY // 8))
                await asyncio.sleep(SOON)


async def test_the_number_of_open_connections_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_connection, "most_connections", lambda: 2)
    async with run_server() as port, line(port), line(port), line(port, HEAD % b"" + b"\r\n") as (reader, _):
        assert await read_to_end(reader) == b""
