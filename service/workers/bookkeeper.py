"""The bookkeeper: follows the indexes of the log store into the lobby's table, and results into tournaments.

A match's row, the result it brings to its tournament, how far it was read and how far the index was read change in one
transaction, so that nothing is skipped and nothing is counted twice, whatever dies when. Several processes may keep
books side by side.

What the table has taken in, the indexes need not tell for ever, so the bookkeeper trims them: to an hour behind where
the table stands, for the sake of the feeds, whose processes follow the same indexes from memory and look for themselves
when a hint is lost. `rebuild` finds matches by their keys and needs no index. A database
that is older than an index, new or restored from a backup, reads all matches of that partition again by their keys.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum, auto
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlmodel import col, delete, func, select
from structlog.typing import FilteringBoundLogger

from domain.engine.match.events import Disclosure
from domain.engine.match.fold import fold
from domain.engine.match.match import Match, Status, outcome
from domain.engine.seats import SeatHolder
from domain.games import AnyGame
from domain.tournament.record.events import ResultArrived
from projections.match.lobby import ListedResult, ListedSeat, Listing, listed
from service.log.keys import partition
from service.log.outcomes import Unavailable
from service.log.store import Grown, LogStore, Tail
from service.matches.catalogue import Catalogue, Rules
from service.matches.live import BEGINNING, LiveMatches
from service.observing.metrics import PARKED as PARKED_MATCHES
from service.sql.database import CheckpointRow, MatchRow, PositionRow, Records, Session, put
from service.sql.parked import PARKED, parked
from service.tournaments.results import NOTHING, Behind, Imported, IncomingResults, TableOwners

PROJECTION = "lobby"
PAUSE = 0.5
"""Seconds between two passes: what happens meanwhile becomes one transaction."""
LONGEST_PAUSE, REST = 2.0, 9.0
"""A pass that takes long is followed by so many times as long a pause: whoever plays comes first."""
WAIT_MS = 5_000
TRIES = 3
AT_ONCE = 50
"""How many whole matches become one transaction."""
KEPT_MS = 3_600_000
"""How much of the indexes stays behind the table."""
TRIM_SECONDS = 60.0
PASSING = (Unavailable, OSError, SQLAlchemyError)
"""What says nothing about a match: the engine or the database is away."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.bookkeeper")


class Unread(Exception):
    """A match could not be read; it is tried again in the next pass."""


class Step(Enum):
    """The moments of a pass at which the tests let a process die."""

    BEFORE_READ = auto()
    AFTER_READ = auto()
    BEFORE_WRITE = auto()
    AFTER_MATCHES = auto()
    AFTER_RESULTS = auto()
    BEFORE_POSITIONS = auto()
    BEFORE_COMMIT = auto()
    AFTER_COMMIT = auto()


class Change(NamedTuple):
    """A row of the table as it is to be, the version of the match that stood there before, and how it has ended."""

    match: str
    before: int
    row: MatchRow
    ended: ResultArrived | None = None


class Skipped(NamedTuple):
    """A match that could not be read and is parked."""

    match: str


class Rebuilt(NamedTuple):
    """What making the table anew has come to: matches read and left out, and what their results say."""

    matches: int
    parked: int
    results: Imported


