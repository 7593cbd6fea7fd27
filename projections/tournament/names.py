"""What the exports of a tournament call its entrants, and how they write numbers."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction

from domain.tournament.record.state import Entrant, Tournament

PLACES = 6
"""How many decimal places an amount has at most, such as a third."""


def called(entrant: Entrant, names: Mapping[str, str]) -> str:
    """The name of an entrant, the same in every language: a bot has its level, and who has no name a number."""
    if entrant.bot:
        return f"Bot {entrant.number} ({entrant.bot})"
    return names.get(entrant.player) or f"#{entrant.number}"


def roll(tournament: Tournament, names: Mapping[str, str]) -> dict[int, str]:
    """The names of all entrants by number; `names` are those of players and clubs by id."""
    return {entrant.number: called(entrant, names) for entrant in tournament.entrants}


def decimal(amount: Fraction) -> str:
    """An amount in decimal digits, without a point where it is whole; the sixth place is rounded."""
    with localcontext(prec=40):
        exact = Decimal(amount.numerator) / Decimal(amount.denominator)
        rounded = exact.quantize(Decimal(1).scaleb(-PLACES))
    text = f"{rounded:f}".rstrip("0").removesuffix(".")
    return "0" if text == "-0" else text
