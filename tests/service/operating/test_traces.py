"""Traces: the spans that a collector gets, from a request to the append and the feeds; and none without a collector."""

from __future__ import annotations

import gzip
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any, cast

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from chronik.service.operating import traces
from chronik.service.operating.metrics import REGISTRY
from chronik.service.operating.traces import ENDPOINTS, NoTraces, Tracing, begin_tracing, end_tracing
from tests.support.service.apps import answer_once, opened, register

ROOT = Path(__file__).parents[3]


class Collector(ThreadingHTTPServer):
    """A collector that stores what it gets by OTLP over HTTP."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.bodies: list[bytes] = []
        super().__init__(("127.0.0.1", 0), CollectorHandler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def spans(self) -> list[Span]:
        """Returns all spans received, decoded."""
        found = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        return [span for one in found for of in one.resource_spans for scope in of.scope_spans for span in scope.spans]


class CollectorHandler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        collector = cast(Collector, self.server)
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        collector.paths.append(self.path)
        collector.bodies.append(body)
        self.send_response(200)
        self.send_header("content-type", "application/x-protobuf")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing."""


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """Yields a collector that gets the traces of this process."""
    with Collector() as collector:
        thread = threading.Thread(target=collector.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        monkeypatch.setenv(ENDPOINTS[0], collector.url)
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "60000")
        begin_tracing({ENDPOINTS[0]: collector.url})
        try:
            yield collector
        finally:
            end_tracing()
            collector.shutdown()
            thread.join()


def facts(span: Span) -> dict[str, Any]:
    found = {one.key: one.value for one in span.attributes}
    return {key: value.int_value if value.HasField("int_value") else value.string_value for key, value in found.items()}


async def test_a_trace_follows_a_command_to_the_append_and_the_feeds(
    collector: Collector, server: httpx.AsyncClient
) -> None:
    ann, ben = await register(server, "Ann"), await register(server, "Ben")
    match = await opened(server, ann, "mine", "open")
    lags = REGISTRY.get_sample_value("chronik_feed_lag_seconds_count") or 0
    taken = await server.post(f"/api/v1/matches/{match}/seats", json={}, headers=ben.headers)
    assert taken.status_code == 201
    async with server.stream("GET", f"/api/v1/katharina/matches/{match}/feed?as=spectator") as feed:
        lines = feed.aiter_lines()
        await anext(lines)
        answered = await answer_once(server, match, ann, Random(1))
        assert answered is not None
        async for line in lines:
            if line.startswith("id:") and line.split(":")[-1].strip().endswith(str(answered["version"])):
                break
    end_tracing()

    assert (REGISTRY.get_sample_value("chronik_feed_lag_seconds_count") or 0) > lags
    assert set(collector.paths) == {"/v1/traces"}
    spans = collector.spans()
    (told,) = [one for one in spans if one.name == "POST /api/v1/katharina/matches/{match}/commands"]
    assert facts(told)["http.response.status_code"] == 200
    within = {one.name: one for one in spans if one.trace_id == told.trace_id and one.parent_span_id == told.span_id}
    assert set(within) == {"decide", "append"}
    assert facts(within["decide"]) == {"chronik.game": "katharina"}
    assert facts(within["append"]) == {"chronik.match": match, "chronik.version": answered["version"]}
    assert told.start_time_unix_nano <= within["decide"].start_time_unix_nano <= within["append"].end_time_unix_nano
    fed = [
        one for one in spans if one.name == "feed" and within["append"].span_id in {link.span_id for link in one.links}
    ]
    assert len(fed) == 1
    assert fed[0].trace_id != told.trace_id
    feeds = [one for one in spans if one.name == "GET /api/v1/katharina/matches/{match}/feed"]
    assert len(feeds) == 1, "its span has ended with the first byte"
    for one in spans:
        assert set(facts(one)) <= {
            *("http.request.method", "http.route", "http.response.status_code"),
            *("chronik.match", "chronik.version", "chronik.entries", "chronik.game"),
        }
    sent = b"".join(collector.bodies)
    assert not [secret for secret in (ann.token, ben.token, ann.id, "Ann", "127.0.0.1") if secret.encode() in sent]


def test_an_unreachable_collector_is_logged_once() -> None:
    program = """
from chronik.service.operating import traces
from chronik.service.operating.log_lines import configure
configure()
traces.begin_tracing({"OTEL_EXPORTER_OTLP_ENDPOINT": "x"})
for _ in range(2):
    with traces.request("GET") as answering:
        answering.end_with_response("/x", 200)
traces.end_tracing()
"""
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    environ = {**os.environ, ENDPOINTS[0]: url, "OTEL_EXPORTER_OTLP_TIMEOUT": "1"}
    environ["OTEL_BSP_MAX_EXPORT_BATCH_SIZE"] = "1"  # so that each span fails by itself
    said = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environ, capture_output=True, text=True, check=True
    )
    (line,) = said.stderr.splitlines()
    assert json.loads(line)["event"] == "the collector takes no traces, and they are lost until it does"


def test_without_a_collector_opentelemetry_is_not_imported() -> None:
    program = """
import sys
from chronik.service.operating import traces
traces.begin_tracing({"OTEL_SERVICE_NAME": "x", "OTEL_EXPORTER_OTLP_ENDPOINT": ""})
with traces.request("GET") as answering, traces.deciding("g"), traces.appending("m", 1), traces.publishing("m", [1]):
    assert answering is None
traces.end_tracing()
print(sorted(name for name in sys.modules if name.partition(".")[0] in ("opentelemetry", "google")))
"""
    said = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_missing_packages_for_traces_are_reported_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chronik.service.operating.spans", None)
    with pytest.raises(NoTraces, match=r"install chronik\[traces\]"):
        begin_tracing({ENDPOINTS[0]: "http://127.0.0.1:1"})
    assert Tracing.spans is None
    assert traces.request("GET") is traces.deciding("katharina")
