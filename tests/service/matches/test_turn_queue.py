"""The turn queue: each name gets its turn at its moment, never two at once, and failed turns are retried."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import structlog
from structlog.testing import capture_logs

from chronik.service.log.outcomes import Unavailable
from chronik.service.matches import turn_queue
from chronik.service.matches.turn_queue import SET_BACK_MS, TurnQueue

LOG = structlog.get_logger("test")


class VirtualClock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.moment = 1_000_000

    def __call__(self) -> int:
        return self.moment


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> VirtualClock:
    """A clock that the queue reads in every iteration of the event loop."""
    monkeypatch.setattr(turn_queue, "CLOCK_CHECK_SECONDS", 0.0)
    return VirtualClock()


@asynccontextmanager
async def running_queue(
    turn: Callable[[str], Awaitable[int | None]], clock: VirtualClock, at_once: int = 1
) -> AsyncIterator[TurnQueue]:
    """Runs a turn queue inside the block."""
    queue = TurnQueue(turn, LOG, "it has to wait", at_once=at_once, now=clock)
    running = asyncio.create_task(queue.run())
    yield queue
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def let_tasks_run() -> None:
    """Lets all other tasks run until they wait: none of them waits for anything outside."""
    for _ in range(100):
        await asyncio.sleep(0)


async def test_a_turn_runs_at_its_moment_and_not_before(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> None:
        taken.append(name)

    async with running_queue(turn, clock) as some:
        some.schedule("later", clock.moment + 1_000)
        some.schedule("now", clock.moment)
        await let_tasks_run()
        assert taken == ["now"]
        clock.moment += 999
        await let_tasks_run()
        assert taken == ["now"]
        clock.moment += 1
        await let_tasks_run()
        assert taken == ["now", "later"]


async def test_only_the_earliest_of_several_moments_counts(clock: VirtualClock) -> None:
    taken = list[int]()

    async def turn(_: str) -> None:
        taken.append(clock.moment)

    async with running_queue(turn, clock) as some:
        for seconds in (5, 2, 7):
            some.schedule("one", clock.moment + 1_000 * seconds)
        begun = clock.moment
        for _ in range(10):
            clock.moment += 1_000
            await let_tasks_run()
        assert taken == [begun + 2_000]


async def test_a_name_that_needs_another_turn_goes_to_the_end_of_the_queue(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> int | None:
        taken.append(name)
        return clock.moment if taken.count(name) < 3 else None

    async with running_queue(turn, clock) as some:
        for name in "abc":
            some.schedule(name, clock.moment)
        await let_tasks_run()
        assert taken == list("abcabcabc")


@pytest.mark.parametrize("at_once", [1, 3])
async def test_turns_run_concurrently_up_to_the_limit_but_never_twice_for_the_same_name(
    clock: VirtualClock, at_once: int
) -> None:
    under_way, most, goes_on = list[str](), 0, asyncio.Event()

    async def turn(name: str) -> None:
        nonlocal most
        assert name not in under_way
        under_way.append(name)
        most = max(most, len(under_way))
        await goes_on.wait()
        under_way.remove(name)

    async with running_queue(turn, clock, at_once) as some:
        for name in "abcdab":
            some.schedule(name, clock.moment)
        await let_tasks_run()
        for name in tuple(under_way):
            some.schedule(name, clock.moment)
        await let_tasks_run()
        assert most == at_once
        goes_on.set()


async def test_a_name_scheduled_during_its_turn_gets_another_one(clock: VirtualClock) -> None:
    begun, goes_on = list[str](), asyncio.Event()

    async def turn(name: str) -> None:
        begun.append(name)
        await goes_on.wait()

    async with running_queue(turn, clock) as some:
        some.schedule("one", clock.moment)
        await let_tasks_run()
        some.schedule("one", clock.moment)
        some.schedule("one", clock.moment)
        goes_on.set()
        await let_tasks_run()
        assert begun == ["one", "one"]


@pytest.mark.parametrize(
    ("error", "pauses"),
    [
        (KeyError("lost"), [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30.0, 30.0]),
        (Unavailable("no answer"), [0.2, 0.4, 0.8, 1.6, 2.0, 2.0]),
    ],
)
async def test_a_failed_turn_is_retried_at_growing_intervals(
    clock: VirtualClock, error: Exception, pauses: list[float]
) -> None:
    tries = list[int]()

    async def turn(name: str) -> None:
        if name == "bad":
            tries.append(clock.moment)
            raise error

    with capture_logs() as said:
        async with running_queue(turn, clock) as some:
            some.schedule("bad", clock.moment)
            await let_tasks_run()
            for number, pause in enumerate(pauses, 1):
                assert some.is_failing("bad")
                assert len(tries) == number
                clock.moment += round(1_000 * pause) - 1
                some.schedule("good", clock.moment)
                await let_tasks_run()
                assert len(tries) == number
                assert not some.is_failing("good")
                clock.moment += 1
                await let_tasks_run()
    assert [line["pause"] for line in said][: len(pauses)] == pauses
    assert {(line["event"], line["match"]) for line in said} == {("it has to wait", "bad")}


async def test_after_a_success_the_intervals_start_over(clock: VirtualClock) -> None:
    fails = [True, True, False, True]

    async def turn(_: str) -> None:
        if fails.pop(0):
            raise KeyError

    with capture_logs() as said:
        async with running_queue(turn, clock) as some:
            for _ in range(4):
                some.schedule("one", clock.moment)
                await let_tasks_run()
                clock.moment += 10_000
    assert [line["pause"] for line in said] == [0.2, 0.4, 0.2]


async def test_after_the_clock_was_set_back_every_turn_runs_at_once(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> None:
        taken.append(name)

    async with running_queue(turn, clock) as some:
        some.schedule("one", clock.moment + 1_000)
        clock.moment -= SET_BACK_MS
        await let_tasks_run()
        assert not taken
        clock.moment -= SET_BACK_MS + 1
        await let_tasks_run()
        assert taken == ["one"]


async def test_a_cancelled_name_gets_no_turn(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> None:
        taken.append(name)

    async with running_queue(turn, clock) as some:
        some.schedule("one", clock.moment + 1_000)
        some.cancel("one")
        clock.moment += 2_000
        await let_tasks_run()
    assert not taken


async def test_schedule_new_does_not_move_the_retry_of_a_failed_turn(clock: VirtualClock) -> None:
    taken = list[str]()

    async def turn(name: str) -> None:
        taken.append(name)
        if name == "bad":
            raise KeyError

    async with running_queue(turn, clock) as some:
        for _ in range(3):
            some.schedule_new(["good", "bad"])
            await let_tasks_run()
    assert taken == ["good", "bad", "good", "good"]
