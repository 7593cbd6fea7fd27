"""The record of each tournament: read, folded, judged and added to; of two who are at it at once, one decides again."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, col, delete, select, update

from domain.tournament.record.events import Created, Recorded, ResultArrived, RoundPaired, RoundStarted, Row
from domain.tournament.record.plan import Plan
from domain.tournament.record.seeds import Secret, commitments
from domain.tournament.record.state import Tournament, fold
from domain.tournament.rules.rounds import consequences
from service.clock import milliseconds
from service.log.outcomes import KeyReused
from service.matches.play import Contended
from service.people.register import living
from service.sql.database import Records, Session, put
from service.tournaments.tables import ClubRow, DeckRow, NoteRow, RecordedRow, TableRow, TournamentRow

TRIES = 8
KEPT = 200
"""How many folded tournaments a process keeps; each is brought up to its record before it is used."""

_encode = msgspec.json.Encoder().encode
_row: Callable[[str], Row] = msgspec.json.Decoder(Row).decode

Wish = Callable[[Tournament], tuple[Row, ...]]
"""What somebody wants: judges the tournament, and answers with rows or raises `Rejected`."""


class Key(Struct, frozen=True):
    """What makes a request the same when it is repeated, and what it asks for; both are hashes."""

    key: str
    mark: str


class Words(Struct, frozen=True):
    """Words for the first row of a change: whose they are, and whom they are about."""

    words: str
    by: str
    about: str = ""


class Changed(Struct, frozen=True):
    """A tournament after a change, and the rows that it has brought; none where it was so already."""

    tournament: Tournament
    rows: tuple[Recorded, ...]


class Erased(Exception):
    """Somebody was erased a moment ago, and wants to write words."""


class Tournaments:
    """The tournaments in SQL."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self._kept: OrderedDict[str, Tournament] = OrderedDict()

    async def create(
        self, tournament: str, title: str, description: str, plan: Plan, by: str, one_winner: bool = False
    ) -> Changed:
        """A new tournament under an id; a second time, it is the first one again. Raises `Erased`."""
        secret = Secret(secrets.token_bytes(32), secrets.token_bytes(32))
        first = Recorded(1, milliseconds(), Created(plan, commitments(tournament, secret), one_winner), by)
        row = TournamentRow(
            id=tournament,
            title=title,
            description=description,
            game=plan.game,
            organiser=by,
            created_at=first.at,
            phase="announced",
            version=1,
            draws_secret=secret.draws.hex(),
            tables_secret=secret.tables.hex(),
        )
        try:
            async with self.records.session() as session:
                if await living(session, by) is None:
                    raise Erased
                session.add(row)
                await session.flush()
                session.add(_stored(tournament, first))
        except IntegrityError:
            found = await self.find(tournament)
            if found is None:
                raise
            return Changed(found, ())
        return Changed(fold(Tournament(tournament), (first,)), (first,))

    async def find(self, tournament: str) -> Tournament | None:
        """A tournament after its last row; None when there is no such tournament."""
        async with self.records.reading() as session:
            return await self.read(session, tournament)

    async def read(self, session: Session, tournament: str) -> Tournament | None:
        """The same within a transaction that has added nothing to it yet."""
        known = self._kept.get(tournament, Tournament(tournament))
        found = fold(known, await rows_after(session, tournament, known.version))
        if not found.version:
            return None
        self._keep(found)
        return found

    async def record(self, tournament: str) -> tuple[Recorded, ...]:
        """All rows of a tournament."""
        async with self.records.reading() as session:
            return await rows_after(session, tournament, 0)

    async def secret(self, tournament: str) -> Secret:
        """The secret of a tournament that exists."""
        of = select(TournamentRow.draws_secret, TournamentRow.tables_secret).where(TournamentRow.id == tournament)
        async with self.records.reading() as session:
            draws, tables = (await session.exec(of)).one()
        return Secret(bytes.fromhex(draws), bytes.fromhex(tables))

    async def decks(self, tournament: str) -> dict[int, tuple[str, str]]:
        """Every list of a tournament with its salt, by entrant."""
        async with self.records.reading() as session:
            rows = (await session.exec(select(DeckRow).where(DeckRow.tournament == tournament))).all()
        return {row.entrant: (row.deck, row.salt) for row in rows}

    async def clubs(self, tournament: str) -> Sequence[ClubRow]:
        """The clubs that entrants of a tournament have named."""
        async with self.records.reading() as session:
            return (await session.exec(select(ClubRow).where(ClubRow.tournament == tournament))).all()

    async def change(
        self,
        tournament: str,
        by: str,
        wish: Wish,
        *,
        key: Key | None = None,
        words: Words | None = None,
        beside: Sequence[SQLModel] = (),
    ) -> Changed | None:
        """What somebody wants, judged and recorded; None when there is no such tournament.

        A wish that takes long, such as a pairing, keeps nobody waiting: it is judged outside the transaction, and
        again when somebody was faster. The rows `beside` the record are written with it.

        Raises `Rejected`, `KeyReused`, `Erased` and `Contended`.
        """
        for _ in range(TRIES):
            found = await self.find(tournament)
            if found is None:
                return None
            if key is not None and await self._again(tournament, key):
                return Changed(found, ())
            brought = await asyncio.to_thread(_brought, found, by, wish)
            if not brought:
                return Changed(found, ())
            try:
                async with self.records.session() as session:
                    if not await append(session, found, brought, key, words):
                        continue
                    if (words or beside) and await living(session, by) is None:
                        raise Erased
                    for one in beside:
                        await put(session, [one])
            except IntegrityError:  # the same key, a moment ago
                continue
            changed = fold(found, brought)
            self._keep(changed)
            return Changed(changed, brought)
        raise Contended("others were faster eight times")

    async def describe(self, tournament: str, by: str, title: str, description: str) -> None:
        """Other words for a tournament; they are no part of its record. Raises `Erased`."""
        async with self.records.session() as session:
            if await living(session, by) is None:
                raise Erased
            words = {"title": title, "description": description}
            await session.exec(update(TournamentRow).where(col(TournamentRow.id) == tournament).values(**words))

    async def _again(self, tournament: str, key: Key) -> bool:
        """Whether a request was answered before; raises `KeyReused` when its key stands for another one."""
        query = select(RecordedRow.mark).where(RecordedRow.tournament == tournament, RecordedRow.key == key.key)
        async with self.records.reading() as session:
            mark = (await session.exec(query)).first()
        if mark is not None and mark != key.mark:
            raise KeyReused("the idempotency key already stands for another request")
        return mark is not None

    def _keep(self, tournament: Tournament) -> None:
        self._kept[tournament.id] = tournament
        self._kept.move_to_end(tournament.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _brought(tournament: Tournament, by: str, wish: Wish) -> tuple[Recorded, ...]:
    """The rows of a wish with what follows from them by itself, numbered."""
    at = milliseconds()
    wished = numbered(tournament, wish(tournament), at, by)
    return (*wished, *following(fold(tournament, wished), at)) if wished else ()


def numbered(tournament: Tournament, rows: Sequence[Row], at: int, by: str = "") -> tuple[Recorded, ...]:
    """Rows as they go on from the last one."""
    return tuple(Recorded(n, at, row, by) for n, row in enumerate(rows, tournament.version + 1))


def following(tournament: Tournament, at: int) -> tuple[Recorded, ...]:
    """What follows by itself from where a tournament stands."""
    return numbered(tournament, consequences(tournament), at)


async def rows_after(session: Session, tournament: str, n: int) -> tuple[Recorded, ...]:
    """The rows of a tournament after a number."""
    query = (
        select(RecordedRow).where(RecordedRow.tournament == tournament, RecordedRow.n > n).order_by(col(RecordedRow.n))
    )
    rows = (await session.exec(query)).all()
    return tuple(Recorded(row.n, row.at, _row(row.body), row.by) for row in rows)


async def rows_numbered(session: Session, tournament: str, numbers: Sequence[int]) -> dict[int, Row]:
    """Some rows of a tournament, by their numbers."""
    if not numbers:
        return {}
    query = select(RecordedRow).where(RecordedRow.tournament == tournament, col(RecordedRow.n).in_(numbers))
    return {row.n: _row(row.body) for row in (await session.exec(query)).all()}


async def append(
    session: Session,
    tournament: Tournament,
    rows: Sequence[Recorded],
    key: Key | None = None,
    words: Words | None = None,
) -> bool:
    """Adds rows to a record, and brings up to them what follows from rows; False when somebody was faster."""
    changed = fold(tournament, rows)
    moved = await session.exec(
        update(TournamentRow)
        .where(col(TournamentRow.id) == tournament.id, col(TournamentRow.version) == tournament.version)
        .values(version=changed.version, phase=changed.phase.value, published=changed.secret is not None)
    )
    if not moved.rowcount:
        return False
    session.add_all([_stored(tournament.id, row, key if row is rows[0] else None) for row in rows])
    if words is not None and words.words:
        note = NoteRow(tournament=tournament.id, n=rows[0].n, by=words.by, about=words.about, words=words.words)
        session.add(note)
    await session.flush()
    for row in rows:
        await _follow(session, tournament.id, row)
    return True


async def _follow(session: Session, tournament: str, recorded: Recorded) -> None:
    """Brings the tables up to a row."""
    row = recorded.row
    of = col(TableRow.tournament) == tournament
    match row:
        case RoundPaired():
            await session.exec(delete(TableRow).where(of, col(TableRow.round) == row.round))
            session.add_all(
                TableRow(match=table.match, tournament=tournament, round=row.round, number=table.table)
                for table in row.tables
                if table.match
            )
            await session.flush()
        case RoundStarted():
            await session.exec(update(TableRow).where(of, col(TableRow.round) == row.round).values(started=True))
        case ResultArrived():
            await session.exec(update(TableRow).where(col(TableRow.match) == row.match).values(arrived=recorded.n))
        case _:
            pass


def _stored(tournament: str, row: Recorded, key: Key | None = None) -> RecordedRow:
    keyed: dict[str, Any] = {} if key is None else {"key": key.key, "mark": key.mark}
    return RecordedRow(tournament=tournament, n=row.n, at=row.at, by=row.by, body=_encode(row.row).decode(), **keyed)
