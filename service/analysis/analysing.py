"""Analyses a log with the bots of this service. The same log gives the same bytes here and in `chronik analyse`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from chronik.domain.engine.match.log import codec
from chronik.domain.games import game
from chronik.projections.analysis.analyst import Analyst, NoDecision, NoModel
from chronik.projections.games import projection
from chronik.projections.thinking.bot import Depth
from chronik.service.bots.levels import bot

if TYPE_CHECKING:  # `chronik analyse` needs no client of the log server
    from chronik.service.matches.live import Log

LEVEL = "careful"
"""The bot that finishes imagined turns."""
DEEPER = Depth(12, 32)
"""The depth of the analysis of a single decision."""


class StoredMatch(Struct, frozen=True):
    """A match to analyse: its game, its rules version, its id and its stored batches.

    A match with a model has the printed facts, so no data set is named.
    """

    game: str
    rules: int
    match: str
    batches: Sequence[bytes]

    @classmethod
    def from_log(cls, match: str, log: Log) -> StoredMatch:
        """Returns a match from its log."""
        game = log.rules.game
        return cls(game.name, game.version, match, [item.batch for item in log.items])

    def make_analyst(self) -> Analyst:
        """Returns the analyst of the match. Raises `NoModel`."""
        rules = game(self.game, self.rules)
        entries = codec(rules).entries(self.batches)
        return Analyst(rules, projection(self.game), bot(self.game, LEVEL), self.match, entries)

    def analyse(self, report: Callable[[int, int], None] = lambda done, of: None) -> bytes:
        """Returns the analysis of the match as JSON. Raises `NoModel`."""
        return msgspec.json.encode(self.make_analyst().analyse(report=report))

    def solve(self) -> bytes:
        """Returns the analysis of the match as JSON; empty without a model."""
        try:
            return self.analyse()
        except NoModel:
            return b""


class Missing(Struct, frozen=True):
    """A version without a decision to judge: the version of the nearest decision, and whether an undo struck it out."""

    nearest: int | None
    undone: bool


class StoredDecision(Struct, frozen=True):
    """A decision to analyse at more depth: its match and its version."""

    match: StoredMatch
    version: int

    def solve(self) -> bytes | Missing:
        """Returns the decision as JSON, or what is there instead."""
        try:
            return msgspec.json.encode(self.match.make_analyst().analyse_decision(self.version, DEEPER))
        except NoDecision as error:
            return Missing(error.nearest, error.undone)
