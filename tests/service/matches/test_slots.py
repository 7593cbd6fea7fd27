"""Places of feeds: who comes back before the old connection has died waits a little, in order."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from prometheus_client import Gauge

from service.matches.feed import slots as module
from service.matches.feed.slots import FeedSlots, Slot
from service.problems.problem import Problem


@pytest.fixture(autouse=True)
def _counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Places that nobody gives back here are not those of the service."""
    monkeypatch.setattr("service.matches.feed.slots.FEED_CLIENTS", Gauge("feeds", "Feeds.", registry=None))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.02)


def taken(slots: FeedSlots, account: str = "ann") -> Slot:
    slot = slots.enter(account, "")
    assert slot is not None
    return slot


async def coming(wait: Coroutine[Any, Any, Slot]) -> asyncio.Task[Slot]:
    """Somebody who waits by now."""
    task = asyncio.create_task(wait)
    await asyncio.sleep(0)
    return task


async def test_who_waits_gets_the_place_that_becomes_free_in_the_order_of_coming() -> None:
    slots = FeedSlots(2, 2)
    old = [taken(slots), taken(slots)]
    assert slots.enter("ann", "") is None
    assert slots.enter("ben", "") is not None
    first, second = await coming(slots.queue("ann", "")), await coming(slots.queue("ann", ""))
    old[0].release()
    assert slots.enter("ann", "") is None, "nobody passes those who wait"
    slot = await first
    assert not second.done()
    slot.release()
    (await second).release()
    old[1].release()
    assert [taken(slots), taken(slots)]
    assert slots.enter("ann", "") is None


async def test_a_place_that_is_given_up_in_another_process_is_given_here() -> None:
    slots = FeedSlots(1, 1)
    slots.hear(("account", "ann"), 1)
    waiting = await coming(slots.queue("ann", ""))
    slots.hear(("account", "ann"), 0)
    await waiting


@pytest.mark.usefixtures("impatient")
async def test_who_has_waited_long_enough_is_told_so_and_the_queue_is_short() -> None:
    slots = FeedSlots(1, 1)
    old = taken(slots)
    waiting = await coming(slots.queue("ann", ""))
    with pytest.raises(Problem):
        await slots.queue("ann", "")
    with pytest.raises(Problem) as refused:
        await waiting
    assert (refused.value.code, refused.value.members["limit"]) == ("too-many-feeds", 1)
    old.release()
    taken(slots)


async def test_who_goes_away_while_waiting_takes_no_place() -> None:
    slots = FeedSlots(1, 1)
    old = taken(slots)
    gone, late = await coming(slots.queue("ann", "")), slots.queue("ann", "")
    old.release()  # given, and at the same moment its caller is told to stop
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    (await late).release()


async def test_who_comes_just_when_the_others_are_let_in_is_let_in_as_well() -> None:
    slots = FeedSlots(2, 2)
    old = [taken(slots), taken(slots)]
    waiting = [await coming(slots.queue("ann", "")), await coming(slots.queue("ann", ""))]
    old[0].release()  # the first is told, and has not run yet
    late = asyncio.create_task(slots.queue("ann", ""))
    old[1].release()
    first, second = await asyncio.gather(*waiting)
    first.release()
    second.release()
    async with asyncio.timeout(1):
        await late
