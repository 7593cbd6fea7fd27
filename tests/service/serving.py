"""A service that really listens: uvicorn in a thread of its own, over an engine and a database of its own."""

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from service.app import create_app
from service.settings import Settings
from tests.service.engines import any_engine


@contextmanager
def serving() -> Iterator[str]:
    """The address of a service without rate limits."""
    with any_engine() as engine, tempfile.TemporaryDirectory() as data:
        settings = Settings(
            redis_url=engine,
            database_url=f"sqlite+aiosqlite:///{Path(data) / 'chronik.db'}",
            rate_account=0,
            rate_address=0,
            heartbeat_seconds=0.2,
        )
        server = uvicorn.Server(
            uvicorn.Config(
                lambda: create_app(settings),
                factory=True,
                port=0,
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=1,
            )
        )
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        deadline = time.monotonic() + 30
        while not server.started:
            assert thread.is_alive(), "the service did not start"
            assert time.monotonic() < deadline, "the service took too long to start"
            time.sleep(0.01)
        (socket,) = server.servers[0].sockets
        try:
            yield f"http://127.0.0.1:{socket.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(30)
