"""The SQL tables of tournaments: their logs, which are only appended to, and the erasable text outside the logs.

The phase and version of a tournament and the rows of its tables are derived from its log. Notes and lists are separate,
because they can be erased. Times are in milliseconds since 1970; ids have 32 hex digits.
"""
# SQLModel declares `__tablename__` with a type that it never has.
# pyright: reportIncompatibleVariableOverride=false

from typing import Any, ClassVar

from sqlalchemy import BigInteger, CheckConstraint, Index, String, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

OWED = "arrived IS NULL"


class TournamentRow(SQLModel, table=True):
    """A tournament: title, description, time zone, planned start, both parts of its secret, and its log's version."""

    __tablename__: ClassVar[str] = "tournaments"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(id) = 32", name="id"),
        CheckConstraint("length(title) BETWEEN 1 AND 80", name="title"),
        CheckConstraint("length(description) <= 4000", name="description"),
        CheckConstraint(
            "phase IN ('announced', 'registration', 'ready', 'running', 'finished', 'cancelled')", name="phase"
        ),
        CheckConstraint("length(draws_secret) = 64", name="draws_secret"),
        CheckConstraint("length(tables_secret) = 64", name="tables_secret"),
        CheckConstraint("version >= 1", name="version"),
        Index("ix_tournaments_created_at_id", "created_at", "id"),
        Index("ix_tournaments_published_phase", "published", "phase"),
    )

    id: str = Field(primary_key=True, sa_type=String(32))
    title: str = Field(sa_type=String(80))
    description: str = Field(default="", sa_type=Text)
    zone: str = Field(default="UTC", sa_type=String(40), sa_column_kwargs={"server_default": "UTC"})
    game: str = Field(sa_type=String(40))
    organiser: str = Field(index=True, sa_type=String(32))
    starts_at: int | None = Field(default=None, sa_type=BigInteger)
    created_at: int = Field(sa_type=BigInteger)
    phase: str = Field(sa_type=String(12))
    version: int
    draws_secret: str = Field(sa_type=String(64))
    tables_secret: str = Field(sa_type=String(64))
    published: bool = False


class EventRow(SQLModel, table=True):
    """An entry of a log: event `e`, with the command `cmd` if it begins a batch.

    `key` is the hash of the request's idempotency key, and `fingerprint` the hash of its content.
    """

    __tablename__: ClassVar[str] = "tournament_events"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("n >= 1", name="n"),
        UniqueConstraint("tournament", "key", name="uq_tournament_events_key"),
    )

    tournament: str = Field(primary_key=True, foreign_key="tournaments.id", sa_type=String(32))
    n: int = Field(primary_key=True)
    at: int = Field(sa_type=BigInteger)
    by: str = Field(default="", sa_type=String(32))
    cmd: str | None = Field(default=None, sa_type=Text)
    e: str = Field(sa_type=Text)
    key: str | None = Field(default=None, sa_type=String(64))
    fingerprint: str | None = Field(default=None, sa_type=String(32))


class TableRow(SQLModel, table=True):
    """A game of a tournament table, played here as a match. `arrived` is the entry that recorded its result.

    Up to `best_of` games are played at a table; `game` is 0 if the table has only one game.
    """

    __tablename__: ClassVar[str] = "tournament_tables"
    __table_args__: ClassVar[Any] = (
        CheckConstraint("length(match) = 32", name="match"),
        Index("ix_tournament_tables_waiting", "started", "opened"),
        Index("ix_tournament_tables_owed", "match", sqlite_where=text(OWED), postgresql_where=text(OWED)),
    )

    match: str = Field(primary_key=True, sa_type=String(32))
    tournament: str = Field(foreign_key="tournaments.id", index=True, sa_type=String(32))
    round: int
    number: int
    game: int = 0
    best_of: int = 1
    started: bool = False
    opened: bool = False
    arrived: int | None = None


class NoteRow(SQLModel, table=True):
    """A note on an entry of the log."""

    __tablename__: ClassVar[str] = "tournament_notes"
    __table_args__: ClassVar[Any] = (CheckConstraint("length(words) BETWEEN 1 AND 500", name="words"),)

    tournament: str = Field(primary_key=True, foreign_key="tournaments.id", sa_type=String(32))
    n: int = Field(primary_key=True)
    by: str = Field(index=True, sa_type=String(32))
    about: str = Field(default="", index=True, sa_type=String(32))
    words: str = Field(sa_type=Text)


class DeckRow(SQLModel, table=True):
    """An entrant's list with its salt (hex), sealed or opened; a later list of the same entrant replaces it."""

    __tablename__: ClassVar[str] = "sealed_decks"
    __table_args__: ClassVar[Any] = (CheckConstraint("length(salt) = 64", name="salt"),)

    tournament: str = Field(primary_key=True, foreign_key="tournaments.id", sa_type=String(32))
    entrant: int = Field(primary_key=True)
    player: str = Field(index=True, sa_type=String(32))
    deck: str = Field(sa_type=Text)
    salt: str = Field(sa_type=String(64))


class ClubRow(SQLModel, table=True):
    """The name of a club, which the log knows only by a random code (hex)."""

    __tablename__: ClassVar[str] = "tournament_clubs"
    __table_args__: ClassVar[Any] = (CheckConstraint("length(name) BETWEEN 1 AND 40", name="name"),)

    tournament: str = Field(primary_key=True, foreign_key="tournaments.id", sa_type=String(32))
    code: str = Field(primary_key=True, sa_type=String(8))
    name: str = Field(sa_type=String(40))
