"""Contenders and draws: what every pairing method takes in and what it produces."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct

Pair = tuple[int, int]
"""Two entrants who must not meet, the smaller number first."""


class Keep(Enum):
    """The goal that takes precedence if a round of pods cannot reach both.

    `sizes`: tables of the other size are distributed evenly. `company`: entrants meet again only if it cannot be
    avoided.
    """

    SIZES = "sizes"
    COMPANY = "company"


class Contender(Struct, frozen=True):
    """An entrant as pairing sees it: the score so far, the opponents, seats and table sizes.

    `rank` is the position in the standings: 1 is the best, and no two contenders share one. `opponents` lists every
    opponent, twice if met twice. `seats` are the starting positions so far, from 0, in the order of the rounds. `sizes`
    are the numbers of seats at its tables. `byes` counts the rounds that it sat out with points and, from rules version
    2 on, the tables that it won because the others did not show up.
    """

    entrant: int
    rank: int
    score: Fraction = Fraction(0)
    opponents: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    sizes: tuple[int, ...] = ()
    byes: int = 0
    club: str = ""


class Reason(Struct, frozen=True, omit_defaults=True):
    """A reason for the cost of a draw: a code such as `repeat`, `seat`, `score`, `club` or `bye`, and the entrants."""

    code: str
    entrants: tuple[int, ...]
    amount: int = 1


class Draw(Struct, frozen=True):
    """A round as a method has paired it: the entrants of each table by seat, the first table first, and the byes.

    `cost` holds the method's objectives as integers, compared from the left. No draw of these contenders costs less
    than `bound`. `algorithm` names the method with its version; the same version always returns the same draw.
    """

    algorithm: str
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    cost: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()


class Unpairable(Exception):
    """Raised if no draw meets the constraints: there are too few entrants, or too many forbidden pairs."""
