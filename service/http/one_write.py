"""One write: the head of an answer leaves together with the beginning of its body, as one packet."""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class OneWriteProtocol(HttpToolsProtocol):
    """A connection of uvicorn, which would send the head of each answer by a write of its own."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # asyncio names a wider type
        super().connection_made(cast("asyncio.Transport", HeldBack(transport, self.loop)))


class HeldBack:
    """A transport that keeps what is written until more is, or until the event loop has come round once."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._held = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if self._held:
            self._held += data
            self._let_go()
        else:
            self._held = data
            self._loop.call_soon(self._let_go)

    def close(self) -> None:
        self._let_go()
        self._transport.close()

    def _let_go(self) -> None:
        if self._held and not self._transport.is_closing():
            self._transport.write(self._held)
        self._held = b""
