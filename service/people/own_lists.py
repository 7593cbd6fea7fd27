"""The deck lists that players save, each under a name."""
# SQLModel declares `__tablename__` with a type that it never has.
# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from sqlalchemy import BigInteger, CheckConstraint, String, Text
from sqlmodel import Field, SQLModel, col, delete, func, select

from chronik.service.identity.personal_data import PersonalData
from chronik.service.identity.register import lock_player
from chronik.service.running.clock import milliseconds, rfc3339
from chronik.service.sql.database import Records, Session

MAX_LISTS = 50
"""The greatest number of lists that a player can save."""
MAX_LENGTH = 20_000


class TooManyLists(Exception):
    """An error: the player has already saved the maximum number of lists."""


class OwnListRow(SQLModel, table=True):
    """A list that a player has saved, in its game's canonical form."""

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
    """The saved lists of all players; only the owner can read them."""

    def __init__(self, records: Records) -> None:
        self.records = records

    async def all_of(self, player: str) -> tuple[OwnListRow, ...]:
        """Returns a player's lists, ordered by name."""
        async with self.records.reading() as session:
            return await _lists(session, player)

    async def find(self, player: str, name: str) -> OwnListRow | None:
        """Returns the player's list with this name; None if it does not exist."""
        async with self.records.reading() as session:
            return await session.get(OwnListRow, (player, name))

    async def keep(self, player: str, name: str, game: str, deck: str) -> OwnListRow | None:
        """Saves a list, replacing one with the same name; returns None for an erased player. Raises `TooManyLists`."""
        async with self.records.session() as session:
            if await lock_player(session, player) is None:
                return None
            row = await session.get(OwnListRow, (player, name))
            if row is None:
                query = select(func.count()).where(col(OwnListRow.player) == player)
                if (await session.exec(query)).one() >= MAX_LISTS:
                    raise TooManyLists
                row = OwnListRow(player=player, name=name, game=game, deck=deck, saved_at=milliseconds())
                session.add(row)
            else:
                row.game, row.deck, row.saved_at = game, deck, milliseconds()
            await session.flush()
            return row

    async def forget(self, player: str, name: str) -> bool:
        """Deletes a list; returns False if it does not exist."""
        mine = (col(OwnListRow.player) == player, col(OwnListRow.name) == name)
        async with self.records.session() as session:
            gone = delete(OwnListRow).where(*mine).returning(col(OwnListRow.name))
            return (await session.exec(gone)).first() is not None


async def export(session: Session, player: str) -> Mapping[str, Any]:
    """Returns the lists that a player has saved."""
    rows = await _lists(session, player)
    return {
        "lists": [
            {"name": row.name, "game": row.game, "deck": row.deck, "saved_at": rfc3339(row.saved_at)} for row in rows
        ]
    }


async def erase(session: Session, player: str) -> None:
    """Deletes the lists that a player has saved. Lists that they sealed for a tournament belong to the tournament."""
    await session.exec(delete(OwnListRow).where(col(OwnListRow.player) == player))


async def _lists(session: Session, player: str) -> tuple[OwnListRow, ...]:
    query = select(OwnListRow).where(OwnListRow.player == player).order_by(col(OwnListRow.name))
    return tuple((await session.exec(query)).all())


OWN_LISTS = PersonalData("decks", export, erase)
