"""`chronik backup`: copy everything that the service stores, while it runs."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from chronik.service.backup.taking import take_backup
from chronik.service.cli.command import Parser, add_data, expect_log, read_settings_with_data
from chronik.service.cli.databases import expect_database
from chronik.service.cli.progress import progress_bar
from chronik.service.log.connect import open_log_server
from chronik.service.running.interrupt import run_async


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik backup`."""
    made.set_run(
        _backup,
        "Copies first the database, then the logs, archives and keys, into a new folder that only you can read. "
        "The manifest is written last, so an interrupted copy is not a valid backup. It needs no other program, "
        "and the service may keep running. Exits with 1 if a match is missing, and names it. The backup contains "
        "hands, seeds, personal data and the signing key: encrypt it before you move it elsewhere.",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    add_data(made)


def _backup(asked: argparse.Namespace) -> int:
    settings = read_settings_with_data(asked)
    expect_database(settings)
    if settings.redis_url is None:
        expect_log(settings.data)
    begun = time.monotonic()
    with open_log_server(settings.redis_url, settings.data) as url, progress_bar() as bar:
        matches = bar.add_task("matches", total=None)
        manifest = run_async(take_backup(settings, url, asked.folder, lambda: bar.advance(matches)))
    print(f"{manifest.summary}, in {time.monotonic() - begun:.1f} s")
    if manifest.archives_at:
        print(f"The archives are not copied from {manifest.archives_at}; copy them with the tools of that storage.")
    for one in manifest.missing:
        print(f"{one.match}: {one.why}")
    return 1 if manifest.missing else 0
