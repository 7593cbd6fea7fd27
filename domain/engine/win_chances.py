"""Win chances, computed from scores or from the outcome with integers only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chronik.domain.engine.game import Game
from chronik.domain.engine.valuing import UNIT, Knowledge

CERTAIN = 1_000_000
"""The win chance of a seat that has won alone: chances are in millionths."""

_BITS, _SQUARINGS = 60, 16
_ONE = 1 << _BITS
_HOPELESS = 40 * UNIT
"""The distance behind the best score from which a chance is 0; e to the power of -40 is far below a millionth."""


def win_chances(game: Game, state: Any, knowledge: Knowledge) -> tuple[int, ...] | None:
    """Returns the win chance of each seat in millionths, or None if the game has no model for this state.

    After the end, the winners share the chance equally.
    """
    outcome = game.outcome(state)
    if outcome is not None:
        winners = outcome.winners
        return tuple([CERTAIN // len(winners) if place == 1 else 0 for place in outcome.places])
    scores = None if game.valuing is None else game.valuing.score(state, knowledge)
    return None if scores is None else chances(scores)


def chances(scores: Sequence[int]) -> tuple[int, ...]:
    """Returns the chances that scores stand for (a softmax), in millionths and rounded down."""
    best = max(scores)
    parts = [_shrink(best - score) for score in scores]
    total = sum(parts)
    return tuple([CERTAIN * part // total for part in parts])


def _shrink(behind: int) -> int:
    """Returns e to the power of `-behind / UNIT`, in units of 1/2^60.

    (1 - x/n)^n with n = 2^16 is exact enough: the relative error x²/2n is 0.2 % where the result is one in ten million.
    """
    if behind >= _HOPELESS:
        return 0
    power = _ONE - (behind << _BITS - _SQUARINGS) // UNIT
    for _ in range(_SQUARINGS):
        power = power * power >> _BITS
    return power
