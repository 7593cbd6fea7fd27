"""What is trained: the settings of each game, and its features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from chronik.domain.catan_cards.rules.setup import bring_command
from chronik.domain.catan_cards.value import features as catan_cards
from chronik.domain.catan_cards.value import valuing as catan_cards_valuing
from chronik.domain.cities_knights.facts.rulesets import PRESETS
from chronik.domain.cities_knights.value import features as cities_knights
from chronik.domain.cities_knights.value import valuing as cities_knights_valuing
from chronik.domain.engine.valuing import Position
from chronik.domain.games import facts
from chronik.domain.katharina.value import features as katharina
from chronik.domain.katharina.value import valuing as katharina_valuing
from tests.support.catan_cards.decks import random_list

BY_POINTS = (0, 400, 600, 800)


class Subject(Struct, frozen=True, kw_only=True):
    """A game to train: its settings with their rule options, and its features.

    All settings share a model for each number of seats. `matches` are played in each setting, by number of seats.
    `edges` are the stages at which the parts of the table begin. `bring` returns the deck list that a seat brings.
    """

    settings: Mapping[str, Callable[[Random], Mapping[str, Any]]]
    matches: Mapping[int, int]
    edges: tuple[int, ...]
    features: tuple[type[Struct], type[Struct]]
    setting: Callable[[Any], str | None]
    position: Callable[[Any], Position]
    bring: Callable[[Random], Any] | None = None


def use_options(options: Mapping[str, Any], rng: Random) -> Mapping[str, Any]:
    """Returns rule options that are always the same."""
    return options


def draw_built_in_lists(rng: Random) -> Mapping[str, Any]:
    """Returns the options of a tournament game with two built-in lists."""
    lists = list(facts("catan_cards").house_lists)
    return {"mode": "tournament", "decks": "house", "house": [rng.choice(lists), rng.choice(lists)]}


SUBJECTS: Mapping[str, Subject] = {
    "katharina": Subject(
        settings={katharina_valuing.STANDARD: partial(use_options, {})},
        matches={2: 1_500, 3: 1_500, 4: 1_500},
        edges=(0, 250, 500, 750),
        features=(katharina.Seen, katharina.Hidden),
        setting=katharina_valuing.setting,
        position=partial(katharina.position, facts("katharina")),
    ),
    "cities_knights": Subject(
        settings={name: partial(use_options, {"preset": name}) for name in PRESETS},
        matches={2: 400, 3: 200, 4: 200},
        edges=BY_POINTS,
        features=(cities_knights.Seen, cities_knights.Hidden),
        setting=cities_knights_valuing.setting,
        position=partial(cities_knights.position, facts("cities_knights")),
    ),
    "catan_cards": Subject(
        settings={
            catan_cards_valuing.BASE: partial(use_options, {"mode": "base"}),
            catan_cards_valuing.EXTENDED: partial(use_options, {}),
            catan_cards_valuing.TOURNAMENT: draw_built_in_lists,
            catan_cards_valuing.BROUGHT: partial(use_options, {"mode": "tournament"}),
        },
        matches={2: 800},
        edges=BY_POINTS,
        features=(catan_cards.Seen, catan_cards.Hidden),
        setting=catan_cards_valuing.setting,
        position=partial(catan_cards.position, facts("catan_cards")),
        bring=lambda rng: bring_command(random_list(rng)),
    ),
}
