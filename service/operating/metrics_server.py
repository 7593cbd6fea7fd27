"""The metrics server: a separate port for metrics, which only operators can reach."""

from collections.abc import Generator
from contextlib import contextmanager

from prometheus_client import start_http_server

from chronik.service.operating.metrics import EVERYTHING
from chronik.service.running.user_error import UserError


class NoMetricsAddress(UserError):
    """The metrics cannot be served at the configured address; the message says why."""


@contextmanager
def serve_metrics(host: str, port: int | None) -> Generator[None]:
    """Serves all metrics on a port from a separate thread, inside the block; serves nothing if `port` is None."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, host, EVERYTHING)
    except OSError as error:
        raise NoMetricsAddress(
            f"Metrics cannot be served at {host}:{port} ({error.strerror}); set CHRONIK_METRICS_PORT to a free port."
        ) from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
