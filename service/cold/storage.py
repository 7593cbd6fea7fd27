"""Cold storage: the archives of finished matches, each with a row in SQL and a file in the object store."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from typing import ParamSpec, TypeVar

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.proof.archive import Archive, BadArchive, unpack
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import chain_heads
from chronik.domain.log.verdict import Altered
from chronik.service.cold.archive_rows import RegisteredArchive, find_archive
from chronik.service.cold.objects import Objects, Unreachable
from chronik.service.log.keys import Item
from chronik.service.log.outcomes import Damaged, Unavailable, check_not_newer
from chronik.service.sql.database import Records
from chronik.service.sql.outages import is_outage

P = ParamSpec("P")
T = TypeVar("T")
CACHED_BYTES = 16 << 20
"""Bytes of recently read archives that stay in memory."""
SUFFIX = ".chronik"


class VerifiedArchive(Struct, frozen=True):
    """A verified archive: its file, its contents, and its batches as log items.

    The idempotency keys are not archived, so the items have empty marks.
    """

    file: bytes
    archive: Archive
    items: tuple[Item, ...]

    @property
    def secret(self) -> bytes:
        """The secret of the match, which was published at its end."""
        return bytes.fromhex(self.archive.manifest.secret)

    def agrees_with(self, one: RegisteredArchive) -> bool:
        """Returns whether it ends where the registered archive does."""
        return (self.items[-1].version, self.items[-1].head) == (one.version, one.head)


class CPUMeter:
    """A meter of the CPU seconds that threads have spent on archives.

    These threads compete with the event loop: hashing a long match takes a tenth of a second.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    async def run(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Runs work in a thread, adds its CPU time, and returns its result."""

        def measure() -> T:
            begun = time.thread_time()
            try:
                return work(*given, **named)
            finally:
                self.seconds += time.thread_time() - begun

        return await asyncio.to_thread(measure)


class ColdStorage:
    """The archives of a service: rows in SQL list them, and objects hold their files."""

    def __init__(self, records: Records, objects: Objects) -> None:
        self.records = records
        self.objects = objects
        self.cpu = CPUMeter()
        self._kept: OrderedDict[str, VerifiedArchive] = OrderedDict()
        self._size = 0

    async def find(self, match: str) -> RegisteredArchive | None:
        """Returns the registered archive of a match, if it has one.

        While the database does not answer, this looks for the archive in storage instead, so that matches in the log
        can still be played. Raises `Unavailable` if the storage does not answer either.
        """
        try:
            return await find_archive(self.records, match)
        except (OSError, SQLAlchemyError) as error:
            away = Unavailable(f"the database does not answer ({type(error).__name__})")
            if not is_outage(error):
                raise away from error
            try:
                kept = await read_archive(self.objects, match, self.cpu)
            except (Damaged, Unreachable):
                raise away from error
            return None if kept is None else RegisteredArchive(match, kept.items[-1].version, kept.items[-1].head)

    async def read(self, one: RegisteredArchive) -> VerifiedArchive:
        """Returns an archive from memory or from its object; raises `Damaged` and `Unreachable`."""
        found = self._kept.get(one.match)
        if found is not None:
            self._kept.move_to_end(one.match)
        if found is None or not found.agrees_with(one):
            found = await self.read_again(one)
            self._keep(one.match, found)
        return found

    async def read_again(self, one: RegisteredArchive) -> VerifiedArchive:
        """Reads an archive from its object and verifies every head; raises `Damaged` and `Unreachable`."""
        kept = await read_archive(self.objects, one.match, self.cpu)
        if kept is None:
            await self.objects.check_exists()
            raise Damaged(one.match, "its archive is missing")
        if not kept.agrees_with(one):
            raise Damaged(one.match, "its archive does not end as its row says")
        return kept

    async def write(self, one: RegisteredArchive, file: bytes) -> None:
        """Writes the archive of a match, unless a valid one exists; raises `Unreachable`.

        Raises `Damaged` if an archive with a different end exists: the match was then also continued from a backup, and
        the existing archive may be the only copy of that version.
        """
        try:
            kept = await read_archive(self.objects, one.match, self.cpu)
        except Damaged:
            kept = None  # a damaged file may be overwritten
        if kept is None:
            await self.objects.put(object_name(one.match), file)
        elif not kept.agrees_with(one):
            raise Damaged(one.match, "another archive of it, with a different end, already exists")

    def _keep(self, match: str, kept: VerifiedArchive) -> None:
        gone = self._kept.pop(match, None)
        self._size -= 0 if gone is None else _size(gone)
        self._kept[match] = kept
        self._size += _size(kept)
        while self._size > CACHED_BYTES and len(self._kept) > 1:
            self._size -= _size(self._kept.popitem(last=False)[1])


async def list_archived_matches(objects: Objects) -> AsyncIterator[str]:
    """Yields the ids of all matches that have an object, registered or not; raises `Unreachable`."""
    async for name in objects.names():
        match = name.rpartition("/")[2].removesuffix(SUFFIX)
        if name == object_name(match):
            yield match


async def read_archive(objects: Objects, match: str, cpu: CPUMeter | None = None) -> VerifiedArchive | None:
    """Reads and verifies the archive object of a match, without its row; raises `Damaged` and `Unreachable`."""
    file = await objects.get(object_name(match))
    return None if file is None else await (cpu or CPUMeter()).run(verify_archive, match, file)


def object_name(match: str) -> str:
    """Returns the name of a match's object; the objects are spread over 256 folders."""
    return f"{match[:2]}/{match}{SUFFIX}"


def file_hash(file: bytes) -> str:
    """Returns the SHA-256 of a file, in hex digits."""
    return sha256(file).hexdigest()


def verify_archive(match: str, file: bytes) -> VerifiedArchive:
    """Unpacks a match's archive and verifies its whole chain; raises `Damaged` and `NotLoaded`."""
    try:
        archive = unpack(file)
        if archive.manifest.match != match:
            raise BadArchive("The archive is of another match.")
        log = outline(archive.batches)
        heads = chain_heads(log, Keys.of(match, bytes.fromhex(archive.manifest.secret)))
        items = tuple(
            Item(version, batch, bytes.fromhex(head), b"")
            for (version, batch), (_, head) in zip(log.batches, heads, strict=True)
        )
    except (BadArchive, Altered) as bad:
        check_not_newer(bad.pinned)
        raise Damaged(match, f"its archive is invalid: {bad}") from bad
    if log.closed is None or items[-1].head.hex() != archive.manifest.head:
        raise Damaged(match, "the chain of its archive does not lead to its head")
    return VerifiedArchive(file, archive, items)


def _size(kept: VerifiedArchive) -> int:
    return len(kept.file) + sum(len(item.batch) + 200 for item in kept.items)
