"""The members: whose each partition is, who takes over, and what is done only once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from service.log.keys import PARTITIONS, members
from service.log.store import LogStore
from service.workers import members as module
from service.workers.members import ALL, GONE_MS, Members
from tests.support.service.apps import until


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_SECONDS", 0.02)


@asynccontextmanager
async def kept(*all_: Members) -> AsyncIterator[list[asyncio.Task[None]]]:
    tasks = [asyncio.create_task(one.keep()) for one in all_]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def settled(*all_: Members) -> None:
    """Returns when each partition is exactly one member's."""

    async def shared() -> bool:
        owned = [n for one in all_ for n in one.own]
        return all(one.begun.is_set() for one in all_) and sorted(owned) == sorted(ALL)

    await until(shared)


def test_without_a_store_everything_is_ours() -> None:
    alone = Members()
    assert alone.own == ALL
    assert alone.begun.is_set()
    assert alone.owns("any")


async def test_each_partition_has_one_owner_and_the_shares_are_even(store: LogStore) -> None:
    three = [Members(store, "three", name) for name in "abc"]
    async with kept(*three):
        await settled(*three)
        assert sorted(len(one.own) for one in three) == [5, 5, 6]


async def test_who_ends_says_so_and_the_others_take_over_at_once(store: LogStore) -> None:
    stays, goes = Members(store, "ends", "a"), Members(store, "ends", "b")
    async with kept(stays, goes) as (_, going):
        await settled(stays, goes)
        changed = asyncio.Event()
        stays.listen(changed.set)
        going.cancel()
        async with asyncio.timeout(GONE_MS / 1_000 - 1):
            await changed.wait()
        assert stays.own == ALL


async def test_who_dies_is_gone_after_a_while(store: LogStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GONE_MS", 200)
    stays = Members(store, "dies", "a")
    await store.serves("dies", "killed", 200)
    async with kept(stays):
        await until(lambda: has_begun(stays))
        assert len(stays.own) == PARTITIONS / 2
        await settled(stays)
        assert await names(store, "dies") == {"a", "killed"}
        await until(lambda: forgotten(store))


async def test_services_over_other_databases_share_nothing(store: LogStore) -> None:
    ours, theirs = Members(store, "our database", "a"), Members(store, "their database", "b")
    async with kept(ours, theirs):
        await until(lambda: has_begun(ours))
        await until(lambda: has_begun(theirs))
        assert ours.own == theirs.own == ALL


async def test_without_an_answer_everybody_goes_on_with_what_they_had(own_store: LogStore) -> None:
    one = Members(own_store, "away", "a")
    async with kept(one):
        await settled(one)
        await own_store.close()
        await asyncio.sleep(0.1)
        assert one.own == ALL


async def names(store: LogStore, of: str) -> set[str]:
    """All who are remembered, the gone ones too."""
    (found,) = await store._single.apart.read(("HKEYS", members(of)))
    return {name.decode() for name in found}


async def forgotten(store: LogStore) -> bool:
    """Whether those who have long been gone are forgotten."""
    return await names(store, "dies") == {"a"}


async def has_begun(one: Members) -> bool:
    return one.begun.is_set()
