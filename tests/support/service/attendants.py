"""The attendants that run in a test, and the fact to wait for: they have heard all, and done all that is due."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from unittest.mock import patch

from service.log.outcomes import Unavailable
from service.workers.attendant import Attendant
from tests.support.service.apps import until


class Attendants:
    """Those that run now, bots and clocks of every application of the test."""

    def __init__(self) -> None:
        self.running: list[Attendant] = []
        self.searched = list[Attendant]()

    async def are_at_rest(self) -> None:
        """Returns when they have heard of all that has grown, and none has anything to do at this moment."""
        await until(self._rest)

    async def _rest(self) -> bool:
        with suppress(Unavailable):
            return all([await _rests(one, one in self.searched) for one in self.running])
        return False


async def _rests(one: Attendant, searched: bool) -> bool:
    hints, turns = one._hints, one._turns
    if not searched or not hints.begun.is_set() or hints._positions != await one._store.index_end():
        return False
    due = [place for place in turns._places.values() if place.busy or (place.moment or 0) <= turns.now()]
    return not due and turns._looked <= turns.now()  # a clock that was put back is noticed


@contextmanager
def watched() -> Iterator[Attendants]:
    """Takes note of every attendant that begins, until it ends."""
    attendants, run, search = Attendants(), Attendant.run, Attendant.search

    async def running(attendant: Attendant) -> None:
        attendants.running.append(attendant)
        try:
            await run(attendant)
        finally:
            attendants.running.remove(attendant)

    async def searching(attendant: Attendant) -> None:
        await search(attendant)
        attendants.searched.append(attendant)

    with patch.object(Attendant, "run", running), patch.object(Attendant, "search", searching):
        yield attendants
