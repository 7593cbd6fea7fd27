"""Names and numbers in the exports of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction

from chronik.domain.tournament.record.state import Entrant, Tournament

PLACES = 6
"""The maximum number of decimal places of an amount, such as a third."""


def name_of(entrant: Entrant, names: Mapping[str, str]) -> str:
    """Returns an entrant's name, the same in every language.

    A bot is named by its level, and an entrant whose name is missing by its number.
    """
    if entrant.bot:
        return f"Bot {entrant.number} ({entrant.bot})"
    return names.get(entrant.player) or f"#{entrant.number}"


def entrant_names(tournament: Tournament, names: Mapping[str, str]) -> dict[int, str]:
    """Returns the names of all entrants by number. `names` are those of players and clubs, by id."""
    return {entrant.number: name_of(entrant, names) for entrant in tournament.entrants}


def format_decimal(amount: Fraction) -> str:
    """Returns an amount in decimal digits, rounded to six places, without trailing zeros."""
    with localcontext(prec=40):
        exact = Decimal(amount.numerator) / Decimal(amount.denominator)
        rounded = exact.quantize(Decimal(1).scaleb(-PLACES))
    text = f"{rounded:f}".rstrip("0").removesuffix(".")
    return "0" if text == "-0" else text