class Bookkeeper:
    """Keeps the table of matches; `run` follows the logs until it is cancelled."""

    def __init__(
        self, store: LogStore, records: Records, catalogue: Catalogue, live: LiveMatches | None = None
    ) -> None:
        self.store = store
        self.live = live
        self.records = records
        self.catalogue = catalogue
        self.arrivals = IncomingResults(records)
        self.failures: Counter[str] = Counter()
        self.took = 0.0
        """Seconds that the last pass took."""
        self.trimmed = time.monotonic()

    async def run(self) -> None:
        """Follows for ever, parked matches and gaps first; an engine or a database that is away is waited for."""
        tried = False
        while True:
            try:
                if not tried:
                    await self.try_parked()
                    await self.close_gaps()
                    tried = True
                if not await self.follow(WAIT_MS):
                    continue
                if time.monotonic() - self.trimmed > TRIM_SECONDS:
                    self.trimmed = time.monotonic()
                    await self.trim()
                    await self.retry_results()
            except Behind:
                LOG.debug("another process has kept these books")
            except Exception as error:
                if isinstance(error, PASSING):
                    tried = False  # what comes back may be a backup
                LOG.warning("the books wait", error=type(error).__name__)
            await asyncio.sleep(max(PAUSE, min(REST * self.took, LONGEST_PAUSE)))

    def reached(self, step: Step) -> None:
        """Does nothing; the tests die here."""

    async def follow(self, wait_ms: int = 0) -> int:
        """One pass: takes in what the indexes say since the last one; how many hints there were."""
        self.reached(Step.BEFORE_READ)
        grown = await self.store.grown(await self._positions(), wait_ms)
        if grown:
            begun = time.monotonic()
            await self._take_in(grown)
            self.took = time.monotonic() - begun
        return len(grown)

    async def try_parked(self) -> None:
        """Takes in the matches that were parked, as far as that is possible now."""
        async with self.records.reading() as session:
            rows = await session.exec(select(CheckpointRow.match).where(CheckpointRow.projection == PARKED))
            parked = rows.all()
        PARKED_MATCHES.set(len(parked))
        await self.catch_up(parked)

    async def close_gaps(self) -> None:
        """Takes in all matches of the partitions whose index begins after what the table has read of it."""
        positions, starts = await self._positions(), await self.store.index_start()
        behind = gaps(positions, starts)
        if not behind:
            return
        LOG.info("matches are looked for by their keys", partitions=len(behind))
        ends = await self.store.index_end()
        await self.catch_up([match async for match in self.store.matches() if partition(match) in behind])
        async with self.records.session() as session:
            await _move(session, {n: ends[n] for n in behind})

    async def trim(self) -> None:
        """Lets the indexes forget what the table has long taken in; the entry it stands at always stays."""
        positions = await self._positions()
        await self.store.trim_indexes(
            {n: f"{max(_moment(position)[0] - KEPT_MS, 0)}-0" for n, position in positions.items()}
        )

    async def retry_results(self) -> Imported:
        """Records the results of matches that were read before their tournament table was known."""
        taken = NOTHING
        rows, owners = await self._known(await self.arrivals.owed())
        for match, row in sorted(rows.items()):
            try:
                await owners.own(match, _listing(row).chairs)
                ended = await self._ended(match)
            except (*PASSING, Behind):
                raise
            except Exception as error:
                LOG.error("a result is owed", match=match, exc_info=error)
                continue
            async with self.records.session() as session:
                one = await self.arrivals.take_in(session, [] if ended is None else [ended])
            one.tell()
            taken = taken.and_more(one)
        return taken

    async def catch_up(self, matches: Sequence[str]) -> Imported:
        """Takes in whole matches, whatever the indexes say; parks those with which that fails."""
        taken = NOTHING
        for first in range(0, len(matches), AT_ONCE):
            some = sorted(matches[first : first + AT_ONCE])
            for _ in range(TRIES):
                with suppress(Behind):
                    taken = taken.and_more(await self._write(await self._tried(some, tries=1)))
                    break
            else:
                for match in some if len(some) > 1 else ():
                    taken = taken.and_more(await self.catch_up([match]))
        return taken

    async def _positions(self) -> dict[int, str]:
        async with self.records.reading() as session:
            rows = await session.exec(select(PositionRow).where(PositionRow.projection == PROJECTION))
            return {row.partition: row.position for row in rows}

    async def _take_in(self, grown: Sequence[Grown]) -> None:
        positions = {hint.partition: hint.position for hint in grown}
        # In one order everywhere, so that processes side by side wait for each other and never in a circle.
        changes = await self._tried(sorted({hint.match for hint in grown}))
        if any(isinstance(change, Unread) for change in changes):
            raise Unread
        await self._write(changes, positions)

    async def _write(
        self, changes: Sequence[Change | Skipped | Unread], positions: Mapping[int, str] | None = None
    ) -> Imported:
        """Takes over what was read, results and positions with it; raises `Behind` where somebody was faster."""
        ended = [change.ended for change in changes if isinstance(change, Change) and change.ended is not None]
        self.reached(Step.BEFORE_WRITE)
        async with self.records.session() as session:
            await _list(session, changes)
            self.reached(Step.AFTER_MATCHES)
            taken = await self.arrivals.take_in(session, ended)
            self.reached(Step.AFTER_RESULTS)
            parked = await session.exec(_PARKED)
            self.reached(Step.BEFORE_POSITIONS)
            await _move(session, positions or {})
            self.reached(Step.BEFORE_COMMIT)
        self.reached(Step.AFTER_COMMIT)
        taken.tell()
        PARKED_MATCHES.set(parked.one())
        return taken

    async def _tried(self, matches: Sequence[str], tries: int = TRIES) -> list[Change | Skipped | Unread]:
        """What is new of some matches; one that cannot be read again and again is parked, and said so."""
        rows, owners = await self._known(matches)
        changes: list[Change | Skipped | Unread] = []
        for match in matches:
            try:
                change = await self._read(match, rows.get(match), owners)
            except PASSING:
                raise
            except Exception as error:
                self.failures[match] += 1
                if self.failures[match] < tries:
                    changes.append(Unread(match))
                    continue
                LOG.error("match parked", match=match, exc_info=error)
                changes.append(Skipped(match))
                continue
            del self.failures[match]
            if change is not None:
                changes.append(change)
        self.reached(Step.AFTER_READ)
        return changes

    async def _known(self, matches: Sequence[str]) -> tuple[dict[str, MatchRow], TableOwners]:
        """What the table says of some matches, and whose tables they are."""
        async with self.records.reading() as session:
            found = await session.exec(select(MatchRow).where(col(MatchRow.id).in_(matches)))
            return {row.id: row for row in found.all()}, await self.arrivals.owners(session, matches)

    async def _read(self, match: str, row: MatchRow | None, owners: TableOwners) -> Change | None:
        """The row of a match as the log now has it; None when the table has it already."""
        before = Listing(id=match) if row is None else _listing(row)
        tail = await self.store.tail(match, before.version)
        if not tail.entries:
            return None
        rules = self._rules(before.game or BEGINNING.decode(tail.entries[0]).e.game)
        listing = listed(before, map(rules.codec.entry, tail.entries))
        changed = _row(listing, tail.head)
        if listing.status is not Status.FINISHED:
            return Change(match, before.version, changed)
        ended = await self._ended(match, tail if not before.version else None)
        if await owners.own(match, listing.chairs) and ended is None:
            raise LookupError(f"{listing.game} with its data set")
        changed.result = _result(ended)
        return Change(match, before.version, changed, ended)

    def _rules(self, game: str) -> Rules:
        """What the lines of a game are read by."""
        rules = self.catalogue.current(game)
        if rules is None:
            raise LookupError(game)
        return rules

    async def _ended(self, match: str, whole: Tail | None = None) -> ResultArrived | None:
        """How a closed match ended, where its data set is loaded; from memory where it has just been played there."""
        live = self.live.known(match) if self.live else None
        if live is not None and live.match.closed is not None:
            return _end(live.rules.game, live.match, live.head)
        tail = whole or await self.store.tail(match, 0)
        rules = self.catalogue.pinned(BEGINNING.decode(tail.entries[0]).e)
        if rules is None:
            return None
        return _end(rules.game, fold(rules.game, Match(id=match), map(rules.codec.entry, tail.entries)), tail.head)


