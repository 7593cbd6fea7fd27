"""Contenders and draws: the input and the output of every pairing method."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct

Pair = tuple[int, int]
"""Two entrants who must not meet, the smaller number first."""


class Keep(Enum):
    """The wish that a round of pods keeps if it cannot keep both.

    `sizes`: tables of the other size are distributed evenly. `company`: entrants meet again only if it cannot be
    avoided.
    """

    SIZES = "sizes"
    COMPANY = "company"


class Contender(Struct, frozen=True):
    """An entrant as pairing sees it: the score so far, the opponents, seats and table sizes.

    `rank` is the position in the standings, 1 the best, each only once. `opponents` lists every opponent, and twice if
    met twice. `seats` are the starting positions so far, from 0, in the order of the rounds. `sizes` are the numbers of
    seats of its tables. `byes` counts rounds it sat out with points and, from rules 2 on, tables won because the others
    did not show up.
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
    """A reason for the cost of a draw: a code such as `repeat`, `seat`, `score`, `club` or `bye`, and its entrants."""

    code: str
    entrants: tuple[int, ...]
    amount: int = 1


class Draw(Struct, frozen=True):
    """A round as a method has paired it: the entrants of each table by seat, the first table first, and the byes.

    `cost` are the objectives of the method as integers, compared from the left. No draw of these contenders costs less
    than `bound`. `algorithm` names the method with its version; the same version always returns the same draw.
    """

    algorithm: str
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    cost: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()


class Unpairable(Exception):
    """No draw meets the constraints: there are too few entrants, or too many forbidden pairs."""
