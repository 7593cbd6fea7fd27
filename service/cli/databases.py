"""Checks the database on which a command works."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

from chronik.service.cli.command import Wrong
from chronik.service.running.settings import Settings
from chronik.service.sql.inspection import sqlite_file


def expect_database(settings: Settings) -> None:
    """Raises `Wrong` if the SQLite file is missing, so that a typo does not create one."""
    file = sqlite_file(settings.database_url)
    if file is not None and not file.exists():
        raise Wrong(f"There is no database {file}; check --data or CHRONIK_DATABASE_URL.")


@contextmanager
def report_new_database(settings: Settings) -> Generator[None]:
    """Reports on standard error if the block has created a database that did not exist."""
    file = sqlite_file(settings.database_url)
    is_new = file is not None and not file.exists()
    try:
        yield
    finally:
        if file is not None and is_new and file.exists():
            print(f"There was no database, so {file} was created.", file=sys.stderr)
