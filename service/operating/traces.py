"""Traces: how long each step of a request takes, from its first line to the append and the feeds.

They are sent by OTLP over HTTP to the collector in `OTEL_EXPORTER_OTLP_ENDPOINT`. Without that variable nothing is
traced and OpenTelemetry is not imported. A span contains the route's template, the game, and ids and versions of
matches, but never a token, a secret, a body, a caller's address or the text of an exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import TYPE_CHECKING

from chronik.service.running.user_error import UserError

if TYPE_CHECKING:
    from chronik.service.operating.spans import RequestSpan, Spans

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NOTHING = nullcontext(None)


class NoTraces(UserError):
    """Traces cannot be sent; the message says why."""


class Tracing:
    """The tracer of this process; None until tracing begins."""

    spans: Spans | None = None


def begin_tracing(environ: Mapping[str, str]) -> None:
    """Starts sending traces if a collector is configured; raises `NoTraces`."""
    if Tracing.spans is not None or not any(environ.get(name) for name in ENDPOINTS):
        return
    try:
        Tracing.spans = import_module("chronik.service.operating.spans").Spans(
            environ.get("OTEL_SERVICE_NAME") or "chronik"
        )
    except ModuleNotFoundError as error:
        raise NoTraces(f"{ENDPOINTS[0]} is set, but {error.name} is not installed; install chronik[traces].") from error


def end_tracing() -> None:
    """Sends the remaining spans, for 2 seconds at most, and stops tracing."""
    if Tracing.spans is not None:
        Tracing.spans.end()
        Tracing.spans = None


def request(method: str) -> AbstractContextManager[RequestSpan | None]:
    """Returns a context manager that traces how a request is answered."""
    return NOTHING if Tracing.spans is None else Tracing.spans.request(method)


def deciding(game: str) -> AbstractContextManager[object]:
    """Returns a context manager that traces how a command is decided."""
    return NOTHING if Tracing.spans is None else Tracing.spans.deciding(game)


def appending(match: str, version: int) -> AbstractContextManager[object]:
    """Returns a context manager that traces an append, until the log's server has answered."""
    return NOTHING if Tracing.spans is None else Tracing.spans.appending(match, version)


def publishing(match: str, versions: Iterable[int]) -> AbstractContextManager[object]:
    """Returns a context manager that traces how entries reach feeds, linked to their appends in this process."""
    return NOTHING if Tracing.spans is None else Tracing.spans.publishing(match, versions)
