"""What Chronik keeps in SQL: people and their tokens, the lobby, and how far each projection has come.

Times are milliseconds since 1970, ids 32 hex digits. A table class does not validate, so the tables judge by `CHECK`.
"""
# SQLModel declares `__tablename__` as something that it never is.
# pyright: reportIncompatibleVariableOverride=false

import asyncio
import re
import socket
import sqlite3
import time
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import sha256
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
    Table,
    Text,
    event,
    false,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlmodel import Field, SQLModel, select
from sqlmodel.ext.asyncio.session import AsyncSession

from service.sentence import Sentence
from service.sql import migrations
from service.sql.migrations.steps import UnknownStep

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

WAIT_MS, SCRUB_WAIT_MS = 5_000, 500
"""How long a connection waits for others; while the write-ahead log is emptied nobody writes, so that waits less."""
MIGRATION_SECONDS = 60.0
"""How long the tables are waited for: a second of a busy disk for everybody who starts at the same time."""
CLOSING = 5.0
"""Seconds that a thread of a connection has to end."""
POOL_SECONDS = 5.0
"""How long is waited for one of the connections: as long as a writer of SQLite waits for the others."""
CONNECT_SECONDS = 5.0
"""How long one host of Postgres may take to let us in, before the next is asked."""
KEEP_ALIVE = MappingProxyType({"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 20_000})
"""After twenty seconds without a sign a machine is gone."""
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
"""A session of the database, as all others know it."""


class NoDatabase(Sentence):
    """The database cannot be used; the sentence says why."""


def unanswered(error: OSError | SQLAlchemyError) -> NoDatabase:
    """What to raise where the database does not answer: it says what the driver said, without values of rows."""
    driver = error.orig if isinstance(error, DBAPIError) else error
    # Behind its first line Postgres tells the values that it refused, and SQLAlchemy the address with its password.
    said = "" if driver is error and isinstance(error, SQLAlchemyError) else str(driver).partition("\n")[0]
    return NoDatabase(f"The database does not answer: {DRIVERS_CLASS.sub('', said) or type(error).__name__}.")


class PlayerRow(SQLModel, table=True):
    """A person who plays, or their ghost once they are erased."""

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
    """Whether a program plays, as whoever registered it has said."""


class TokenRow(SQLModel, table=True):
    """A bearer token, known only by the SHA-256 of its text."""

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
    """The beginning of the hour in which it was used last."""


class MatchRow(SQLModel, table=True):
    """A match as the lobby shows it; all of it can be rebuilt from the streams."""

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


class CheckpointRow(SQLModel, table=True):
    """The last version of a match that a projection has taken in."""

    __tablename__: ClassVar[str] = "checkpoints"
    __table_args__: ClassVar[Any] = (CheckConstraint("version >= 0", name="version"),)

    projection: str = Field(primary_key=True, sa_type=String(40))
    match: str = Field(primary_key=True, sa_type=String(32))
    version: int


class PositionRow(SQLModel, table=True):
    """How far a projection has read the index of a partition."""

    __tablename__: ClassVar[str] = "positions"

    projection: str = Field(primary_key=True, sa_type=String(40))
    partition: int = Field(primary_key=True)
    position: str = Field(sa_type=String(41))


class Records:
    """The SQL database of a process: SQLite or Postgres, whichever the address names.

    `unswept` is set as long as erased words may stand in its write-ahead log.
    """

    def __init__(self, url: str) -> None:
        address = make_url(url)
        self.sqlite = address.get_backend_name() == "sqlite"
        self.identity = sha256(address.render_as_string(hide_password=True).encode()).hexdigest()[:16]
        """What tells this database from others."""
        self.file = Path(address.database) if self.sqlite and address.database else None
        """The file of an SQLite database; it is made when it is first opened, for its owner alone."""
        if self.file is not None:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        how: dict[str, Any] = {"async_creator_fn": self._begun} if self.sqlite else {"timeout": CONNECT_SECONDS}
        self.engine = create_async_engine(
            address,
            hide_parameters=True,
            pool_pre_ping=not self.sqlite,
            pool_timeout=POOL_SECONDS,
            connect_args=how,
        )
        self._made: WeakSet[Any] = WeakSet()
        if self.sqlite:
            prepare_sqlite(self.engine.sync_engine)
        else:
            prepare_postgres(self.engine.sync_engine)
        self.writes = self.engine.execution_options(writing=True)
        self.unswept = asyncio.Event()
        self._scrubbing = asyncio.Lock()
        self._holding: set[asyncio.Task[Any] | None] = set()
        """The tasks that have a session open."""

    @asynccontextmanager
    async def session(self) -> AsyncGenerator[AsyncSession]:
        """One transaction that may write, and commits at the end of the block."""
        with self._held():
            async with AsyncSession(self.writes, expire_on_commit=False) as session, session.begin():
                yield session

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncSession]:
        """One transaction that only reads."""
        with self._held():
            async with AsyncSession(self.engine, expire_on_commit=False) as session:
                yield session

    @contextmanager
    def _held(self) -> Generator[None]:
        """Lets a task have one session at a time.

        Of a crowd in which each holds a connection and waits for a second one, nobody would ever get it.
        """
        task = asyncio.current_task()
        assert task not in self._holding, "a session within a session"
        self._holding.add(task)
        try:
            yield
        finally:
            self._holding.discard(task)

    async def migrate(self) -> None:
        """Brings the tables up to date; of several processes that start at once, one does it and the others wait."""
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
        """Empties SQLite's write-ahead log, where erased words stand until then; false while somebody reads from it.

        Postgres sweeps such words out of its files when it vacuums.
        """
        # One after the other: the later one knows more, and must not be contradicted by the earlier.
        async with self._scrubbing:
            self.unswept.set()
            if not self.sqlite or await self._emptied():
                self.unswept.clear()
        return not self.unswept.is_set()

    async def _emptied(self) -> bool:
        async with self.engine.connect() as connection:
            # Outside of any transaction, which SQLAlchemy would begin.
            file: Any = (await connection.get_raw_connection()).driver_connection
            await file.execute_fetchall(f"PRAGMA busy_timeout={SCRUB_WAIT_MS}")
            try:
                ((busy, _, _),) = await file.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                with suppress(ValueError):  # closed by now: whoever asked was cancelled
                    await file.execute_fetchall(f"PRAGMA busy_timeout={WAIT_MS}")
            return bool(busy == 0)

    async def ping(self) -> None:
        """Asks the database for an answer; raises when there is none."""
        async with self.reading() as session:
            await session.exec(select(PlayerRow.id).limit(1))

    async def close(self) -> None:
        """Lets go of every connection; without this the threads of aiosqlite keep the process alive.

        One whose caller was cancelled is still in the midst of a statement: its thread answers to this loop once more.
        """
        await self.engine.dispose()
        for connection in tuple(self._made):
            connection.stop()  # also of what somebody had out, which no pool closes any more
            # aiosqlite has no public name for its thread.
            await asyncio.to_thread(connection._thread.join, CLOSING)

    def _begun(self, *given: Any, **named: Any) -> aiosqlite.Connection:
        """A connection that is about to be opened; its thread is ours to end, whoever is cancelled now."""
        if self.file is not None and self.file.parent.exists():  # else its disk is away, and SQLite says so
            self.file.touch(mode=0o600)
        connection = aiosqlite.connect(*given, **named)
        connection._thread.daemon = True  # pyright: ignore[reportPrivateUsage]
        self._made.add(connection)
        return connection


def _is_busy(error: OperationalError) -> bool:
    """Whether SQLite has waited for others in vain."""
    return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


@asynccontextmanager
async def opened_records(url: str) -> AsyncGenerator[Records]:
    """Records with their tables up to date, closed at the end of the block; raises `NoDatabase`."""
    try:
        records = Records(url)
    except OSError as error:
        raise NoDatabase(f"The database cannot be made ({error.strerror}).") from error
    try:
        try:
            await records.migrate()
        except UnknownStep as error:
            raise NoDatabase(
                f"The database was made by another version of Chronik; begin with a new one ({error})."
            ) from error
        except (OSError, SQLAlchemyError) as error:
            raise unanswered(error) from error
        yield records
    finally:
        await records.close()


INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


async def put(session: AsyncSession, rows: Sequence[SQLModel]) -> None:
    """Writes rows of one table by one statement, over those that have the same keys."""
    if rows:
        await put_values(session, type(rows[0]), [row.model_dump() for row in rows])


async def put_new(session: AsyncSession, row: SQLModel) -> None:
    """Writes a row, unless there is one with its key."""
    connection = await session.connection()
    table: Table = cast("Any", row).__table__
    await connection.execute(INSERTS[connection.dialect.name](table).on_conflict_do_nothing(), row.model_dump())


async def put_values(
    session: AsyncSession, row: type[SQLModel], values: Sequence[Mapping[str, Any]], *, over: bool = True
) -> None:
    """Writes rows of one table as `put` does, from the values of all their columns; with over=False only new ones."""
    if not values:
        return
    connection = await session.connection()
    table: Table = cast("Any", row).__table__
    statement = INSERTS[connection.dialect.name](table)
    keys = [column.name for column in table.primary_key]
    others = {column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key}
    replacing = statement.on_conflict_do_update(index_elements=keys, set_=others)
    await connection.execute(replacing if over else statement.on_conflict_do_nothing(), values)


def prepare_sqlite(engine: Engine) -> None:
    """Makes SQLite durable and forgetful of what was deleted, and lets us begin transactions ourselves.

    A transaction that reads first and writes later fails at once when somebody wrote in between, whatever the timeout;
    so whoever may write takes the lock at the beginning.
    """

    # The two are called by SQLAlchemy, which a checker does not see.
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
    """Lets a server that cannot be reached fail like one that has gone away: its driver has errors of its own there.

    One whose machine is gone does not say so: the system finds that out, and then another host may be asked. No error
    tells the row that was refused.
    """

    # Called by SQLAlchemy, which a checker does not see.
    @event.listens_for(engine, "do_connect")
    def connect(dialect: Any, _record: object, given: Any, named: Any) -> Any:  # pyright: ignore[reportUnusedFunction]
        try:
            return dialect.connect(*given, **named)
        except Exception as error:
            raise OperationalError("connect", None, error) from error

    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: object) -> None:  # pyright: ignore[reportUnusedFunction]
        # asyncpg has no public name for its transport.
        line = connection.driver_connection._transport.get_extra_info("socket")
        if line is not None and line.family != socket.AF_UNIX:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in KEEP_ALIVE.items():
                if hasattr(socket, option):
                    line.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)

    @event.listens_for(engine, "handle_error")
    def failed(context: ExceptionContext) -> None:  # pyright: ignore[reportUnusedFunction]
        _forget_row(context.original_exception, context.sqlalchemy_exception)


def _forget_row(*errors: BaseException | None) -> None:
    """Takes out of errors what Postgres tells of the row that it refused: they go to the log."""
    # asyncpg gives its errors such attributes when it makes them; other errors have none.
    driver: Any = next((error.__cause__ for error in errors if error is not None), None)
    detail = getattr(driver, "detail", None)
    if detail:
        driver.detail = None
        for error in filter(None, errors):
            error.args = tuple(str(said).replace(f"\nDETAIL:  {detail}", "") for said in error.args)
