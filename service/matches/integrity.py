"""The integrity of stored matches: checks, without writing, that each match is still as it was written.

The log server's file has no checksums for values. So the server loads a flipped bit without an error, and only the hash
chain reveals it.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import LoadGame, NewerRules, chain_heads, verify, verify_log
from chronik.domain.log.verdict import Altered, Status
from chronik.service.cold.archive_rows import RegisteredArchive
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import read_archive
from chronik.service.log.fsck import NO_LOG
from chronik.service.log.outcomes import Damaged, NotLoaded
from chronik.service.log.store import LogStore, Tail


class Flaw(Struct, frozen=True):
    """A flaw in a stored match, and the first bad entry if it is known.

    If it is not `damage`, the match could not be checked: its game is not loaded, or a newer version played it.
    """

    sentence: str
    entry: int | None = None
    damage: bool = True


GONE = Flaw(NO_LOG)
"""The flaw of a match without a log. A match that was listed a moment ago may have moved to its archive."""


async def find_flaws(store: LogStore, match: str, load_game: LoadGame, *, decide: bool = False) -> tuple[Flaw, ...]:
    """Returns all flaws in a match's stored form and its chain, and with `decide` also in its commands."""
    stored = await store.fsck(match)
    if stored:
        return tuple(map(Flaw, stored))
    found = await find_chain_flaw(store, match, load_game, decide=decide)
    return () if found is None else (found,)


async def find_chain_flaw(store: LogStore, match: str, load_game: LoadGame, *, decide: bool = False) -> Flaw | None:
    """Hashes the chain of a match again and returns its first flaw, or None.

    If the chain is broken, or with `decide`, every command is decided again too, which names the bad entry.
    """
    try:
        tail, secret = await store.read_log(match)
    except Damaged as damaged:
        return Flaw(damaged.problem)
    if not tail.items or secret is None:
        return Flaw("the secret is missing") if tail.items else GONE
    # Hashing a long match takes a tenth of a second, so it runs in a thread.
    return await asyncio.to_thread(_check_log, match, tail, secret, load_game, decide)


async def find_archive_flaws(
    objects: Objects, match: str, load_game: LoadGame, noted: RegisteredArchive | None, *, decide: bool = False
) -> tuple[Flaw, ...]:
    """Returns all flaws in a match's archive, and its differences from the row; with `decide`, in its commands too.

    Raises `Unreachable`.
    """
    try:
        kept = await read_archive(objects, match)
    except Damaged as damaged:
        return (Flaw(damaged.problem),)
    except NotLoaded as newer:
        return (Flaw(str(NewerRules(newer.game, newer.rules)), damage=False),)
    if kept is None:
        return (Flaw("its archive is missing"),)
    if noted is not None and not kept.agrees_with(noted):
        return (Flaw("its archive does not end as its row says"),)
    shown = await asyncio.to_thread(verify, kept.archive, load_game) if decide else None
    if shown is None or shown.status not in (Status.ALTERED, Status.UNKNOWN_FACTS):
        return ()
    return (Flaw(shown.sentence, shown.entry, damage=shown.status is Status.ALTERED),)


def _check_log(match: str, tail: Tail, secret: bytes, load_game: LoadGame, decide: bool) -> Flaw | None:
    try:
        keys = Keys.of(match, secret)
    except ValueError:
        return Flaw("this is not a match id")
    chained = _is_chained(tail, keys)
    if chained and not decide:
        return None
    shown = verify_log(match, tail.batches, secret, tail.head, load_game)
    if not shown.ok:
        return Flaw(shown.sentence, shown.entry, damage=shown.status is Status.ALTERED)
    return None if chained else Flaw("a batch is stored with the wrong version or head")


def _is_chained(tail: Tail, keys: Keys) -> bool:
    """Returns whether each batch is stored with the right version and head."""
    try:
        heads = dict(chain_heads(outline(tail.batches), keys))
    except Altered:
        return False
    return heads == {item.version: item.head.hex() for item in tail.items}
