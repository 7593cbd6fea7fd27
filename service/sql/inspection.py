"""Inspection of a database, without writing to it: its kind and version, its migration step, its settings and clock."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from chronik.service.sql.database import NoDatabase, Records, no_database_error

WANTED = MappingProxyType({"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"})
"""The settings with which Postgres keeps what it has committed; `AS_GOOD` lists the accepted values."""
AS_GOOD = frozenset({"on", "remote_apply"})
REVISION = "SELECT version_num FROM alembic_version"


class DatabaseFacts(Struct, frozen=True, kw_only=True):
    """The facts of a database.

    `revision` is empty if tables are missing; `ahead_ms` is None for SQLite, which has no clock. `weak` holds the
    settings that can lose committed data, by name. `waits_for` names the standbys that a commit waits for; it is None
    if the address has only one host.
    """

    kind: str
    version: tuple[int, ...]
    revision: str
    ahead_ms: float | None = None
    weak: Mapping[str, str] = MappingProxyType({})
    read_only: bool = False
    waits_for: str | None = None


async def inspect_database(url: str) -> DatabaseFacts | None:
    """Returns the facts of the database at an address; None if it does not exist yet. Raises `NoDatabase`."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return await _postgres(url)
    return await asyncio.to_thread(_sqlite, Path(address.database or ""))


def sqlite_file(url: str) -> Path | None:
    """Returns the file of an SQLite database; None for another kind of database."""
    address = make_url(url)
    return Path(address.database or "") if address.get_backend_name() == "sqlite" else None


def _has_standby(url: str) -> bool:
    """Returns whether an address names several Postgres hosts."""
    return isinstance(make_url(url).query.get("host"), tuple)


def _sqlite(file: Path) -> DatabaseFacts | None:
    if not file.exists():
        return None
    # Even a reader creates files next to the database, unless `immutable` says that no process has it open.
    how = "mode=ro" if file.with_name(f"{file.name}-wal").exists() else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            found = connection.execute(REVISION).fetchone() if "alembic_version" in tables else None
    except sqlite3.Error as error:
        raise NoDatabase(f"The database {file} cannot be read ({error}).") from error
    return DatabaseFacts(kind="SQLite", version=sqlite3.sqlite_version_info, revision=found[0] if found else "")


async def _postgres(url: str) -> DatabaseFacts:
    records = Records(url)
    try:
        async with records.engine.connect() as connection:

            async def one(question: str) -> str:
                return str((await connection.execute(text(question))).scalar_one())

            said = {name: await one(f"SHOW {name}") for name in WANTED}
            there = await one("SELECT to_regclass('alembic_version') IS NOT NULL") == "True"
            before = time.time()
            its = float(await one("SELECT extract(epoch FROM clock_timestamp())"))
            after = time.time()
            return DatabaseFacts(
                kind="Postgres",
                version=(int(await one("SHOW server_version_num")) // 10_000,),
                revision=await one(REVISION) if there else "",
                ahead_ms=(its - (before + after) / 2) * 1000,
                weak={name: value for name, value in said.items() if value not in AS_GOOD},
                read_only=await one("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool")
                == "True",
                waits_for=await one("SHOW synchronous_standby_names") if _has_standby(url) else None,
            )
    except (OSError, SQLAlchemyError) as error:
        raise no_database_error(error) from error
    finally:
        await records.close()
