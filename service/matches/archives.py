"""Archives as files: made of a closed match, and verified where there is no service."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from domain.engine.game import Game
from domain.engine.match.chain import Keys
from domain.engine.match.events import Closed, Opened
from domain.engine.match.fold import fold
from domain.engine.match.log import codec
from domain.engine.match.match import Match, outcome
from domain.engine.proof.archive import MAX_FILE, BadArchive, pack, packed, sign, unpack
from domain.engine.proof.outline import Altered, outline
from domain.engine.proof.receipts import NOTHING, Known
from domain.engine.proof.signature import NO_KEYS, Keyring, Signer
from domain.engine.proof.verification import LoadGame, Status, Verification, chain_head, verify
from service.log.outcomes import Damaged
from service.matches.catalogue import Catalogue

if TYPE_CHECKING:  # who only verifies has no server of a log
    from service.cold.logs import Logs
    from service.cold.storage import Kept


def archive_of(game: Game, match: str, log: Sequence[bytes], head: bytes, signer: Signer) -> bytes:
    """The archive of a match that is closed, from its stored batches and its last head.

    Raises `Damaged` where the chain says that they are not what was written.
    """
    entries = tuple(codec(game).entries(log))
    opened, closed = entries[0].e, entries[-1].e
    assert isinstance(opened, Opened)
    assert isinstance(closed, Closed)
    secret = bytes.fromhex(closed.secret)
    _check_chain(match, log, secret, head)
    result = outcome(game, fold(game, Match(id=match), entries))
    return pack(match, opened, log, len(entries), head, secret, result, entries[-1].at, signer)


async def archive_file(logs: Logs, game: Game, match: str, signer: Signer) -> bytes:
    """The archive of a match that is closed: the one that is kept, and until there is one, one that is made of its log.

    Raises `Damaged`, `Unavailable`.
    """
    kept = await logs.archive(match)
    if kept is not None:
        return await asyncio.to_thread(kept_file, kept, signer)
    tail = await logs.tail(match, 0)
    return await asyncio.to_thread(archive_of, game, match, tail.batches, tail.head, signer)


def kept_file(kept: Kept, signer: Signer) -> bytes:
    """An archive as it is kept; what was kept before there was a key is signed."""
    if kept.archive.manifest.key_id or not signer.key_id:
        return kept.file
    return packed(sign(kept.archive, signer))


def _check_chain(match: str, log: Sequence[bytes], secret: bytes, head: bytes) -> None:
    try:
        whole = chain_head(outline(log), Keys.of(match, secret)) == head
    except Altered as altered:
        raise Damaged(match, str(altered)) from altered
    if not whole:
        raise Damaged(match, "the chain of its batches does not lead to its head")


def load_game(catalogue: Catalogue) -> LoadGame:
    """How verification finds the game that a match is pinned to: among those this process has loaded."""

    def load(opened: Opened) -> Game | None:
        rules = catalogue.pinned(opened)
        return None if rules is None else rules.game

    return load


def verify_file(path: Path, catalogue: Catalogue, known: Known = NOTHING, keyring: Keyring = NO_KEYS) -> Verification:
    """What verifying a file shows; one that is no archive, or cannot be read, is `unreadable` in a sentence."""
    try:
        with path.open("rb") as file:
            archive = unpack(file.read(MAX_FILE + 1))
    except OSError as error:
        return Verification(status=Status.UNREADABLE, sentence=f"The file cannot be read: {error.strerror}.")
    except BadArchive as bad:
        return Verification(status=Status.UNREADABLE, sentence=str(bad))
    return verify(archive, load_game(catalogue), known, keyring)
