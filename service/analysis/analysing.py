"""Analyses a log with the bots of this service. The same log gives the same bytes here and in `chronik analyse`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from chronik.domain.engine.match.log import codec
from chronik.projections.analysis.analyst import Analyst
from chronik.projections.thinking.bot import Depth
from chronik.service.bots.levels import bot
from chronik.service.matches.catalogue import Rules

LEVEL = "careful"
"""The bot that finishes imagined turns. A match with a model has the printed facts, so it needs no data set."""
DEEPER = Depth(12, 32)
"""The depth of the analysis of a single decision."""


def make_analyst(rules: Rules, match: str, batches: Sequence[bytes]) -> Analyst:
    """Returns the analyst of a match from its stored batches. Raises `NoModel`."""
    player = bot(rules.game.name, LEVEL)
    return Analyst(rules.game, rules.projection, player, match, codec(rules.game).entries(batches))


def analyse_match(
    rules: Rules, match: str, batches: Sequence[bytes], report: Callable[[int, int], None] = lambda done, of: None
) -> bytes:
    """Returns the analysis of a match as JSON. Raises `NoModel`."""
    return msgspec.json.encode(make_analyst(rules, match, batches).analyse(report=report))
