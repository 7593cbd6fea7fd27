"""Builds bundles from the logs, one match at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from importlib.metadata import version

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.events import Closed
from chronik.domain.log.signature import NO_SIGNER, Signer
from chronik.domain.tournament.proof.bundle import (
    FORMAT,
    BundledArchive,
    BundledDeck,
    BundledEntry,
    BundledMissing,
    BundledNames,
    BundleEncoder,
    BundleHead,
    MissingReason,
    counting_lines,
)
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.state import Tournament, fold, list_started_matches
from chronik.projections.match.lobby import Listing, update_listing
from chronik.service.cold.storage import VerifiedArchive
from chronik.service.log.outcomes import Damaged, NotLoaded, Unavailable
from chronik.service.log.store import Tail, tail_of
from chronik.service.matches.archives import build_archive, ensure_signed
from chronik.service.matches.catalogue import Catalogue, read_opening
from chronik.service.matches.live import LiveMatches, reporting_damage

GZIP = b"\x1f\x8b"
LOG: FilteringBoundLogger = structlog.get_logger("chronik.bundles")

Disclosed = Callable[[Listing], bool]
"""A predicate: whether the caller who requests the bundle may see the whole content of a closed match."""


async def bundle(
    matches: LiveMatches,
    tournament: str,
    log: tuple[Entry, ...],
    disclosed: Disclosed,
    decks: Mapping[int, tuple[str, str]],
    names: BundledNames | None = None,
    signer: Signer = NO_SIGNER,
) -> AsyncGenerator[bytes]:
    """Yields the lines of a bundle, with the opened lists and their salts by entrant, and with names if given.

    If the log becomes unavailable, the bundle breaks off before its end, which verification detects.
    """
    folded = fold(Tournament(tournament), log)
    binder = BundleEncoder()
    yield binder.encode(BundleHead(FORMAT, tournament, folded.planned.game, len(log), f"chronik {version('chronik')}"))
    if names is not None:
        yield binder.encode(names)
    opened = [one.number for one in folded.entrants if one.deck and one.deck.opened and one.number in decks]
    written = [binder.encode(BundledEntry(one)) for one in log]
    yield b"".join([*written, *[binder.encode(BundledDeck(number, *decks[number])) for number in opened]])
    for *_, game in list_started_matches(folded):
        try:
            line = await bundle_match(matches, game.match, disclosed, signer)
        except Unavailable:
            LOG.warning("a bundle broke off: the log is unavailable", tournament=tournament)
            return
        yield binder.encode(line)
    counted = await asyncio.to_thread(lambda: [binder.encode(line) for line in counting_lines(folded)])
    yield b"".join(counted) + binder.encode(binder.end.sign(signer))


async def bundle_match(
    matches: LiveMatches, match: str, disclosed: Disclosed, signer: Signer
) -> BundledArchive | BundledMissing:
    """Returns a match's archive, or the reason why it is missing."""
    try:
        kept = await matches.logs.archive(match)
        tail = await matches.logs.tail(match, 0) if kept is None else tail_of(0, kept.items)
        if not tail.items:
            return BundledMissing(match, MissingReason.UNOPENED)
        return await asyncio.to_thread(_archive_line, matches.catalogue, match, tail, kept, disclosed, signer)
    except NotLoaded:
        return BundledMissing(match, MissingReason.UNLOADED)
    except Damaged as damaged:
        LOG.error("match damaged", match=match, problem=str(damaged))
        return BundledMissing(match, MissingReason.DAMAGED)


def _archive_line(
    catalogue: Catalogue, match: str, tail: Tail, kept: VerifiedArchive | None, disclosed: Disclosed, signer: Signer
) -> BundledArchive | BundledMissing:
    with reporting_damage(match):
        rules = catalogue.rules_of(read_opening(tail.items[0].batch))
        if rules is None:
            return BundledMissing(match, MissingReason.UNLOADED)
        entries = rules.entries(tail)
        if not isinstance(entries[-1].e, Closed):
            return BundledMissing(match, MissingReason.RUNNING)
        if not disclosed(update_listing(Listing(id=match), entries)):
            return BundledMissing(match, MissingReason.WITHHELD)
        if kept is not None:
            return BundledArchive(match, ensure_signed(rules.game, kept, signer))
        return BundledArchive(match, build_archive(rules.game, match, tail.batches, tail.head, signer))
