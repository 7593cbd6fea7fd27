"""Rule options on the command line, in JSON."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.options import BadOptions, options_of
from chronik.service.cli.command import Wrong


def parse_rule_options(game: Game, wanted: str) -> Raw:
    """Returns the options of a game with all defaults filled in; raises `Wrong`."""
    try:
        return options_of(game, msgspec.json.decode(wanted, type=dict[str, Any]))
    except (msgspec.DecodeError, BadOptions) as error:
        raise Wrong(f"--options {wanted} is not valid for {game.name}: {error}") from error
