"""The search: goes over all unfinished matches for those that no hint announced, such as those from before a start."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from service.log.outcomes import Unavailable
from service.matches.hints import Hints
from service.workers.unfinished import Unfinished

SECONDS = 900.0
"""How long it rests after a round."""


class MissedMatches(Struct, frozen=True):
    """Finds matches that no hint announced: `keep` hears of all unfinished ones, `look` of those not `known`."""

    unfinished: Unfinished
    log: FilteringBoundLogger
    keep: Callable[[frozenset[str]], None]
    known: Callable[[str], bool]
    look: Callable[[str], Awaitable[None]]

    async def run(self, growth: Hints) -> None:
        """Searches for ever, from when this process hears of growth; an engine that is away ends a round."""
        while True:
            await growth.begun.wait()
            try:
                await self.round()
            except Exception as error:
                self.log.warning("the search stops", error=type(error).__name__)
                await asyncio.sleep(1)
            else:
                await asyncio.sleep(SECONDS)

    async def round(self) -> None:
        """Looks once at every unfinished match that is not in hand."""
        matches = await self.unfinished.matches()
        self.keep(matches)
        for match in matches:
            if not self.known(match):
                await self._visit(match)

    async def _visit(self, match: str) -> None:
        """Leaves out a match that cannot be read: it must not keep all others from being looked for."""
        try:
            await self.look(match)
        except Unavailable:
            raise
        except Exception as error:
            self.log.warning("the search leaves out a match", match=match, error=type(error).__name__)
