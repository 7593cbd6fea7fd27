"""The findings on files: who else can read secrets, and the limit on open files."""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Iterator
from pathlib import Path

from chronik.service.doctor.finding import Finding, good, note, unsafe
from chronik.service.running.clock import milliseconds
from chronik.service.running.settings import Settings
from chronik.service.signing.keys import OTHERS, BadKeys, load_keys
from chronik.service.sql.inspection import sqlite_file

FEWEST_FILES = 4_096
"""How many open files a process needs for a few thousand feeds and its other callers."""
YEAR = 365 * 24 * 3_600_000


def check_files(settings: Settings) -> Iterator[Finding]:
    """Yields the findings on the data directory, the database's file, the keys and the limit on open files."""
    if uses_data_directory(settings):
        yield from check_data_directory(settings.data)
    yield from check_database_file(sqlite_file(settings.database_url))
    yield from check_keys_file(settings)
    yield from check_open_files(resource.getrlimit(resource.RLIMIT_NOFILE)[1])


def uses_data_directory(settings: Settings) -> bool:
    """Returns whether the service stores anything in the data directory or next to it."""
    elsewhere = settings.redis_url is not None and sqlite_file(settings.database_url) is None
    return not elsewhere or isinstance(settings.archives, Path)


def check_data_directory(path: Path) -> Iterator[Finding]:
    """Yields a finding on whether other users can access the data directory."""
    if not path.exists():
        yield note(
            "data directory", f"{path} does not exist yet; the service creates it so that only its owner has access."
        )
        return
    if not path.is_dir():
        yield unsafe(
            "data directory",
            f"{path} is not a directory, so nothing can be stored there. Set CHRONIK_DATA to a directory.",
        )
        return
    mode, owner = stat.S_IMODE(path.stat().st_mode), path.stat().st_uid
    if mode & OTHERS:
        yield unsafe(
            "data directory",
            f"Other users have access to {path} (mode {mode:o}), which contains hands, seeds and personal data. Run "
            f"`chmod 700 {path}`.",
        )
    elif not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        yield unsafe(
            "data directory", f"{path} belongs to another user ({owner}) and cannot be written to. Change its owner."
        )
    else:
        yield good("data directory", f"Only the owner has access to {path}.")


def check_database_file(path: Path | None) -> Iterator[Finding]:
    """Yields a finding if other users can read SQLite's file, unless its directory keeps them out."""
    if path is None or not path.exists():
        return
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & (OTHERS | stat.S_IRGRP) and stat.S_IMODE(path.parent.stat().st_mode) & OTHERS:
        yield unsafe(
            "database", f"Other users can read {path} (mode {mode:o}), which contains personal data. Run `chmod 600`."
        )


def check_keys_file(settings: Settings) -> Iterator[Finding]:
    """Yields a finding on whether archives are signed, with a key that only its owner can read."""
    try:
        keys = load_keys(settings)
    except BadKeys as bad:
        yield unsafe("keys", str(bad))
        return
    if not keys.keys:
        yield note("keys", "Archives are not signed; `chronik admin keys create` creates a key.")
        return
    newest = keys.keys[-1]
    if newest.revoked_at is not None:
        yield note(
            "keys",
            f"Key {newest.key_id} is revoked, so nothing is signed; `chronik admin keys create` creates a new one.",
        )
    elif not newest.secret_key:
        yield note("keys", f"Key {newest.key_id} has no secret part here, so nothing is signed; create a new one.")
    elif milliseconds() - newest.created_at.timestamp() * 1000 > YEAR:
        yield note(
            "keys", f"Key {newest.key_id} is more than a year old; `chronik admin keys create` creates a new one."
        )
    else:
        yield good("keys", f"Archives are signed with key {newest.key_id}, which only its owner can read.")


def check_open_files(most: int) -> Iterator[Finding]:
    """Yields a finding on whether enough files may be open; each feed and each caller needs one."""
    if most != resource.RLIM_INFINITY and most < FEWEST_FILES:
        yield unsafe(
            "open files",
            f"A process may have only {most} open files, and each feed needs one; callers beyond that are refused. "
            "Raise the hard limit (`ulimit -Hn`, LimitNOFILE).",
        )
    else:
        limit = "any number of open files" if most == resource.RLIM_INFINITY else f"{most} open files"
        yield good("open files", f"A process may have {limit}.")
