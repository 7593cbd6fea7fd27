"""Replays a log in two ways: it folds the events, and decides the commands again with the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.chain import Keys, seed_keys
from chronik.domain.engine.match.commands import AnswerUndo, TakeBack
from chronik.domain.engine.match.decide import Decided, Intent, decide
from chronik.domain.engine.match.fold import fold_batches
from chronik.domain.engine.match.log import Batch, Codec, Entry, codec, encode_batch, number_entries
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.proof.outline import Outline, events_of, first_unread
from chronik.domain.log.canonical import encode
from chronik.domain.log.redecide import compare, decide_again
from chronik.domain.log.verdict import Altered


class StoredBatch(Struct, frozen=True):
    """A batch as the game reads it: the decoded command, the version of its first entry, and the stored bytes."""

    command: Any
    first: int
    batch: Batch[Any]
    stored: bytes


class Replayed(Struct, frozen=True):
    """The match at the end of a log (None if the log cannot be folded), and the first difference found."""

    match: Match | None
    wrong: Altered | None


def read_batches(game: Game, log: Outline) -> tuple[StoredBatch, ...]:
    """Returns the batches of a log. Raises `Altered` if one is not canonical JSON of this game's events."""
    reader, firsts = codec(game), (1, *(version + 1 for version, _ in log.batches))
    return tuple(_batch(reader, first, stored) for first, (_, stored) in zip(firsts, log.batches, strict=False))


def replay(game: Game, batches: Sequence[StoredBatch], keys: Keys) -> Replayed:
    """Decides each batch again from the match before it. After the first difference it only folds the log."""
    match: Match = Match(id=keys.match.hex())
    for batch in batches:
        keys = keys if match.state is None else seed_keys(match.chairs, keys, match.tutorial)
        try:
            match = _decide_batch_again(game, match, batch, keys, batches)
        except Altered as wrong:
            # Without a valid opening there is no match to fold the events onto.
            return Replayed(None, wrong) if match.opened is None else _fold_only(game, batches, keys, wrong)
    return Replayed(match, None)


def _fold_only(game: Game, batches: Sequence[StoredBatch], keys: Keys, wrong: Altered) -> Replayed:
    try:
        return Replayed(fold_batches(game, Match(id=keys.match.hex()), [one.batch for one in batches]), wrong)
    except Exception:  # a forged log may contain any events: if they raise, it cannot be folded
        return Replayed(None, wrong)


def _batch(reader: Codec, first: int, stored: bytes) -> StoredBatch:
    try:
        batch = reader.batch(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        n = first_unread(reader.event, first, stored)
        raise Altered(f"Entry {n} cannot be read as an event of this game.", n) from None
    if encode(batch) != stored:
        raise _uncanonical_entry(batch, first, stored)
    try:
        command = reader.command(batch.cmd)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Altered(f"The command of entry {first} cannot be read.", first) from None
    if encode(command) != bytes(batch.cmd):
        raise Altered(f"The command of entry {first} is not canonical JSON.", first)
    return StoredBatch(command, first, batch, stored)


def _uncanonical_entry(batch: Batch[Any], first: int, stored: bytes) -> Altered:
    events = zip(batch.e, events_of(first, stored), strict=True)
    n = next((n for n, (event, raw) in enumerate(events, first) if encode(event) != bytes(raw)), first)
    return Altered(f"Entry {n} is not canonical JSON.", n)


def _decide_batch_again(
    game: Game, match: Match, one: StoredBatch, keys: Keys, batches: Sequence[StoredBatch]
) -> Match:
    """Returns the match after a batch. Raises `Altered` unless its command results in exactly the same bytes."""
    first, batch = one.first, one.batch
    log = _entries_before(first, batches) if isinstance(one.command, TakeBack | AnswerUndo) else ()
    intent = Intent(command=one.command, raw=batch.cmd, at=batch.at, seat=batch.seat, by=batch.by, replaying=True)

    def decide_once() -> tuple[Decided, bytes]:
        decided = decide(game, match, intent, keys, log)
        return decided, encode_batch(decided.batch)

    decided, stored = decide_again(first, one.command, decide_once)
    if stored != one.stored:
        compare(first, decided.batch.e, batch.e)
        raise Altered(f"The batch that begins with entry {first} does not follow from its command.", first)
    return decided.match


def _entries_before(first: int, batches: Sequence[StoredBatch]) -> tuple[Entry, ...]:
    return tuple([entry for one in batches if one.first < first for entry in number_entries(one.batch, one.first)])
