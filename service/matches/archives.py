"""Builds, signs and finds the archive files of closed matches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.events import Closed, Opened
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.engine.proof.archive import pack_match, unpack
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import chain_head
from chronik.domain.log.signature import Signer
from chronik.domain.log.verdict import Altered
from chronik.service.log.outcomes import Damaged

if TYPE_CHECKING:  # verification alone must not import the client of the log server
    from chronik.service.cold.logs import Logs
    from chronik.service.cold.storage import VerifiedArchive


def build_archive(game: Game, match: str, log: Sequence[bytes], head: bytes, signer: Signer) -> bytes:
    """Builds the archive of a closed match from its stored batches and its last head.

    Raises `Damaged` if the hash chain shows that a batch was changed.
    """
    entries = tuple(codec(game).entries(log))
    opened, closed = entries[0].e, entries[-1].e
    assert isinstance(opened, Opened)
    assert isinstance(closed, Closed)
    secret = bytes.fromhex(closed.secret)
    _check_chain(match, log, secret, head)
    result = outcome(game, fold(game, Match(id=match), entries))
    return pack_match(match, opened, log, len(entries), head, secret, result, entries[-1].at, signer)


async def find_or_build_archive(logs: Logs, game: Game, match: str, signer: Signer) -> bytes:
    """Returns the archive of a closed match from cold storage, or builds it from the log if it is not archived yet.

    Raises `Damaged`, `Unavailable`.
    """
    kept = await logs.archive(match)
    if kept is not None:
        return await asyncio.to_thread(ensure_signed, game, kept, signer)
    tail = await logs.tail(match, 0)
    return await asyncio.to_thread(build_archive, game, match, tail.batches, tail.head, signer)


def ensure_signed(game: Game, kept: VerifiedArchive, signer: Signer) -> bytes:
    """Returns the archive from cold storage; signs it first if it is unsigned or its key was revoked."""
    signed_by = kept.archive.manifest.key_id
    if not signer.key_id or (signed_by and signed_by not in signer.revoked):
        return kept.file
    return sign_kept(game, kept, signer)


def sign_kept(game: Game, kept: VerifiedArchive, signer: Signer) -> bytes:
    """Returns the file of a stored archive with a new signature.

    The manifest is built again from the log, so the signature never vouches for claims that only the old file makes.
    Raises `Damaged` if the old manifest differs.
    """
    old, items = kept.archive.manifest, kept.items
    file = build_archive(game, old.match, [item.batch for item in items], items[-1].head, signer)
    if replace(unpack(file).manifest, key_id=old.key_id) != old:
        raise Damaged(old.match, "the manifest of its archive differs from its log")
    return file


def _check_chain(match: str, log: Sequence[bytes], secret: bytes, head: bytes) -> None:
    try:
        whole = chain_head(outline(log), Keys.of(match, secret)) == head
    except Altered as altered:
        raise Damaged(match, str(altered)) from altered
    if not whole:
        raise Damaged(match, "the chain of its batches does not lead to its head")
