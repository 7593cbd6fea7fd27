"""Bundles: written one match at a time from the logs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from importlib.metadata import version

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.match.events import Closed
from domain.engine.proof.signature import NO_SIGNER, Signer
from domain.tournament.proof.bundle import (
    FORMAT,
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
from domain.tournament.record.log import Entry
from domain.tournament.record.state import Tournament, fold, opened_games
from projections.match.lobby import Listing, listed
from service.cold.storage import Kept
from service.log.outcomes import Damaged, Unavailable
from service.log.store import Tail, tail_of
from service.matches.archives import archive_of, kept_file
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
            line = await bundled_match(matches, game.match, disclosed, signer)
        except Unavailable:
            LOG.warning("a bundle broke off: the log does not answer", tournament=tournament)
            return
        yield binder.bound(line)
    counted = await asyncio.to_thread(lambda: [binder.bound(line) for line in counting_lines(folded)])
    yield b"".join(counted) + binder.bound(binder.end.signed(signer))


async def bundled_match(
    matches: LiveMatches, match: str, disclosed: Disclosed, signer: Signer
) -> BundledArchive | BundledLack:
    """The archive of a match, or why there is none."""
    try:
        kept = await matches.logs.archive(match)
        tail = await matches.logs.tail(match, 0) if kept is None else tail_of(0, kept.items)
        if not tail.items:
            return BundledLack(match, Lack.UNOPENED)
        return await asyncio.to_thread(_archived, matches.catalogue, match, tail, kept, disclosed, signer)
    except Damaged as damaged:
        LOG.error("match damaged", match=match, problem=str(damaged))
        return BundledLack(match, Lack.DAMAGED)


def _archived(
    catalogue: Catalogue, match: str, tail: Tail, kept: Kept | None, disclosed: Disclosed, signer: Signer
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
        if kept is not None:
            return BundledArchive(match, kept_file(kept, signer))
        return BundledArchive(match, archive_of(rules.game, match, tail.batches, tail.head, signer))
