"""Check everything that is stored of every match."""

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

from service.cold.noted import Noted, archived
from service.cold.objects import Objects
from service.cold.storage import archived_matches
from service.commands.command import (
    Parser,
    add_data_set,
    configured,
    data_sets_of,
    expect_log,
    progress_bar,
    worded,
)
from service.interrupt import awaited
from service.log.bundled import BundledValkey
from service.log.patience import patiently
from service.log.store import LogStore
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue
from service.settings import Settings
from service.sql.database import MatchRow, Records
from service.sql.inspection import sqlite_file
from service.workers.soundness import GONE, Flaw, archive_flaws, flaws


def understand(made: Parser) -> None:
    """What `chronik fsck` understands."""
    made.runs(
        _fsck,
        "Looks at the stored form of every match, in the log and in cold storage, hashes every chain again, and "
        "repairs nothing. Ends with 1 when a match is damaged, "
        "and names the first bad entry where one can be named. Set CHRONIK_REDIS_URL, or stop the service first: "
        "its own Valkey lets only one process in.",
    )
    made.add_argument(
        "--data", type=Path, metavar="DIR", help="a data directory of the bundled Valkey, wherever CHRONIK_… point"
    )
    made.add_argument("--decide", action="store_true", help="also decide every command again from the seed")
    add_data_set(made)


def _fsck(asked: argparse.Namespace) -> int:
    settings = replace(configured(), data_sets=data_sets_of(asked))
    if asked.data is not None:
        database = f"sqlite+aiosqlite:///{asked.data / 'chronik.db'}"
        settings = replace(settings, data=asked.data, redis_url=None, archive_url=None, database_url=database)
    if settings.redis_url is not None:
        return awaited(_checked(settings, settings.redis_url, asked.decide))
    expect_log(settings.data)
    with BundledValkey.start(settings.data) as valkey:
        return awaited(_checked(settings, valkey.url, asked.decide))


async def _checked(settings: Settings, url: str, decide: bool) -> int:
    load = load_game(Catalogue(settings.data_sets))
    store, objects = LogStore(url, timeout=30), Objects(settings.archives)
    count = Count()
    try:
        await store.durability()
        await store.check_is_restored()
        matches, left = sorted([match async for match in store.matches()]), set[str]()
        with progress_bar() as bar:
            for match in bar.track(matches, description="matches"):
                found = await patiently(partial(flaws, store, match, load, decide=decide))
                if found == (GONE,):
                    left.add(match)
                else:
                    count.tell(match, found)
        noted, listed = await _recorded(settings.database_url)
        archives = sorted(left | noted.keys() | {match async for match in archived_matches(objects)})
        with progress_bar() as bar:
            for match in bar.track(archives, description="archives"):
                look = partial(archive_flaws, objects, match, load, noted.get(match), decide=decide)
                count.tell(match, await patiently(look))
        for match in sorted(listed.difference(matches, archives)):
            if not (await patiently(partial(store.tail, match, 0))).last:  # else it began meanwhile
                count.tell(match, (Flaw("it is in the database, and has neither a log nor an archive"),))
    finally:
        await store.close()
    verdict = f"{len(count.damaged)} damaged" if count.damaged else "all good"
    also = f", {len(count.undecided)} not decided again" if count.undecided else ""
    print(f"{len({*matches, *archives, *count.damaged})} matches: {verdict}{also}")
    return 1 if count.damaged else 0


class Count:
    """The matches that something is wrong with."""

    def __init__(self) -> None:
        self.damaged = set[str]()
        self.undecided = set[str]()

    def tell(self, match: str, found: Sequence[Flaw]) -> None:
        """Says what was found of a match, and counts it."""
        for flaw in found:
            (self.damaged if flaw.damage else self.undecided).add(match)
            where = f" (entry {flaw.entry})" if flaw.entry is not None else ""
            print(f"{match}{where}: {worded(flaw.sentence)}")


async def _recorded(database: str) -> tuple[Mapping[str, Noted], frozenset[str]]:
    """Which archives and matches there ought to be, as far as there are records: none are made for this, or changed."""
    file = sqlite_file(database)
    if file is not None and not await asyncio.to_thread(file.exists):
        print(f"There is no database {file} to say which matches and archives there ought to be.", file=sys.stderr)
        return {}, frozenset()
    records = Records(database)
    try:
        async with records.reading() as session:
            listed = frozenset((await session.exec(select(MatchRow.id))).all())
        return {one.match: one for one in await archived(records)}, listed
    except (OSError, SQLAlchemyError):
        print("The database does not say which matches and archives there ought to be.", file=sys.stderr)
        return {}, frozenset()
    finally:
        await records.close()
