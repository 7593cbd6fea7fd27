"""A service that listens in a separate thread, for callers that do not use our event loop."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from litestar import Litestar

from chronik.service.web.bounded_connection import BoundedConnection


@contextmanager
def listening(made: Callable[[], Litestar]) -> Iterator[str]:
    """Yields the address of an application, which is made in the loop of that thread."""
    config = uvicorn.Config(
        made,
        factory=True,
        port=0,
        http=BoundedConnection,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started:
        assert thread.is_alive(), "the service did not start"
        assert time.monotonic() < deadline, "the service took too long to start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive(), "the service did not stop"
