"""Bundles: written one match at a time from the logs, and verified where there is no service."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.match.events import Closed
from domain.engine.proof.receipts import NOTHING, Known
from domain.engine.proof.signature import NO_KEYS, NO_SIGNER, Keyring, Signer
from domain.engine.proof.verification import Status
from domain.tournament.proof.bundle import (
    FORMAT,
    MAGIC,
    MAX_LINE,
    BadBundle,
    Binder,
    BundledArchive,
    BundledDeck,
    BundledEntry,
    BundledLack,
    BundledNames,
    BundleHead,
    Lack,
    counting_lines,
)
from domain.tournament.proof.verification import Findings, Told, verify
from domain.tournament.record.log import Entry
from domain.tournament.record.state import Tournament, fold, opened_games
from projections.match.lobby import Listing, listed
from service.log.outcomes import Damaged, Unavailable
from service.log.store import Tail
from service.matches.archives import archive_of, load_game
from service.matches.catalogue import Catalogue, opened_by
from service.matches.live import LiveMatches, stored

GZIP = b"\x1f\x8b"
LOG: FilteringBoundLogger = structlog.get_logger("chronik.bundles")

Disclosed = Callable[[Listing], bool]
"""Whether everything of a closed match is open to whoever asks for the bundle."""


async def bundle(
    matches: LiveMatches,
    tournament: str,
    log: tuple[Entry, ...],
    disclosed: Disclosed,
    decks: Mapping[int, tuple[str, str]],
    names: BundledNames | None = None,
    signer: Signer = NO_SIGNER,
) -> AsyncGenerator[bytes]:
    """The lines of a bundle, with the lists (and salts, by entrant) that were opened, and names if they are wanted.

    Where the log stops answering they stop before the end, which verification notices.
    """
    folded = fold(Tournament(tournament), log)
    binder = Binder()
    yield binder.bound(BundleHead(FORMAT, tournament, folded.planned.game, len(log), f"chronik {version('chronik')}"))
    if names is not None:
        yield binder.bound(names)
    opened = [one.number for one in folded.entrants if one.deck and one.deck.opened and one.number in decks]
    written = [binder.bound(BundledEntry(one)) for one in log]
    yield b"".join([*written, *[binder.bound(BundledDeck(number, *decks[number])) for number in opened]])
    for *_, game in opened_games(folded):
        try:
            line = await _line(matches, game.match, disclosed, signer)
        except Unavailable:
            LOG.warning("a bundle broke off: the log does not answer", tournament=tournament)
            return
        yield binder.bound(line)
    counted = await asyncio.to_thread(lambda: [binder.bound(line) for line in counting_lines(folded)])
    yield b"".join(counted) + binder.bound(binder.end.signed(signer))


async def _line(matches: LiveMatches, match: str, disclosed: Disclosed, signer: Signer) -> BundledArchive | BundledLack:
    """The archive of a match, or why there is none."""
    try:
        tail = await matches.store.tail(match, 0)
        if not tail.items:
            return BundledLack(match, Lack.UNOPENED)
        return await asyncio.to_thread(_archived, matches.catalogue, match, tail, disclosed, signer)
    except Damaged as damaged:
        LOG.error("match damaged", match=match, problem=str(damaged))
        return BundledLack(match, Lack.DAMAGED)


def _archived(
    catalogue: Catalogue, match: str, tail: Tail, disclosed: Disclosed, signer: Signer
) -> BundledArchive | BundledLack:
    with stored(match):
        rules = catalogue.pinned(opened_by(tail.items[0].batch))
        if rules is None:
            return BundledLack(match, Lack.UNLOADED)
        entries = rules.entries(tail)
        if not isinstance(entries[-1].e, Closed):
            return BundledLack(match, Lack.RUNNING)
        if not disclosed(listed(Listing(id=match), entries)):
            return BundledLack(match, Lack.WITHHELD)
        return BundledArchive(match, archive_of(rules.game, match, tail.batches, tail.head, signer))


def is_bundle(path: Path) -> bool:
    """Whether a file begins as a bundle does, be it packed with gzip or not; what cannot be read does not."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(MAGIC))
        if begins.startswith(GZIP):
            with gzip.open(path) as file:
                begins = file.read(len(MAGIC))
    except (OSError, EOFError, zlib.error):
        return False
    return begins == MAGIC


def is_whole(path: Path) -> bool:
    """Whether a bundle has its last line: one that broke off has not."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 400))
        return file.read().rpartition(b"\n{")[2].startswith(b'"kind":"end",')


def verify_bundle(
    path: Path, catalogue: Catalogue, told: Told, known: Known = NOTHING, keyring: Keyring = NO_KEYS
) -> Findings:
    """What verifying a bundle shows; one that cannot be read is `unreadable` in a sentence."""
    try:
        return verify(_lines(path), load_game(catalogue), told, known, keyring)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return Findings(status=Status.UNREADABLE, sentence="The file cannot be unpacked.")
    except OSError as error:
        return Findings(status=Status.UNREADABLE, sentence=f"The file cannot be read: {error.strerror}.")


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, one at a time."""
    with path.open("rb") as plain:
        packed = plain.read(len(GZIP)) == GZIP
    with gzip.open(path) if packed else path.open("rb") as file:
        while line := file.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE:
                raise BadBundle("A line is longer than a line of a bundle may be.")
            yield line
