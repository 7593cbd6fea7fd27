"""Calls of the command to a service that is slow, busy or missing."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from chronik.service.cli.client import TIMES, CallError, call, connect
from tests.support.cases import for_each

Answer = Callable[[httpx.Request], httpx.Response]


def time_out(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("slow", request=request)


def refuse_connection(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("away", request=request)


def answer_503(_: httpx.Request) -> httpx.Response:
    return httpx.Response(503, json={"title": "The outcome is not known"})


def answer_well(_: httpx.Request) -> httpx.Response:
    return httpx.Response(201, content=b"{}")


def service(monkeypatch: pytest.MonkeyPatch, *answers: Answer) -> tuple[httpx.Client, list[httpx.Request]]:
    """Yields a client whose service gives these answers one after the other, and the requests it got."""
    monkeypatch.setattr("chronik.service.cli.client.time.sleep", lambda _: None)
    left, heard = list(answers), list[httpx.Request]()

    def answer(request: httpx.Request) -> httpx.Response:
        heard.append(request)
        return left.pop(0)(request)

    return httpx.Client(base_url="http://chronik", transport=httpx.MockTransport(answer)), heard


@for_each("url", ["127.0.0.1:8711", "nowhere", "ftp://nowhere", ""])
def test_an_address_must_begin_with_http_or_https(url: str) -> None:
    with pytest.raises(CallError, match="must begin with http:// or https://"):
        connect(url)


def test_a_request_that_gets_no_answer_in_time_is_repeated_with_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    client, heard = service(monkeypatch, time_out, answer_503, answer_well)
    assert call(client, "POST", "/players", body={"name": "Ada"}) == b"{}"
    assert len({(one.headers["Idempotency-Key"], one.content) for one in heard}) == 1
    assert len(heard) == 3


@pytest.mark.parametrize(
    ("answer", "times", "said"),
    [
        (time_out, TIMES, "is too slow (ReadTimeout)"),
        (answer_503, TIMES, "was answered with 503: The outcome is not known."),
        (refuse_connection, 1, "No service answers at http://chronik"),
    ],
)
def test_a_service_that_does_not_answer_is_reported_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, answer: Answer, times: int, said: str
) -> None:
    client, heard = service(monkeypatch, *[answer] * times)
    with pytest.raises(CallError, match=said.replace("(", r"\(").replace(")", r"\)")):
        call(client, "POST", "/players", body={})
    assert len(heard) == times
