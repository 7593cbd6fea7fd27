"""The SQL database: players and their tokens, the lobby, and the progress of each projection.

Times are in milliseconds since 1970; ids have 32 hex digits. SQLModel does not validate table classes, so `CHECK`
constraints do.
"""
# SQLModel declares `__tablename__` with a type that it never has.
# pyright: reportIncompatibleVariableOverride=false

import asyncio
import re
import socket
import sqlite3
import time
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, cast
from weakref import WeakSet

import aiosqlite
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Connection,
    Engine,
    ExceptionContext,
    Index,
    String,
    Text,
    event,
    false,
    text,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, async_sessionmaker, create_async_engine
from sqlmodel import Field, SQLModel, select
from sqlmodel.ext.asyncio.session import AsyncSession

from chronik.service.running.user_error import UserError
from chronik.service.sql import migrations
from chronik.service.sql.migrations.steps import UnknownStep

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

WAIT_MS, SCRUB_WAIT_MS = 5_000, 500
"""Milliseconds that a connection waits for locks; emptying the write-ahead log blocks writers, so it waits less."""
MIGRATION_SECONDS = 60.0
"""Seconds to wait for the tables; processes that start together wait for each other's migration."""
CLOSING = 5.0
"""Seconds that a connection's thread has to end."""
POOL_SECONDS = 5.0
"""Seconds to wait for a free connection, as long as an SQLite writer waits for a lock."""
CONNECT_SECONDS = 5.0
"""Seconds that one Postgres host may take to accept a connection, before the next host is tried."""
KEEP_ALIVE = MappingProxyType({"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 20_000})
"""TCP settings with which a connection fails after 20 seconds without a packet."""
PRAGMAS = (
    f"busy_timeout={WAIT_MS}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",
    "journal_size_limit=0",
)
DRIVERS_CLASS = re.compile(r"^<class '[^']*'>: ")
MIGRATION_LOCK = 0x6368726F6E696B  # "chronik", as the number of an advisory lock

Session = AsyncSession
"""A session of the database."""


class NoDatabase(UserError):
    """The error if the database cannot be used; its text says why."""


def no_database_error(error: OSError | SQLAlchemyError) -> NoDatabase:
    """Returns the error for a database that does not answer, with the driver's text but without row values."""
    driver = error.orig if isinstance(error, DBAPIError) else error
    # After its first line Postgres prints the refused values, and SQLAlchemy the address with its password.
    said = "" if driver is error and isinstance(error, SQLAlchemyError) else str(driver).partition("\n")[0]
    return NoDatabase(f"The database does not answer: {DRIVERS_CLASS.sub('', said) or type(error).__name__}.")


class PlayerRow(SQLModel, table=True):
    """A player, or the ghost that an erased player leaves behind."""

    __tablename__: ClassVar[str] = "players"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(id) = 32", name="id"),
        CheckConstraint("length(name) BETWEEN 1 AND 40", name="name"),
        CheckConstraint("length(contact) BETWEEN 1 AND 200", name="contact"),
        CheckConstraint("erased_at IS NULL OR contact IS NULL", name="erased_at"),
    )

    id: str = Field(primary_key=True, sa_type=String(32))
    name: str = Field(sa_type=String(40))
    created_at: int = Field(sa_type=BigInteger)
    contact: str | None = Field(default=None, sa_type=String(200))
    erased_at: int | None = Field(default=None, sa_type=BigInteger)
    bot: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether the account is operated by a program, as declared at registration."""


class TokenRow(SQLModel, table=True):
    """A bearer token; only the SHA-256 of its text is stored."""

    __tablename__: ClassVar[str] = "tokens"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(id) = 32", name="id"),
        CheckConstraint("length(hash) = 64", name="hash"),
        CheckConstraint("length(label) <= 40", name="label"),
    )

    id: str = Field(primary_key=True, sa_type=String(32))
    hash: str = Field(unique=True, sa_type=String(64))
    player: str = Field(foreign_key="players.id", index=True, sa_type=String(32))
    scopes: str = Field(sa_type=String(100))
    label: str = Field(default="", sa_type=String(40))
    created_at: int = Field(sa_type=BigInteger)
    revoked_at: int | None = Field(default=None, sa_type=BigInteger)
    expires_at: int | None = Field(default=None, sa_type=BigInteger)
    used_at: int | None = Field(default=None, sa_type=BigInteger)
    """The start of the hour of its last use."""


class MatchRow(SQLModel, table=True):
    """A match in the lobby; every value can be rebuilt from the logs."""

    __tablename__: ClassVar[str] = "matches"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(id) = 32", name="id"),
        CheckConstraint("status IN ('open', 'running', 'finished')", name="status"),
        CheckConstraint("disclosure IN ('everyone', 'players')", name="disclosure"),
        CheckConstraint("seat_count BETWEEN 1 AND 16", name="seat_count"),
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint("length(head) = 64", name="head"),
        CheckConstraint("status <> 'finished' OR closed_at IS NOT NULL", name="closed_at"),
        Index("ix_matches_closed_at", "closed_at"),
        Index("ix_matches_opened_at_id", "opened_at", "id"),
        Index("ix_matches_status_opened_at_id", "status", "opened_at", "id"),
        Index("ix_matches_status_changed_at", "status", "changed_at"),
    )

    id: str = Field(primary_key=True, sa_type=String(32))
    game: str = Field(sa_type=String(40))
    rules: str = Field(sa_type=String(40))
    status: str = Field(sa_type=String(10))
    seat_count: int
    seats: str = Field(sa_type=Text)
    opened_by: str | None = Field(default=None, sa_type=String(32))
    opened_at: int = Field(sa_type=BigInteger)
    started_at: int | None = Field(default=None, sa_type=BigInteger)
    closed_at: int | None = Field(default=None, sa_type=BigInteger)
    version: int
    head: str = Field(sa_type=String(64))
    result: str | None = Field(default=None, sa_type=Text)
    disclosure: str = Field(default="everyone", sa_type=String(10))
    origin: str | None = Field(default=None, sa_type=String(32))
    origin_version: int | None = None
    tutorial: bool = Field(default=False)
    private: bool = Field(default=False)
    changed_at: int = Field(default=0, sa_type=BigInteger)


class CheckpointRow(SQLModel, table=True):
    """The last version of a match that a projection has processed."""

    __tablename__: ClassVar[str] = "checkpoints"
    __table_args__: ClassVar[Any] = (CheckConstraint("version >= 0", name="version"),)

    projection: str = Field(primary_key=True, sa_type=String(40))
    match: str = Field(primary_key=True, sa_type=String(32))
    version: int


class PositionRow(SQLModel, table=True):
    """The position up to which a projection has read the index of a partition."""

    __tablename__: ClassVar[str] = "positions"

    projection: str = Field(primary_key=True, sa_type=String(40))
    partition: int = Field(primary_key=True)
    position: str = Field(sa_type=String(41))


class Records:
    """The SQL database of a process: SQLite or Postgres, according to the address.

    `unswept` is set while erased text may still be in SQLite's write-ahead log.
    """

    def __init__(self, url: str) -> None:
        address = make_url(url)
        self.sqlite = address.get_backend_name() == "sqlite"
        self.identity = sha256(address.render_as_string(hide_password=True).encode()).hexdigest()[:16]
        """A hash of the address, which identifies this database."""
        self.file = Path(address.database) if self.sqlite and address.database else None
        """The file of an SQLite database; it is created on the first connection, readable by its owner only."""
        if self.file is not None:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        connect_args: dict[str, Any] = (
            {"async_creator_fn": self._new_connection} if self.sqlite else {"timeout": CONNECT_SECONDS}
        )
        self.engine = create_async_engine(
            address,
            hide_parameters=True,
            pool_pre_ping=not self.sqlite,
            pool_timeout=POOL_SECONDS,
            connect_args=connect_args,
        )
        self._connections: WeakSet[Any] = WeakSet()
        if self.sqlite:
            prepare_sqlite(self.engine.sync_engine)
        else:
            prepare_postgres(self.engine.sync_engine)
        self.writes = self.engine.execution_options(writing=True)
        self._writing = async_sessionmaker(self.writes, class_=AsyncSession, expire_on_commit=False)
        self.unswept = asyncio.Event()
        self._scrubbing = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any] | None] = set()
        """The tasks that have an open session."""

    @asynccontextmanager
    async def session(self) -> AsyncGenerator[AsyncSession]:
        """Opens a transaction that may write, and commits it at the end of the block."""
        with self._limit_sessions():
            # The block ends whole, even if its task is cancelled again; `session.begin()` would end halfway.
            async with self._writing.begin() as session:
                yield session

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncSession]:
        """Opens a transaction that only reads."""
        with self._limit_sessions():
            async with AsyncSession(self.engine, expire_on_commit=False) as session:
                yield session

    @contextmanager
    def _limit_sessions(self) -> Generator[None]:
        """Ensures that a task has at most one session at a time.

        If many tasks held one connection and waited for a second, the pool would deadlock.
        """
        task = asyncio.current_task()
        assert task not in self._tasks, "a session within a session"
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def migrate(self) -> None:
        """Applies missing migrations; of several processes that start at once, one migrates and the others wait."""
        until = time.monotonic() + MIGRATION_SECONDS
        while True:
            try:
                async with self.writes.begin() as connection:
                    if not self.sqlite:
                        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
                    await connection.run_sync(migrations.upgrade)
                break
            except OperationalError as error:
                if not _is_busy(error) or time.monotonic() > until:
                    raise
        await self.scrub()

    async def scrub(self) -> bool:
        """Empties SQLite's write-ahead log, which may hold erased text; returns False while another process reads it.
        Postgres removes such text when it vacuums.
        """
        # One at a time: an earlier result must not overwrite a later one.
        async with self._scrubbing:
            self.unswept.set()
            if not self.sqlite or await self._empty_write_ahead_log():
                self.unswept.clear()
        return not self.unswept.is_set()

    async def _empty_write_ahead_log(self) -> bool:
        async with self.engine.connect() as connection:
            # On the driver's connection, because SQLAlchemy would begin a transaction.
            file: Any = (await connection.get_raw_connection()).driver_connection
            await file.execute_fetchall(f"PRAGMA busy_timeout={SCRUB_WAIT_MS}")
            try:
                ((busy, _, _),) = await file.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                with suppress(ValueError):  # already closed, because the caller was cancelled
                    await file.execute_fetchall(f"PRAGMA busy_timeout={WAIT_MS}")
            return bool(busy == 0)

    async def ping(self) -> None:
        """Runs a query; raises an error if the database does not answer."""
        async with self.reading() as session:
            await session.exec(select(PlayerRow.id).limit(1))

    async def close(self) -> None:
        """Closes every connection; otherwise the threads of aiosqlite keep the process alive.

        A connection whose caller was cancelled may still run a statement; its thread calls back into this loop once
        more.
        """
        await self.engine.dispose()
        for connection in tuple(self._connections):
            connection.stop()  # also connections in use, which the pool does not close
            # aiosqlite has no public attribute for its thread.
            await asyncio.to_thread(connection._thread.join, CLOSING)

    def _new_connection(self, *given: Any, **named: Any) -> aiosqlite.Connection:
        """Returns a new connection, and remembers it, so that its thread is stopped even if the caller is cancelled."""
        if self.file is not None and self.file.parent.exists():  # without the folder, SQLite reports the missing disk
            self.file.touch(mode=0o600)
        connection = aiosqlite.connect(*given, factory=SqliteConnection, **named)
        connection._thread.daemon = True  # pyright: ignore[reportPrivateUsage]
        self._connections.add(connection)
        return connection


class SqliteConnection(sqlite3.Connection):
    """A connection whose transaction ends when it is closed.

    A statement that a cancelled task began may still be open. Then SQLite closes the connection only once Python
    collects that statement as garbage, and a transaction keeps its lock until then.
    """

    def close(self) -> None:
        """Rolls back an open transaction, and closes the connection."""
        with suppress(sqlite3.Error):  # closed already
            self.rollback()
        super().close()


def _is_busy(error: OperationalError) -> bool:
    """Returns whether SQLite gave up waiting for a lock."""
    return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


@asynccontextmanager
async def open_records(url: str) -> AsyncGenerator[Records]:
    """Opens a database with up-to-date tables, and closes it at the end of the block; raises `NoDatabase`."""
    try:
        records = Records(url)
    except OSError as error:
        raise NoDatabase(f"The database cannot be created ({error.strerror}).") from error
    try:
        try:
            await records.migrate()
        except UnknownStep as error:
            raise NoDatabase(f"The database belongs to another version of Chronik; use a new one ({error}).") from error
        except (OSError, SQLAlchemyError) as error:
            raise no_database_error(error) from error
        yield records
    finally:
        await records.close()


async def put(session: AsyncSession, rows: Sequence[SQLModel]) -> None:
    """Upserts rows of one table in one statement."""
    if rows:
        await put_values(session, type(rows[0]), [row.model_dump() for row in rows])


async def put_new(session: AsyncSession, row: SQLModel) -> None:
    """Inserts a row unless a row with its key exists."""
    connection = await session.connection()
    await connection.execute(_insert(connection, type(row)).on_conflict_do_nothing(), row.model_dump())


async def put_values(
    session: AsyncSession, row: type[SQLModel], values: Sequence[Mapping[str, Any]], *, over: bool = True
) -> None:
    """Upserts rows of one table, from the values of all columns; with `over=False`, only inserts new rows."""
    if not values:
        return
    connection = await session.connection()
    statement = _insert(connection, row)
    keys = [column.name for column in statement.table.primary_key]
    others = {
        column.name: statement.excluded[column.name] for column in statement.table.columns if not column.primary_key
    }
    replacing = statement.on_conflict_do_update(index_elements=keys, set_=others)
    await connection.execute(replacing if over else statement.on_conflict_do_nothing(), values)


def _insert(connection: AsyncConnection, row: type[SQLModel]) -> Any:
    """Returns an INSERT into a table, from the module of the database's dialect; the others are not imported."""
    return import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(cast("Any", row).__table__)


def prepare_sqlite(engine: Engine) -> None:
    """Configures SQLite to be durable and to overwrite deleted data; the service itself begins transactions.

    A transaction that reads first and writes later fails at once if another transaction wrote in between, whatever the
    timeout; so a transaction that may write takes the lock when it begins.
    """

    # SQLAlchemy calls the two functions, which a type checker does not see.
    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: object) -> None:  # pyright: ignore[reportUnusedFunction]
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def prepare_postgres(engine: Engine) -> None:
    """Turns connection errors of the driver into `OperationalError`, so that every failed connection looks the same.

    Keep-alive packets detect a machine that is gone, so that another host can be tried. The values of refused
    rows are removed from errors.
    """

    # SQLAlchemy calls these functions, which a type checker does not see.
    @event.listens_for(engine, "do_connect")
    def connect(dialect: Any, _record: object, given: Any, named: Any) -> Any:  # pyright: ignore[reportUnusedFunction]
        try:
            return dialect.connect(*given, **named)
        except Exception as error:
            raise OperationalError("connect", None, error) from error

    @event.listens_for(engine, "connect")
    def keep_alive(connection: Any, record: object) -> None:  # pyright: ignore[reportUnusedFunction]
        # asyncpg has no public attribute for its transport.
        line = connection.driver_connection._transport.get_extra_info("socket")
        if line is not None and line.family != socket.AF_UNIX:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in KEEP_ALIVE.items():
                if hasattr(socket, option):
                    line.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)

    @event.listens_for(engine, "handle_error")
    def forget_row(context: ExceptionContext) -> None:  # pyright: ignore[reportUnusedFunction]
        _forget_row(context.original_exception, context.sqlalchemy_exception)


def _forget_row(*errors: BaseException | None) -> None:
    """Removes the values of the refused row from errors, because errors go to the log."""
    # Only asyncpg's errors have this attribute.
    driver: Any = next((error.__cause__ for error in errors if error is not None), None)
    detail = getattr(driver, "detail", None)
    if detail:
        driver.detail = None
        for error in filter(None, errors):
            error.args = tuple(str(said).replace(f"\nDETAIL:  {detail}", "") for said in error.args)
