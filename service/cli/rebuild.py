"""`chronik rebuild`: rebuild the SQL tables from the logs and the archives."""

from __future__ import annotations

import argparse

from msgspec.structs import replace

from chronik.service.cli.command import Parser, add_data, expect_log, read_settings_with_data
from chronik.service.cli.databases import report_new_database
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import ColdStorage
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.copies import check_is_restored
from chronik.service.log.durability import durability
from chronik.service.log.store import LogStore
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.rebuild import rebuild
from chronik.service.operating.log_lines import configure
from chronik.service.running.interrupt import run_async
from chronik.service.running.settings import Settings
from chronik.service.sql.database import open_records


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik rebuild`."""
    made.set_run(
        _rebuild,
        "Players, tokens and tournaments stay. All matches are read again, and recorded results are compared with "
        "them: missing results are added; if any differ, they are listed and the command exits with 1. "
        "Set CHRONIK_REDIS_URL, or stop the service first: its bundled Valkey accepts only one process.",
    )
    add_data(made)


def _rebuild(asked: argparse.Namespace) -> int:
    settings = read_settings_with_data(asked)
    with report_new_database(settings):
        if settings.redis_url is not None:
            return run_async(_run_rebuild(settings))
        expect_log(settings.data)
        with BundledValkey.start(settings.data) as valkey:
            return run_async(_run_rebuild(replace(settings, redis_url=valkey.url)))


async def _run_rebuild(settings: Settings) -> int:
    assert settings.redis_url is not None
    configure(settings.log_level, settings.log_format)
    store = LogStore(settings.redis_url, timeout=30)
    try:
        servers = await store.servers()
        await durability(servers)
        await check_is_restored(servers)
        async with open_records(settings.database_url) as records:
            cold = ColdStorage(records, Objects(settings.archives))
            rebuilt = await rebuild(store, records, Catalogue(settings.data_sets), cold)
    finally:
        await store.close()
    print(f"matches read: {rebuilt.matches}" + (f", not processed: {rebuilt.parked}" if rebuilt.parked else ""))
    results = rebuilt.results
    if any(results):
        new, same, drifted = map(len, results)
        print(f"results of tournaments: {same} as recorded, {new} missing until now, {drifted} drifted")
    for match in results.drifted:
        print(f"{match}: the recorded result differs from the log; a referee must make a ruling")
    return 1 if results.drifted else 0
