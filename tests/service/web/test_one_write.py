"""Writes of a connection: an answer is sent in one piece, and nothing written is lost or reordered."""

import asyncio
from typing import Any, cast

import httpx
import uvicorn
from litestar.types import Receive, Scope, Send

from chronik.service.web.bounded_connection import BoundedConnection, BufferedTransport
from tests.support.service.apps import until


class RecordingTransport:
    """A transport that records its writes."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


async def buffered() -> tuple[RecordingTransport, BufferedTransport]:
    noted = RecordingTransport()
    return noted, BufferedTransport(cast("asyncio.Transport", noted), asyncio.get_running_loop())


async def test_a_head_and_its_body_are_sent_in_one_write() -> None:
    noted, transport = await buffered()
    transport.write(b"head ")
    assert noted.written == []
    transport.write(b"body")
    assert noted.written == [b"head body"]
    transport.write(b"head ")
    await asyncio.sleep(0)
    assert noted.written == [b"head body", b"head "], "what nothing follows waits for nothing"


async def test_closing_a_connection_first_sends_what_was_written() -> None:
    noted, transport = await buffered()
    transport.write(b"last")
    transport.close()
    assert (noted.written, noted.closed) == ([b"last"], True)
    transport.write(b"too late")
    await asyncio.sleep(0)
    assert noted.written == [b"last"]
    assert transport.is_closing()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    for number in range(3):
        await send({"type": "http.response.body", "body": b"%d " % number, "more_body": True})
        await asyncio.sleep(0)
    await send({"type": "http.response.body", "body": b"end", "more_body": False})


async def test_a_stream_arrives_complete_and_in_order() -> None:
    config = uvicorn.Config(cast(Any, application), port=0, http=BoundedConnection, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())

    async def has_started() -> bool:
        return server.started

    await until(has_started)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with httpx.AsyncClient(timeout=60) as client:
        for _ in range(3):
            assert (await client.get(f"http://127.0.0.1:{port}/")).text == "0 1 2 end"
    server.should_exit = True
    await serving
