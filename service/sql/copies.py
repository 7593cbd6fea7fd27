"""Copies of a database: all rows of all tables, as values that both SQLite and Postgres accept.

A copy is a consistent snapshot of whatever tables exist, at any migration step. It leaves out the positions in the
log's indexes, because a copied log has new indexes, and analyses, which can be computed again.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from msgspec import Struct
from sqlalchemy import MetaData, Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from chronik.service.sql import migrations
from chronik.service.sql.analyses import AnalysisRow
from chronik.service.sql.database import MIGRATION_LOCK, MatchRow, NoDatabase, PositionRow, Records

Row: TypeAlias = dict[str, Any]  # values by column: str, int, bool or None

VERSIONS = "alembic_version"
LEFT_OUT = frozenset({VERSIONS, str(PositionRow.__tablename__), str(AnalysisRow.__tablename__)})
MATCHES = str(MatchRow.__tablename__)
ROWS_AT_ONCE = 500


class Snapshot(Struct, frozen=True):
    """A consistent snapshot: the migration step of the tables, and the tables ordered so that references come first."""

    connection: AsyncConnection
    revision: str
    tables: tuple[Table, ...]

    async def rows(self, table: Table) -> AsyncGenerator[Row]:
        """Yields all rows of a table."""
        found = await self.connection.stream(select(table))
        async for row in found.mappings():
            yield dict(row)


@asynccontextmanager
async def snapshot(records: Records) -> AsyncGenerator[Snapshot]:
    """Yields a snapshot of the database as of now; raises `NoDatabase` if its tables are missing."""
    consistent = {} if records.sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    async with records.engine.connect() as plain, (await plain.execution_options(**consistent)).begin():
        tables = await _tables(plain)
        if VERSIONS not in tables.tables:
            raise NoDatabase("The database has no tables: no service has used it yet.")
        revision = (await plain.execute(select(tables.tables[VERSIONS]))).scalar_one()
        yield Snapshot(plain, str(revision), tuple(one for one in tables.sorted_tables if one.name not in LEFT_OUT))


async def check_is_empty(records: Records, revision: str) -> None:
    """Raises `NoDatabase` unless the database lacks tables, or has only empty tables of this migration step."""
    async with records.engine.connect() as connection:
        tables = await _tables(connection)
        if VERSIONS not in tables.tables:
            if tables.tables:
                raise NoDatabase("The database has tables that are not Chronik's; restore into an empty one.")
            return
        for table in tables.sorted_tables:
            if table.name not in LEFT_OUT and await _count(connection, table):
                raise NoDatabase(f"The database is not empty (it has {table.name}); restore into an empty one.")
        found = (await connection.execute(select(tables.tables[VERSIONS]))).scalar_one()
        if found != revision:
            raise NoDatabase("The database has tables of another version; restore into an empty one.")


@asynccontextmanager
async def refill(records: Records, revision: str) -> AsyncGenerator[Refill]:
    """Yields a database for inserting rows, in one transaction, into the tables of a step; migrates it at the end."""
    async with records.writes.begin() as connection:
        if not records.sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        await connection.run_sync(migrations.upgrade, revision)
        tables = await _tables(connection)
        yield Refill(connection, {one.name: one for one in tables.sorted_tables if one.name not in LEFT_OUT})
        await connection.run_sync(migrations.upgrade)


class Refill(Struct, frozen=True):
    """A database that is being refilled: its tables by name, ordered so that references come first."""

    connection: AsyncConnection
    tables: Mapping[str, Table]

    async def put(self, name: str, rows: Iterable[Row]) -> int:
        """Inserts rows into a table; returns how many there were."""
        count, together = 0, list[Row]()
        for row in rows:
            together.append(row)
            if len(together) == ROWS_AT_ONCE:
                count += await self._insert(name, together)
                together = []
        return count + (await self._insert(name, together) if together else 0)

    async def _insert(self, name: str, rows: list[Row]) -> int:
        await self.connection.execute(insert(self.tables[name]), rows)
        return len(rows)


async def _tables(connection: AsyncConnection) -> MetaData:
    """Returns the tables that exist, including those that this version does not know."""
    found = MetaData()
    await connection.run_sync(found.reflect)
    return found


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())
