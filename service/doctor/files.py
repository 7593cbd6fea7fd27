"""Files: who else may read what holds secrets, and how many may be open at once."""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Iterator
from pathlib import Path

from service.clock import milliseconds
from service.doctor.finding import Finding, good, note, unsafe
from service.settings import Settings
from service.signing.keys import OTHERS, BadKeys, load_keys
from service.sql.inspection import sqlite_file

FEWEST_FILES = 4_096
"""So many open files let a process serve some thousand feeds beside its callers."""
YEAR = 365 * 24 * 3_600_000


def files(settings: Settings) -> Iterator[Finding]:
    """What is to be said of the data directory, the database's file, the keys, and of open files."""
    if keeps_something(settings):
        yield from data_directory(settings.data)
    yield from database_file(sqlite_file(settings.database_url))
    yield from keys_file(settings)
    yield from open_files(resource.getrlimit(resource.RLIMIT_NOFILE)[1])


def keeps_something(settings: Settings) -> bool:
    """Whether anything of the service lies in the data directory, or beside it."""
    elsewhere = settings.redis_url is not None and sqlite_file(settings.database_url) is None
    return not elsewhere or isinstance(settings.archives, Path)


def data_directory(path: Path) -> Iterator[Finding]:
    """Whether others can reach into the data directory."""
    if not path.exists():
        yield note("data directory", f"There is no {path} yet; the service makes it, for its owner alone.")
        return
    if not path.is_dir():
        yield unsafe("data directory", f"{path} is no directory, so nothing can be kept there.")
        return
    mode, owner = stat.S_IMODE(path.stat().st_mode), path.stat().st_uid
    if mode & OTHERS:
        yield unsafe(
            "data directory",
            f"{path} lets others in (mode {mode:o}), and it holds hands, seeds and people's data; `chmod 700 {path}`.",
        )
    elif not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        yield unsafe("data directory", f"{path} belongs to somebody else (user {owner}) and cannot be written.")
    else:
        yield good("data directory", f"{path} is for its owner alone.")


def database_file(path: Path | None) -> Iterator[Finding]:
    """Whether others can read SQLite's file, where it is not inside a directory that is closed to them."""
    if path is None or not path.exists():
        return
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & (OTHERS | stat.S_IRGRP) and stat.S_IMODE(path.parent.stat().st_mode) & OTHERS:
        yield unsafe("database", f"Others can read {path} (mode {mode:o}), and it holds people's data; `chmod 600` it.")


def keys_file(settings: Settings) -> Iterator[Finding]:
    """Whether archives are signed, by a key that nobody else can read."""
    try:
        keys = load_keys(settings)
    except BadKeys as bad:
        yield unsafe("keys", str(bad))
        return
    if not keys.keys:
        yield note("keys", "No archive is signed; `chronik admin keys create` makes a key.")
        return
    newest = keys.keys[-1]
    if not newest.secret_key:
        yield note("keys", f"Key {newest.key_id} has no secret here, so nothing is signed; make a new one.")
    elif milliseconds() - newest.created_at.timestamp() * 1000 > YEAR:
        yield note("keys", f"Key {newest.key_id} is more than a year old; `chronik admin keys create` makes a new one.")
    else:
        yield good("keys", f"Archives are signed by key {newest.key_id}, which only its owner can read.")


def open_files(most: int) -> Iterator[Finding]:
    """Whether enough files may be open; each feed and each caller is one."""
    if most != resource.RLIM_INFINITY and most < FEWEST_FILES:
        yield unsafe(
            "open files",
            f"A process may have {most} files open, and each feed is one: callers are turned away beyond that; raise "
            "the hard limit (`ulimit -Hn`, LimitNOFILE).",
        )
    else:
        told = "as many files open as it likes" if most == resource.RLIM_INFINITY else f"{most} files open"
        yield good("open files", f"A process may have {told}.")
