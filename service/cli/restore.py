"""`chronik restore`: restore a backup into an empty service."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from chronik.service.backup.restoring import check_backup, restore
from chronik.service.cli.command import Parser, Wrong, add_data, read_settings_with_data
from chronik.service.cli.progress import progress_bar
from chronik.service.log.connect import open_log_server
from chronik.service.log.data_directory import running_socket
from chronik.service.running.interrupt import run_async


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik restore`."""
    made.set_run(
        _restore,
        "Checks that the backup is complete, and that the log, database and keys in the settings are empty. Then "
        "restores everything, the database last. Stop the service first. If this is interrupted, start again with an "
        "empty log, database and directory of archives. The database may be of another kind than before.",
    )
    made.add_argument("folder", type=Path, metavar="DIR", help="a folder that `chronik backup` has written")
    add_data(made)
    made.add_argument("--without-missing", action="store_true", help="restore a backup in which matches are missing")


def _restore(asked: argparse.Namespace) -> int:
    settings = read_settings_with_data(asked)
    begun = time.monotonic()
    manifest = check_backup(asked.folder, without_missing=asked.without_missing)
    if settings.redis_url is None and running_socket(settings.data) is not None:
        raise Wrong(f"A service is running on {settings.data}; stop it first.")
    with open_log_server(settings.redis_url, settings.data) as url, progress_bar() as bar:
        matches = bar.add_task("matches", total=manifest.matches)
        try:
            run_async(restore(settings, url, asked.folder, manifest, lambda: bar.advance(matches)))
        except KeyboardInterrupt:
            print(
                "The restore was interrupted. Start again with an empty log, database and directory of archives.",
                file=sys.stderr,
            )
            raise
    print(f"{manifest.summary}, in {time.monotonic() - begun:.1f} s")
    return 0
