"""Contenders and draws: what every method of pairing reads, and what it answers."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct

Pair = tuple[int, int]
"""Two entrants who shall not meet, the smaller number first."""


class Keep(Enum):
    """Which of two wishes is kept in a round of pods where not both can be.

    `sizes`: tables of the other size are shared out evenly; `company`: nobody meets again who need not.
    """

    SIZES = "sizes"
    COMPANY = "company"


class Contender(Struct, frozen=True):
    """An entrant as pairing sees it: the score so far, and whom, where and how it has played.

    `rank` is the order of the standings, 1 the best, each once. `opponents` lists everybody met, twice who was met
    twice; `seats` the starting positions had, from 0, in the order of the rounds; `sizes` how many sat at each table;
    `byes` how often it sat out with points.
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
    """Why a draw costs what it costs: a code such as `repeat`, `seat`, `score`, `club`, `bye`, and who it is about."""

    code: str
    entrants: tuple[int, ...]
    amount: int = 1


class Draw(Struct, frozen=True):
    """A round as a method has paired it: the entrants of each table by seat, the first table first, and the byes.

    `cost` are the objectives of the method as integers, compared from the left; no draw of these contenders costs
    less than `bound`. `algorithm` names the method with its version: whoever runs it again gets the same.
    """

    algorithm: str
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    cost: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()


class Unpairable(Exception):
    """There is no draw that keeps what must be kept: too few entrants, or too many forbidden pairs."""
