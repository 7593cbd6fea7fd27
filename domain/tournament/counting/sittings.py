"""Sittings and standings: what counting reads, and what it answers."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct


class Kind(Enum):
    """How a sitting came to its result: at the table, by ruling, without an opponent, or not at all."""

    PLAYED = "played"
    RULED = "ruled"
    BYE = "bye"
    SKIPPED = "skipped"


class Sitting(Struct, frozen=True, gc=False):
    """A table of a round with its result, or a bye or a skipped round of one entrant.

    Rounds are numbered through all stages. `entrants`, `points` (victory points) and `places` go by seat; equal points
    share the better place. `match` is empty for what was not played here, `entry` the entry of the log with the result.
    Of several games `won` is how many each seat has won, and `match` the last one that counts.
    """

    round: int
    table: int
    entrants: tuple[int, ...]
    points: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    kind: Kind = Kind.PLAYED
    match: str = ""
    entry: int = 0
    won: tuple[int, ...] = ()


class Penalty(Struct, frozen=True):
    """Points of the standings of a stage that a referee took from an entrant."""

    entrant: int
    amount: Fraction
    entry: int
    stage: int = 0


class Term(Struct, frozen=True, gc=False, omit_defaults=True):
    """One summand of a value, and where it comes from: a round and a table, and whom it is about."""

    round: int
    table: int
    amount: Fraction
    about: int = 0
    match: str = ""
    note: str = ""


class Value(Struct, frozen=True, gc=False):
    """The score, or a tie-break by its code, with the terms it is made of.

    More is better, whatever the code: what counts the other way is negative.
    """

    code: str
    amount: Fraction
    terms: tuple[Term, ...] = ()


class Standing(Struct, frozen=True, gc=False):
    """An entrant's place: its score first, then each tie-break. Who is equal in all shares the better place."""

    place: int
    entrant: int
    played: int
    score: Value
    ties: tuple[Value, ...] = ()
