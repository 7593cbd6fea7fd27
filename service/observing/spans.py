"""The spans of traces, by OpenTelemetry; only read in where a collector is named (`traces.py`)."""

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
"""So many appends are remembered for the feeds that tell of them."""
QUIET: dict[str, Any] = {"record_exception": False, "set_status_on_exception": False}
"""What an exception says may hold what nobody should read."""
LONGEST = 200
"""So much is told of what the library says."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.traces")


class Answering:
    """The span of a request, which ends with the first byte of its answer: a feed goes on for hours."""

    def __init__(self, span: Span, method: str) -> None:
        self._span = span
        self._method = method
        self._ended = False

    def answered(self, route: str, status: int) -> None:
        """Ends it, with what is known now."""
        self._span.update_name(f"{self._method} {route}")
        self._span.set_attributes(
            {"http.request.method": self._method, "http.route": route, "http.response.status_code": status}
        )
        if status >= 500:
            self._span.set_status(Status(StatusCode.ERROR))
        self.end()

    def end(self) -> None:
        """Ends it, answered or not."""
        if not self._ended:
            self._ended = True
            self._span.end()


class Heard(logging.Handler):
    """What was said last, in one line."""

    def __init__(self) -> None:
        super().__init__()
        self.last = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.last = record.getMessage().partition("\n")[0][:LONGEST]


class Sending(OTLPSpanExporter):
    """What sends spans to the collector, and says once that they do not arrive, and once that they do again."""

    def __init__(self) -> None:
        super().__init__()
        self._arrive = True
        self._heard = Heard()
        # Else every try is a line of its own, with what each library below says of it.
        library = logging.getLogger("opentelemetry.exporter")
        library.propagate = False
        library.handlers = [self._heard]

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Sends some, or gives them up after some tries."""
        result = super().export(spans)
        arrive = result is SpanExportResult.SUCCESS
        if self._arrive and not arrive:
            LOG.warning("the collector takes no traces, and they are lost until it does", why=self._heard.last)
        elif arrive and not self._arrive:
            LOG.info("the collector takes traces again")
        self._arrive = arrive
        return result


class Spans:
    """Makes spans, and sends them from a thread of its own; settings of OpenTelemetry's (`OTEL_…`) hold."""

    def __init__(self, name: str) -> None:
        about = Resource.create({"service.name": name, "service.version": installed("chronik")})
        self._provider = TracerProvider(resource=about, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(Sending()))
        self._tracer = self._provider.get_tracer("chronik")
        self._appends: OrderedDict[tuple[str, int], SpanContext] = OrderedDict()

    def end(self) -> None:
        """Sends what is left, and no more."""
        self._provider.force_flush(2_000)
        self._provider.shutdown()

    @contextmanager
    def request(self, method: str) -> Generator[Answering]:
        with self._tracer.start_as_current_span(method, kind=SpanKind.SERVER, end_on_exit=False, **QUIET) as span:
            answering = Answering(span, method)
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
            yield
            self._appends[match, version] = span.get_span_context()
            if len(self._appends) > REMEMBERED:
                self._appends.popitem(last=False)

    @contextmanager
    def telling(self, match: str, versions: Iterable[int]) -> Generator[None]:
        known = [self._appends.get((match, version)) for version in versions]
        links = [Link(context) for context in known if context is not None]
        facts: dict[str, Any] = {"chronik.match": match, "chronik.entries": len(known)}
        with self._tracer.start_as_current_span("feed", links=links, attributes=facts, **QUIET):
            yield