def _end(game: AnyGame, match: Match[Any], head: bytes) -> ResultArrived:
    assert match.closed is not None, "a match that is not over"
    ended, reason = outcome(game, match), match.closed.reason.value
    if ended is None:
        return ResultArrived(match.id, match.version, head.hex(), reason)
    return ResultArrived(match.id, match.version, head.hex(), reason, ended.points, ended.places)


def _result(ended: ResultArrived | None) -> str | None:
    """The result in a match's row: none where nobody came to a place."""
    if ended is None or not ended.places:
        return None
    return msgspec.json.encode(ListedResult(ended.points, ended.places)).decode()


async def rebuild(store: LogStore, records: Records, catalogue: Catalogue) -> Rebuilt:
    """Makes the table anew from the logs, and holds the results of tournaments against them; none is changed."""
    ends = await store.index_end()
    async with records.session() as session:
        await session.exec(delete(MatchRow))
        await session.exec(delete(CheckpointRow).where(col(CheckpointRow.projection).in_((PROJECTION, PARKED))))
        await session.exec(delete(PositionRow).where(col(PositionRow.projection) == PROJECTION))
    keeper, matches = Bookkeeper(store, records, catalogue), [match async for match in store.matches()]
    taken = await keeper.catch_up(matches)
    async with records.session() as session:
        await _move(session, ends)
    unfounded = await keeper.arrivals.unfounded()
    async with records.reading() as session:
        unread = await parked(session, unfounded)
        left_out = (await session.exec(_PARKED)).one()
    lost = tuple(match for match in unfounded if match not in unread)
    for match in lost:
        LOG.error("a recorded result has no closed log", match=match)
    new, same, drifted = map(sorted, taken.and_more(Imported(drifted=lost)))
    return Rebuilt(len(matches), left_out, Imported(tuple(new), tuple(same), tuple(drifted)))


