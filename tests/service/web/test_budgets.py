"""Budgets: use of a limit in one process counts in all of them, without waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

import pytest
from prometheus_client import Gauge

from chronik.service.log.budgets import hold
from chronik.service.log.members import Members
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore
from chronik.service.web import budgets as module
from chronik.service.web.budgets import Budgets
from chronik.service.web.feed_slots import FeedSlots, Slot
from chronik.service.web.pace import Pace
from chronik.service.web.problems.problem import Problem
from tests.support.service.apps import until

NAMES = ("one", "other")


class Process:
    """One of two processes with limits: ten requests at once, one more every hundred seconds, and four feeds."""

    def __init__(self, store: LogStore, name: str, alone: bool = False) -> None:
        self.members = Members(store, "budgets", name)
        self.members.names = frozenset({name} if alone else NAMES)
        self.pace, self.slots = Pace("account", 0.01, 10), FeedSlots(4, 4)
        self.pace.processes = len(self.members.names)
        self.budgets = Budgets(store, self.members, (self.pace,), self.slots)

    def requests(self, caller: str, most: int = 50) -> int:
        """Returns how many requests a caller may make here now."""
        for number in range(most):
            try:
                self.pace.charge(caller)
            except Problem:
                return number
        return most

    def feeds(self, account: str, most: int = 9) -> list[Slot]:
        """Opens the feeds that an account may open here now."""
        slots = list[Slot]()
        for _ in range(most):
            if (slot := self.slots.enter(account, "")) is None:
                break
            slots.append(slot)
        return slots


@pytest.fixture(autouse=True)
def _separate_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses a separate gauge, because these feeds are not closed again."""
    monkeypatch.setattr("chronik.service.web.feed_slots.FEED_CLIENTS", Gauge("feeds", "Feeds.", registry=None))


@pytest.fixture
def two(store: LogStore) -> tuple[Process, Process]:
    one, other = (Process(store, name) for name in NAMES)
    return one, other


async def test_requests_in_one_process_count_in_the_other(two: tuple[Process, Process]) -> None:
    one, other = two
    assert one.requests("ann") == 10
    await one.budgets.exchange()
    assert other.requests("ann", 4) == 4  # it has heard nothing yet, and does not ask
    await other.budgets.exchange()
    assert other.requests("ann") == 0
    assert other.requests("bob") == 10


async def test_control_without_reports_a_budget_can_be_used_twice(two: tuple[Process, Process]) -> None:
    one, other = two
    assert [one.requests("cyd"), other.requests("cyd")] == [10, 10]


async def test_a_budget_that_is_hardly_used_is_not_reported(two: tuple[Process, Process]) -> None:
    one, _ = two
    assert one.requests("dan", 2) == 2
    assert not one.pace.take_unreported(9)
    assert one.requests("dan", 1) == 1
    assert one.pace.take_unreported(9) == {"dan": pytest.approx(300, rel=0.01)}


async def test_a_single_process_reports_nothing() -> None:
    store = LogStore("redis://127.0.0.1:1")  # nothing listens there, so a command would raise Unavailable
    alone = Process(store, "one", alone=True)
    alone.requests("eve")
    alone.feeds("eve")
    await alone.budgets.exchange()
    await store.close()


async def test_open_feeds_count_in_all_processes(two: tuple[Process, Process]) -> None:
    one, other = two
    first = one.feeds("fay", 3)
    await one.budgets.exchange()
    assert len(other.feeds("fay", 1)) == 1
    await other.budgets.exchange()
    assert not other.feeds("fay")
    for slot in first:
        slot.release()
    await one.budgets.exchange()
    await other.budgets.exchange()
    assert len(other.feeds("fay")) == 3


async def test_a_process_that_starts_later_learns_which_feeds_are_open(store: LogStore) -> None:
    one = Process(store, "one", alone=True)
    one.feeds("gil")
    await one.budgets.exchange()
    one.members.share(NAMES)
    await one.budgets.exchange()
    other = Process(store, "other")
    other.feeds("gil")[0].release()
    await other.budgets.exchange()
    assert not other.feeds("gil")


async def test_a_restarted_process_clears_the_feeds_of_its_previous_run(
    two: tuple[Process, Process], store: LogStore
) -> None:
    one, other = two
    one.feeds("hal")
    await one.budgets.exchange()
    assert len(other.feeds("hal", 1)) == 1
    await other.budgets.exchange()
    assert not other.feeds("hal")
    await Process(store, "one").budgets.exchange()
    await other.budgets.exchange()
    assert len(other.feeds("hal")) == 3


async def test_a_full_report_removes_feeds_that_were_closed(two: tuple[Process, Process]) -> None:
    one, other = two
    slots = one.feeds("ida")
    await one.budgets.exchange()
    for slot in slots:
        slot.release()
    assert one.slots.take_unreported(9)  # the report is taken, and lost on its way
    for names in (NAMES[:1], NAMES):  # alone for one round, so that everything is sent again
        one.members.share(names)
        await one.budgets.exchange()
    assert len(other.feeds("ida", 1)) == 1
    await other.budgets.exchange()
    assert len(other.feeds("ida")) == 3


async def test_feeds_closed_while_the_log_is_away_are_reported_when_it_is_back(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    slots = one.feeds("jan")
    await one.budgets.exchange()
    failures = [Unavailable("the log is away")]

    async def held(store: LogStore, name: str, some: Mapping[str, int], others: Collection[str]) -> dict[str, int]:
        if failures:
            raise failures.pop()
        return await hold(store, name, some, others)

    async def are_free() -> bool:
        await other.budgets.exchange()
        return other.slots.enter("jan", "") is not None

    assert await are_free()  # it has heard nothing yet
    assert not await are_free()
    for slot in slots:
        slot.release()
    monkeypatch.setattr(module, "REPORT_SECONDS", 0.01)
    with monkeypatch.context() as away:
        away.setattr(module, "hold", held)
        keeping = asyncio.create_task(one.budgets.run())
        await until(lambda: asyncio.sleep(0, not failures))
    try:
        await until(are_free, 5)
    finally:
        keeping.cancel()


async def test_feeds_closed_by_a_single_process_do_not_count_for_a_returning_one(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    slots = one.feeds("ann")
    await one.budgets.exchange()
    one.members.names = frozenset({"one"})
    for slot in slots:
        slot.release()
    await one.budgets.exchange()
    one.members.names = frozenset(NAMES)
    await one.budgets.exchange()
    assert len(other.feeds("ann", 1)) == 1
    await other.budgets.exchange()
    assert len(other.feeds("ann")) == 3
