"""The luck of a chance event: the value after it, minus the mean over other outcomes of the same command.

Values are read when the turn is finished. For other outcomes the piles whose order no player knows are shuffled again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chronik.domain.catan_cards import events as cards
from chronik.domain.cities_knights import events as knights
from chronik.domain.engine.game import Game, Rejected, fold_events
from chronik.domain.engine.valuing import Knowledge
from chronik.domain.engine.win_chances import win_chances
from chronik.projections.analysis.analysis import AnalysisCause
from chronik.projections.thinking.bot_random import Luck
from chronik.projections.thinking.thought import Thought, World

OUTCOMES = 8
"""The number of other outcomes."""
FINISHES = 3
"""The number of times that the turn is finished after what really happened."""
DICE = (knights.DiceRolled, cards.DiceRolled, cards.DuelRolled, cards.JoustRolled)


def cause_of(events: Sequence[Any]) -> AnalysisCause:
    """Returns whether dice or hidden cards caused these events."""
    return AnalysisCause.DICE if any(isinstance(event, DICE) for event in events) else AnalysisCause.CARD


def measure_luck(
    thought: Thought, before: Any, command: Any, events: Sequence[Any], after: Any
) -> tuple[int, ...] | None:
    """Returns the luck of each seat, in millionths, in the events of a command; None if chance had no part in it."""
    luck = thought.luck.branch("luck")
    others = _list_outcomes(thought, before, command, luck)
    if all(tuple(other) == tuple(events) for other, _ in others):
        return None
    found = [_look_ahead(thought, state, luck) for _, state in others]
    real = [_look_ahead(thought, after, luck) for _ in range(FINISHES)]
    if None in found or None in real or not found:
        return None
    return tuple(
        [
            sum(gained) // FINISHES - sum(usual) // len(found)
            for gained, usual in zip(zip(*real, strict=True), zip(*found, strict=True), strict=True)
        ]
    )


def _list_outcomes(thought: Thought, before: Any, command: Any, luck: Luck) -> list[tuple[Sequence[Any], Any]]:
    """Returns other outcomes of a command: their events, and the state after them."""
    found: list[tuple[Sequence[Any], Any]] = []
    for _ in range(OUTCOMES):
        shuffled = _shuffle_piles(thought.game, before, luck)
        try:
            events = thought.game.decide(shuffled, thought.seat, command, luck.chance())
        except Rejected:  # the command names a card that is elsewhere now
            continue
        found.append((events, fold_events(thought.game, shuffled, events)))
    return found


def _look_ahead(thought: Thought, state: Any, luck: Luck) -> tuple[int, ...] | None:
    """Returns the win chances after the turn of a state is finished. What comes next from a pile is not luck yet."""
    state = _shuffle_piles(thought.game, state, luck)
    for _, last in thought.finish_turn(state, World(state, luck.chance(), sealed=None)):
        state = last
    return win_chances(thought.game, state, Knowledge.TRUTH)


def _shuffle_piles(game: Game, state: Any, luck: Luck) -> Any:
    """Returns the state with the piles shuffled whose order no player knows."""
    return fold_events(game, state, game.reshuffle(state, state, (), luck.chance()))
