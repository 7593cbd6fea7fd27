"""The options of a match: whole, in the words of its game, as they stand in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw

from domain.engine.game import Game
from domain.engine.match.log import encode

PRESET = "preset"


class BadOptions(Exception):
    """A game has no such options; `at` is the place that is wrong, in the form of a JSON path."""

    def __init__(self, sentence: str, at: str = "$", **facts: Any) -> None:
        super().__init__(sentence)
        self.at = at
        self.facts = facts


def options_of(game: Game, wanted: Mapping[str, Any]) -> Raw:
    """The canonical bytes of all options; a `preset` gives those not named, the game the rest. Raises `BadOptions`."""
    named, preset = dict(wanted), wanted.get(PRESET)
    if game.presets and preset is not None:
        if not isinstance(preset, str) or preset not in game.presets:
            raise BadOptions("There is no such preset.", f"$.{PRESET}", presets=list(game.presets))
        del named[PRESET]
        named = {**game.presets[preset], **named}
    try:
        return Raw(encode(msgspec.convert(named, game.options_type)))
    except msgspec.ValidationError as error:
        raise BadOptions("The game has no such options.") from error
