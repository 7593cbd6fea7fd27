"""The log: the batches it is stored as, their entries by number, and which of those still count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from domain.engine.game import Game, Rejected
from domain.engine.match.commands import EngineCommand
from domain.engine.match.events import EngineEvent, Undone

E = TypeVar("E")

MAX_ENTRIES = 15_000
MAX_PART = 16 << 10
"""So many bytes a command or an event has at most."""
MAX_BATCH = 256 << 10

NO_COMMAND = Raw()


class Author(Enum):
    """Who caused a batch."""

    SEAT = "seat"
    BOT = "bot"
    CLOCK = "clock"
    REFEREE = "referee"
    ENGINE = "engine"


# Here and in what a match is made of, `gc=False`: these are values without cycles, and a rebuild makes thousands.
class Batch(Struct, Generic[E], frozen=True, gc=False, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one command brought, as it is stored: at milliseconds since 1970, the bytes decided on, and the events."""

    at: int
    seat: int | None = None
    by: Author = Author.SEAT
    cmd: Raw
    e: Annotated[tuple[E, ...], Meta(min_length=1)]


class Entry(Struct, frozen=True, gc=False, kw_only=True):
    """One line of the log: event `e` at version `n`, at milliseconds since 1970, decided at version `cause`.

    The command stands on the first entry of a batch only, as the bytes that were decided on.
    """

    n: int
    at: int
    seat: int | None = None
    by: Author = Author.SEAT
    cause: int
    cmd: Raw = NO_COMMAND
    e: Any

    @property
    def begins(self) -> bool:
        """Whether a batch begins here."""
        return self.cmd is not NO_COMMAND and bytes(self.cmd) != b""


_encoder = msgspec.json.Encoder()

encode: Callable[[Any], bytes] = _encoder.encode


class Codec(Struct, frozen=True):
    """How one game's batches, events and commands are read from stored bytes; the unknown raises `ValidationError`."""

    batch: Callable[[bytes], Batch[Any]]
    event: Callable[[bytes | Raw], Any]
    command: Callable[[bytes | Raw], Any]

    def entries(self, log: Iterable[bytes]) -> Iterator[Entry]:
        """The entries of the stored batches of a log, from its beginning."""
        version = 0
        for stored in log:
            batch = self.batch(stored)
            yield from numbered(batch, version + 1)
            version += len(batch.e)


@lru_cache(maxsize=32)
def _codec(event_type: Any, command_type: Any) -> Codec:
    return Codec(
        msgspec.json.Decoder(Batch[EngineEvent | event_type]).decode,
        msgspec.json.Decoder(EngineEvent | event_type).decode,
        msgspec.json.Decoder(EngineCommand | command_type).decode,
    )


def codec(game: Game) -> Codec:
    """The codec of a game, built once."""
    return _codec(game.event_type, game.command_type)


def numbered(batch: Batch[E], first: int) -> list[Entry]:
    """The entries of a batch, the first of which has this version."""
    at, seat, by, cmd, cause = batch.at, batch.seat, batch.by, batch.cmd, first - 1
    entries: list[Entry] = []
    for n, event in enumerate(batch.e, first):
        entries.append(Entry(n=n, at=at, seat=seat, by=by, cause=cause, cmd=cmd, e=event))
        cmd = NO_COMMAND
    return entries


def joined(entries: Sequence[Entry]) -> Batch[Any]:
    """The batch that these entries are, or the rest of one."""
    first = entries[0]
    return Batch(at=first.at, seat=first.seat, by=first.by, cmd=first.cmd, e=tuple([entry.e for entry in entries]))


def written(batch: Batch[Any]) -> bytes:
    """A batch as it is stored; raises `Rejected` where that is more than a log takes."""
    stored = encode(batch)
    if len(stored) > MAX_PART:
        parts = (len(bytes(batch.cmd)), *(len(encode(event)) for event in batch.e))
        if len(stored) > MAX_BATCH or max(parts) > MAX_PART:
            raise Rejected("size", most=MAX_PART)
    return stored


def batches(entries: Iterable[Entry]) -> Iterator[tuple[Entry, ...]]:
    """The entries by batch: each begins with the entry that carries the command."""
    batch: list[Entry] = []
    for entry in entries:
        if entry.begins and batch:
            yield tuple(batch)
            batch = []
        batch.append(entry)
    if batch:
        yield tuple(batch)


def live(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries that still count: without those an `Undone` has struck out."""
    counting: list[Entry] = []
    for entry in entries:
        if isinstance(entry.e, Undone):
            while counting and counting[-1].n > entry.e.to:
                counting.pop()
        counting.append(entry)
    return tuple(counting)
