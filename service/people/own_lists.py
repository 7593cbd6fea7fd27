"""Lists of cards that people keep for themselves, each by a name of its owner's."""
# SQLModel declares `__tablename__` as something that it never is.
# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from sqlalchemy import BigInteger, CheckConstraint, String, Text
from sqlmodel import Field, SQLModel, col, delete, func, select

from service.clock import milliseconds, rfc3339
from service.people.erasure import PersonalData
from service.people.register import living
from service.sql.database import Records, Session

MOST = 50
"""How many lists somebody can keep."""
LONGEST = 20_000


class TooMany(Exception):
    """Somebody keeps as many lists as they can."""


class OwnListRow(SQLModel, table=True):
    """A list that a player keeps, as its game writes it down."""

    __tablename__: ClassVar[str] = "own_lists"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(name) BETWEEN 1 AND 40", name="name"),
        CheckConstraint("length(deck) <= 20000", name="deck"),
    )

    player: str = Field(primary_key=True, foreign_key="players.id", sa_type=String(32))
    name: str = Field(primary_key=True, sa_type=String(40))
    game: str = Field(sa_type=String(40))
    deck: str = Field(sa_type=Text)
    saved_at: int = Field(sa_type=BigInteger)


class OwnLists:
    """The lists of everybody, told to their owners only."""

    def __init__(self, records: Records) -> None:
        self.records = records

    async def all_of(self, player: str) -> tuple[OwnListRow, ...]:
        """The lists of a player, by name."""
        async with self.records.reading() as session:
            return await _lists(session, player)

    async def find(self, player: str, name: str) -> OwnListRow | None:
        """A list of a player."""
        async with self.records.reading() as session:
            return await session.get(OwnListRow, (player, name))

    async def keep(self, player: str, name: str, game: str, deck: str) -> OwnListRow | None:
        """Keeps a list in place of the one of its name; None for a ghost. Raises `TooMany`."""
        async with self.records.session() as session:
            if await living(session, player) is None:
                return None
            row = await session.get(OwnListRow, (player, name))
            if row is None:
                query = select(func.count()).where(col(OwnListRow.player) == player)
                if (await session.exec(query)).one() >= MOST:
                    raise TooMany
                row = OwnListRow(player=player, name=name, game=game, deck=deck, saved_at=milliseconds())
                session.add(row)
            else:
                row.game, row.deck, row.saved_at = game, deck, milliseconds()
            await session.flush()
            return row

    async def forget(self, player: str, name: str) -> bool:
        """Forgets a list; false when there is none."""
        mine = (col(OwnListRow.player) == player, col(OwnListRow.name) == name)
        async with self.records.session() as session:
            gone = delete(OwnListRow).where(*mine).returning(col(OwnListRow.name))
            return (await session.exec(gone)).first() is not None


async def tell(session: Session, player: str) -> Mapping[str, Any]:
    """The lists that a player keeps."""
    rows = await _lists(session, player)
    return {
        "lists": [
            {"name": row.name, "game": row.game, "deck": row.deck, "saved_at": rfc3339(row.saved_at)} for row in rows
        ]
    }


async def erase(session: Session, player: str) -> None:
    """Erases the lists that a player keeps; those that were sealed for a tournament are the tournament's."""
    await session.exec(delete(OwnListRow).where(col(OwnListRow.player) == player))


async def _lists(session: Session, player: str) -> tuple[OwnListRow, ...]:
    query = select(OwnListRow).where(OwnListRow.player == player).order_by(col(OwnListRow.name))
    return tuple((await session.exec(query)).all())


OWN_LISTS = PersonalData("decks", tell, erase)
