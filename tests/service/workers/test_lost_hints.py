"""A hint that was lost costs nothing: what nobody announced is found, and everybody hears of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from service.log.keys import keys, partition
from service.log.servers import SingleServer
from service.log.store import LogStore
from service.log.wire import Command, Reply
from service.matches.catalogue import Catalogue
from service.sql.database import Records
from service.sql.parked import park, parked
from service.workers import bookkeeper
from service.workers.bookkeeper import Bookkeeper
from service.workers.lost_hints import LostHints
from service.workers.members import Members
from tests.service.workers.test_bookkeeper import caught_up, table
from tests.support.service.engines import Scribe
from tests.support.service.rounds import close, played
from tests.support.service.sql import sqlite_records
from tests.support.service.stored import items_of, put

__all__ = ["sqlite_records"]
CATALOGUE = Catalogue({})


@pytest.fixture
def unheard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hint is lost on its way."""
    written = SingleServer.write

    async def without_hints(server: SingleServer, commands: Sequence[Command], _: object = ()) -> list[Reply]:
        return await written(server, commands)

    monkeypatch.setattr(SingleServer, "write", without_hints)
    monkeypatch.setattr("tests.support.service.stored.hint", lambda match, version: ("PING",))


@pytest.mark.usefixtures("unheard")
async def test_openings_results_and_all_between_are_found(own_store: LogStore, sqlite_records: Records) -> None:
    books, search = Bookkeeper(own_store, sqlite_records, CATALOGUE), LostHints(own_store, sqlite_records, Members())
    match = Random(1).randbytes(16).hex()
    log = played(match).batches
    items = items_of(match, Random(match).randbytes(32), log)
    await put(own_store, match, items[:3], Random(match).randbytes(32))
    assert await books.follow() == 0, "the control: nobody hears of it"
    assert await search.round() == 1
    await caught_up(books)
    assert [row["version"] for row in await table(sqlite_records)] == [items[2].version]
    assert await search.round() == 0
    await put(own_store, match, items[3:])
    assert await books.follow() == 0
    assert await search.round() == 1
    await caught_up(books)
    assert [row["status"] for row in await table(sqlite_records)] == ["finished"]
    assert await search.round() == 0


@pytest.mark.usefixtures("unheard")
async def test_a_key_that_holds_no_log_is_parked_and_hides_no_other(
    own_store: LogStore, sqlite_records: Records
) -> None:
    books, search = Bookkeeper(own_store, sqlite_records, CATALOGUE), LostHints(own_store, sqlite_records, Members())
    matches = [match for match in (f"{number:032x}" for number in range(99)) if partition(match) == 0][:4]
    logs = {match: items_of(match, Random(match).randbytes(32), played(match).batches) for match in matches}
    for match, items in logs.items():
        await put(own_store, match, items[:3], Random(match).randbytes(32))
    assert await search.round() == 4
    await caught_up(books)
    broken, unlisted = matches[1], f"{100:032x}"
    await own_store.ask(("DEL", keys(broken).log), ("SET", keys(broken).log, "x"))
    await put(own_store, matches[3], logs[matches[3]][3:])
    await put(own_store, unlisted, items_of(unlisted, Random(unlisted).randbytes(32), played(unlisted).batches))
    assert await search.round() == 3, "the broken one, the one that has grown, and the one that was opened"
    for _ in range(2):
        with pytest.raises(bookkeeper.Unread):
            await books.follow()
    await caught_up(books)
    async with sqlite_records.reading() as session:
        assert await parked(session, matches) == {broken}
    rows = {row["id"]: row["status"] for row in await table(sqlite_records)}
    assert (rows[matches[3]], rows[unlisted]) == ("finished", "finished")
    assert await search.round() == 0


async def test_what_is_parked_is_not_announced_again_and_again(own_store: LogStore, sqlite_records: Records) -> None:
    search, match = LostHints(own_store, sqlite_records, Members()), Random(2).randbytes(16).hex()
    await close(own_store, match)
    async with sqlite_records.session() as session:
        await park(session, [match])
    assert await search.round() == 0


@pytest.mark.usefixtures("unheard")
async def test_a_lost_hint_harms_no_append(own_store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(own_store, 2, 1)
    assert await own_store.grown({}, 0) == ()
    assert await own_store.fsck(scribe.match) == ()
