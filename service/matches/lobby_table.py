"""The lobby table: reads changes to matches from their logs, and writes them to SQL."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, insert, select

from chronik.domain.engine.match.events import Disclosure
from chronik.domain.engine.match.match import FormerPlayer, Status
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.verdict import Pinned
from chronik.domain.tournament.record.commands import ImportResult
from chronik.projections.match.lobby import ListedSeat, Listing, update_listing
from chronik.service.cold.archive_rows import EndedMatch, add_due_archives
from chronik.service.cold.logs import Logs
from chronik.service.log.outcomes import Conflict, check_not_newer
from chronik.service.matches.catalogue import Catalogue, Rules, read_opening
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.positions import PROJECTION
from chronik.service.matches.results import Results, encode_result
from chronik.service.sql.database import CheckpointRow, MatchRow, Session, put_values
from chronik.service.sql.lobby import origin_of
from chronik.service.tournaments.results import TableOwners


class Change(NamedTuple):
    """A change to a match for the lobby table: the new listing, the previous version, and the result if it ended."""

    listing: Listing
    head: bytes
    before: int
    ended: ImportResult | None = None


class LobbySnapshot(NamedTuple):
    """The state of several matches in SQL: their versions, the rows that were needed, and their tournament tables."""

    versions: Mapping[str, int]
    rows: Mapping[str, MatchRow]
    owners: TableOwners


class ChangeReader(Struct, frozen=True):
    """A reader of changes that the lobby table does not have yet: from memory if possible, otherwise from the log."""

    logs: Logs
    catalogue: Catalogue
    results: Results
    live: LiveMatches | None = None

    def find_cached(self, match: str, version: int) -> Live | None:
        """Returns a match from memory if it is there at this version or later."""
        live = None if self.live is None else self.live.find_cached(match)
        return live if live is not None and live.match.version >= version else None

    async def read(self, match: str, version: int, known: LobbySnapshot) -> Change | None:
        """Returns the change to a match that a hint reports at a version, or None if the table has it already."""
        before = known.versions.get(match, 0)
        whole, live = None, self.find_cached(match, version)
        if live is not None:
            listing, head = live.listing, live.head
        else:
            row = known.rows.get(match)
            listing = Listing(id=match) if row is None else listing_from_row(row)
            check_not_newer(Pinned(listing.game, listing.rules, ""))
            tail = await self.logs.tail(match, listing.version)
            head = tail.head
            whole = tail if row is None else None  # another process may have written the row after its version was read
            if tail.items:
                rules = self._rules(listing.game or read_opening(tail.items[0].batch).game)
                listing = update_listing(listing, rules.entries(tail))
        if listing.version <= before:
            return None
        if listing.status is not Status.FINISHED:
            return Change(listing, head, before)
        ended = await self.results.of(match, whole)
        if await known.owners.is_table(match, listing.chairs) and ended is None:
            raise LookupError(f"{listing.game} with its data set")
        return Change(listing, head, before, ended)

    def _rules(self, game: str) -> Rules:
        """Returns the rules that read the entries of a game; raises `LookupError` if the game is unknown."""
        rules = self.catalogue.current(game)
        if rules is None:
            raise LookupError(game)
        return rules


async def read_versions(session: Session, matches: Sequence[str]) -> dict[str, int]:
    """Reads the versions that the lobby table has reached for these matches."""
    own = (CheckpointRow.projection == PROJECTION, col(CheckpointRow.match).in_(matches))
    return dict((await session.exec(select(CheckpointRow.match, CheckpointRow.version).where(*own))).all())


async def read_rows(session: Session, matches: Sequence[str]) -> dict[str, MatchRow]:
    """Reads the rows of these matches."""
    if not matches:
        return {}
    found = await session.exec(select(MatchRow).where(col(MatchRow.id).in_(matches)))
    return {row.id: row for row in found.all()}


async def delete_rows(session: Session, matches: Collection[str]) -> None:
    """Deletes the rows of these matches, so that they are read again from the beginning."""
    await session.exec(delete(MatchRow).where(col(MatchRow.id).in_(matches)))
    own = (col(CheckpointRow.projection) == PROJECTION, col(CheckpointRow.match).in_(matches))
    await session.exec(delete(CheckpointRow).where(*own))


async def write_changes(session: Session, changes: Sequence[Change]) -> None:
    """Writes the rows of matches in a few statements; raises `Conflict` if another process was faster."""
    changed = {change.listing.id: change for change in changes}
    own = (CheckpointRow.projection == PROJECTION, col(CheckpointRow.match).in_(changed))
    query = select(CheckpointRow.match, CheckpointRow.version).where(*own)
    reached = dict((await session.exec(query.order_by(CheckpointRow.match).with_for_update())).all())
    if any(reached.get(match, 0) != change.before for match, change in changed.items()):
        raise Conflict
    now = [
        {"projection": PROJECTION, "match": match, "version": change.listing.version}
        for match, change in changed.items()
    ]
    # New rows are inserted first: if another process was faster this fails, before a newer row is overwritten.
    if new := [checkpoint for checkpoint in now if checkpoint["match"] not in reached]:
        try:
            await session.exec(insert(CheckpointRow), params=new)
        except IntegrityError as error:
            raise Conflict from error
    await put_values(session, CheckpointRow, [checkpoint for checkpoint in now if checkpoint["match"] in reached])
    await put_values(session, MatchRow, [row_values(change) for change in changed.values()])
    await add_due_archives(session, [ended for change in changed.values() for ended in _iter_ended(change)])


def _iter_ended(change: Change) -> Iterator[EndedMatch]:
    """Yields the match for the archivist if it is over."""
    listing = change.listing
    if listing.status is Status.FINISHED:
        assert listing.closed_at is not None
        yield EndedMatch(listing.id, listing.version, change.head, listing.closed_at)


def listing_from_row(row: MatchRow) -> Listing:
    """Builds the listing of a match from its row."""
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
        offered=next((seat.seat for seat in seats if seat.offered), None),
        former=tuple(FormerPlayer(seat.seat, player, until) for seat in seats for player, until in seat.former),
        opened_at=row.opened_at,
        started_at=row.started_at,
        closed_at=row.closed_at,
        origin=origin_of(row),
        tutorial=row.tutorial,
        private=row.private,
        changed_at=row.changed_at,
    )


def row_values(change: Change) -> dict[str, object]:
    """Returns the columns of a match's row."""
    listing = change.listing
    seats = tuple(
        ListedSeat(
            seat=number,
            player=chair.player or None,
            bot=chair.bot or None,
            offered=number == listing.offered,
            former=tuple((one.player, one.until) for one in listing.former if one.seat == number),
        )
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
        "result": encode_result(change.ended),
        "disclosure": listing.disclosure.value,
        "origin": None if listing.origin is None else listing.origin.match,
        "origin_version": None if listing.origin is None else listing.origin.version,
        "tutorial": listing.tutorial,
        "private": listing.private,
        "changed_at": listing.changed_at,
    }
