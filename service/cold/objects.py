"""Objects: named files in a directory or in an object store, written atomically."""

from __future__ import annotations

import asyncio
import os
import secrets
import tempfile
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager, contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

import obstore
from obstore.exceptions import BaseError
from obstore.store import LocalStore, from_url

from chronik.service.log.outcomes import Unavailable

if TYPE_CHECKING:
    from obstore.store import ClientConfig, ObjectStore, RetryConfig

OBJECT_SECONDS = 10.0
"""Seconds for one object, retries included."""
CLIENT: ClientConfig = {
    "timeout": timedelta(seconds=6),
    "connect_timeout": timedelta(seconds=2),
    "allow_http": True,  # an operator who configures an http:// endpoint wants unencrypted access
}
RETRIES: RetryConfig = {"max_retries": 2, "retry_timeout": timedelta(seconds=8)}
AT_ONCE = 1_000
THREADS = 2
"""How many threads wait for the disk; a disk that hangs blocks only these."""
P = ParamSpec("P")
T = TypeVar("T")


class Unreachable(Unavailable):
    """The error if the archives cannot be reached, so that it is unknown which exist."""


class Objects:
    """The objects at an address (`s3://…`, `gs://…`, `az://…`), or in a directory, which is created on the first write.

    An object store takes its credentials from the environment (`AWS_ACCESS_KEY_ID` and the like).
    """

    def __init__(self, where: str | Path, seconds: float = OBJECT_SECONDS) -> None:
        self.seconds = seconds
        self._where = where.absolute() if isinstance(where, Path) else where
        self._store: ObjectStore | None = None
        self._threads = ThreadPoolExecutor(THREADS, "archives")

    def __repr__(self) -> str:
        return f"Objects({str(self._where) if isinstance(self._where, Path) else '…'!r})"

    async def put(self, name: str, file: bytes) -> None:
        """Writes an object, replacing any with the same name; it is then as durable as its store allows."""
        async with self._connect() as store:
            if isinstance(self._where, Path):
                await self._run_on_disk(write_whole_file, self._where / name, file)
            else:
                await obstore.put_async(store, name, file, use_multipart=False)

    async def get(self, name: str) -> bytes | None:
        """Returns an object; None if it does not exist."""
        if await self._is_missing():
            return None
        async with self._connect() as store:
            try:
                found = await obstore.get_async(store, name)
            except FileNotFoundError:
                return None
            return bytes(await found.bytes_async())

    async def names(self) -> AsyncGenerator[str]:
        """Yields the names of all objects, in no particular order."""
        if await self._is_missing():
            return
        async with self._connect() as store:
            pages = aiter(obstore.list(store, chunk_size=AT_ONCE))  # pyright: ignore[reportUnknownMemberType] - PyArrow
        while True:
            async with self._connect():
                try:
                    page = await anext(pages)
                except StopAsyncIteration:
                    return
            for meta in page:
                yield meta["path"]

    async def check_exists(self) -> None:
        """Raises `Unreachable` unless the directory or bucket exists.

        A read of a missing bucket would report only that the object is missing.
        """
        if await self._is_missing():
            raise Unreachable("the directory of the archives does not exist")
        async with aclosing(self.names()) as names:
            async for _ in names:
                return

    async def check_writable(self) -> None:
        """Raises `Unreachable` unless files can be written there; the directory itself may still be missing.

        It does not create the directory: a missing one may be a disk that is not mounted.
        """
        if not isinstance(self._where, Path):
            await self.check_exists()
            return
        try:
            async with asyncio.timeout(self.seconds):
                await self._run_on_disk(_try_to_write, self._where)
        except OSError as error:
            raise Unreachable(f"{self._where} cannot be written ({error.strerror or 'no answer'})") from error

    async def _is_missing(self) -> bool:
        """Returns whether this is a directory that does not exist yet; reads do not create it."""
        if not isinstance(self._where, Path):
            return False
        with _translate_errors():
            async with asyncio.timeout(self.seconds):
                return not await self._run_on_disk(self._where.exists)

    async def _run_on_disk(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Runs work that a hanging disk may block, on one of a few threads reserved for that; returns its result."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *given, **named))

    @asynccontextmanager
    async def _connect(self) -> AsyncGenerator[ObjectStore]:
        """Yields the open store, for at most `seconds` seconds."""
        with _translate_errors():
            async with asyncio.timeout(self.seconds):
                self._store = self._store or await self._open()
                yield self._store

    async def _open(self) -> ObjectStore:
        if isinstance(self._where, Path):
            return await self._run_on_disk(_open_folder, self._where)
        # The library's types mix up the keywords for a directory and for a bucket.
        store: ObjectStore = cast(Any, from_url)(self._where, client_options=CLIENT, retry_config=RETRIES)
        return store


@contextmanager
def _translate_errors() -> Generator[None]:
    """Raises `Unreachable` for every error of the store within its block."""
    try:
        yield
    except (BaseError, OSError, ValueError) as error:  # TimeoutError is an OSError
        # The library's texts contain addresses, and may contain more.
        raise Unreachable(f"the archives cannot be reached ({type(error).__name__})") from error


def _open_folder(folder: Path) -> ObjectStore:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return LocalStore(folder)


def _try_to_write(folder: Path) -> None:
    """Writes an unnamed file into a folder, or into its nearest existing parent."""
    nearest = next(one for one in (folder, *folder.parents) if one.exists())
    with tempfile.TemporaryFile(dir=nearest) as file:
        file.write(b"?")


def write_whole_file(path: Path, file: bytes) -> None:
    """Writes a file under a temporary name, then renames it, so that a reader or a crash never sees half a file.

    The library renames as well, but does not sync the file to disk.
    """
    for folder in (path.parent.parent, path.parent):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}#{secrets.randbits(62)}")  # the library does not list such names
    try:
        with partial.open("wb") as written:
            written.write(file)
            written.flush()
            os.fsync(written.fileno())
        partial.rename(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    for folder in (path.parent, path.parent.parent):
        entries = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(entries)
        finally:
            os.close(entries)
