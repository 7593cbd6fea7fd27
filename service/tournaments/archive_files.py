"""The archives of many matches as one tar, a file after another; who lacks one says why."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Sequence

import msgspec
import structlog
from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from domain.engine.proof.signature import Signer
from domain.tournament.proof.bundle import BundledArchive
from projections.match.lobby import Listing
from service.http.tar import END, member
from service.log.outcomes import Unavailable
from service.matches.live import LiveMatches
from service.people.access import Hold, is_disclosed
from service.people.auth import Principal
from service.tournaments.bundles import bundled_match
from service.tournaments.holds import Holds

LOG: FilteringBoundLogger = structlog.get_logger("chronik.archive_files")
Ended = tuple[str, int]
"""A match that is over, and when it ended (milliseconds since 1970)."""


class ArchiveFiles(Struct, frozen=True):
    """Where the archives of matches come from: their logs, what tournaments say of them, and who signs."""

    matches: LiveMatches
    holds: Holds
    signer: Signer

    async def tar(self, pages: AsyncIterable[Sequence[Ended]], principal: Principal | None) -> AsyncGenerator[bytes]:
        """The files of some matches, as far as the log answers: without an end where it does not."""
        try:
            async for page in pages:
                held = await self.holds.of_all([match for match, _ in page])
                for match, closed_at in page:
                    yield await self._file(match, closed_at, principal, held.get(match))
        except Unavailable:
            LOG.warning("a tar broke off: the log does not answer")
            return
        yield END

    async def _file(self, match: str, closed_at: int, principal: Principal | None, hold: Hold | None) -> bytes:
        """The file of a match: its archive, or why it has none."""

        def disclosed(listing: Listing) -> bool:
            held_back = listing.held and (hold is None or hold.lasts)
            return not held_back and is_disclosed(listing, principal, hold)

        found = await bundled_match(self.matches, match, disclosed, self.signer)
        if isinstance(found, BundledArchive):
            return member(f"{match}.chronik", found.file, closed_at)
        return member(f"{match}.lacking.json", msgspec.json.encode(found), closed_at)
