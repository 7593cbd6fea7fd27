"""A server with always the same answer, for tests of the code that judges a night."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PROBLEM = b"application/problem+json"


@asynccontextmanager
async def answering(media: bytes, status: int, body: bytes) -> AsyncIterator[str]:
    """Yields the address of a server that gives this answer to everything."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(
            b"HTTP/1.1 %d Said\r\nContent-Type: %b\r\nContent-Length: %d\r\n\r\n%b" % (status, media, len(body), body)
        )
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await server.wait_closed()
