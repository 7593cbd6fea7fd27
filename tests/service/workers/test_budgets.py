"""Budgets: what is used of a limit in one process counts in all of them, and nobody waits for that."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

import pytest
from prometheus_client import Gauge

from service.http.guards import Pace
from service.log.budgets import hold
from service.log.outcomes import Unavailable
from service.log.store import LogStore
from service.matches.feed.slots import FeedSlots, Slot
from service.problems.problem import Problem
from service.workers import budgets as module
from service.workers.budgets import Budgets
from service.workers.members import Members
from tests.support.service.apps import until

NAMES = ("one", "other")


class Process:
    """One of two processes, as far as limits go: ten requests at once, one more every hundred seconds; four feeds."""

    def __init__(self, store: LogStore, name: str, alone: bool = False) -> None:
        self.members = Members(store, "budgets", name)
        self.members.names = frozenset({name} if alone else NAMES)
        self.pace, self.slots = Pace("account", 0.01, 10), FeedSlots(4, 4)
        self.pace.processes = len(self.members.names)
        self.budgets = Budgets(store, self.members, (self.pace,), self.slots)

    def requests(self, caller: str, most: int = 50) -> int:
        """How many requests a caller may make here now."""
        for number in range(most):
            try:
                self.pace.charge(caller)
            except Problem:
                return number
        return most

    def feeds(self, account: str, most: int = 9) -> list[Slot]:
        """The feeds that an account may open here now."""
        slots = list[Slot]()
        for _ in range(most):
            if (slot := self.slots.enter(account, "")) is None:
                break
            slots.append(slot)
        return slots


@pytest.fixture(autouse=True)
def _counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Places that nobody gives back here are not those of the service."""
    monkeypatch.setattr("service.matches.feed.slots.FEED_CLIENTS", Gauge("feeds", "Feeds.", registry=None))


@pytest.fixture
def two(store: LogStore) -> tuple[Process, Process]:
    one, other = (Process(store, name) for name in NAMES)
    return one, other


async def test_what_is_used_in_one_process_is_used_in_the_other(two: tuple[Process, Process]) -> None:
    one, other = two
    assert one.requests("ann") == 10
    await one.budgets.round()
    assert other.requests("ann", 4) == 4  # it has heard nothing yet, and asks nobody
    await other.budgets.round()
    assert other.requests("ann") == 0
    assert other.requests("bob") == 10


async def test_control_who_tells_nothing_lets_everything_be_used_twice(two: tuple[Process, Process]) -> None:
    one, other = two
    assert [one.requests("cyd"), other.requests("cyd")] == [10, 10]


async def test_who_uses_little_is_not_spoken_of(two: tuple[Process, Process]) -> None:
    one, _ = two
    assert one.requests("dan", 2) == 2
    assert not one.pace.untold(9)
    assert one.requests("dan", 1) == 1
    assert one.pace.untold(9) == {"dan": pytest.approx(300, rel=0.01)}


async def test_alone_nobody_is_told_anything(store: LogStore) -> None:
    alone = Process(store, "one", alone=True)
    alone.requests("eve")
    before = store._single.apart.trips
    alone.feeds("eve")
    await alone.budgets.round()
    assert store._single.apart.trips == before


async def test_feeds_are_counted_wherever_they_are_open(two: tuple[Process, Process]) -> None:
    one, other = two
    first = one.feeds("fay", 3)
    await one.budgets.round()
    assert len(other.feeds("fay", 1)) == 1
    await other.budgets.round()
    assert not other.feeds("fay")
    for slot in first:
        slot.release()
    await one.budgets.round()
    await other.budgets.round()
    assert len(other.feeds("fay")) == 3


async def test_who_comes_later_hears_what_was_open_before(store: LogStore) -> None:
    one = Process(store, "one", alone=True)
    one.feeds("gil")
    await one.budgets.round()
    one.members._take(NAMES)
    await one.budgets.round()
    other = Process(store, "other")
    other.feeds("gil")[0].release()
    await other.budgets.round()
    assert not other.feeds("gil")


async def test_what_a_process_had_open_goes_with_it_though_it_is_born_again_under_its_name(
    two: tuple[Process, Process], store: LogStore
) -> None:
    one, other = two
    one.feeds("hal")
    await one.budgets.round()
    assert len(other.feeds("hal", 1)) == 1
    await other.budgets.round()
    assert not other.feeds("hal")
    await Process(store, "one").budgets.round()
    await other.budgets.round()
    assert len(other.feeds("hal")) == 3


async def test_who_tells_all_anew_takes_back_what_is_open_no_longer(two: tuple[Process, Process]) -> None:
    one, other = two
    slots = one.feeds("ida")
    await one.budgets.round()
    for slot in slots:
        slot.release()
    assert one.slots.untold(9)  # told, and lost on its way
    one.budgets._begun = False
    await one.budgets.round()
    assert len(other.feeds("ida", 1)) == 1
    await other.budgets.round()
    assert len(other.feeds("ida")) == 3


async def test_what_is_closed_while_the_log_is_away_is_told_when_it_is_back(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    slots = one.feeds("jan")
    await one.budgets.round()
    failures = [Unavailable("the log is away")]

    async def held(store: LogStore, name: str, some: Mapping[str, int], others: Collection[str]) -> dict[str, int]:
        if failures:
            raise failures.pop()
        return await hold(store, name, some, others)

    async def are_free() -> bool:
        await other.budgets.round()
        return other.slots.enter("jan", "") is not None

    assert await are_free()  # it has heard nothing yet
    assert not await are_free()
    for slot in slots:
        slot.release()
    monkeypatch.setattr(module, "TELL_SECONDS", 0.01)
    with monkeypatch.context() as away:
        away.setattr(module, "hold", held)
        keeping = asyncio.create_task(one.budgets.keep())
        await until(lambda: asyncio.sleep(0, not failures))
    try:
        await until(are_free, 5)
    finally:
        keeping.cancel()


async def test_what_is_closed_while_nobody_else_is_there_is_open_for_nobody_who_comes_back(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    slots = one.feeds("ann")
    await one.budgets.round()
    one.members.names = frozenset({"one"})
    for slot in slots:
        slot.release()
    await one.budgets.round()
    one.members.names = frozenset(NAMES)
    await one.budgets.round()
    assert len(other.feeds("ann", 1)) == 1
    await other.budgets.round()
    assert len(other.feeds("ann")) == 3
