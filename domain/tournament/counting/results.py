"""Results and standings: what counting takes in and what it produces."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct


class Kind(Enum):
    """The origin of a result: played, ruled, a bye without an opponent, or a skipped round.

    The games of an entrant who left a round robin can be struck: their results stay, but do not count.
    """

    PLAYED = "played"
    RULED = "ruled"
    BYE = "bye"
    SKIPPED = "skipped"
    STRUCK = "struck"


class TableResult(Struct, frozen=True, gc=False):
    """The result of a table in a round, or the bye or skipped round of one entrant.

    Rounds are numbered across all stages. `entrants`, `points` (victory points) and `places` are by seat; seats with
    equal points share the better place. `match` is empty if the table was not played here; `entry` is the log entry
    with the result. For a table of several games, `won` is the number of games that each seat has won, and `match` is
    the last match that counts.
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
    """Standings points of a stage that a referee deducted from an entrant."""

    entrant: int
    amount: Fraction
    entry: int
    stage: int = 0


class Term(Struct, frozen=True, gc=False, omit_defaults=True):
    """One term of the sum that makes up a value, and its origin: a round, a table, and the entrant that it is about."""

    round: int
    table: int
    amount: Fraction
    about: int = 0
    match: str = ""
    note: str = ""


class Value(Struct, frozen=True, gc=False):
    """A score or a tie-break, named by its code, with its terms.

    A higher amount is always better, so quantities of which less is better are negative.
    """

    code: str
    amount: Fraction
    terms: tuple[Term, ...] = ()


class Standing(Struct, frozen=True, gc=False):
    """An entrant's place, score and tie-breaks in order. Entrants tied in all of them share the better place."""

    place: int
    entrant: int
    played: int
    score: Value
    ties: tuple[Value, ...] = ()
