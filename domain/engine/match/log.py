"""The log: numbered entries, their stored bytes, and which of them still count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Raw, Struct

from domain.engine.game import Game
from domain.engine.match.commands import EngineCommand
from domain.engine.match.events import EngineEvent, Undone

E = TypeVar("E")

MAX_ENTRIES = 15_000

NO_COMMAND = Raw()


class Author(Enum):
    """Who caused a batch."""

    SEAT = "seat"
    BOT = "bot"
    CLOCK = "clock"
    REFEREE = "referee"
    ENGINE = "engine"


# Here and in what a match is made of, `gc=False`: these are values without cycles, and a rebuild makes thousands.
class EntryOf(Struct, Generic[E], frozen=True, gc=False, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of the log: event `e` at version `n`, at milliseconds since 1970, decided at version `cause`.

    The command stands on the first entry of a batch only, as the bytes that were decided on.
    """

    n: int
    at: int
    seat: int | None = None
    by: Author = Author.SEAT
    cause: int
    cmd: Raw = NO_COMMAND
    e: E

    @property
    def begins(self) -> bool:
        """Whether a batch begins here."""
        return self.cmd is not NO_COMMAND and bytes(self.cmd) != b""


Entry: TypeAlias = EntryOf[Any]
"""An entry of whatever game."""

_encoder = msgspec.json.Encoder()

encode: Callable[[Any], bytes] = _encoder.encode


class Codec(Struct, frozen=True):
    """How entries and commands of one game are read from stored bytes; what is unknown raises `ValidationError`."""

    entry: Callable[[bytes], Entry]
    command: Callable[[bytes | Raw], Any]


@lru_cache(maxsize=32)
def _codec(event_type: Any, command_type: Any) -> Codec:
    return Codec(
        msgspec.json.Decoder(EntryOf[EngineEvent | event_type]).decode,
        msgspec.json.Decoder(EngineCommand | command_type).decode,
    )


def codec(game: Game) -> Codec:
    """The codec of a game, built once."""
    return _codec(game.event_type, game.command_type)


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
