"""The judgement of feeds: planted gaps, wrong ends and wrong answers are detected."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from tests.night import listening
from tests.night.answering import PROBLEM, answering
from tests.night.listening import Event, Heard, Listener, Refused
from tests.night.tables import Matches
from tests.night.verdict import cut_short

MATCH = "0" * 32


async def refusal(media: bytes, status: int, body: bytes) -> Heard:
    """Returns what a listener records about an answer that is not a stream."""
    all_heard = Heard()
    async with answering(media, status, body) as url:
        with pytest.raises(Refused) as refused:
            await anext(listening.events(url, "/feed", 0))
    all_heard.refuse(MATCH, refused.value)
    return all_heard


@pytest.mark.parametrize(("status", "code"), [(503, "not-ready"), (503, "outcome-unknown"), (408, "too-slow")])
async def test_a_feed_may_be_refused_with_a_temporary_problem(status: int, code: str) -> None:
    all_heard = await refusal(PROBLEM, status, b'{"code":"%b"}' % code.encode())
    assert (all_heard.wrong, all_heard.refused) == ([], {f"{status} {code}": 1})


@pytest.mark.parametrize(
    ("media", "status", "body"),
    [
        (PROBLEM, 500, b'{"code":"internal"}'),
        (PROBLEM, 500, b'{"code":"match-damaged"}'),
        (PROBLEM, 404, b'{"code":"not-found"}'),
        (PROBLEM, 503, b'{"code":"internal"}'),
        (PROBLEM, 503, b'{"code":"unheard-of"}'),
        (PROBLEM, 503, b"broken"),
        (b"text/plain", 503, b'{"code":"not-ready"}'),
        (b"text/plain", 500, b""),
    ],
)
async def test_control_a_feed_refused_for_a_permanent_reason_is_detected(
    media: bytes, status: int, body: bytes
) -> None:
    assert (await refusal(media, status, body)).wrong


async def heard(monkeypatch: pytest.MonkeyPatch, *events: Event, after: int = 0) -> Heard:
    """Returns what one listener records about a stream."""

    async def streamed(*_: object) -> AsyncIterator[Event]:
        for event in events:
            yield event

    monkeypatch.setattr(listening, "events", streamed)
    matches, all_heard = Matches(), Heard()
    matches.all[MATCH] = "katharina"
    listener = Listener(["http://nowhere"], Random(1), matches, all_heard)
    listener.match, listener.last, listener.ended = MATCH, after, False
    await listener.follow()
    return all_heard


VIEW, FOUR, FIVE = Event("view", 3, b"{}"), Event("frame", 4, b"4"), Event("frame", 5, b"5")


async def test_a_complete_stream_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not (await heard(monkeypatch, VIEW, FOUR, FIVE, Event("end", 5, b""))).wrong


@pytest.mark.parametrize(
    ("events", "after"),
    [
        ((VIEW, FIVE), 0),
        ((FOUR, FOUR), 3),
        ((FIVE,), 3),
        ((VIEW,), 4),
        ((VIEW, FOUR, Event("end", 5, b"")), 0),
        ((Event("view", 5, b"{}"),), 3),
        ((Event("view", 3, b"{}"),), 3),
        ((VIEW, FOUR, Event("view", 6, b"{}")), 0),
        ((Event("frame", 1, b"1"),), 0),
    ],
)
async def test_control_a_stream_with_a_gap_a_repeat_or_a_step_back_is_detected(
    monkeypatch: pytest.MonkeyPatch, events: tuple[Event, ...], after: int
) -> None:
    assert (await heard(monkeypatch, *events, after=after)).wrong


def test_control_an_entry_that_two_listeners_hear_differently_is_detected() -> None:
    all_heard = Heard()
    all_heard.take(MATCH, FOUR)
    all_heard.take(MATCH, Event("frame", 4, b"vanished"))
    assert all_heard.wrong


async def test_control_a_stream_that_ends_before_its_log_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    all_heard = await heard(monkeypatch, VIEW, FOUR, Event("end", 4, b""))
    assert (all_heard.wrong, cut_short(all_heard, {MATCH: 4})) == ([], [])
    assert cut_short(all_heard, {MATCH: 5})
    all_heard.take_end(MATCH, 5)
    assert all_heard.wrong
