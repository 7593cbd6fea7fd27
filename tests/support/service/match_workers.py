"""The match workers that run in a test, and a wait until they have handled every hint and all due work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from unittest.mock import patch

from chronik.service.log.outcomes import Unavailable
from chronik.service.matches.match_worker import MatchWorker
from tests.support.service.apps import until


class MatchWorkers:
    """The running match workers, bots and clocks, of every application of the test."""

    def __init__(self) -> None:
        self.running: list[MatchWorker] = []
        self.searched = list[MatchWorker]()

    async def wait_until_idle(self) -> None:
        """Returns once all workers have read every hint and none has work that is due now."""
        await until(self._rest)

    async def _rest(self) -> bool:
        with suppress(Unavailable):
            return all([await _rests(one, one in self.searched) for one in self.running])
        return False


async def _rests(one: MatchWorker, searched: bool) -> bool:
    hints, queue = one._hints, one._queue
    if not searched or not hints.begun.is_set() or hints._positions != await one._store.index_end():
        return False
    due = [place for place in queue._states.values() if place.busy or (place.moment or 0) <= queue.now()]
    return not due and queue._clock_seen <= queue.now()  # a clock that was set back is noticed


@contextmanager
def track_match_workers() -> Iterator[MatchWorkers]:
    """Records every worker from its start to its end."""
    workers, run, search = MatchWorkers(), MatchWorker.run, MatchWorker.search

    async def running(worker: MatchWorker) -> None:
        workers.running.append(worker)
        try:
            await run(worker)
        finally:
            workers.running.remove(worker)

    async def searching(worker: MatchWorker) -> None:
        await search(worker)
        workers.searched.append(worker)

    with patch.object(MatchWorker, "run", running), patch.object(MatchWorker, "search", searching):
        yield workers
