"""Exports the personal data that tournaments hold, and erases people's text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement
from sqlmodel import SQLModel, col, delete, or_, select, update

from chronik.domain.tournament.record.events import ClubSet, Registered
from chronik.service.identity.personal_data import PersonalData
from chronik.service.running.clock import moment, rfc3339
from chronik.service.sql.database import Session
from chronik.service.tournaments.log import read_event
from chronik.service.tournaments.tables import ClubRow, DeckRow, EventRow, NoteRow, TournamentRow

ERASED_TITLE = "Tournament"
"""The title of a tournament whose organiser was erased, because the old title was the organiser's text."""


async def export(session: Session, player: str) -> Mapping[str, Any]:
    """Returns the tournaments that a player organises, the entries that name them, and their notes, clubs and lists."""
    held = await session.exec(select(TournamentRow).where(TournamentRow.organiser == player))
    notes = await session.exec(select(NoteRow).where(or_(col(NoteRow.by) == player, col(NoteRow.about) == player)))
    decks = await session.exec(select(DeckRow).where(DeckRow.player == player))
    rows = await _rows(session, player)
    clubs = [await session.get(ClubRow, (row.tournament, code)) for row, code in _clubs(rows, player)]
    return {
        "held": [
            {
                "id": row.id,
                "title": row.title,
                "description": row.description,
                "zone": row.zone,
                "starts_at": moment(row.starts_at),
                "created_at": rfc3339(row.created_at),
            }
            for row in held.all()
        ],
        "entries": [
            {"tournament": row.tournament, "n": row.n, "at": rfc3339(row.at), "e": msgspec.json.decode(row.e)}
            for row in rows
        ],
        "notes": [_fields(row) for row in notes.all()],
        "clubs": [_fields(club) for club in clubs if club is not None],
        "decks": [_fields(row) for row in decks.all()],
    }


async def erase(session: Session, player: str) -> None:
    """Erases a player's text: notes by and about them, lists, titles, and clubs that only they have named.

    The entries stay: they contain only random ids and the commitments of lists. The fingerprints of requests are
    deleted, because erased text could be guessed from them.
    """
    await session.exec(delete(NoteRow).where(or_(col(NoteRow.by) == player, col(NoteRow.about) == player)))
    await session.exec(delete(DeckRow).where(col(DeckRow.player) == player))
    words = {"title": ERASED_TITLE, "description": ""}
    await session.exec(update(TournamentRow).where(col(TournamentRow.organiser) == player).values(**words))
    await session.exec(update(EventRow).where(_concerns(player)).values(key=None, fingerprint=None))
    for row, code in _clubs(await _rows(session, player), player):
        others = select(EventRow.n).where(
            EventRow.tournament == row.tournament,
            col(EventRow.e).contains(f'"club":"{code}"', autoescape=True),
            ~col(EventRow.e).contains(f'"player":"{player}"', autoescape=True),
        )
        if (await session.exec(others)).first() is None:
            of = (col(ClubRow.tournament) == row.tournament, col(ClubRow.code) == code)
            await session.exec(delete(ClubRow).where(*of))


def _concerns(player: str) -> ColumnElement[bool]:
    """Returns the SQL condition for the entries that name a player or were caused by them."""
    named = [col(written).contains(f'"{player}"', autoescape=True) for written in (EventRow.cmd, EventRow.e)]
    return or_(*named, col(EventRow.by) == player)


async def _rows(session: Session, player: str) -> Sequence[EventRow]:
    query = select(EventRow).where(_concerns(player))
    return (await session.exec(query.order_by(EventRow.tournament, col(EventRow.n)))).all()


def _clubs(rows: Sequence[EventRow], player: str) -> list[tuple[EventRow, str]]:
    """Returns the entries in which a player names a club, with the club's code."""
    found: list[tuple[EventRow, str]] = []
    for recorded in rows:
        event = read_event(recorded.e)
        if isinstance(event, Registered | ClubSet) and event.player == player and event.club:
            found.append((recorded, event.club))
    return found


def _fields(row: SQLModel) -> dict[str, Any]:
    return row.model_dump(mode="json")


TOURNAMENTS = PersonalData("tournaments", export, erase)
