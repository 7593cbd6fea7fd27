"""The unfinished matches, and the search of bots and clocks over them: it finds all that go on, and reads no others."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Raw
from sqlalchemy import text

from domain.engine.match.clock import Clock
from domain.engine.match.commands import OpenMatch, Resign
from domain.engine.seats import SeatHolder
from service.bots.driver import BotDriver
from service.log.keys import PARTITIONS, partition
from service.log.store import LogStore, Tail
from service.matches.catalogue import Catalogue
from service.matches.live import LiveMatches
from service.matches.play import Submission, new_key, open_match, play
from service.sql.database import Records
from service.workers.bookkeeper import Bookkeeper
from service.workers.members import Members
from service.workers.timekeeper import Timekeeper
from service.workers.unfinished import Unfinished
from tests.support.service.apps import until

CATALOGUE = Catalogue({})
RULES = CATALOGUE.current("katharina")

both = pytest.mark.parametrize("kind", [BotDriver, Timekeeper])


def searcher(kind: Any, matches: Any, unfinished: Any) -> Any:
    """A bot driver or a timekeeper that hears of nothing by itself."""
    growth: Any = SimpleNamespace(begun=asyncio.Event(), listen=lambda _: None)
    alone = Members()
    return (
        kind(matches, growth, unfinished, alone, {}) if kind is BotDriver else kind(matches, growth, unfinished, alone)
    )


def kept_in_mind(one: Any) -> set[str]:
    """Every match of which a bot driver or a timekeeper knows something."""
    left: set[str] = one.attendant._done_with
    return left | set(one.attendant._in_hand)


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


async def opened(store: LogStore, clock: Clock | None = None, beside: str = "") -> str:
    """A match of two people that has begun, in the partition of another one where that is named."""
    assert RULES is not None
    match = secrets.token_hex(16)
    while beside and partition(match) != partition(beside):
        match = secrets.token_hex(16)
    chairs = tuple(SeatHolder(player=secrets.token_hex(16)) for _ in range(2))
    matches = LiveMatches(store, CATALOGUE, 1)
    await open_match(matches, RULES, OpenMatch(chairs, Raw(b"{}"), clock=clock), match, new_key(), "open")
    return match


async def finished(store: LogStore) -> str:
    """A match that is over."""
    match = await opened(store)
    matches = LiveMatches(store, CATALOGUE, 1)
    live = await matches.find(match)
    assert live is not None
    await play(matches, live, Submission(command=Resign(), key=new_key(), fingerprint="resign", seat=0))
    return match


async def booked(store: LogStore, records: Records) -> None:
    keeper = Bookkeeper(store, records, CATALOGUE)
    while await keeper.follow():
        pass


@both
async def test_finished_matches_are_not_looked_for_however_many_there_are(
    counted: Counted, sqlite_records: Records, kind: Any
) -> None:
    going_on = {await opened(counted), await opened(counted, Clock(command=3_600))}
    for more in (1, 20):
        over = {await finished(counted) for _ in range(more)}
        await booked(counted, sqlite_records)
        one = searcher(kind, LiveMatches(counted, CATALOGUE, 1), Unfinished(counted, sqlite_records))
        counted.reads.clear()
        await one.attendant.search()
        assert set(counted.reads) == going_on
        counted.reads.clear()
        await one.attendant.search()
        assert not counted.reads, "what is in hand is read again"
        assert kept_in_mind(one) == going_on
        assert not over & kept_in_mind(one)


@both
async def test_of_a_match_that_is_over_nothing_is_kept_in_mind(
    counted: Counted, sqlite_records: Records, kind: Any
) -> None:
    match = await opened(counted)
    await booked(counted, sqlite_records)
    one = searcher(kind, LiveMatches(counted, CATALOGUE, 1), Unfinished(counted, sqlite_records))
    await one.attendant.search()
    assert kept_in_mind(one) >= {match}
    matches = LiveMatches(counted, CATALOGUE, 1)
    live = await matches.find(match)
    assert live is not None
    await play(matches, live, Submission(command=Resign(), key=new_key(), fingerprint="resign", seat=0))
    await booked(counted, sqlite_records)
    await one.attendant.search()
    assert match not in kept_in_mind(one)


async def test_the_table_is_asked_by_an_index(sqlite_records: Records) -> None:
    query = "EXPLAIN QUERY PLAN SELECT id FROM matches WHERE status IN ('open', 'running')"
    async with sqlite_records.reading() as session:
        plan = (await session.connection()).execute(text(query))
        assert "SEARCH matches USING COVERING INDEX" in str((await plan).all())


async def test_what_is_not_booked_yet_is_found(own_store: LogStore, sqlite_records: Records) -> None:
    before = await opened(own_store)
    await booked(own_store, sqlite_records)
    since = await opened(own_store, beside=before)
    assert await Unfinished(own_store, sqlite_records).matches() == {before, since}


async def test_books_with_gaps_are_waited_for(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.workers.unfinished.PAUSE", 0.05)
    looked = Counter[str]()

    async def looking() -> bool:
        return looked["start"] > 1

    async def counted() -> dict[int, str]:
        looked["start"] += 1
        return await index_start()

    index_start = own_store.index_start
    monkeypatch.setattr(own_store, "index_start", counted)
    matches = {await opened(own_store) for _ in range(40)}
    for n in range(PARTITIONS):
        await own_store._single.wire.read(("XTRIM", f"{{p{n:02d}}}:index", "MAXLEN", 1))
    found = asyncio.create_task(Unfinished(own_store, sqlite_records).matches())
    await until(looking)
    assert not found.done()
    await Bookkeeper(own_store, sqlite_records, CATALOGUE).close_gaps()
    assert await found == matches
