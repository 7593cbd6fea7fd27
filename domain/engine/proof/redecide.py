"""The replay of a log in both ways: folded from its events, and decided again from its commands and the seed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Struct

from domain.engine.game import Game, Rejected
from domain.engine.match.chain import Keys
from domain.engine.match.commands import AnswerUndo, TakeBack
from domain.engine.match.decide import Intent, decide
from domain.engine.match.fold import fold
from domain.engine.match.log import Batch, Codec, Entry, codec, encode, numbered, written
from domain.engine.match.match import Match
from domain.engine.match.seating import seeded
from domain.engine.proof.outline import Altered, Outline, events_of, first_unread


class StoredBatch(Struct, frozen=True):
    """The entries of one command as its game reads them, and the bytes they are stored as."""

    command: Any
    entries: tuple[Entry, ...]
    stored: bytes


class Replayed(Struct, frozen=True):
    """The match at the end of a log, None where it does not fold, and the first command that brings something else."""

    match: Match | None
    wrong: Altered | None


def read(game: Game, log: Outline) -> tuple[StoredBatch, ...]:
    """The batches of a log; raises `Altered` where one is not the canonical JSON of events of this game."""
    reader, firsts = codec(game), (1, *(version + 1 for version, _ in log.batches))
    return tuple(_batch(reader, first, stored) for first, (_, stored) in zip(firsts, log.batches, strict=False))


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


def _batch(reader: Codec, first: int, stored: bytes) -> StoredBatch:
    try:
        batch = reader.batch(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        n = first_unread(reader.event, first, stored)
        raise Altered(f"Entry {n} cannot be read as an event of this game.", n) from None
    if encode(batch) != stored:
        raise _uncanonical(batch, first, stored)
    try:
        command = reader.command(batch.cmd)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Altered(f"The command of entry {first} cannot be read.", first) from None
    if encode(command) != bytes(batch.cmd):
        raise Altered(f"The command of entry {first} is not canonical JSON.", first)
    return StoredBatch(command, tuple(numbered(batch, first)), stored)


def _uncanonical(batch: Batch[Any], first: int, stored: bytes) -> Altered:
    events = zip(batch.e, events_of(first, stored), strict=True)
    n = next((n for n, (event, raw) in enumerate(events, first) if encode(event) != bytes(raw)), first)
    return Altered(f"Entry {n} is not canonical JSON.", n)


def _decided_again(
    game: Game, match: Match, batch: StoredBatch, keys: Keys, entries: Sequence[Entry]
) -> Match | Altered:
    """The match after a batch that is what its command brings, entry by entry the same bytes."""
    first = batch.entries[0]
    log = entries[: first.n - 1] if isinstance(batch.command, TakeBack | AnswerUndo) else ()
    wanted = Intent(command=batch.command, raw=first.cmd, at=first.at, seat=first.seat, by=first.by, replaying=True)
    try:
        decided = decide(game, match, wanted, keys, log)
        brought = written(decided.entries)
    except Rejected as refused:
        return Altered(f"The rules refuse the command of entry {first.n} ({refused.code}).", first.n)
    except Exception as error:
        return Altered(f"The command of entry {first.n} cannot be decided ({type(error).__name__}).", first.n)
    return decided.match if brought == batch.stored else _first_difference(decided.entries, batch.entries)


def _first_difference(decided: Sequence[Entry], stored: Sequence[Entry]) -> Altered:
    first = stored[0].n
    pairs = zip(decided, stored, strict=False)
    n = first + sum(1 for _ in takewhile(lambda pair: encode(pair[0].e) == encode(pair[1].e), pairs))
    if n == first + len(stored):
        return Altered(f"Entry {n} is missing: the command of entry {first} brings more than is there.", n)
    return Altered(f"Entry {n} is not what the command of entry {first} brings.", n)
