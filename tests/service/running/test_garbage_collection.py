"""Garbage collection runs at intervals, however old the garbage is and however little is created."""

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

from chronik.service.running.garbage_collection import COLLECT, collect_garbage
from tests.support.service.apps import until


class Ring:
    """An object that refers to itself, as the parser of a connection does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _restore_collector() -> Iterator[None]:
    thresholds = gc.get_threshold()
    gc.freeze()  # otherwise each collection searches all objects of the tests before
    yield
    gc.set_threshold(*thresholds)


def resident() -> int:
    """Returns the memory of this process in MiB."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() >> 20


def old_ring() -> weakref.ref[Ring]:
    """Returns an unreachable ring that has survived both young generations."""
    ring = Ring()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(ring)


async def test_old_garbage_is_collected_after_the_interval() -> None:
    looking = asyncio.create_task(collect_garbage(0.05))
    await asyncio.sleep(0)
    ring = old_ring()

    async def gone() -> bool:
        return ring() is None

    await until(gone, 10)
    looking.cancel()
    with suppress(asyncio.CancelledError):
        await looking


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others give back by themselves")
async def test_memory_freed_between_live_blocks_is_returned_to_the_system() -> None:
    looking = asyncio.create_task(collect_garbage(0.05))
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


async def test_a_longer_collection_makes_the_interval_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        if len(rests) == 3:
            raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", rest)
        patched.setattr(gc, "collect", lambda: time.sleep(0.1))
        with pytest.raises(asyncio.CancelledError):
            await collect_garbage()
    assert rests[0] == 60
    assert min(rests[1:]) >= 100


async def test_control_old_garbage_stays_without_the_interval() -> None:
    gc.set_threshold(*COLLECT)
    ring = old_ring()
    for _ in range(1_000):
        Ring()
        await asyncio.sleep(0)
    assert ring() is not None
