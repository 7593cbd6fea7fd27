"""The lessons: one tutorial for each game, and the script of its opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from chronik.service.bots.catan_cards.lesson import SCRIPT as CATAN_CARDS
from chronik.service.bots.cities_knights.lesson import SCRIPT as CITIES_KNIGHTS
from chronik.service.bots.katharina.lesson import SCRIPT as KATHARINA

Script = Mapping[int, tuple[Any, ...]]
"""By round, the commands of the opponent. It gives the first that is legal at that moment."""


class Lesson(Struct, frozen=True):
    """A tutorial of a game: the name from which its seed follows, its options, and the script of the opponent.

    The player has seat 0 and the opponent, a greedy bot, seat 1. A changed script gets a new name. The numbers of the
    names were chosen for their deals: the player begins, and the first turns show much of the game.
    """

    name: str
    script: Script
    options: Mapping[str, Any] = {}


LESSONS = {
    "katharina": Lesson("katharina/10", KATHARINA),
    "cities_knights": Lesson("cities_knights/12", CITIES_KNIGHTS),
    "catan_cards": Lesson("catan_cards/37", CATAN_CARDS, {"mode": "base"}),
}


def find_scripted(game: str, lesson: str, round: int, options: Sequence[Any]) -> Any | None:
    """Returns the opponent's next command, or None if the script has none that is legal now."""
    found = LESSONS.get(game)
    if found is None or found.name != lesson:
        return None
    return next((command for command in found.script.get(round, ()) if command in options), None)
