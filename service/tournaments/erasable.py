"""Erasable text: notes, lists, clubs and names that come with a command.

They stay outside the log, which cannot be erased.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from msgspec import Struct
from sqlmodel import SQLModel

from chronik.domain.tournament.record.commands import Register, RegisterMany, TournamentCommand
from chronik.service.identity.register import lock_players, rename_player
from chronik.service.sql.database import Session, put
from chronik.service.tournaments.tables import DeckRow, NoteRow

NO_RENAMES: Mapping[str, str] = MappingProxyType({})


class AuthorErased(Exception):
    """An error: the author has just been erased."""


class OwnerErased(Exception):
    """An error: the owner of a list or club has just been erased."""


class NoteText(Struct, frozen=True):
    """A note on the first entry of a command: its text, its author, and the player it is about."""

    words: str
    by: str
    about: str = ""


class ErasablePart(Struct, frozen=True):
    """The erasable part of a command: its author, its note, rows outside the log, and new names by player."""

    by: str
    words: NoteText | None
    rows: Sequence[SQLModel]
    renamed: Mapping[str, str]
    owners: frozenset[str]
    """The players who own the lists or clubs in `rows`."""

    async def lock_people(self, session: Session) -> NoteText | None:
        """Returns the note that may be stored; locks its author, its subject and all owners until the transaction ends.

        This must happen before the tournament is locked, because an erasure locks players first too. A note about an
        erased player is dropped. Raises `AuthorErased` and `OwnerErased`.
        """
        if not (self.words or self.rows or self.renamed):
            return None
        about = self.words.about if self.words else ""
        alive = await lock_players(session, {self.by, about, *self.owners})
        if self.by not in alive:
            raise AuthorErased
        if not self.owners <= alive:
            raise OwnerErased
        return None if about and about not in alive else self.words

    async def write(self, session: Session, tournament: str, n: int, words: NoteText | None) -> None:
        """Writes the rows and new names of an entry, and the note that may be stored."""
        if words is not None and words.words:
            session.add(NoteRow(tournament=tournament, n=n, by=words.by, about=words.about, words=words.words))
        for _, rows in groupby(self.rows, type):
            await put(session, list(rows))
        for player, name in self.renamed.items():
            await rename_player(session, player, name)


def owners_of(command: TournamentCommand, rows: Sequence[SQLModel]) -> frozenset[str]:
    """Returns the players who own the lists or clubs in these rows."""
    entered = command.entrants if isinstance(command, RegisterMany) else (command,)
    clubs = {one.player for one in entered if isinstance(one, Register) and one.club and not one.guest}
    lists = {row.player for row in rows if isinstance(row, DeckRow) and row.player}
    return frozenset(clubs | lists)