_PARKED = select(func.count()).select_from(CheckpointRow).where(CheckpointRow.projection == PARKED)


def gaps(positions: Mapping[int, str], starts: Mapping[int, str]) -> frozenset[int]:
    """The partitions whose index begins after what was read of it."""
    return frozenset(n for n, start in starts.items() if _moment(positions.get(n, "0-0")) < _moment(start))


def _moment(position: str) -> tuple[int, int]:
    """A position of an index as what it is ordered by: milliseconds, and a number within them."""
    at, _, number = position.partition("-")
    return int(at), int(number)


async def _move(session: Session, positions: Mapping[int, str]) -> None:
    """Notes how far the indexes were read."""
    rows = sorted(positions.items())
    await put(session, [PositionRow(projection=PROJECTION, partition=n, position=position) for n, position in rows])


async def _list(session: Session, changes: Sequence[Change | Skipped | Unread]) -> None:
    """Takes the rows of matches over, by few statements; raises `Behind` where somebody was faster."""
    changed = {change.match: change for change in changes if isinstance(change, Change)}
    own = (CheckpointRow.projection == PROJECTION, col(CheckpointRow.match).in_(changed))
    query = select(CheckpointRow).where(*own).order_by(CheckpointRow.match).with_for_update()
    reached = (await session.exec(query)).all()
    versions = {checkpoint.match: checkpoint.version for checkpoint in reached}
    if any(versions.get(match, 0) != change.before for match, change in changed.items()):
        raise Behind
    now = [CheckpointRow(projection=PROJECTION, match=match, version=changed[match].row.version) for match in changed]
    skipped = [change.match for change in changes if isinstance(change, Skipped)]
    # What is new is inserted, first: where somebody was faster, this fails, and nothing newer is written over.
    session.add_all([checkpoint for checkpoint in now if checkpoint.match not in versions])
    try:
        await session.flush()
    except IntegrityError as error:
        raise Behind from error
    await put(session, [checkpoint for checkpoint in now if checkpoint.match in versions])
    await put(session, [change.row for change in changed.values()])
    await put(session, [CheckpointRow(projection=PARKED, match=match, version=0) for match in skipped])
    parked = (col(CheckpointRow.projection) == PARKED, col(CheckpointRow.match).in_(changed))
    await session.exec(delete(CheckpointRow).where(*parked))


def _listing(row: MatchRow) -> Listing:
    seats = msgspec.json.decode(row.seats, type=tuple[ListedSeat, ...])
    return Listing(
        id=row.id,
        version=row.version,
        game=row.game,
        rules=int(row.rules),
        opener=row.opened_by or "",
        disclosure=Disclosure(row.disclosure),
        status=Status(row.status),
        chairs=tuple(SeatHolder(seat.player or "", seat.bot or "") for seat in seats),
        opened_at=row.opened_at,
        started_at=row.started_at,
        closed_at=row.closed_at,
    )


def _row(listing: Listing, head: bytes) -> MatchRow:
    seats = tuple(
        ListedSeat(seat=number, player=chair.player or None, bot=chair.bot or None)
        for number, chair in enumerate(listing.chairs)
    )
    return MatchRow(
        id=listing.id,
        game=listing.game,
        rules=str(listing.rules),
        status=listing.status.value,
        seat_count=len(listing.chairs),
        seats=msgspec.json.encode(seats).decode(),
        opened_by=listing.opener or None,
        opened_at=listing.opened_at,
        started_at=listing.started_at,
        closed_at=listing.closed_at,
        version=listing.version,
        head=head.hex(),
        disclosure=listing.disclosure.value,
    )
