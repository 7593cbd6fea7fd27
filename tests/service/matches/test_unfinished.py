"""The search of bots and clocks: it finds all unfinished matches, and reads no others."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Raw
from sqlalchemy import text

from chronik.domain.engine.match.clock import Clock
from chronik.domain.engine.match.commands import OpenMatch, Resign
from chronik.domain.engine.seats import SeatHolder
from chronik.service.bots.driver import BotDriver
from chronik.service.log.keys import PARTITIONS, partition
from chronik.service.log.members import Members
from chronik.service.log.store import LogStore, Tail
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.play import Submission, new_key, open_match, play
from chronik.service.matches.timekeeper import Timekeeper
from chronik.service.matches.unfinished import Unfinished
from chronik.service.sql.database import Records
from tests.support.service.apps import until
from tests.support.service.stored import send

CATALOGUE = Catalogue({})
RULES = CATALOGUE.current("katharina")

both = pytest.mark.parametrize("kind", [BotDriver, Timekeeper])


def searcher(kind: Any, matches: Any, unfinished: Any) -> Any:
    """Builds a bot driver or a timekeeper that gets no hints."""
    growth: Any = SimpleNamespace(begun=asyncio.Event(), listen=lambda _: None)
    alone = Members()
    return (
        kind(matches, growth, unfinished, alone, {}) if kind is BotDriver else kind(matches, growth, unfinished, alone)
    )


class Listed(Unfinished, frozen=True):
    """Unfinished matches plus some others, to find out which of them a search reads."""

    more: set[str]

    async def matches(self) -> frozenset[str]:
        return await super().matches() | self.more


class Counted(LogStore):
    """A log store that counts how often each log is read."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.reads = Counter[str]()

    async def tail(self, match: str, after: int) -> Tail:
        self.reads[match] += 1
        return await super().tail(match, after)


@pytest.fixture
async def counted(engine: Any) -> Any:
    store = Counted(engine.url)
    yield store
    await store.close()


async def open_running(store: LogStore, clock: Clock | None = None, beside: str = "") -> str:
    """Opens a match of two players, in the same partition as `beside` if given."""
    assert RULES is not None
    match = secrets.token_hex(16)
    while beside and partition(match) != partition(beside):
        match = secrets.token_hex(16)
    chairs = tuple(SeatHolder(player=secrets.token_hex(16)) for _ in range(2))
    matches = LiveMatches(store, CATALOGUE, 1)
    await open_match(matches, RULES, OpenMatch(chairs, Raw(b"{}"), clock=clock), match, new_key(), "open")
    return match


async def open_finished(store: LogStore) -> str:
    """Opens and resigns a match."""
    match = await open_running(store)
    matches = LiveMatches(store, CATALOGUE, 1)
    live = await matches.find(match)
    assert live is not None
    await play(matches, live, Submission(command=Resign(), key=new_key(), fingerprint="resign", seat=0))
    return match


async def book_all(store: LogStore, records: Records) -> None:
    keeper = Bookkeeper(store, records, CATALOGUE)
    while await keeper.follow():
        pass


@both
async def test_a_search_does_not_read_finished_matches(counted: Counted, sqlite_records: Records, kind: Any) -> None:
    going_on = {await open_running(counted), await open_running(counted, Clock(command=3_600))}
    for more in (1, 20):
        over = {await open_finished(counted) for _ in range(more)}
        await book_all(counted, sqlite_records)
        listed = Listed(counted, sqlite_records, set())
        one = searcher(kind, LiveMatches(counted, CATALOGUE, 1), listed)
        counted.reads.clear()
        await one.worker.search()
        assert set(counted.reads) == going_on
        counted.reads.clear()
        await one.worker.search()
        assert not counted.reads, "a tracked match was read again"
        listed.more.update(over)
        await one.worker.search()
        assert set(counted.reads) == over, "finished matches were not remembered"


@both
async def test_a_search_forgets_a_match_that_has_finished(counted: Counted, sqlite_records: Records, kind: Any) -> None:
    match = await open_running(counted)
    await book_all(counted, sqlite_records)
    listed = Listed(counted, sqlite_records, set())
    one = searcher(kind, LiveMatches(counted, CATALOGUE, 1), listed)
    await one.worker.search()
    counted.reads.clear()
    await one.worker.search()
    assert not counted.reads, "the control"
    matches = LiveMatches(counted, CATALOGUE, 1)
    live = await matches.find(match)
    assert live is not None
    await play(matches, live, Submission(command=Resign(), key=new_key(), fingerprint="resign", seat=0))
    await book_all(counted, sqlite_records)
    await one.worker.search()
    counted.reads.clear()
    listed.more.add(match)
    await one.worker.search()
    assert set(counted.reads) == {match}


async def test_unfinished_matches_are_found_with_an_index_of_the_table(sqlite_records: Records) -> None:
    query = "EXPLAIN QUERY PLAN SELECT id FROM matches WHERE status IN ('open', 'running')"
    async with sqlite_records.reading() as session:
        plan = (await session.connection()).execute(text(query))
        assert "SEARCH matches USING COVERING INDEX" in str((await plan).all())


async def test_a_match_that_is_not_booked_yet_is_found(own_store: LogStore, sqlite_records: Records) -> None:
    before = await open_running(own_store)
    await book_all(own_store, sqlite_records)
    since = await open_running(own_store, beside=before)
    assert await Unfinished(own_store, sqlite_records).matches() == {before, since}


async def test_a_search_waits_while_the_table_has_gaps(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronik.service.matches.unfinished.PAUSE", 0.05)
    index_reads = Counter[str]()

    async def looking() -> bool:
        return index_reads["start"] > 1

    async def count_reads() -> dict[int, str]:
        index_reads["start"] += 1
        return await index_start()

    index_start = own_store.index_start
    monkeypatch.setattr(own_store, "index_start", count_reads)
    matches = {await open_running(own_store) for _ in range(40)}
    for n in range(PARTITIONS):
        await send(own_store, ("XTRIM", f"{{p{n:02d}}}:index", "MAXLEN", 1))
    found = asyncio.create_task(Unfinished(own_store, sqlite_records).matches())
    await until(looking)
    assert not found.done()
    await Bookkeeper(own_store, sqlite_records, CATALOGUE).close_gaps()
    assert await found == matches
