"""The control: the service as it is soaked, with a handler in front of it that keeps what it is given."""

from __future__ import annotations

import sys
from typing import Any
from unittest.mock import patch

from litestar import Litestar
from litestar.types import Receive, Scope, Send

from chronik.service.app import create_app
from chronik.service.serving import serve
from tests.support.service import small_caches

ASKED: list[Any] = []
"""Every request there ever was."""


def leaking(*told: Any) -> Litestar:
    """The application, which forgets nothing that it was asked."""
    app = create_app(*told)
    handle = app.asgi_handler

    async def keep(scope: Scope, receive: Receive, send: Send) -> None:
        ASKED.append(scope)
        await handle(scope, receive, send)

    app.asgi_handler = keep
    return app


def main() -> int:
    """Runs the command, whatever it is."""
    with patch.object(serve, "create_app", leaking):
        return small_caches.main()


if __name__ == "__main__":
    sys.exit(main())
