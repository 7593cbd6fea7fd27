"""The replay of a log in both ways: folded from its events, and decided again from its commands and the seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.engine.game import Game, Rejected
from domain.engine.match.chain import Keys
from domain.engine.match.commands import AnswerUndo, TakeBack
from domain.engine.match.decide import Intent, decide
from domain.engine.match.fold import fold
from domain.engine.match.log import Codec, Entry, codec, encode
from domain.engine.match.match import Match
from domain.engine.match.seating import seeded
from domain.engine.proof.outline import Altered, Outline


class StoredBatch(Struct, frozen=True):
    """The entries of one command as its game reads them, with their stored bytes."""

    command: Any
    entries: tuple[Entry, ...]
    stored: tuple[bytes, ...]


class Replayed(Struct, frozen=True):
    """The match at the end of a log, None where it does not fold, and the first command that brings something else."""

    match: Match | None
    wrong: Altered | None


def read(game: Game, log: Outline) -> tuple[StoredBatch, ...]:
    """The batches of a log; raises `Altered` where an entry is not the canonical JSON of an event of this game."""
    reader = codec(game)
    return tuple(_batch(reader, versions.start + 1, log.batch(versions)) for versions in log.batches)


def replay(game: Game, batches: Sequence[StoredBatch], keys: Keys) -> Replayed:
    """Each batch decided again from the match before it; where one differs, the log is only folded, to its end."""
    entries = tuple(entry for batch in batches for entry in batch.entries)
    match: Match = Match(id=keys.match.hex())
    for batch in batches:
        keys = keys if match.state is None else seeded(match.chairs, keys)
        decided = _decided_again(game, match, batch, keys, entries)
        if isinstance(decided, Altered):
            # Nothing is folded on an opening that no command has brought.
            return Replayed(None, decided) if match.opened is None else _only_folded(game, entries, keys, decided)
        match = decided
    return Replayed(match, None)


def _only_folded(game: Game, entries: Sequence[Entry], keys: Keys, wrong: Altered) -> Replayed:
    try:
        return Replayed(fold(game, Match(id=keys.match.hex()), entries), wrong)
    except Exception:  # whatever the events are, the answer is that they do not fold
        return Replayed(None, wrong)


def _batch(reader: Codec, first: int, stored: tuple[bytes, ...]) -> StoredBatch:
    entries = tuple(_entry(reader, n, line) for n, line in enumerate(stored, first))
    raw = entries[0].cmd
    try:
        command = reader.command(raw)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Altered(f"The command of entry {first} cannot be read.", first) from None
    if encode(command) != bytes(raw):
        raise Altered(f"The command of entry {first} is not canonical JSON.", first)
    return StoredBatch(command, entries, stored)


def _entry(reader: Codec, n: int, stored: bytes) -> Entry:
    try:
        entry = reader.entry(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Altered(f"Entry {n} cannot be read as an event of this game.", n) from None
    if encode(entry) != stored:
        raise Altered(f"Entry {n} is not canonical JSON.", n)
    return entry


def _decided_again(
    game: Game, match: Match, batch: StoredBatch, keys: Keys, entries: Sequence[Entry]
) -> Match | Altered:
    """The match after a batch that is what its command brings, entry by entry the same bytes."""
    first = batch.entries[0]
    log = entries[: first.n - 1] if isinstance(batch.command, TakeBack | AnswerUndo) else ()
    wanted = Intent(command=batch.command, raw=first.cmd, at=first.at, seat=first.seat, by=first.by, replaying=True)
    try:
        decided = decide(game, match, wanted, keys, log)
        brought = tuple(map(encode, decided.entries))
    except Rejected as refused:
        return Altered(f"The rules refuse the command of entry {first.n} ({refused.code}).", first.n)
    except Exception as error:
        return Altered(f"The command of entry {first.n} cannot be decided ({type(error).__name__}).", first.n)
    return decided.match if brought == batch.stored else _first_difference(first.n, brought, batch.stored)


def _first_difference(first: int, decided: Sequence[bytes], stored: Sequence[bytes]) -> Altered:
    same = sum(1 for _ in _alike(decided, stored))
    n = first + same
    if same == len(stored):
        return Altered(f"Entry {n} is missing: the command of entry {first} brings more than is there.", n)
    return Altered(f"Entry {n} is not what the command of entry {first} brings.", n)


def _alike(decided: Sequence[bytes], stored: Sequence[bytes]) -> Iterator[bytes]:
    for one, other in zip(decided, stored, strict=False):
        if one != other:
            return
        yield one
