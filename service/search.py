"""The search: goes over all matches for those that nobody has told of, as those that ran before this process did."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from domain.engine.events import Closed
from domain.engine.log import MAX_ENTRIES
from service.growth import Growth
from service.log_store import LogStore, Unavailable

SECONDS = 900.0
"""How long it rests after a round."""


class _Tag(Struct):
    t: str


class _Last(Struct):
    e: _Tag


_last = msgspec.json.Decoder(_Last)
CLOSED = Closed.__struct_config__.tag


class Search(Struct, frozen=True):
    """What somebody looks for: `known` says what is in hand already, `leave` hears of closed ones, `look` of others."""

    store: LogStore
    log: FilteringBoundLogger
    known: Callable[[str], bool]
    leave: Callable[[str], None]
    look: Callable[[str], Awaitable[None]]

    async def run(self, growth: Growth) -> None:
        """Searches for ever, from when this process hears of growth; an engine that is away ends a round."""
        while True:
            await growth.begun.wait()
            try:
                async for match in self.store.matches():
                    if not self.known(match):
                        await self._visit(match)
            except Exception as error:
                self.log.warning("the search stops", error=type(error).__name__)
                await asyncio.sleep(1)
            else:
                await asyncio.sleep(SECONDS)

    async def _visit(self, match: str) -> None:
        """Leaves out a match that cannot be read: it must not keep all others from being looked for."""
        try:
            if await self._is_closed(match):
                self.leave(match)
            else:
                await self.look(match)
        except Unavailable:
            raise
        except Exception as error:
            self.log.warning("the search leaves out a match", match=match, error=type(error).__name__)

    async def _is_closed(self, match: str) -> bool:
        """Whether a match is over, without reading all of it."""
        last = (await self.store.tail(match, MAX_ENTRIES)).last
        tail = await self.store.tail(match, max(0, last - 1))
        return bool(tail.entries) and _last.decode(tail.entries[-1]).e.t == CLOSED
