"""Calls to an application in this process, without a network."""

from __future__ import annotations

import httpx
from litestar import Litestar


def in_process(app: Litestar, address: str = "127.0.0.1", *, raising: bool = False) -> httpx.ASGITransport:
    """What carries requests to an application, from an address; what breaks inside is answered, or raised."""
    return httpx.ASGITransport(
        app,  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  both write out ASGI, Litestar narrower
        raise_app_exceptions=raising,
        client=(address, 5000),
    )
