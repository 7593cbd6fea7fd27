"""The complete rule options of a match, as the log stores them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw

from chronik.domain.engine.game import Game
from chronik.domain.log.canonical import encode

PRESET = "preset"


class BadOptions(Exception):
    """Raised if options are not valid for the game. `at` is the JSON path of the wrong value."""

    def __init__(self, sentence: str, at: str = "$", **facts: Any) -> None:
        super().__init__(sentence)
        self.at = at
        self.facts = facts


def options_of(game: Game, wanted: Mapping[str, Any]) -> Raw:
    """Returns all options as canonical bytes. Values in `wanted` override the preset, which overrides the defaults.

    Raises `BadOptions`.
    """
    named, preset = dict(wanted), wanted.get(PRESET)
    if game.presets and preset is not None:
        if not isinstance(preset, str) or preset not in game.presets:
            raise BadOptions(
                "This game does not have this preset: choose one of its presets.",
                f"$.{PRESET}",
                presets=list(game.presets),
            )
        del named[PRESET]
        named = {**game.presets[preset], **named}
    try:
        return Raw(encode(msgspec.convert(named, game.options_type)))
    except msgspec.ValidationError as error:
        raise BadOptions("These are not options of this game.") from error
