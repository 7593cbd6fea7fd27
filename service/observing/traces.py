"""Traces: where the time of a request goes, from its first line to the append and on to the feeds.

They are sent by OTLP over HTTP to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names. Without it nothing happens,
and nothing that belongs to OpenTelemetry is read in. A span tells the route's template, games, ids and versions of
matches; never a token, a secret, a body or an address of a caller, and nothing of what an exception says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import TYPE_CHECKING

from service.sentence import Sentence

if TYPE_CHECKING:
    from service.observing.spans import Answering, Spans

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NOTHING = nullcontext(None)


class NoTraces(Sentence):
    """Traces cannot be sent; the sentence says why."""


class Tracing:
    """What traces a process: nothing, until it begins."""

    spans: Spans | None = None


def begin_tracing(environ: Mapping[str, str]) -> None:
    """Begins to send traces, where somebody has named a collector; raises `NoTraces`."""
    if Tracing.spans is not None or not any(environ.get(name) for name in ENDPOINTS):
        return
    try:
        Tracing.spans = import_module("service.observing.spans").Spans(environ.get("OTEL_SERVICE_NAME") or "chronik")
    except ModuleNotFoundError as error:
        raise NoTraces(f"{ENDPOINTS[0]} is set, and {error.name} is not installed; install chronik[traces].") from error


def end_tracing() -> None:
    """Sends what is left, for a moment at most."""
    if Tracing.spans is not None:
        Tracing.spans.end()
        Tracing.spans = None


def request(method: str) -> AbstractContextManager[Answering | None]:
    """Around the answering of a request."""
    return NOTHING if Tracing.spans is None else Tracing.spans.request(method)


def deciding(game: str) -> AbstractContextManager[object]:
    """Around the deciding of a command."""
    return NOTHING if Tracing.spans is None else Tracing.spans.deciding(game)


def appending(match: str, version: int) -> AbstractContextManager[object]:
    """Around an append, until the log's server has answered."""
    return NOTHING if Tracing.spans is None else Tracing.spans.appending(match, version)


def telling(match: str, versions: Iterable[int]) -> AbstractContextManager[object]:
    """Around the telling of entries to the feeds of a match; linked to the appends of this process that made them."""
    return NOTHING if Tracing.spans is None else Tracing.spans.telling(match, versions)
