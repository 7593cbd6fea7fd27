"""Rebuilding: the lobby's table made anew from the logs, and results of tournaments held against them."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import structlog
from sqlmodel import col, delete
from structlog.typing import FilteringBoundLogger

from service.cold.found import note_all
from service.cold.logs import Logs
from service.cold.noted import archived
from service.cold.storage import ColdStorage
from service.log.patience import patiently
from service.log.store import LogStore
from service.matches.catalogue import Catalogue
from service.sql.database import CheckpointRow, MatchRow, PositionRow, Records
from service.sql.parked import PARKED, count_parked, parked
from service.tournaments.results import NOTHING, Imported
from service.workers.bookkeeper import AT_ONCE, Bookkeeper
from service.workers.positions import PROJECTION, move_positions

LOG: FilteringBoundLogger = structlog.get_logger("chronik.rebuild")


class Rebuilt(NamedTuple):
    """What making the table anew has come to: matches read and left out, and what their results say."""

    matches: int
    parked: int
    results: Imported


async def rebuild(store: LogStore, records: Records, catalogue: Catalogue, cold: ColdStorage | None = None) -> Rebuilt:
    """Makes the table anew from the logs, live and archived, and holds the results of tournaments against them.

    No result is changed. Archives that nobody has noted, because the records are new or older, are noted.
    """
    ends = await store.index_end()
    matches = {match async for match in store.matches()}
    if cold is not None:
        await note_all(cold, matches)
        matches |= {one.match for one in await archived(records)}
    async with records.session() as session:
        await session.exec(delete(MatchRow))
        await session.exec(delete(CheckpointRow).where(col(CheckpointRow.projection).in_((PROJECTION, PARKED))))
        await session.exec(delete(PositionRow).where(col(PositionRow.projection) == PROJECTION))
    keeper = Bookkeeper(store, records, catalogue, logs=Logs(store, cold))
    taken, in_order = NOTHING, sorted(matches)
    for first in range(0, len(matches), AT_ONCE):
        taken = taken.and_more(await patiently(partial(keeper.catch_up, in_order[first : first + AT_ONCE])))
    async with records.session() as session:
        await move_positions(session, ends)
    # What began after the matches were listed, and was booked before their rows went, is there all the same.
    taken = taken.and_more(await patiently(partial(keeper.catch_up, await keeper.arrivals.unfounded())))
    unfounded = await keeper.arrivals.unfounded()
    async with records.reading() as session:
        unread = await parked(session, unfounded)
        left_out = await count_parked(session)
    lost = tuple(match for match in unfounded if match not in unread)
    for match in lost:
        LOG.error("a recorded result has no closed log", match=match)
    new, same, drifted = map(sorted, taken.and_more(Imported(drifted=lost)))
    return Rebuilt(len(matches), left_out, Imported(tuple(new), tuple(same), tuple(drifted)))
