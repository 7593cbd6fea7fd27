"""What tournaments keep about people: told to them in full, and erased where it is words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement
from sqlmodel import SQLModel, col, delete, or_, select, update

from domain.tournament.record.events import Registered, TournamentEvent
from service.clock import rfc3339
from service.people.challenges import CHALLENGES
from service.people.erasure import PersonalData
from service.people.own_lists import OWN_LISTS
from service.people.seeks import SEEKS
from service.sql.database import Session
from service.tournaments.tables import ClubRow, DeckRow, EventRow, NoteRow, TournamentRow

GONE = "Tournament"
"""What a tournament is called whose organiser was erased: the title and the description were their words."""

_event: msgspec.json.Decoder[TournamentEvent] = msgspec.json.Decoder(TournamentEvent)


async def tell(session: Session, player: str) -> Mapping[str, Any]:
    """The tournaments that a player holds, the entries that name or come from them, notes, clubs, and lists."""
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
    """Erases a player's words: notes by and about them, lists, a club that only they have named, and titles.

    The entries stay: they know a random id, and of a list the commitment. The hashes of what was asked for go, for by
    these words could be guessed.
    """
    await session.exec(delete(NoteRow).where(or_(col(NoteRow.by) == player, col(NoteRow.about) == player)))
    await session.exec(delete(DeckRow).where(col(DeckRow.player) == player))
    words = {"title": GONE, "description": ""}
    await session.exec(update(TournamentRow).where(col(TournamentRow.organiser) == player).values(**words))
    await session.exec(update(EventRow).where(_concerns(player)).values(key=None, fingerprint=None))
    for row, code in _clubs(await _rows(session, player), player):
        others = select(EventRow.n).where(
            EventRow.tournament == row.tournament,
            EventRow.n != row.n,
            col(EventRow.e).contains(f'"club":"{code}"', autoescape=True),
        )
        if (await session.exec(others)).first() is None:
            of = (col(ClubRow.tournament) == row.tournament, col(ClubRow.code) == code)
            await session.exec(delete(ClubRow).where(*of))


def _concerns(player: str) -> ColumnElement[bool]:
    """The entries that name a player or come from them."""
    named = [col(written).contains(f'"{player}"', autoescape=True) for written in (EventRow.cmd, EventRow.e)]
    return or_(*named, col(EventRow.by) == player)


async def _rows(session: Session, player: str) -> Sequence[EventRow]:
    query = select(EventRow).where(_concerns(player))
    return (await session.exec(query.order_by(EventRow.tournament, col(EventRow.n)))).all()


def _clubs(rows: Sequence[EventRow], player: str) -> list[tuple[EventRow, str]]:
    """The entries in which a player names a club, with its code."""
    found: list[tuple[EventRow, str]] = []
    for recorded in rows:
        event = _event.decode(recorded.e)
        if isinstance(event, Registered) and event.player == player and event.club:
            found.append((recorded, event.club))
    return found


def _fields(row: SQLModel) -> dict[str, Any]:
    return row.model_dump(mode="json")


TOURNAMENTS = PersonalData("tournaments", tell, erase)

HOLDINGS: tuple[PersonalData, ...] = (TOURNAMENTS, OWN_LISTS, CHALLENGES, SEEKS)
"""The records beside players, tokens and matches that know something about people, for exports and erasures."""
