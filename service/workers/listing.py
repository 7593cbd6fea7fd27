"""The listing: the matches of the lobby, as their logs say and as SQL keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from domain.engine.match.events import Disclosure
from domain.engine.match.match import Status
from domain.engine.seats import SeatHolder
from domain.tournament.record.commands import ImportResult
from projections.match.lobby import ListedSeat, Listing, listed
from service.log.store import LogStore
from service.matches.catalogue import Catalogue, Rules, opened_by
from service.sql.database import CheckpointRow, MatchRow, Session, put
from service.tournaments.results import Behind, TableOwners
from service.workers.positions import PROJECTION
from service.workers.results import Results, listed_result


class Change(NamedTuple):
    """A row of the table as it is to be, the version of the match that stood there before, and how it has ended."""

    match: str
    before: int
    row: MatchRow
    ended: ImportResult | None = None


class ListedMatches(Struct, frozen=True):
    """Reads of matches what the table does not say yet."""

    store: LogStore
    catalogue: Catalogue
    results: Results

    async def read(self, match: str, row: MatchRow | None, owners: TableOwners) -> Change | None:
        """The row of a match as the log now has it; None when the table has it already."""
        before = Listing(id=match) if row is None else listing_of(row)
        tail = await self.store.tail(match, before.version)
        if not tail.items:
            return None
        rules = self._rules(before.game or opened_by(tail.items[0].batch).game)
        listing = listed(before, rules.entries(tail))
        changed = row_of(listing, tail.head)
        if listing.status is not Status.FINISHED:
            return Change(match, before.version, changed)
        ended = await self.results.of(match, tail if not before.version else None)
        if await owners.own(match, listing.chairs) and ended is None:
            raise LookupError(f"{listing.game} with its data set")
        changed.result = listed_result(ended)
        return Change(match, before.version, changed, ended)

    def _rules(self, game: str) -> Rules:
        """What the lines of a game are read by."""
        rules = self.catalogue.current(game)
        if rules is None:
            raise LookupError(game)
        return rules


async def listed_rows(session: Session, matches: Sequence[str]) -> dict[str, MatchRow]:
    """What the table says of some matches."""
    found = await session.exec(select(MatchRow).where(col(MatchRow.id).in_(matches)))
    return {row.id: row for row in found.all()}


async def take_over(session: Session, changes: Sequence[Change]) -> None:
    """Takes the rows of matches over, by few statements; raises `Behind` where somebody was faster."""
    changed = {change.match: change for change in changes}
    own = (CheckpointRow.projection == PROJECTION, col(CheckpointRow.match).in_(changed))
    query = select(CheckpointRow).where(*own).order_by(CheckpointRow.match).with_for_update()
    reached = (await session.exec(query)).all()
    versions = {checkpoint.match: checkpoint.version for checkpoint in reached}
    if any(versions.get(match, 0) != change.before for match, change in changed.items()):
        raise Behind
    now = [CheckpointRow(projection=PROJECTION, match=match, version=changed[match].row.version) for match in changed]
    # What is new is inserted, first: where somebody was faster, this fails, and nothing newer is written over.
    session.add_all([checkpoint for checkpoint in now if checkpoint.match not in versions])
    try:
        await session.flush()
    except IntegrityError as error:
        raise Behind from error
    await put(session, [checkpoint for checkpoint in now if checkpoint.match in versions])
    await put(session, [change.row for change in changed.values()])


def listing_of(row: MatchRow) -> Listing:
    """A match as its row says."""
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


def row_of(listing: Listing, head: bytes) -> MatchRow:
    """The row of a match."""
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
