"""The choices of random players: uniform, unless matches of the game would then not end in time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from chronik.domain.catan_cards.commands import (
    BuildCard,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    Demolish,
    EndActions,
    OfferTrade,
    PlayCard,
)

BUILDS = (BuildCity, BuildSettlement, BuildCard, BuildRoad)
EAGER, PLAYFUL, STUBBORN, HASTY = 0.95, 0.3, 0.98, 0.6


def anything(options: Sequence[Any], rng: Random) -> Any:
    """Returns a random option; each is equally likely."""
    return options[rng.randrange(len(options))]


def building(options: Sequence[Any], rng: Random) -> Any:
    """Mostly builds, seldom demolishes or trades, and chooses each kind of command equally often."""
    if rng.random() < EAGER:
        for kind in BUILDS:
            if builds := [option for option in options if isinstance(option, kind)]:
                return rng.choice(builds)
    if rng.random() < PLAYFUL and (plays := [option for option in options if isinstance(option, PlayCard)]):
        return rng.choice(plays)
    if rng.random() < HASTY and (ends := [option for option in options if isinstance(option, EndActions)]):
        return ends[0]
    if rng.random() < STUBBORN:
        options = [option for option in options if not isinstance(option, Demolish | OfferTrade)] or options
    kinds = list(dict.fromkeys(type(option) for option in options))
    kind = rng.choice(kinds)
    return rng.choice([option for option in options if type(option) is kind])


CHOOSING: Mapping[str, Callable[[Sequence[Any], Random], Any]] = {"catan_cards": building}


def choose(game: str, options: Sequence[Any], rng: Random) -> Any:
    """Returns the option that a random player of a game chooses."""
    return CHOOSING.get(game, anything)(options, rng)
