"""Feed slots: a client that reconnects before its old connection ends waits a moment, in order."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from prometheus_client import Gauge

from chronik.service.web import feed_slots as module
from chronik.service.web.feed_slots import FeedSlots, Slot
from chronik.service.web.problems.problem import Problem


@pytest.fixture(autouse=True)
def _counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses a separate gauge, because these tests do not release every slot."""
    monkeypatch.setattr("chronik.service.web.feed_slots.FEED_CLIENTS", Gauge("feeds", "Feeds.", registry=None))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.02)


def take_slot(slots: FeedSlots, account: str = "ann") -> Slot:
    slot = slots.enter(account, "")
    assert slot is not None
    return slot


async def start_waiting(wait: Coroutine[Any, Any, Slot]) -> asyncio.Task[Slot]:
    """Starts a task that waits for a slot."""
    task = asyncio.create_task(wait)
    await asyncio.sleep(0)
    return task


async def test_free_slots_go_to_waiting_requests_in_order() -> None:
    slots = FeedSlots(2, 2)
    old = [take_slot(slots), take_slot(slots)]
    assert slots.enter("ann", "") is None
    assert slots.enter("ben", "") is not None
    first, second = await start_waiting(slots.queue("ann", "")), await start_waiting(slots.queue("ann", ""))
    old[0].release()
    assert slots.enter("ann", "") is None, "no request overtakes the queue"
    slot = await first
    assert not second.done()
    slot.release()
    (await second).release()
    old[1].release()
    assert [take_slot(slots), take_slot(slots)]
    assert slots.enter("ann", "") is None


async def test_a_slot_released_in_another_process_is_granted_here() -> None:
    slots = FeedSlots(1, 1)
    slots.set_elsewhere(("account", "ann"), 1)
    waiting = await start_waiting(slots.queue("ann", ""))
    slots.set_elsewhere(("account", "ann"), 0)
    await waiting


@pytest.mark.usefixtures("impatient")
async def test_a_request_that_waits_too_long_is_refused_and_the_queue_is_limited() -> None:
    slots = FeedSlots(1, 1)
    old = take_slot(slots)
    waiting = await start_waiting(slots.queue("ann", ""))
    with pytest.raises(Problem):
        await slots.queue("ann", "")
    with pytest.raises(Problem) as refused:
        await waiting
    assert (refused.value.code, refused.value.members["limit"]) == ("too-many-feeds", 1)
    old.release()
    take_slot(slots)


async def test_a_cancelled_waiting_request_takes_no_slot() -> None:
    slots = FeedSlots(1, 1)
    old = take_slot(slots)
    gone, late = await start_waiting(slots.queue("ann", "")), slots.queue("ann", "")
    old.release()  # granted, and cancelled at the same moment
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    (await late).release()


async def test_a_request_that_arrives_while_others_are_being_admitted_is_admitted_too() -> None:
    slots = FeedSlots(2, 2)
    old = [take_slot(slots), take_slot(slots)]
    waiting = [await start_waiting(slots.queue("ann", "")), await start_waiting(slots.queue("ann", ""))]
    old[0].release()  # granted to the first one, which has not run yet
    late = asyncio.create_task(slots.queue("ann", ""))
    old[1].release()
    first, second = await asyncio.gather(*waiting)
    first.release()
    second.release()
    async with asyncio.timeout(1):
        await late
