"""Soundness: whether a stored match still is what was written. Reads, says what is wrong, and changes nothing.

The engine's own file has no checksum for a value: a flipped bit loads without a word, and only the chain notices.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct

from domain.engine.match.chain import Keys
from domain.engine.proof.outline import Altered, outline
from domain.engine.proof.verification import LoadGame, Status, chain_heads, verify, verify_log
from service.cold.noted import Noted
from service.cold.objects import Objects
from service.cold.storage import there
from service.log.fsck import NO_LOG
from service.log.outcomes import Damaged
from service.log.store import LogStore, Tail


class Flaw(Struct, frozen=True):
    """What is wrong with a match, and the first bad entry if it can be named.

    What is not `damage` could only not be looked into: its game is not loaded.
    """

    sentence: str
    entry: int | None = None
    damage: bool = True


GONE = Flaw(NO_LOG)
"""Of a match that was listed a moment ago it says no more than that: meanwhile it may have left for its archive."""


async def flaws(store: LogStore, match: str, load_game: LoadGame, *, decide: bool = False) -> tuple[Flaw, ...]:
    """Everything that is wrong with a match: its stored form and its chain, and with `decide` its commands too."""
    stored = await store.fsck(match)
    if stored:
        return tuple(map(Flaw, stored))
    found = await flaw(store, match, load_game, decide=decide)
    return () if found is None else (found,)


async def flaw(store: LogStore, match: str, load_game: LoadGame, *, decide: bool = False) -> Flaw | None:
    """What the chain of a match tells, hashed again from its beginning.

    Where the chain is broken, every command is decided again as well, for that names the entry; with `decide` always.
    """
    try:
        tail, secret = await store.whole(match)
    except Damaged as damaged:
        return Flaw(damaged.problem)
    if not tail.items or secret is None:
        return Flaw("the secret is missing") if tail.items else GONE
    # In a thread, where it takes turns with the event loop: a long match is hashed for a tenth of a second.
    return await asyncio.to_thread(_told, match, tail, secret, load_game, decide)


async def archive_flaws(
    objects: Objects, match: str, load_game: LoadGame, noted: Noted | None, *, decide: bool = False
) -> tuple[Flaw, ...]:
    """Everything that is wrong with the archive of a match, as it is noted where it is; with `decide` its commands too.

    Raises `Unreachable`.
    """
    try:
        kept = await there(objects, match)
    except Damaged as damaged:
        return (Flaw(damaged.problem),)
    if kept is None:
        return (Flaw("its archive is not there"),)
    if noted is not None and not kept.is_noted_as(noted):
        return (Flaw("its archive is not the one that was noted"),)
    shown = await asyncio.to_thread(verify, kept.archive, load_game) if decide else None
    if shown is None or shown.status not in (Status.ALTERED, Status.UNKNOWN_FACTS):
        return ()
    return (Flaw(shown.sentence, shown.entry, damage=shown.status is Status.ALTERED),)


def _told(match: str, tail: Tail, secret: bytes, load_game: LoadGame, decide: bool) -> Flaw | None:
    try:
        keys = Keys.of(match, secret)
    except ValueError:
        return Flaw("this is not the id of a match")
    chained = _chained(tail, keys)
    if chained and not decide:
        return None
    shown = verify_log(match, tail.batches, secret, tail.head, load_game)
    if not shown.ok:
        return Flaw(shown.sentence, shown.entry, damage=shown.status is Status.ALTERED)
    return None if chained else Flaw("a head or a version beside a batch is not its own")


def _chained(tail: Tail, keys: Keys) -> bool:
    """Whether each batch stands under its version, with the head after it."""
    try:
        heads = dict(chain_heads(outline(tail.batches), keys))
    except Altered:
        return False
    return heads == {item.version: item.head.hex() for item in tail.items}
