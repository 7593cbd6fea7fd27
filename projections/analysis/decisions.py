"""The judgement of one decision: what was played, compared with the best other commands."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.game import Step
from chronik.domain.engine.seats import Seat
from chronik.projections.thinking.bot import Depth
from chronik.projections.thinking.thought import Thought, World

SCOUTS = 2
"""The number of worlds in which all commands are tried; the best few are tried in the others too."""
FINALISTS = 3
"""The number of commands, besides the played one, that are tried in all worlds, as the default."""
MISTAKE = 20_000
"""Millionths of win chance that a mistake loses at least."""
DEPTH = Depth(12, 8)
"""The number of commands and of worlds, as the default."""
MANY = 250
"""The number of decisions of a match from which on each gets fewer worlds, so that no match takes much longer."""
FEWEST = 4
"""The number of worlds that each decision of the longest match gets."""
TRUE_CHANCES = 2
"""The number of imagined chances with which the true position is played on."""


class Rated(Struct, frozen=True):
    """A command, and the win chance of the seat after it, in millionths: in each world, and in the true position."""

    command: Any
    known: tuple[int, ...]
    truth: int

    @property
    def mean(self) -> int:
        return sum(self.known) // len(self.known)


class Judgement(Struct, frozen=True):
    """The played command and the best others, best first. `world` is a possible world, to show how play would go on."""

    played: Rated
    others: tuple[Rated, ...]
    tried: int
    world: World

    @property
    def best(self) -> Rated:
        return max((self.played, *self.others), key=lambda rated: sum(rated.known))

    @property
    def loss(self) -> int:
        return self.best.mean - self.played.mean

    @property
    def spread(self) -> int:
        """The standard deviation of the loss over the worlds."""
        return deviation([best - played for best, played in zip(self.best.known, self.played.known, strict=True)])

    @property
    def hindsight(self) -> int:
        return max([0, *[other.truth - self.played.truth for other in self.others]])

    @property
    def is_mistake(self) -> bool:
        return self.loss >= MISTAKE and self.loss > self.spread


def judge(
    thought: Thought,
    state: Any,
    played: Any,
    steps: Sequence[Step[Any, Any]],
    options: Sequence[Any],
    finalists: int = FINALISTS,
) -> Judgement | None:
    """Returns the judgement of a played command, or None if the seat's knowledge gives no worlds.

    All worlds are dealt from what the seat knows after these steps. The same worlds serve for all commands. Only the
    best commands in the first worlds, as many as `finalists`, are tried in all of them.
    """
    luck = thought.luck
    worlds = thought.deal_worlds(state, thought.depth.worlds, luck.branch("worlds"), steps)
    if not worlds:
        return None
    view = thought.projection.view(state, Seat(thought.seat))
    usual = thought.bot.answer(view, options, luck)
    tried = list(dict.fromkeys((played, usual, *thought.shortlist(view, options))))[: thought.depth.options]
    known = {command: [thought.value(world, command) for world in worlds[:SCOUTS]] for command in tried}
    best = sorted(tried[1:], key=lambda command: -sum(known[command]))[:finalists]
    chances = [luck.branch("truth").chance() for _ in range(TRUE_CHANCES)]

    def rate(command: Any) -> Rated:
        further = [thought.value(world, command) for world in worlds[SCOUTS:]]
        truth = [thought.value(World(state, chance), command) for chance in chances]
        return Rated(command, (*known[command], *further), sum(truth) // len(truth))

    others = sorted(map(rate, best), key=lambda rated: -sum(rated.known))
    return Judgement(rate(played), tuple(others), len(tried), replace(worlds[0], sealed={}))


def limit_depth(depth: Depth, decisions: int) -> Depth:
    """Returns the depth for a match with this number of decisions."""
    worlds = max(FEWEST, depth.worlds * MANY // max(MANY, decisions))
    return Depth(depth.options, min(depth.worlds, worlds))


def deviation(values: Sequence[int]) -> int:
    """Returns the standard deviation of some integers, rounded down."""
    total, count = sum(values), len(values)
    return isqrt(sum([(count * value - total) ** 2 for value in values]) // (count * count * max(1, count - 1)))
