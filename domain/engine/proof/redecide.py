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
from domain.engine.match.fold import fold_batches
from domain.engine.match.log import Batch, Codec, Entry, codec, encode, numbered, written
from domain.engine.match.match import Match
from domain.engine.match.seating import seeded
from domain.engine.proof.outline import Altered, Outline, events_of, first_unread


class StoredBatch(Struct, frozen=True):
    """What one command brought as its game reads it, from the first version on, and the bytes it is stored as."""

    command: Any
    first: int
    batch: Batch[Any]
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
    match: Match = Match(id=keys.match.hex())
    for batch in batches:
        keys = keys if match.state is None else seeded(match.chairs, keys)
        decided = _decided_again(game, match, batch, keys, batches)
        if isinstance(decided, Altered):
            # Nothing is folded on an opening that no command has brought.
            return Replayed(None, decided) if match.opened is None else _only_folded(game, batches, keys, decided)
        match = decided
    return Replayed(match, None)


def _only_folded(game: Game, batches: Sequence[StoredBatch], keys: Keys, wrong: Altered) -> Replayed:
    try:
        return Replayed(fold_batches(game, Match(id=keys.match.hex()), [one.batch for one in batches]), wrong)
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
    return StoredBatch(command, first, batch, stored)


def _uncanonical(batch: Batch[Any], first: int, stored: bytes) -> Altered:
    events = zip(batch.e, events_of(first, stored), strict=True)
    n = next((n for n, (event, raw) in enumerate(events, first) if encode(event) != bytes(raw)), first)
    return Altered(f"Entry {n} is not canonical JSON.", n)


def _decided_again(
    game: Game, match: Match, one: StoredBatch, keys: Keys, batches: Sequence[StoredBatch]
) -> Match | Altered:
    """The match after a batch that is what its command brings, entry by entry the same bytes."""
    first, batch = one.first, one.batch
    log = _entries_before(first, batches) if isinstance(one.command, TakeBack | AnswerUndo) else ()
    wanted = Intent(command=one.command, raw=batch.cmd, at=batch.at, seat=batch.seat, by=batch.by, replaying=True)
    try:
        decided = decide(game, match, wanted, keys, log)
        brought = written(decided.batch)
    except Rejected as refused:
        return Altered(f"The rules refuse the command of entry {first} ({refused.code}).", first)
    except Exception as error:
        return Altered(f"The command of entry {first} cannot be decided ({type(error).__name__}).", first)
    return decided.match if brought == one.stored else _first_difference(decided.batch.e, batch.e, first)


def _entries_before(first: int, batches: Sequence[StoredBatch]) -> tuple[Entry, ...]:
    return tuple([entry for one in batches if one.first < first for entry in numbered(one.batch, one.first)])


def _first_difference(decided: Sequence[Any], stored: Sequence[Any], first: int) -> Altered:
    pairs = zip(decided, stored, strict=False)
    n = first + sum(1 for _ in takewhile(lambda pair: encode(pair[0]) == encode(pair[1]), pairs))
    if n == first + len(stored):
        return Altered(f"Entry {n} is missing: the command of entry {first} brings more than is there.", n)
    return Altered(f"Entry {n} is not what the command of entry {first} brings.", n)
