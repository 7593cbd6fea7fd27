"""`chronik fsck`: check the stored form of every match."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import select

from chronik.service.cli.command import Parser, add_data_set, data_sets_of, expect_log, read_settings, say, to_sentence
from chronik.service.cli.progress import progress_bar
from chronik.service.cold.archive_rows import RegisteredArchive, list_archives
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import list_archived_matches
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.copies import check_is_restored
from chronik.service.log.durability import durability
from chronik.service.log.retry import retry_until_available
from chronik.service.log.store import LogStore
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.matches.integrity import GONE, Flaw, find_archive_flaws, find_flaws
from chronik.service.running.interrupt import run_async
from chronik.service.running.settings import Settings
from chronik.service.sql.database import MatchRow, Records
from chronik.service.sql.inspection import sqlite_file


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik fsck`."""
    made.set_run(
        _fsck,
        "Covers the log and cold storage, and recomputes every hash chain. It "
        "repairs nothing. Exits with 1 if a match is damaged, and names the first bad entry if it can. Set "
        "CHRONIK_REDIS_URL, or stop the service first: its bundled Valkey accepts only one process.",
    )
    made.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="a data directory of the bundled Valkey; overrides the CHRONIK_… settings",
    )
    made.add_argument("--decide", action="store_true", help="also decide every command again from the seed")
    add_data_set(made)


def _fsck(asked: argparse.Namespace) -> int:
    settings = replace(read_settings(), data_sets=data_sets_of(asked))
    if asked.data is not None:
        database = f"sqlite+aiosqlite:///{asked.data / 'chronik.db'}"
        settings = replace(settings, data=asked.data, redis_url=None, archive_url=None, database_url=database)
    if settings.redis_url is not None:
        return run_async(_check(settings, settings.redis_url, asked.decide))
    expect_log(settings.data)
    with BundledValkey.start(settings.data) as valkey:
        return run_async(_check(settings, valkey.url, asked.decide))


async def _check(settings: Settings, url: str, decide: bool) -> int:
    load = game_loader(Catalogue(settings.data_sets))
    store, objects = LogStore(url, timeout=30), Objects(settings.archives)
    count = Count()
    try:
        servers = await store.servers()
        await durability(servers)
        await check_is_restored(servers)
        matches, left = sorted([match async for match in store.matches()]), set[str]()
        with progress_bar() as bar:
            for match in bar.track(matches, description="matches"):
                found = await retry_until_available(partial(find_flaws, store, match, load, decide=decide))
                if found == (GONE,):
                    left.add(match)
                else:
                    count.report(match, found)
        noted, listed = await _read_records(settings.database_url)
        archives = sorted(left | noted.keys() | {match async for match in list_archived_matches(objects)})
        with progress_bar() as bar:
            for match in bar.track(archives, description="archives"):
                look = partial(find_archive_flaws, objects, match, load, noted.get(match), decide=decide)
                count.report(match, await retry_until_available(look))
        for match in sorted(listed.difference(matches, archives)):
            if not (
                await retry_until_available(partial(store.tail, match, 0))
            ).last:  # otherwise it was opened in the meantime
                count.report(match, (Flaw("it is in the database, but has neither a log nor an archive"),))
    finally:
        await store.close()
    verdict = f"{len(count.damaged)} damaged" if count.damaged else "all good"
    also = f", {len(count.undecided)} not decided again" if count.undecided else ""
    say(f"{len({*matches, *archives, *count.damaged})} matches: {verdict}{also}")
    return 1 if count.damaged else 0


class Count:
    """The count of matches with flaws."""

    def __init__(self) -> None:
        self.damaged = set[str]()
        self.undecided = set[str]()

    def report(self, match: str, found: Sequence[Flaw]) -> None:
        """Prints the flaws of a match, and counts the match."""
        for flaw in found:
            (self.damaged if flaw.damage else self.undecided).add(match)
            where = f" (entry {flaw.entry})" if flaw.entry is not None else ""
            say(f"{match}{where}: {to_sentence(flaw.sentence)}")


async def _read_records(database: str) -> tuple[Mapping[str, RegisteredArchive], frozenset[str]]:
    """Returns the archives and matches in the database, if it exists; creates and changes nothing."""
    file = sqlite_file(database)
    if file is not None and not await asyncio.to_thread(file.exists):
        print(f"There is no database {file}, so missing matches and archives cannot be found.", file=sys.stderr)
        return {}, frozenset()
    records = Records(database)
    try:
        async with records.reading() as session:
            listed = frozenset((await session.exec(select(MatchRow.id))).all())
        return {one.match: one for one in await list_archives(records)}, listed
    except (OSError, SQLAlchemyError):
        print("The database cannot be read, so missing matches and archives cannot be found.", file=sys.stderr)
        return {}, frozenset()
    finally:
        await records.close()
