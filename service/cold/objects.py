"""Objects: files under names, in a directory or in an object store, written whole."""

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

from service.log.outcomes import Unavailable

if TYPE_CHECKING:
    from obstore.store import ClientConfig, ObjectStore, RetryConfig

PATIENCE = 10.0
"""Seconds for one object, repeats included."""
CLIENT: ClientConfig = {
    "timeout": timedelta(seconds=6),
    "connect_timeout": timedelta(seconds=2),
    "allow_http": True,  # who names an endpoint of http:// means it
}
RETRIES: RetryConfig = {"max_retries": 2, "retry_timeout": timedelta(seconds=8)}
AT_ONCE = 1_000
THREADS = 2
"""So many wait for a disk; one that does not answer keeps them, and no others."""
P = ParamSpec("P")
T = TypeVar("T")


class Unreachable(Unavailable):
    """The archives cannot be reached: nothing can be said of what is there."""


class Objects:
    """What lies at an address (`s3://…`, `gs://…`, `az://…`), or in a directory, which is made when it is needed.

    Who we are, an object store is told by the environment (`AWS_ACCESS_KEY_ID` and its like).
    """

    def __init__(self, where: str | Path, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._where = where.absolute() if isinstance(where, Path) else where
        self._opened: ObjectStore | None = None
        self._threads = ThreadPoolExecutor(THREADS, "archives")

    def __repr__(self) -> str:
        return f"Objects({str(self._where) if isinstance(self._where, Path) else '…'!r})"

    async def put(self, name: str, file: bytes) -> None:
        """Writes an object, over one of that name; when this returns it is as safe as the place makes it."""
        async with self._reached() as store:
            if isinstance(self._where, Path):
                await self._on_disk(write_down, self._where / name, file)
            else:
                await obstore.put_async(store, name, file, use_multipart=False)

    async def get(self, name: str) -> bytes | None:
        """An object, or None where there is none."""
        if await self._absent():
            return None
        async with self._reached() as store:
            try:
                found = await obstore.get_async(store, name)
            except FileNotFoundError:
                return None
            return bytes(await found.bytes_async())

    async def names(self) -> AsyncGenerator[str]:
        """The names of all objects, in no order."""
        if await self._absent():
            return
        async with self._reached() as store:
            pages = aiter(obstore.list(store, chunk_size=AT_ONCE))  # pyright: ignore[reportUnknownMemberType] - PyArrow
        while True:
            async with self._reached():
                try:
                    page = await anext(pages)
                except StopAsyncIteration:
                    return
            for meta in page:
                yield meta["path"]

    async def check_is_there(self) -> None:
        """Returns where the place is there, empty or not; raises `Unreachable`.

        Of a bucket that is not there, each object is only said to be absent.
        """
        if await self._absent():
            raise Unreachable("the directory of the archives is not there")
        async with aclosing(self.names()) as names:
            async for _ in names:
                return

    async def check_takes_files(self) -> None:
        """Returns where files could be put there, in a directory that nobody has made yet too; raises `Unreachable`.

        It makes none: one that is not there may be a disk that is not mounted.
        """
        if not isinstance(self._where, Path):
            await self.check_is_there()
            return
        try:
            async with asyncio.timeout(self.patience):
                await self._on_disk(_try_to_write, self._where)
        except OSError as error:
            raise Unreachable(f"{self._where} cannot be written ({error.strerror or 'no answer'})") from error

    async def _absent(self) -> bool:
        """Whether it is a directory that nobody has made yet; who only reads makes none."""
        if not isinstance(self._where, Path):
            return False
        with _unreachable():
            async with asyncio.timeout(self.patience):
                return not await self._on_disk(self._where.exists)

    async def _on_disk(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What some work brings that may hang with the disk, done in one of a few threads that do nothing else."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *given, **named))

    @asynccontextmanager
    async def _reached(self) -> AsyncGenerator[ObjectStore]:
        """The place, opened, for as long as patience lasts."""
        with _unreachable():
            async with asyncio.timeout(self.patience):
                self._opened = self._opened or await self._open()
                yield self._opened

    async def _open(self) -> ObjectStore:
        if isinstance(self._where, Path):
            return await self._on_disk(_opened, self._where)
        # Its keywords for a directory are not those for a bucket, which its types mix up.
        store: ObjectStore = cast(Any, from_url)(self._where, client_options=CLIENT, retry_config=RETRIES)
        return store


@contextmanager
def _unreachable() -> Generator[None]:
    """Around what asks the place; what goes wrong there is that it cannot be reached."""
    try:
        yield
    except (BaseError, OSError, ValueError) as error:  # TimeoutError is an OSError
        # What the library says holds addresses, and may hold more.
        raise Unreachable(f"the archives cannot be reached ({type(error).__name__})") from error


def _opened(folder: Path) -> ObjectStore:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return LocalStore(folder)


def _try_to_write(folder: Path) -> None:
    """Writes a file without a name into a folder, or into the nearest one above it that is there."""
    nearest = next(one for one in (folder, *folder.parents) if one.exists())
    with tempfile.TemporaryFile(dir=nearest) as file:
        file.write(b"?")


def write_down(path: Path, file: bytes) -> None:
    """Writes a file beside its place, then puts it there: whoever looks, and whatever dies, finds it whole or not.

    The library writes beside as well, but asks no disk whether it has it.
    """
    for folder in (path.parent.parent, path.parent):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}#{secrets.randbits(62)}")  # what the library does not list
    try:
        with beside.open("wb") as written:
            written.write(file)
            written.flush()
            os.fsync(written.fileno())
        beside.rename(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    for folder in (path.parent, path.parent.parent):
        entries = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(entries)
        finally:
            os.close(entries)
