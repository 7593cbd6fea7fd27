"""The spans of traces, by OpenTelemetry; imported only if a collector is configured (`traces.py`)."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from importlib.metadata import version as installed
from typing import Any

import structlog
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult
from opentelemetry.trace import Link, Span, SpanContext, SpanKind, Status, StatusCode
from structlog.typing import FilteringBoundLogger

REMEMBERED = 10_000
"""How many appends are remembered, so that the spans of feeds can link to them."""
QUIET: dict[str, Any] = {"record_exception": False, "set_status_on_exception": False}
"""Options that keep exception texts, which may contain secrets, out of spans."""
LONGEST = 200
"""How many characters of the library's message are logged."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.traces")


class RequestSpan:
    """The span of a request; it ends with the first byte of the answer, because a feed may last for hours."""

    def __init__(self, span: Span, method: str) -> None:
        self._span = span
        self._method = method
        self._ended = False

    def end_with_response(self, route: str, status: int) -> None:
        """Ends the span with the route and the status."""
        self._span.update_name(f"{self._method} {route}")
        self._span.set_attributes(
            {"http.request.method": self._method, "http.route": route, "http.response.status_code": status}
        )
        if status >= 500:
            self._span.set_status(Status(StatusCode.ERROR))
        self.end()

    def end(self) -> None:
        """Ends the span, with or without an answer."""
        if not self._ended:
            self._ended = True
            self._span.end()


class LastMessage(logging.Handler):
    """A log handler that keeps the last message, as one line."""

    def __init__(self) -> None:
        super().__init__()
        self.last = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.last = record.getMessage().partition("\n")[0][:LONGEST]


class CollectorExporter(OTLPSpanExporter):
    """An exporter that sends spans to the collector; logs once that they are lost, and once that they arrive again."""

    def __init__(self) -> None:
        super().__init__()
        self._arrive = True
        self._heard = LastMessage()
        # Otherwise every attempt would be logged separately, by several libraries.
        library = logging.getLogger("opentelemetry.exporter")
        library.propagate = False
        library.handlers = [self._heard]

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Sends spans, and drops them if the library's retries fail."""
        result = super().export(spans)
        arrive = result is SpanExportResult.SUCCESS
        if self._arrive and not arrive:
            LOG.warning("the collector takes no traces, and they are lost until it does", why=self._heard.last)
        elif arrive and not self._arrive:
            LOG.info("the collector takes traces again")
        self._arrive = arrive
        return result


class Spans:
    """The tracer of this process; a separate thread sends its spans, as OpenTelemetry's `OTEL_…` variables say."""

    def __init__(self, name: str) -> None:
        about = Resource.create({"service.name": name, "service.version": installed("chronik")})
        self._provider = TracerProvider(resource=about, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(CollectorExporter()))
        self._tracer = self._provider.get_tracer("chronik")
        self._appends: OrderedDict[tuple[str, int], SpanContext] = OrderedDict()

    def end(self) -> None:
        """Sends the remaining spans and shuts down."""
        self._provider.force_flush(2_000)
        self._provider.shutdown()

    @contextmanager
    def request(self, method: str) -> Generator[RequestSpan]:
        with self._tracer.start_as_current_span(method, kind=SpanKind.SERVER, end_on_exit=False, **QUIET) as span:
            answering = RequestSpan(span, method)
            try:
                yield answering
            finally:
                answering.end()

    @contextmanager
    def deciding(self, game: str) -> Generator[None]:
        with self._tracer.start_as_current_span("decide", attributes={"chronik.game": game}, **QUIET):
            yield

    @contextmanager
    def appending(self, match: str, version: int) -> Generator[None]:
        facts: dict[str, Any] = {"chronik.match": match, "chronik.version": version}
        with self._tracer.start_as_current_span("append", kind=SpanKind.CLIENT, attributes=facts, **QUIET) as span:
            self._appends[match, version] = (
                span.get_span_context()
            )  # a feed may get the entry before the append returns
            if len(self._appends) > REMEMBERED:
                self._appends.popitem(last=False)
            try:
                yield
            except Exception:
                self._appends.pop((match, version), None)
                raise

    @contextmanager
    def publishing(self, match: str, versions: Iterable[int]) -> Generator[None]:
        known = [self._appends.get((match, version)) for version in versions]
        links = [Link(context) for context in known if context is not None]
        facts: dict[str, Any] = {"chronik.match": match, "chronik.entries": len(known)}
        with self._tracer.start_as_current_span("feed", links=links, attributes=facts, **QUIET):
            yield
