"""The members: the owner of each partition, and the takeover when a member ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from chronik.service.log import members as module
from chronik.service.log.keys import PARTITIONS, members
from chronik.service.log.members import ALL, GONE_MS, Members
from chronik.service.log.store import LogStore
from tests.support.service.apps import until
from tests.support.service.stored import send


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_SECONDS", 0.02)


@asynccontextmanager
async def run_members(*all_: Members) -> AsyncIterator[list[asyncio.Task[None]]]:
    tasks = [asyncio.create_task(one.run()) for one in all_]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def wait_for_even_shares(*all_: Members) -> None:
    """Returns when each partition has exactly one owner."""

    async def shared() -> bool:
        owned = [n for one in all_ for n in one.own]
        return all(one.begun.is_set() for one in all_) and sorted(owned) == sorted(ALL)

    await until(shared)


def test_without_a_store_a_process_owns_every_partition() -> None:
    alone = Members()
    assert alone.own == ALL
    assert alone.begun.is_set()
    assert alone.owns("any")


async def test_each_partition_has_one_owner_and_all_processes_own_equally_many(store: LogStore) -> None:
    three = [Members(store, "three", name) for name in "abc"]
    async with run_members(*three):
        await wait_for_even_shares(*three)
        assert sorted(len(one.own) for one in three) == [5, 5, 6]


async def test_when_a_process_signs_off_the_others_take_over_at_once(store: LogStore) -> None:
    stays, goes = Members(store, "ends", "a"), Members(store, "ends", "b")
    async with run_members(stays, goes) as (_, going):
        await wait_for_even_shares(stays, goes)
        changed = asyncio.Event()
        stays.listen(changed.set)
        going.cancel()
        async with asyncio.timeout(GONE_MS / 1_000 - 1):
            await changed.wait()
        assert stays.own == ALL


async def test_the_partitions_of_a_dead_process_are_taken_over_after_a_while(
    store: LogStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GONE_MS", 200)
    stays = Members(store, "dies", "a")
    await module.report_serving(store, "dies", "killed", 200)
    async with run_members(stays):
        await until(lambda: has_begun(stays))
        assert len(stays.own) == PARTITIONS / 2
        await wait_for_even_shares(stays)
        assert await names(store, "dies") == {"a", "killed"}
        await until(lambda: are_gone_forgotten(store))


async def test_services_of_different_databases_do_not_share_partitions(store: LogStore) -> None:
    ours, theirs = Members(store, "our database", "a"), Members(store, "their database", "b")
    async with run_members(ours, theirs):
        await until(lambda: has_begun(ours))
        await until(lambda: has_begun(theirs))
        assert ours.own == theirs.own == ALL


async def test_processes_keep_their_partitions_while_the_server_does_not_answer(own_store: LogStore) -> None:
    one = Members(own_store, "away", "a")
    async with run_members(one):
        await wait_for_even_shares(one)
        await own_store.close()
        await asyncio.sleep(0.1)
        assert one.own == ALL


async def names(store: LogStore, of: str) -> set[str]:
    """Returns all remembered names, including those of gone processes."""
    (found,) = await send(store, ("HKEYS", members(of)))
    return {name.decode() for name in found}


async def are_gone_forgotten(store: LogStore) -> bool:
    """Returns whether long-gone processes are forgotten."""
    return await names(store, "dies") == {"a"}


async def has_begun(one: Members) -> bool:
    return one.begun.is_set()
