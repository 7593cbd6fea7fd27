"""Long work: one piece at a time per caller, and none for callers who have left."""

from __future__ import annotations

import asyncio
import threading

import pytest

from chronik.service.running.long_work import LongWork
from tests.support.service.apps import until


class Work:
    """Work that ends on request, and records which pieces have started."""

    def __init__(self) -> None:
        self.begun = list[str]()
        self.may_end = threading.Event()

    def of(self, name: str) -> str:
        self.begun.append(name)
        assert self.may_end.wait(10)
        return name

    async def has_begun(self, *names: str) -> None:
        await until(lambda: asyncio.sleep(0, self.begun == [*names]))


async def test_each_caller_has_one_piece_of_work_at_a_time() -> None:
    work, pool = Work(), LongWork("test", threads=2)
    first = asyncio.create_task(pool.run("ann", lambda: work.of("1")))
    second = asyncio.create_task(pool.run("ann", lambda: work.of("2")))
    await work.has_begun("1")
    other = asyncio.create_task(pool.run("ben", lambda: work.of("3")))
    await work.has_begun("1", "3")
    work.may_end.set()
    assert await asyncio.gather(first, second, other) == ["1", "2", "3"]
    assert work.begun == ["1", "3", "2"]


async def test_hanging_up_and_asking_again_does_not_start_a_second_thread() -> None:
    work, pool = Work(), LongWork("test", threads=2)
    gone = asyncio.create_task(pool.run("ann", lambda: work.of("1")))
    await work.has_begun("1")
    gone.cancel()
    again = asyncio.create_task(pool.run("ann", lambda: work.of("2")))
    ben = asyncio.create_task(pool.run("ben", lambda: work.of("3")))
    await work.has_begun("1", "3")
    work.may_end.set()
    assert await asyncio.gather(again, ben) == ["2", "3"]


async def test_cancelled_work_is_not_started() -> None:
    work, pool = Work(), LongWork("test", threads=1)
    first = asyncio.create_task(pool.run("ann", lambda: work.of("1")))
    await work.has_begun("1")
    queued = asyncio.create_task(pool.run("ben", lambda: work.of("2")))
    turns = asyncio.create_task(pool.run("ann", lambda: work.of("3")))
    await asyncio.sleep(0.05)
    queued.cancel()
    turns.cancel()
    await asyncio.wait((queued, turns))
    work.may_end.set()
    assert await first == "1"
    assert await pool.run("ben", lambda: work.of("4")) == "4"
    assert work.begun == ["1", "4"]


async def test_an_error_reaches_the_caller_and_releases_the_turn() -> None:
    pool = LongWork("test", threads=1)
    with pytest.raises(ZeroDivisionError):
        await pool.run("ann", lambda: 1 // 0)
    assert await pool.run("ann", lambda: 1) == 1
