"""Bring a backup back into an empty service."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from service.backup.restoring import checked_backup, restore
from service.commands.command import Parser, Wrong, add_data, configured_with_data, progress_bar
from service.interrupt import awaited
from service.log.data_directory import running_socket
from service.log.reached import reached


def understand(made: Parser) -> None:
    """What `chronik restore` understands."""
    made.runs(
        _restore,
        "Checks that the backup is whole, and that log, database and keys that the settings name are empty; then puts "
        "everything back, the database last. Stop the service first. If it is broken off, begin again with an empty "
        "log, database and directory of archives. The database may be of another kind than it was.",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="a folder that `chronik backup` has made")
    add_data(made)
    made.add_argument("--without-missing", action="store_true", help="restore a backup that misses matches")


def _restore(asked: argparse.Namespace) -> int:
    settings = configured_with_data(asked)
    begun = time.monotonic()
    manifest = checked_backup(asked.folder, without_missing=asked.without_missing)
    if settings.redis_url is None and running_socket(settings.data) is not None:
        raise Wrong(f"A service runs over {settings.data}; stop it first.")
    with reached(settings.redis_url, settings.data) as url, progress_bar() as bar:
        matches = bar.add_task("matches", total=manifest.matches)
        try:
            awaited(restore(settings, url, asked.folder, manifest, lambda: bar.advance(matches)))
        except KeyboardInterrupt:
            print("Broken off: begin again with everything empty: log, database, archives.", file=sys.stderr)
            raise
    print(f"{manifest.summary}, in {time.monotonic() - begun:.1f} s")
    return 0
