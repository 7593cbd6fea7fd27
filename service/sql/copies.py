"""Copies of a database: all rows of all tables, as values that either kind of database takes back.

What is copied is of one moment, and of the tables that are there, whichever step they are of. Positions in the indexes
of the log are left out: a copy of the log has new indexes.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from msgspec import Struct
from sqlalchemy import MetaData, Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from service.sql import migrations
from service.sql.database import MIGRATION_LOCK, MatchRow, NoDatabase, PositionRow, Records

Row: TypeAlias = dict[str, Any]  # the values of columns by their names: text, whole numbers, truth and None

VERSIONS = "alembic_version"
LEFT_OUT = frozenset({VERSIONS, str(PositionRow.__tablename__)})
MATCHES = str(MatchRow.__tablename__)
TOGETHER = 500


class Snapshot(Struct, frozen=True):
    """A database at one moment: the step that its tables are of, and the tables, none before one that it needs."""

    connection: AsyncConnection
    revision: str
    tables: tuple[Table, ...]

    async def rows(self, table: Table) -> AsyncGenerator[Row]:
        """All rows of a table."""
        found = await self.connection.stream(select(table))
        async for row in found.mappings():
            yield dict(row)


@asynccontextmanager
async def snapshot(records: Records) -> AsyncGenerator[Snapshot]:
    """All that a database holds at the moment of its beginning; raises `NoDatabase` where there are no tables."""
    consistent = {} if records.sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    async with records.engine.connect() as plain, (await plain.execution_options(**consistent)).begin():
        tables = await _tables(plain)
        if VERSIONS not in tables.tables:
            raise NoDatabase("The database has no tables: the service was never started over it.")
        revision = (await plain.execute(select(tables.tables[VERSIONS]))).scalar_one()
        yield Snapshot(plain, str(revision), tuple(one for one in tables.sorted_tables if one.name not in LEFT_OUT))


async def check_is_empty(records: Records, revision: str) -> None:
    """Raises `NoDatabase` unless rows of this step can be put in: there are no tables, or only empty ones of it."""
    async with records.engine.connect() as connection:
        tables = await _tables(connection)
        if VERSIONS not in tables.tables:
            if tables.tables:
                raise NoDatabase("The database holds tables of something else; restore into an empty one.")
            return
        for table in tables.sorted_tables:
            if table.name not in LEFT_OUT and await _count(connection, table):
                raise NoDatabase(f"The database is not empty (there are {table.name}); restore into an empty one.")
        found = (await connection.execute(select(tables.tables[VERSIONS]))).scalar_one()
        if found != revision:
            raise NoDatabase("The database has tables of another version; restore into an empty one.")


@asynccontextmanager
async def refilled(records: Records, revision: str) -> AsyncGenerator[Refilling]:
    """A database whose rows are put in by one transaction: with the tables of a step, and then brought up to date."""
    async with records.writes.begin() as connection:
        if not records.sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        await connection.run_sync(migrations.upgrade, revision)
        tables = await _tables(connection)
        yield Refilling(connection, {one.name: one for one in tables.sorted_tables if one.name not in LEFT_OUT})
        await connection.run_sync(migrations.upgrade)


class Refilling(Struct, frozen=True):
    """A database that rows are put into: its tables by name, in an order in which none waits for another."""

    connection: AsyncConnection
    tables: Mapping[str, Table]

    async def put(self, name: str, rows: Iterable[Row]) -> int:
        """Puts rows into a table; how many there were."""
        count, together = 0, list[Row]()
        for row in rows:
            together.append(row)
            if len(together) == TOGETHER:
                count += await self._insert(name, together)
                together = []
        return count + (await self._insert(name, together) if together else 0)

    async def _insert(self, name: str, rows: list[Row]) -> int:
        await self.connection.execute(insert(self.tables[name]), rows)
        return len(rows)


async def _tables(connection: AsyncConnection) -> MetaData:
    """The tables that are there, whatever this version knows of them."""
    found = MetaData()
    await connection.run_sync(found.reflect)
    return found


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())
