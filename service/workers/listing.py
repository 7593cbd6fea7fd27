"""The listing: the matches of the lobby, as their logs say and as SQL keeps them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, insert, select

from domain.engine.match.events import Disclosure
from domain.engine.match.match import Status
from domain.engine.seats import SeatHolder
from domain.tournament.record.commands import ImportResult
from projections.match.lobby import ListedSeat, Listing, listed
from service.cold.logs import Logs
from service.cold.noted import Ended, book
from service.matches.catalogue import Catalogue, Rules, opened_by
from service.matches.live import Live, LiveMatches
from service.sql.database import CheckpointRow, MatchRow, Session, put_values
from service.sql.lobby import origin_of
from service.tournaments.results import Behind, TableOwners
from service.workers.positions import PROJECTION
from service.workers.results import Results, listed_result


class Change(NamedTuple):
    """What the table is to say of a match, the version that it told of before, and how the match has ended."""

    listing: Listing
    head: bytes
    before: int
    ended: ImportResult | None = None


class Known(NamedTuple):
    """What the table says of some matches: the version of each, the rows that had to be read, and whose tables."""

    versions: Mapping[str, int]
    rows: Mapping[str, MatchRow]
    owners: TableOwners


class ListedMatches(Struct, frozen=True):
    """Finds what the table does not say yet of matches: in memory where a match was just played, or in its log."""

    logs: Logs
    catalogue: Catalogue
    results: Results
    live: LiveMatches | None = None

    def remembered(self, match: str, version: int) -> Live | None:
        """A match that this process knows at a version or beyond."""
        live = None if self.live is None else self.live.known(match)
        return live if live is not None and live.match.version >= version else None

    async def read(self, match: str, version: int, known: Known) -> Change | None:
        """What is new of a match that is said to be at a version; None when the table has it already."""
        before = known.versions.get(match, 0)
        whole, live = None, self.remembered(match, version)
        if live is not None:
            listing, head = live.listing, live.head
        else:
            row = known.rows.get(match)
            listing = Listing(id=match) if row is None else listing_of(row)
            tail = await self.logs.tail(match, listing.version)
            head = tail.head
            whole = tail if row is None else None  # a row may be newer than what was noted just before: somebody else's
            if tail.items:
                rules = self._rules(listing.game or opened_by(tail.items[0].batch).game)
                listing = listed(listing, rules.entries(tail))
        if listing.version <= before:
            return None
        if listing.status is not Status.FINISHED:
            return Change(listing, head, before)
        ended = await self.results.of(match, whole)
        if await known.owners.own(match, listing.chairs) and ended is None:
            raise LookupError(f"{listing.game} with its data set")
        return Change(listing, head, before, ended)

    def _rules(self, game: str) -> Rules:
        """What the lines of a game are read by."""
        rules = self.catalogue.current(game)
        if rules is None:
            raise LookupError(game)
        return rules


async def listed_versions(session: Session, matches: Sequence[str]) -> dict[str, int]:
    """How far the table has read some matches."""
    own = (CheckpointRow.projection == PROJECTION, col(CheckpointRow.match).in_(matches))
    return dict((await session.exec(select(CheckpointRow.match, CheckpointRow.version).where(*own))).all())


async def listed_rows(session: Session, matches: Sequence[str]) -> dict[str, MatchRow]:
    """What the table says of some matches."""
    if not matches:
        return {}
    found = await session.exec(select(MatchRow).where(col(MatchRow.id).in_(matches)))
    return {row.id: row for row in found.all()}


async def forget(session: Session, matches: Collection[str]) -> None:
    """Forgets what the table says of some matches: they are read again from their beginning."""
    await session.exec(delete(MatchRow).where(col(MatchRow.id).in_(matches)))
    own = (col(CheckpointRow.projection) == PROJECTION, col(CheckpointRow.match).in_(matches))
    await session.exec(delete(CheckpointRow).where(*own))


async def take_over(session: Session, changes: Sequence[Change]) -> None:
    """Takes the rows of matches over, by few statements; raises `Behind` where somebody was faster."""
    changed = {change.listing.id: change for change in changes}
    own = (CheckpointRow.projection == PROJECTION, col(CheckpointRow.match).in_(changed))
    query = select(CheckpointRow.match, CheckpointRow.version).where(*own)
    reached = dict((await session.exec(query.order_by(CheckpointRow.match).with_for_update())).all())
    if any(reached.get(match, 0) != change.before for match, change in changed.items()):
        raise Behind
    now = [
        {"projection": PROJECTION, "match": match, "version": change.listing.version}
        for match, change in changed.items()
    ]
    # What is new is inserted, first: where somebody was faster, this fails, and nothing newer is written over.
    if new := [checkpoint for checkpoint in now if checkpoint["match"] not in reached]:
        try:
            await session.exec(insert(CheckpointRow), params=new)
        except IntegrityError as error:
            raise Behind from error
    await put_values(session, CheckpointRow, [checkpoint for checkpoint in now if checkpoint["match"] in reached])
    await put_values(session, MatchRow, [values_of(change) for change in changed.values()])
    await book(session, [ended for change in changed.values() for ended in _ended(change)])


def _ended(change: Change) -> Iterator[Ended]:
    """What cold storage is told of a match that is over."""
    listing = change.listing
    if listing.status is Status.FINISHED:
        assert listing.closed_at is not None
        yield Ended(listing.id, listing.version, change.head, listing.closed_at)


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
        origin=origin_of(row),
    )


def values_of(change: Change) -> dict[str, object]:
    """The row of a match, column by column."""
    listing = change.listing
    seats = tuple(
        ListedSeat(seat=number, player=chair.player or None, bot=chair.bot or None)
        for number, chair in enumerate(listing.chairs)
    )
    return {
        "id": listing.id,
        "game": listing.game,
        "rules": str(listing.rules),
        "status": listing.status.value,
        "seat_count": len(listing.chairs),
        "seats": msgspec.json.encode(seats).decode(),
        "opened_by": listing.opener or None,
        "opened_at": listing.opened_at,
        "started_at": listing.started_at,
        "closed_at": listing.closed_at,
        "version": listing.version,
        "head": change.head.hex(),
        "result": listed_result(change.ended),
        "disclosure": listing.disclosure.value,
        "origin": None if listing.origin is None else listing.origin.match,
        "origin_version": None if listing.origin is None else listing.origin.version,
    }
