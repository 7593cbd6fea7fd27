"""Copy everything that the service keeps, while it runs."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from service.backup.taking import take_backup
from service.commands.command import Parser, add_data, configured_with_data, expect_log, progress_bar
from service.commands.databases import expect_database
from service.interrupt import awaited
from service.log.reached import reached


def understand(made: Parser) -> None:
    """What `chronik backup` understands."""
    made.runs(
        _backup,
        "Copies the database first and the logs second, then archives and keys, into a new folder that only you "
        "can read; the manifest comes last, so what was broken off is no backup. It needs no other program, and "
        "the service may run. Ends with 1 when a match is missing, and names it. It holds hands, seeds, people's "
        "data and the key that signs: encrypt it before you take it elsewhere.",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="a new folder, or an empty one")
    add_data(made)


def _backup(asked: argparse.Namespace) -> int:
    settings = configured_with_data(asked)
    expect_database(settings)
    if settings.redis_url is None:
        expect_log(settings.data)
    begun = time.monotonic()
    with reached(settings.redis_url, settings.data) as url, progress_bar() as bar:
        matches = bar.add_task("matches", total=None)
        manifest = awaited(take_backup(settings, url, asked.folder, lambda: bar.advance(matches)))
    print(f"{manifest.summary}, in {time.monotonic() - begun:.1f} s")
    if manifest.archives_at:
        print(f"The archives stay in {manifest.archives_at}; copy them by its own means.")
    for one in manifest.missing:
        print(f"{one.match}: {one.why}")
    return 1 if manifest.missing else 0
