"""Cold storage: the archives of finished matches, each noted in SQL and kept as one object."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from typing import ParamSpec, TypeVar

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from domain.engine.match.chain import Keys
from domain.engine.proof.archive import Archive, BadArchive, unpack
from domain.engine.proof.outline import Altered, outline
from domain.engine.proof.verification import chain_heads
from service.cold.noted import Noted, noted
from service.cold.objects import Objects
from service.log.keys import Item
from service.log.outcomes import Damaged, Unavailable
from service.sql.database import Records

P = ParamSpec("P")
T = TypeVar("T")
KEPT_BYTES = 16 << 20
"""How much of what was read last stays in memory."""
SUFFIX = ".chronik"


class Kept(Struct, frozen=True):
    """An archive that was read and holds what it should: the file, what is in it, and its batches as a log has them.

    The keys by which they were brought are gone: their marks are empty.
    """

    file: bytes
    archive: Archive
    items: tuple[Item, ...]

    @property
    def secret(self) -> bytes:
        """The secret of the match, which its end has published."""
        return bytes.fromhex(self.archive.manifest.secret)

    def is_noted_as(self, one: Noted) -> bool:
        """Whether it ends where the archive does that was noted."""
        return (self.items[-1].version, self.items[-1].head) == (one.version, one.head)


class Effort:
    """How many seconds of a processor archives have taken, of all that was done for them in threads.

    There they take turns with the event loop: a long match is hashed for a tenth of a second.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    async def of(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What some work brings, done in a thread."""

        def timed() -> T:
            begun = time.thread_time()
            try:
                return work(*given, **named)
            finally:
                self.seconds += time.thread_time() - begun

        return await asyncio.to_thread(timed)


class ColdStorage:
    """The archives of a service: rows in its records say which there are, its objects are their files."""

    def __init__(self, records: Records, objects: Objects) -> None:
        self.records = records
        self.objects = objects
        self.effort = Effort()
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._size = 0

    async def noted(self, match: str) -> Noted | None:
        """The archive of a match as it is noted, if it has one; raises `Unavailable`."""
        try:
            return await noted(self.records, match)
        except (OSError, SQLAlchemyError) as error:
            raise Unavailable(f"the records do not answer ({type(error).__name__})") from error

    async def read(self, one: Noted) -> Kept:
        """An archive, from memory or as it lies there; raises `Damaged` and `Unreachable`."""
        found = self._kept.get(one.match)
        if found is not None:
            self._kept.move_to_end(one.match)
        if found is None or not found.is_noted_as(one):
            found = await self.read_anew(one)
            self._keep(one.match, found)
        return found

    async def read_anew(self, one: Noted) -> Kept:
        """An archive as it lies there, every head hashed again; raises `Damaged` and `Unreachable`."""
        kept = await there(self.objects, one.match, self.effort)
        if kept is None:
            await self.objects.check_is_there()
            raise Damaged(one.match, "its archive is not there")
        if not kept.is_noted_as(one):
            raise Damaged(one.match, "its archive is not the one that was noted")
        return kept

    async def write(self, one: Noted, file: bytes) -> None:
        """Writes the archive of a match, if it does not lie there whole; raises `Unreachable`.

        Raises `Damaged` where one of another end lies in its place: the match was also played on from a backup, and
        that may be its only copy.
        """
        try:
            kept = await there(self.objects, one.match, self.effort)
        except Damaged:
            kept = None  # no use to anybody
        if kept is None:
            await self.objects.put(name_of(one.match), file)
        elif not kept.is_noted_as(one):
            raise Damaged(one.match, "an archive of another end lies in its place")

    def _keep(self, match: str, kept: Kept) -> None:
        gone = self._kept.pop(match, None)
        self._size -= 0 if gone is None else _size(gone)
        self._kept[match] = kept
        self._size += _size(kept)
        while self._size > KEPT_BYTES and len(self._kept) > 1:
            self._size -= _size(self._kept.popitem(last=False)[1])


async def archived_matches(objects: Objects) -> AsyncIterator[str]:
    """The ids of all matches that have an object, noted or not; raises `Unreachable`."""
    async for name in objects.names():
        match = name.rpartition("/")[2].removesuffix(SUFFIX)
        if name == name_of(match):
            yield match


async def there(objects: Objects, match: str, effort: Effort | None = None) -> Kept | None:
    """The archive of a match, whatever is noted of it; raises `Damaged` and `Unreachable`."""
    file = await objects.get(name_of(match))
    return None if file is None else await (effort or Effort()).of(opened, match, file)


def name_of(match: str) -> str:
    """The name of the object of a match; 256 folders hold them."""
    return f"{match[:2]}/{match}{SUFFIX}"


def file_hash(file: bytes) -> str:
    """The hash of a file, in hex digits."""
    return sha256(file).hexdigest()


def opened(match: str, file: bytes) -> Kept:
    """What is in the file of a match, its chain hashed from the beginning; raises `Damaged`."""
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
        raise Damaged(match, f"its archive is not whole: {bad}") from bad
    if log.closed is None or items[-1].head.hex() != archive.manifest.head:
        raise Damaged(match, "the chain of its archive does not lead to its head")
    return Kept(file, archive, items)


def _size(kept: Kept) -> int:
    return len(kept.file) + sum(len(item.batch) + 200 for item in kept.items)
