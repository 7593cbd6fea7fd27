"""Calls of the command to a service that is slow, busy, or not there."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from service.commands.client import TIMES, CallError, call, connected

Answer = Callable[[httpx.Request], httpx.Response]


def slow(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("slow", request=request)


def away(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("away", request=request)


def busy(_: httpx.Request) -> httpx.Response:
    return httpx.Response(503, json={"title": "The outcome is not known"})


def good(_: httpx.Request) -> httpx.Response:
    return httpx.Response(201, content=b"{}")


def service(monkeypatch: pytest.MonkeyPatch, *answers: Answer) -> tuple[httpx.Client, list[httpx.Request]]:
    """A client of a service that answers so, one request after another, and what it was sent."""
    monkeypatch.setattr("service.commands.client.time.sleep", lambda _: None)
    left, heard = list(answers), list[httpx.Request]()

    def answer(request: httpx.Request) -> httpx.Response:
        heard.append(request)
        return left.pop(0)(request)

    return httpx.Client(base_url="http://chronik", transport=httpx.MockTransport(answer)), heard


@pytest.mark.parametrize("url", ["127.0.0.1:8711", "nowhere", "ftp://nowhere", ""])
def test_an_address_begins_as_one(url: str) -> None:
    with pytest.raises(CallError, match="must begin with http:// or https://"):
        connected(url)


def test_what_was_not_answered_in_time_is_sent_again_with_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    client, heard = service(monkeypatch, slow, busy, good)
    assert call(client, "POST", "/players", body={"name": "Ada"}) == b"{}"
    assert len({(one.headers["Idempotency-Key"], one.content) for one in heard}) == 1
    assert len(heard) == 3


@pytest.mark.parametrize(
    ("answer", "times", "said"),
    [
        (slow, TIMES, "is too slow (ReadTimeout)"),
        (busy, TIMES, "was answered with 503: The outcome is not known."),
        (away, 1, "No service answers at http://chronik"),
    ],
)
def test_a_service_that_does_not_answer_is_left_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, answer: Answer, times: int, said: str
) -> None:
    client, heard = service(monkeypatch, *[answer] * times)
    with pytest.raises(CallError, match=said.replace("(", r"\(").replace(")", r"\)")):
        call(client, "POST", "/players", body={})
    assert len(heard) == times
