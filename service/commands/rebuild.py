"""Make the SQL tables anew from the logs and the archives."""

from __future__ import annotations

import argparse

from msgspec.structs import replace

from service.cold.objects import Objects
from service.cold.storage import ColdStorage
from service.commands.command import Parser, add_data, configured_with_data, expect_log
from service.commands.databases import new_database_told
from service.interrupt import awaited
from service.log.bundled import BundledValkey
from service.log.store import LogStore
from service.matches.catalogue import Catalogue
from service.observing.log_lines import configure
from service.settings import Settings
from service.sql.database import opened_records
from service.workers.rebuild import rebuild


def understand(made: Parser) -> None:
    """What `chronik rebuild` understands."""
    made.runs(
        _rebuild,
        "People, tokens and tournaments stay; whatever came from matches is read again, and recorded results are held "
        "against it: the missing ones are added, those that differ are named, and it ends with 1. "
        "Set CHRONIK_REDIS_URL, or stop the service first: its own Valkey lets only one process in.",
    )
    add_data(made)


def _rebuild(asked: argparse.Namespace) -> int:
    settings = configured_with_data(asked)
    with new_database_told(settings):
        if settings.redis_url is not None:
            return awaited(_rebuilt(settings))
        expect_log(settings.data)
        with BundledValkey.start(settings.data) as valkey:
            return awaited(_rebuilt(replace(settings, redis_url=valkey.url)))


async def _rebuilt(settings: Settings) -> int:
    assert settings.redis_url is not None
    configure(settings.log_level, settings.log_format)
    store = LogStore(settings.redis_url, timeout=30)
    try:
        await store.durability()
        await store.check_is_restored()
        async with opened_records(settings.database_url) as records:
            cold = ColdStorage(records, Objects(settings.archives))
            rebuilt = await rebuild(store, records, Catalogue(settings.data_sets), cold)
    finally:
        await store.close()
    print(f"matches read: {rebuilt.matches}" + (f", not taken in: {rebuilt.parked}" if rebuilt.parked else ""))
    results = rebuilt.results
    if any(results):
        new, same, drifted = map(len, results)
        print(f"results of tournaments: {same} as recorded, {new} missing until now, {drifted} drifted")
    for match in results.drifted:
        print(f"{match}: the recorded result is not what the log says; a referee has to rule")
    return 1 if results.drifted else 0
