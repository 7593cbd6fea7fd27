"""What tournaments keep about people: told to them in full, and erased where it is words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement
from sqlmodel import SQLModel, col, delete, or_, select, update

from domain.tournament.record.events import Registered, Row
from service.clock import rfc3339
from service.people.erasure import PersonalData
from service.sql.database import Session
from service.tournaments.tables import ClubRow, DeckRow, NoteRow, RecordedRow, TournamentRow

GONE = "Tournament"
"""What a tournament is called whose organiser was erased: the title and the description were their words."""

_row: msgspec.json.Decoder[Row] = msgspec.json.Decoder(Row)


async def tell(session: Session, player: str) -> Mapping[str, Any]:
    """The tournaments that a player holds, the rows that name or come from them, notes, clubs, and lists."""
    held = await session.exec(select(TournamentRow).where(TournamentRow.organiser == player))
    notes = await session.exec(select(NoteRow).where(or_(col(NoteRow.by) == player, col(NoteRow.about) == player)))
    decks = await session.exec(select(DeckRow).where(DeckRow.player == player))
    rows = await _rows(session, player)
    clubs = [await session.get(ClubRow, (row.tournament, code)) for row, code in _clubs(rows, player)]
    return {
        "held": [
            {"id": row.id, "title": row.title, "description": row.description, "created_at": rfc3339(row.created_at)}
            for row in held.all()
        ],
        "rows": [
            {"tournament": row.tournament, "n": row.n, "at": rfc3339(row.at), "row": msgspec.json.decode(row.body)}
            for row in rows
        ],
        "notes": [_fields(row) for row in notes.all()],
        "clubs": [_fields(club) for club in clubs if club is not None],
        "decks": [_fields(row) for row in decks.all()],
    }


async def erase(session: Session, player: str) -> None:
    """Erases a player's words: notes by and about them, lists, a club that only they have named, and titles.

    The rows stay: they know a random id, and of a list the commitment. The hashes of what was asked for go from them,
    for by these words could be guessed.
    """
    await session.exec(delete(NoteRow).where(or_(col(NoteRow.by) == player, col(NoteRow.about) == player)))
    await session.exec(delete(DeckRow).where(col(DeckRow.player) == player))
    words = {"title": GONE, "description": ""}
    await session.exec(update(TournamentRow).where(col(TournamentRow.organiser) == player).values(**words))
    await session.exec(update(RecordedRow).where(_concerns(player)).values(key=None, mark=None))
    for row, code in _clubs(await _rows(session, player), player):
        others = select(RecordedRow.n).where(
            RecordedRow.tournament == row.tournament,
            RecordedRow.n != row.n,
            col(RecordedRow.body).contains(f'"club":"{code}"', autoescape=True),
        )
        if (await session.exec(others)).first() is None:
            of = (col(ClubRow.tournament) == row.tournament, col(ClubRow.code) == code)
            await session.exec(delete(ClubRow).where(*of))


def _concerns(player: str) -> ColumnElement[bool]:
    """The rows that name a player or come from them."""
    return or_(col(RecordedRow.body).contains(f'"{player}"', autoescape=True), col(RecordedRow.by) == player)


async def _rows(session: Session, player: str) -> Sequence[RecordedRow]:
    query = select(RecordedRow).where(_concerns(player))
    return (await session.exec(query.order_by(RecordedRow.tournament, col(RecordedRow.n)))).all()


def _clubs(rows: Sequence[RecordedRow], player: str) -> list[tuple[RecordedRow, str]]:
    """The rows in which a player names a club, with its code."""
    found: list[tuple[RecordedRow, str]] = []
    for recorded in rows:
        row = _row.decode(recorded.body)
        if isinstance(row, Registered) and row.player == player and row.club:
            found.append((recorded, row.club))
    return found


def _fields(row: SQLModel) -> dict[str, Any]:
    return row.model_dump(mode="json")


TOURNAMENTS = PersonalData("tournaments", tell, erase)

HOLDINGS: tuple[PersonalData, ...] = (TOURNAMENTS,)
"""The records beside players, tokens and matches that know something about people, for exports and erasures."""
