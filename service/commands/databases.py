"""The database that a command works on: whether there is one, and that a new one was made."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

from service.commands.command import Wrong
from service.settings import Settings
from service.sql.inspection import sqlite_file


def expect_database(settings: Settings) -> None:
    """Raises `Wrong` where there is no SQLite file: who mistypes a directory must not get an empty one."""
    file = sqlite_file(settings.database_url)
    if file is not None and not file.exists():
        raise Wrong(f"There is no database {file}.")


@contextmanager
def new_database_told(settings: Settings) -> Generator[None]:
    """Says so where what runs here has made a database that was not there."""
    file = sqlite_file(settings.database_url)
    is_new = file is not None and not file.exists()
    try:
        yield
    finally:
        if file is not None and is_new and file.exists():
            print(f"There was no database; {file} is a new one.", file=sys.stderr)
