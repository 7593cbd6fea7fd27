"""The log: its stored batches, their numbered entries, and the entries that still count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.commands import EngineCommand
from chronik.domain.engine.match.events import EngineEvent, Undone
from chronik.domain.log.canonical import MAX_PART, encode

E = TypeVar("E")

MAX_ENTRIES = 15_000
MAX_BATCH = 256 << 10

NO_COMMAND = Raw()


class Author(Enum):
    """The kind of author of a batch."""

    SEAT = "seat"
    BOT = "bot"
    CLOCK = "clock"
    REFEREE = "referee"
    ENGINE = "engine"


# `gc=False` here and in the parts of a match: these values have no cycles, and a rebuild creates thousands of them.
class Batch(Struct, Generic[E], frozen=True, gc=False, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The stored form of one command's result: the time in ms since 1970, the command's bytes, and its events."""

    at: int
    seat: int | None = None
    by: Author = Author.SEAT
    cmd: Raw
    e: Annotated[tuple[E, ...], Meta(min_length=1)]


class Entry(Struct, frozen=True, gc=False, kw_only=True):
    """One line of the log: the event `e` at version `n`. `at` is in milliseconds since 1970.

    `cause` is the version at which the command was decided. Only the first entry of a batch has the command, as bytes.
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
        """Whether this entry is the first of its batch."""
        return self.cmd is not NO_COMMAND and bytes(self.cmd) != b""


class Codec(Struct, frozen=True):
    """The decoders of one game's batches, events and commands. They raise `ValidationError` for unknown types."""

    batch: Callable[[bytes], Batch[Any]]
    event: Callable[[bytes | Raw], Any]
    command: Callable[[bytes | Raw], Any]

    def entries(self, log: Iterable[bytes]) -> Iterator[Entry]:
        """Yields the entries of the stored batches of a whole log."""
        version = 0
        for stored in log:
            batch = self.batch(stored)
            yield from number_entries(batch, version + 1)
            version += len(batch.e)


@lru_cache(maxsize=32)
def _codec(event_type: Any, command_type: Any) -> Codec:
    return Codec(
        msgspec.json.Decoder(Batch[EngineEvent | event_type]).decode,
        msgspec.json.Decoder(EngineEvent | event_type).decode,
        msgspec.json.Decoder(EngineCommand | command_type).decode,
    )


def codec(game: Game) -> Codec:
    """Returns the codec of a game. It is built once."""
    return _codec(game.event_type, game.command_type)


def number_entries(batch: Batch[E], first: int) -> list[Entry]:
    """Returns the entries of a batch; `first` is the version of the first one."""
    at, seat, by, cmd, cause = batch.at, batch.seat, batch.by, batch.cmd, first - 1
    entries: list[Entry] = []
    for n, event in enumerate(batch.e, first):
        entries.append(Entry(n=n, at=at, seat=seat, by=by, cause=cause, cmd=cmd, e=event))
        cmd = NO_COMMAND
    return entries


def join_entries(entries: Sequence[Entry]) -> Batch[Any]:
    """Joins entries into a batch. They may be only the last part of a stored batch."""
    first = entries[0]
    return Batch(at=first.at, seat=first.seat, by=first.by, cmd=first.cmd, e=tuple([entry.e for entry in entries]))


def encode_batch(batch: Batch[Any]) -> bytes:
    """Returns the stored bytes of a batch. Raises `Rejected` if the batch exceeds the size limits."""
    stored = encode(batch)
    if len(stored) > MAX_PART:
        parts = (len(bytes(batch.cmd)), *(len(encode(event)) for event in batch.e))
        if len(stored) > MAX_BATCH or max(parts) > MAX_PART:
            raise Rejected("size", most=MAX_PART)
    return stored


def live_entries(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Returns the entries that still count, without those that an `Undone` has struck out."""
    counting: list[Entry] = []
    for entry in entries:
        if isinstance(entry.e, Undone):
            while counting and counting[-1].n > entry.e.to:
                counting.pop()
        counting.append(entry)
    return tuple(counting)
