"""The archives of many matches as one tar stream.

For a match without an archive, the stream has a file that says why.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Sequence

import msgspec
import structlog
from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from chronik.domain.log.signature import Signer
from chronik.domain.tournament.proof.bundle import BundledArchive
from chronik.projections.match.lobby import Listing
from chronik.service.identity.access import Withholding, is_disclosed
from chronik.service.identity.auth import Principal
from chronik.service.log.outcomes import Unavailable
from chronik.service.matches.live import LiveMatches
from chronik.service.tournaments.bundles import bundle_match
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.tar import END, tar_member

LOG: FilteringBoundLogger = structlog.get_logger("chronik.archive_files")
MatchEnd = tuple[str, int]
"""A finished match, and when it ended (milliseconds since 1970)."""


class ArchiveFiles(Struct, frozen=True):
    """The sources of archives: the matches, the tournaments that withhold some of them, and the signer."""

    matches: LiveMatches
    withheld: WithheldMatches
    signer: Signer

    async def tar(self, pages: AsyncIterable[Sequence[MatchEnd]], principal: Principal | None) -> AsyncGenerator[bytes]:
        """Yields a tar of these matches' files.

        If the log becomes unavailable, the tar breaks off before its end marker.
        """
        try:
            async for page in pages:
                withholdings = await self.withheld.of_all([match for match, _ in page])
                for match, closed_at in page:
                    yield await self._file(match, closed_at, principal, withholdings.get(match))
        except Unavailable:
            LOG.warning("a tar broke off: the log is unavailable")
            return
        yield END

    async def _file(
        self, match: str, closed_at: int, principal: Principal | None, withholding: Withholding | None
    ) -> bytes:
        """Returns a match's file: its archive, or a text that says why it is missing."""

        def may_disclose(listing: Listing) -> bool:
            held_back = listing.held and (withholding is None or withholding.active)
            return not held_back and is_disclosed(listing, principal, withholding)

        found = await bundle_match(self.matches, match, may_disclose, self.signer)
        if isinstance(found, BundledArchive):
            return tar_member(f"{match}.chronik", found.file, closed_at)
        return tar_member(f"{match}.lacking.json", msgspec.json.encode(found), closed_at)
