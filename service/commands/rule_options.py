"""Rule options as they are said on the command line, in JSON."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from domain.engine.game import Game
from domain.engine.match.options import BadOptions, options_of
from service.commands.command import Wrong


def rule_options_said(game: Game, wanted: str) -> Raw:
    """The options of a game that are wanted, whole; raises `Wrong`."""
    try:
        return options_of(game, msgspec.json.decode(wanted, type=dict[str, Any]))
    except (msgspec.DecodeError, BadOptions) as error:
        raise Wrong(f"{wanted} are no options of {game.name}: {error}") from error
