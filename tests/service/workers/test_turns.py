"""Turns: each its own, at its moment, alone with itself, and what fails ever more rarely."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import structlog
from structlog.testing import capture_logs

from service.log.outcomes import Unavailable
from service.workers import turns
from service.workers.turns import PUT_BACK_MS, Turns

LOG = structlog.get_logger("test")


class VirtualClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.moment = 1_000_000

    def __call__(self) -> int:
        return self.moment


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> VirtualClock:
    """A clock that is read with every turn of the event loop."""
    monkeypatch.setattr(turns, "BEAT_SECONDS", 0.0)
    return VirtualClock()


@asynccontextmanager
async def given(
    turn: Callable[[str], Awaitable[int | None]], clock: VirtualClock, at_once: int = 1
) -> AsyncIterator[Turns]:
    """Turns that are given meanwhile."""
    given = Turns(turn, LOG, "it has to wait", at_once=at_once, now=clock)
    running = asyncio.create_task(given.run())
    yield given
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def all_is_quiet() -> None:
    """Lets everybody else do what is to be done: here nobody waits for the world."""
    for _ in range(100):
        await asyncio.sleep(0)


async def test_a_turn_comes_at_its_moment_and_not_before(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> None:
        taken.append(name)

    async with given(turn, clock) as some:
        some.call("later", clock.moment + 1_000)
        some.call("now", clock.moment)
        await all_is_quiet()
        assert taken == ["now"]
        clock.moment += 999
        await all_is_quiet()
        assert taken == ["now"]
        clock.moment += 1
        await all_is_quiet()
        assert taken == ["now", "later"]


async def test_the_earlier_of_two_moments_counts_once(clock: VirtualClock) -> None:
    taken = list[int]()

    async def turn(_: str) -> None:
        taken.append(clock.moment)

    async with given(turn, clock) as some:
        for seconds in (5, 2, 7):
            some.call("one", clock.moment + 1_000 * seconds)
        begun = clock.moment
        for _ in range(10):
            clock.moment += 1_000
            await all_is_quiet()
        assert taken == [begun + 2_000]


async def test_who_wants_another_turn_waits_behind_all_others(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> int | None:
        taken.append(name)
        return clock.moment if taken.count(name) < 3 else None

    async with given(turn, clock) as some:
        for name in "abc":
            some.call(name, clock.moment)
        await all_is_quiet()
        assert taken == list("abcabcabc")


@pytest.mark.parametrize("at_once", [1, 3])
async def test_so_many_at_once_and_nobody_twice(clock: VirtualClock, at_once: int) -> None:
    under_way, most, goes_on = list[str](), 0, asyncio.Event()

    async def turn(name: str) -> None:
        nonlocal most
        assert name not in under_way
        under_way.append(name)
        most = max(most, len(under_way))
        await goes_on.wait()
        under_way.remove(name)

    async with given(turn, clock, at_once) as some:
        for name in "abcdab":
            some.call(name, clock.moment)
        await all_is_quiet()
        for name in tuple(under_way):
            some.call(name, clock.moment)
        await all_is_quiet()
        assert most == at_once
        goes_on.set()


async def test_who_is_called_during_a_turn_has_another_one(clock: VirtualClock) -> None:
    begun, goes_on = list[str](), asyncio.Event()

    async def turn(name: str) -> None:
        begun.append(name)
        await goes_on.wait()

    async with given(turn, clock) as some:
        some.call("one", clock.moment)
        await all_is_quiet()
        some.call("one", clock.moment)
        some.call("one", clock.moment)
        goes_on.set()
        await all_is_quiet()
        assert begun == ["one", "one"]


@pytest.mark.parametrize(
    ("error", "pauses"),
    [
        (KeyError("lost"), [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30.0, 30.0]),
        (Unavailable("no answer"), [0.2, 0.4, 0.8, 1.6, 2.0, 2.0]),
    ],
)
async def test_what_fails_is_tried_ever_more_rarely(clock: VirtualClock, error: Exception, pauses: list[float]) -> None:
    tries = list[int]()

    async def turn(name: str) -> None:
        if name == "bad":
            tries.append(clock.moment)
            raise error

    with capture_logs() as said:
        async with given(turn, clock) as some:
            some.call("bad", clock.moment)
            await all_is_quiet()
            for number, pause in enumerate(pauses, 1):
                assert some.failing("bad")
                assert len(tries) == number
                clock.moment += round(1_000 * pause) - 1
                some.call("good", clock.moment)
                await all_is_quiet()
                assert len(tries) == number
                assert not some.failing("good")
                clock.moment += 1
                await all_is_quiet()
    assert [line["pause"] for line in said][: len(pauses)] == pauses
    assert {(line["event"], line["match"]) for line in said} == {("it has to wait", "bad")}


async def test_after_a_success_the_pauses_begin_anew(clock: VirtualClock) -> None:
    fails = [True, True, False, True]

    async def turn(_: str) -> None:
        if fails.pop(0):
            raise KeyError

    with capture_logs() as said:
        async with given(turn, clock) as some:
            for _ in range(4):
                some.call("one", clock.moment)
                await all_is_quiet()
                clock.moment += 10_000
    assert [line["pause"] for line in said] == [0.2, 0.4, 0.2]


async def test_a_clock_that_is_put_back_keeps_nobody_waiting(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> None:
        taken.append(name)

    async with given(turn, clock) as some:
        some.call("one", clock.moment + 1_000)
        clock.moment -= PUT_BACK_MS
        await all_is_quiet()
        assert not taken
        clock.moment -= PUT_BACK_MS + 1
        await all_is_quiet()
        assert taken == ["one"]


async def test_who_is_dropped_has_no_further_turn(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> None:
        taken.append(name)

    async with given(turn, clock) as some:
        some.call("one", clock.moment + 1_000)
        some.drop("one")
        clock.moment += 2_000
        await all_is_quiet()
    assert not taken


async def test_what_is_new_is_called_once_and_what_fails_keeps_its_pause(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> None:
        taken.append(name)
        if name == "bad":
            raise KeyError

    async with given(turn, clock) as some:
        for _ in range(3):
            some.call_new(["good", "bad"])
            await all_is_quiet()
    assert taken == ["good", "bad", "good", "good"]
