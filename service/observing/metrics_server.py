"""The address of metrics alone: a port of its own, which only those who run the service can reach."""

from collections.abc import Generator
from contextlib import contextmanager

from prometheus_client import start_http_server

from service.observing.metrics import EVERYTHING
from service.sentence import Sentence


class NoMetricsAddress(Sentence):
    """The metrics cannot be served where they were told to; the sentence says why."""


@contextmanager
def metrics_served(host: str, port: int | None) -> Generator[None]:
    """Answers whoever asks at a port with all that is counted, in a thread of its own; without a port nobody does."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, host, EVERYTHING)
    except OSError as error:
        raise NoMetricsAddress(f"The metrics cannot be served at {host}:{port} ({error.strerror}).") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
