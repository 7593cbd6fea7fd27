"""The control: the service of a soak, with a handler in front of it that keeps every request."""

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
"""Every request so far."""


def leaking(*told: Any) -> Litestar:
    """Returns the application with a handler that keeps every request."""
    app = create_app(*told)
    handle = app.asgi_handler

    async def keep(scope: Scope, receive: Receive, send: Send) -> None:
        ASKED.append(scope)
        await handle(scope, receive, send)

    app.asgi_handler = keep
    return app


def main() -> int:
    """Runs any `chronik` command."""
    with patch.object(serve, "create_app", leaking):
        return small_caches.main()


if __name__ == "__main__":
    sys.exit(main())
