"""Garbage goes by the clock, however old it is and however little is made meanwhile."""

from __future__ import annotations

import asyncio
import gc
import platform
import resource
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from service.garbage import COLLECT, look_for_garbage
from tests.support.service.apps import until


class Ring:
    """Something that points to itself, as the parser of a connection does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def resident() -> int:
    """How much memory this process has, in MiB."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() >> 20


def old_ring() -> weakref.ref[Ring]:
    """A ring that has outlived both looks among what is young, and that nobody reaches any more."""
    ring = Ring()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(ring)


async def test_old_garbage_goes_by_the_clock() -> None:
    looking = asyncio.create_task(look_for_garbage(0.05))
    await asyncio.sleep(0)
    ring = old_ring()

    async def gone() -> bool:
        return ring() is None

    await until(gone, 10)
    looking.cancel()
    with suppress(asyncio.CancelledError):
        await looking


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others give back by themselves")
async def test_what_is_freed_between_what_stays_is_given_back() -> None:
    looking = asyncio.create_task(look_for_garbage(0.05))
    await asyncio.sleep(0)
    before = resident()
    burst = [bytes(8_000) for _ in range(8_000)]
    last = burst[-1]
    del burst

    async def given_back() -> bool:
        return resident() < before + 16

    await until(given_back, 10)
    looking.cancel()
    with suppress(asyncio.CancelledError):
        await looking
    assert last


async def test_the_longer_a_look_takes_the_rarer_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        if len(rests) == 3:
            raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", rest)
        patched.setattr(gc, "collect", lambda: time.sleep(0.1))
        with pytest.raises(asyncio.CancelledError):
            await look_for_garbage()
    assert rests[0] == 60
    assert min(rests[1:]) >= 100


async def test_control_by_count_it_stays() -> None:
    gc.set_threshold(*COLLECT)
    ring = old_ring()
    for _ in range(1_000):
        Ring()
        await asyncio.sleep(0)
    assert ring() is not None
