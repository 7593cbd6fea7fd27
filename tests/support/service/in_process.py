"""Calls to an application in this process, without a network."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
from litestar import Litestar
from litestar.types import Receive, Scope, Send


def in_process(app: Litestar, address: str = "127.0.0.1", *, raising: bool = False) -> httpx.ASGITransport:
    """Returns a transport to an application, from an address; exceptions become answers or are raised."""
    return httpx.ASGITransport(
        app,  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  both write out ASGI, Litestar narrower
        raise_app_exceptions=raising,
        client=(address, 5000),
    )


def hanging_up(app: Litestar) -> httpx.ASGITransport:
    """Returns such a transport for streams, with a caller that disconnects as soon as the answer begins."""

    async def called(scope: Scope, receive: Receive, send: Send) -> None:
        asked, begun, over = False, asyncio.Event(), False

        async def heard() -> Any:
            nonlocal asked
            if not asked:
                asked = True
                return await receive()
            await begun.wait()
            return {"type": "http.disconnect"}

        async def said(message: Any) -> None:
            nonlocal over
            begun.set()
            over = message["type"] == "http.response.body" and not message.get("more_body", False)
            await send(message)

        await app(scope, heard, said)
        if not over:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return in_process(called)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  ASGI, like a Litestar
