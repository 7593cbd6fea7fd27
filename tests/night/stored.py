"""The stored form of a match: its log in the cluster, or its archive."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.proof.archive import BadArchive, unpack
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import chain_heads, verify
from chronik.domain.log.verdict import Altered
from chronik.service.log.outcomes import Damaged
from chronik.service.log.retry import retry_until_available
from chronik.service.log.store import LogStore
from tests.night.asking import Asker
from tests.support.crash.verdict import LOADED

REFUSALS = (404, 500)
"""Answers of the service about a match that is missing or damaged."""


class Batch(Struct, frozen=True):
    """A stored batch with its version and head, and the hash of the key that brought it.

    Batches from archives have no such hash.
    """

    version: int
    head: str
    stored: bytes
    key: bytes | None


class Stored(Struct):
    """The batches of a match, whether they come from its archive, and sentences for what is damaged or lost."""

    batches: list[Batch]
    archived: bool = False
    spoilt: list[str] = []
    gone: list[str] = []


async def stored(store: LogStore, asker: Asker, match: str) -> Stored:
    """Returns the log of a match, from the cluster or its archive."""
    try:
        tail, secret = await retry_until_available(partial(store.read_log, match))
        if not tail.items or secret is None:
            return await archived(asker, match)
        heads = dict(chain_heads(outline(tail.batches), Keys.of(match, secret)))
        batches = [Batch(one.version, heads.get(one.version, ""), one.batch, one.mark[:16]) for one in tail.items]
        flaws = await retry_until_available(partial(store.fsck, match))
        return Stored(batches, spoilt=[f"{match}: {flaw}" for flaw in flaws])
    except (Damaged, Altered) as error:
        return Stored([], spoilt=[f"{match}: {error}"])


async def archived(asker: Asker, match: str) -> Stored:
    """Returns the archived log of a match that has left the cluster."""
    answer = await asker.patiently("GET", f"/matches/{match}/archive", known=REFUSALS)
    if answer.is_error:
        return Stored([], gone=[f"{match}: no log, and no archive: {answer.status_code} {answer.text[:300]}"])
    try:
        archive = unpack(answer.content)
        heads = dict(chain_heads(outline(archive.batches), Keys.of(match, bytes.fromhex(archive.manifest.secret))))
    except (BadArchive, Altered) as error:
        return Stored([], True, [f"{match}: {error}"])
    batches = [Batch(v, head, one, None) for (v, head), one in zip(heads.items(), archive.batches, strict=True)]
    verification = verify(archive, LOADED)
    return Stored(batches, True, [] if verification.ok else [f"{match}: {verification.sentence}"])
