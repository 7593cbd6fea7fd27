"""Rebuilds the lobby table from the logs, and compares tournament results with them."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import structlog
from sqlmodel import col, delete
from structlog.typing import FilteringBoundLogger

from chronik.service.cold.archive_rows import list_archives
from chronik.service.cold.logs import Logs
from chronik.service.cold.storage import ColdStorage
from chronik.service.cold.unregistered import register_archives
from chronik.service.log.retry import retry_until_available
from chronik.service.log.store import LogStore
from chronik.service.matches.bookkeeper import AT_ONCE, Bookkeeper
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.positions import PROJECTION, move_positions
from chronik.service.sql.analyses import AnalysisRow
from chronik.service.sql.database import CheckpointRow, MatchRow, PositionRow, Records
from chronik.service.sql.parked import PARKED, count_parked, find_parked
from chronik.service.tournaments.results import NOTHING, Imported

LOG: FilteringBoundLogger = structlog.get_logger("chronik.rebuild")


class Rebuilt(NamedTuple):
    """The result of a rebuild: how many matches were read, how many were parked, and how their results compare."""

    matches: int
    parked: int
    results: Imported


async def rebuild(store: LogStore, records: Records, catalogue: Catalogue, cold: ColdStorage | None = None) -> Rebuilt:
    """Rebuilds the lobby table from the logs and archives, and compares the results of tournaments with them.

    Analyses are dropped. No recorded result is changed. Archives without a row are
    registered: the database may be new, or an older backup.
    """
    ends = await store.index_end()
    matches = {match async for match in store.matches()}
    if cold is not None:
        await register_archives(cold, matches)
        matches |= {one.match for one in await list_archives(records)}
    async with records.session() as session:
        await session.exec(delete(AnalysisRow))
        await session.exec(delete(MatchRow))
        await session.exec(delete(CheckpointRow).where(col(CheckpointRow.projection).in_((PROJECTION, PARKED))))
        await session.exec(delete(PositionRow).where(col(PositionRow.projection) == PROJECTION))
    keeper = Bookkeeper(store, records, catalogue, logs=Logs(store, cold))
    taken, in_order = NOTHING, sorted(matches)
    for first in range(0, len(matches), AT_ONCE):
        taken = taken.merge(await retry_until_available(partial(keeper.catch_up, in_order[first : first + AT_ONCE])))
    async with records.session() as session:
        await move_positions(session, ends)
    # A match that began after the listing may have been booked before its row was deleted.
    taken = taken.merge(await retry_until_available(partial(keeper.catch_up, await keeper.arrivals.find_unfounded())))
    unfounded = await keeper.arrivals.find_unfounded()
    async with records.reading() as session:
        unread = await find_parked(session, unfounded)
        left_out = await count_parked(session)
    lost = tuple(match for match in unfounded if match not in unread)
    for match in lost:
        LOG.error("a recorded result has no closed log", match=match)
    new, same, drifted = map(sorted, taken.merge(Imported(drifted=lost)))
    return Rebuilt(len(matches), left_out, Imported(tuple(new), tuple(same), tuple(drifted)))
