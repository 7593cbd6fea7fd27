"""Lost hints: the search finds matches that were not announced, and announces them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from structlog.testing import capture_logs

from chronik.service.log.keys import keys, partition
from chronik.service.log.members import Members
from chronik.service.log.servers import SingleServer
from chronik.service.log.store import LogStore
from chronik.service.log.wire import Command, Reply
from chronik.service.matches import bookkeeper
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.lost_hints import LostHints
from chronik.service.operating.metrics import render_metrics
from chronik.service.sql.database import Records
from chronik.service.sql.parked import find_parked, park
from tests.service.matches.test_bookkeeper import table
from tests.support.service.engines import Scribe
from tests.support.service.keepers import caught_up
from tests.support.service.rounds import close, play_table
from tests.support.service.sql import sqlite_records
from tests.support.service.stored import items_of, put

__all__ = ["sqlite_records"]
CATALOGUE = Catalogue({})


@pytest.fixture
def no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hint is lost."""
    written = SingleServer.write

    async def without_hints(server: SingleServer, commands: Sequence[Command], _: object = ()) -> list[Reply]:
        return await written(server, commands)

    monkeypatch.setattr(SingleServer, "write", without_hints)
    monkeypatch.setattr("tests.support.service.stored.hint", lambda match, version: ("PING",))


@pytest.mark.usefixtures("no_hints")
async def test_openings_commands_and_results_without_hints_are_found(
    own_store: LogStore, sqlite_records: Records
) -> None:
    books, search = Bookkeeper(own_store, sqlite_records, CATALOGUE), LostHints(own_store, sqlite_records, Members())
    match = Random(1).randbytes(16).hex()
    log = play_table(match).batches
    items = items_of(match, Random(match).randbytes(32), log)
    await put(own_store, match, items[:3], Random(match).randbytes(32))
    assert await books.follow() == 0, "the control: the hint is lost"
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


@pytest.mark.usefixtures("no_hints")
async def test_a_match_whose_key_has_no_log_is_parked_and_the_others_are_found(
    own_store: LogStore, sqlite_records: Records
) -> None:
    books, search = Bookkeeper(own_store, sqlite_records, CATALOGUE), LostHints(own_store, sqlite_records, Members())
    matches = [match for match in (f"{number:032x}" for number in range(99)) if partition(match) == 0][:4]
    logs = {match: items_of(match, Random(match).randbytes(32), play_table(match).batches) for match in matches}
    for match, items in logs.items():
        await put(own_store, match, items[:3], Random(match).randbytes(32))
    assert await search.round() == 4
    await caught_up(books)
    broken, unlisted = matches[1], f"{100:032x}"
    await own_store.ask(("DEL", keys(broken).log), ("SET", keys(broken).log, "x"))
    await put(own_store, matches[3], logs[matches[3]][3:])
    await put(own_store, unlisted, items_of(unlisted, Random(unlisted).randbytes(32), play_table(unlisted).batches))
    assert await search.round() == 3, "the broken match, the one that has grown, and the new one"
    for _ in range(2):
        with pytest.raises(bookkeeper.Unread):
            await books.follow()
    await caught_up(books)
    async with sqlite_records.reading() as session:
        assert await find_parked(session, matches) == {broken}
    rows = {row["id"]: row["status"] for row in await table(sqlite_records)}
    assert (rows[matches[3]], rows[unlisted]) == ("finished", "finished")
    assert await search.round() == 0


async def test_a_parked_match_is_not_announced_again(own_store: LogStore, sqlite_records: Records) -> None:
    search, match = LostHints(own_store, sqlite_records, Members()), Random(2).randbytes(16).hex()
    await close(own_store, match)
    async with sqlite_records.session() as session:
        await park(session, [match])
    assert await search.round() == 0


@pytest.mark.usefixtures("no_hints")
async def test_an_append_succeeds_without_its_hint(own_store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(own_store, 2, 1)
    assert await own_store.read_hints({}, 0) == ()
    assert await own_store.fsck(scribe.match) == ()


async def test_matches_missing_from_the_log_are_counted_and_reported_once(
    own_store: LogStore, sqlite_records: Records
) -> None:
    """A log server that starts with an empty directory responds as if no match had ever been played."""
    books, search = Bookkeeper(own_store, sqlite_records, CATALOGUE), LostHints(own_store, sqlite_records, Members())
    running, ended = f"{1:032x}", f"{2:032x}"
    for match, part in ((running, slice(3)), (ended, slice(None))):
        secret = Random(match).randbytes(32)
        await put(own_store, match, items_of(match, secret, play_table(match).batches)[part], secret)
    await caught_up(books)
    with capture_logs() as lines:
        await search.round()
        assert search.missing == set(), "the control: nothing is missing"
        await own_store.ask(*(("DEL", *keys(match)[:2]) for match in (running, ended)))
        await search.round()
        await search.round()
    assert search.missing == {running}, "a finished match may have left for its archive"
    assert [(line["event"], line["first"]) for line in lines if line["log_level"] == "error"] == [
        ("matches are missing from the log", [running])
    ]
    assert b"chronik_missing_matches 1.0" in render_metrics()
    secret = Random(running).randbytes(32)
    await put(own_store, running, items_of(running, secret, play_table(running).batches)[:3], secret)
    await search.round()
    assert search.missing == set()
    assert b"chronik_missing_matches 0.0" in render_metrics()
