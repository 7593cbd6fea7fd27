"""The log of a tournament in SQL: reads and appends its entries, which are rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import and_, exists, func
from sqlmodel import col, select, update
from sqlmodel.sql.expression import Select

from chronik.domain.log.canonical import encode
from chronik.domain.tournament.record.commands import TournamentCommand
from chronik.domain.tournament.record.events import Created, TournamentEvent
from chronik.domain.tournament.record.log import Entry, NewerEntry
from chronik.domain.tournament.record.plan import RULES
from chronik.domain.tournament.record.seeds import Secret
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.service.log.outcomes import Conflict, KeyReused
from chronik.service.sql.database import Session
from chronik.service.tournaments.table_rows import update_table_rows
from chronik.service.tournaments.tables import EventRow, TournamentRow

LogEnd = tuple[int, int]
"""The end of a log: its version, and the time of that entry."""


class _Kind(Struct):
    """The tag of an event, which every version of Chronik writes."""

    t: str


_command: Callable[[str], TournamentCommand] = msgspec.json.Decoder(TournamentCommand).decode
_kind: Callable[[str], _Kind] = msgspec.json.Decoder(_Kind).decode
_event: Callable[[str], TournamentEvent] = msgspec.json.Decoder(TournamentEvent).decode


class Key(Struct, frozen=True):
    """A request's idempotency key, and the fingerprint of its content; both are hashes."""

    key: str
    fingerprint: str


class FoldedLog(Struct, frozen=True):
    """A tournament, and the last entry from which it was folded. A log that lacks this entry is a different log."""

    tournament: Tournament
    last: Entry


async def secret_of(session: Session, tournament: str) -> Secret:
    """Returns the secret of a tournament, which must exist."""
    of = select(TournamentRow.draws_secret, TournamentRow.tables_secret).where(TournamentRow.id == tournament)
    draws, tables = (await session.exec(of)).one()
    return Secret(bytes.fromhex(draws), bytes.fromhex(tables))


def select_ends() -> Select[str, int, int]:
    """Returns the query for the ends of tournament logs."""
    last = and_(col(EventRow.tournament) == TournamentRow.id, col(EventRow.n) == TournamentRow.version)
    return select(TournamentRow.id, TournamentRow.version, EventRow.at).join(EventRow, last)


async def entries_after(session: Session, tournament: str, n: int, before: int | None = None) -> tuple[Entry, ...]:
    """Returns the entries of a tournament after number `n`, and before number `before`."""
    query = select(EventRow).where(EventRow.tournament == tournament, EventRow.n > n).order_by(col(EventRow.n))
    if before is not None:
        query = query.where(EventRow.n < before)
    return tuple(map(_entry, (await session.exec(query)).all()))


async def find_answer(session: Session, tournament: str, key: Key) -> tuple[Entry, ...] | None:
    """Returns the entries that an earlier request with this key recorded; None for a new key.

    Raises `KeyReused` if the key belongs to a different request.
    """
    of = col(EventRow.tournament) == tournament
    query = select(EventRow.n, EventRow.fingerprint).where(of, EventRow.key == key.key)
    first = (await session.exec(query)).first()
    if first is None:
        return None
    n, fingerprint = first
    if fingerprint != key.fingerprint:
        raise KeyReused("the idempotency key already belongs to another request")
    following = select(func.min(EventRow.n)).where(of, EventRow.n > n, col(EventRow.cmd).is_not(None))
    return await entries_after(session, tournament, n - 1, (await session.exec(following)).one())


async def events_by_number(session: Session, tournament: str, numbers: Sequence[int]) -> dict[int, TournamentEvent]:
    """Returns a tournament's events with these entry numbers, by number."""
    if not numbers:
        return {}
    query = select(EventRow).where(EventRow.tournament == tournament, col(EventRow.n).in_(numbers))
    return {row.n: read_event(row.e) for row in (await session.exec(query)).all()}


async def append(
    session: Session,
    before: FoldedLog,
    entries: Sequence[Entry],
    key: Key | None = None,
) -> Tournament:
    """Appends entries to a log, updates the rows that depend on it, and returns the resulting tournament.

    Raises `Conflict` if the log has grown meanwhile.
    """
    tournament, last = before.tournament, before.last
    after = fold(tournament, entries)
    ends_so = exists().where(
        col(EventRow.tournament) == tournament.id,
        col(EventRow.n) == last.n,
        col(EventRow.at) == last.at,
        col(EventRow.by) == last.by,
    )
    moved = await session.exec(
        update(TournamentRow)
        .where(col(TournamentRow.id) == tournament.id, col(TournamentRow.version) == tournament.version, ends_so)
        .values(version=after.version, phase=after.phase.value, published=after.secret is not None)
        .execution_options(synchronize_session=False)
    )
    if not moved.rowcount:
        raise Conflict
    first = entries[0]
    session.add_all([entry_row(tournament.id, entry, key if entry is first else None) for entry in entries])
    await session.flush()
    for entry in entries:
        await update_table_rows(session, after, entry)
    return after


def read_event(stored: str) -> TournamentEvent:
    """Parses the event of an entry. Raises `NewerEntry` if a newer version wrote it, `ValidationError` if it is
    damaged.
    """
    try:
        event = _event(stored)
    except msgspec.ValidationError as error:
        _kind(stored)
        raise NewerEntry(str(error)) from error
    if isinstance(event, Created) and event.rules > RULES:
        raise NewerEntry(f"rules {event.rules}")
    return event


def _entry(row: EventRow) -> Entry:
    """Parses a row into an entry. Raises `NewerEntry`, and `ValidationError` if it is damaged."""
    event = read_event(row.e)
    try:
        command = None if row.cmd is None else _command(row.cmd)
    except msgspec.ValidationError as error:
        raise NewerEntry(str(error)) from error
    return Entry(n=row.n, at=row.at, by=row.by, cmd=command, e=event)


def as_stored(tournament: str, entry: Entry) -> Entry:
    """Returns an entry as it will be when it is read back from its row."""
    return _entry(entry_row(tournament, entry))


def entry_row(tournament: str, entry: Entry, key: Key | None = None) -> EventRow:
    """Returns the row of an entry; the first entry of a request stores the request's key."""
    return EventRow(
        tournament=tournament,
        n=entry.n,
        at=entry.at,
        by=entry.by,
        cmd=None if entry.cmd is None else encode(entry.cmd).decode(),
        e=encode(entry.e).decode(),
        key=None if key is None else key.key,
        fingerprint=None if key is None else key.fingerprint,
    )
