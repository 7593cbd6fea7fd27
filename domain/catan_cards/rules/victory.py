"""Who has won (B42, X10)."""

from __future__ import annotations

from domain.catan_cards.events import Finished
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.totals import points
from domain.catan_cards.rules.in_turn import roller_first


def check(batch: Batch) -> None:
    """The match is over if somebody has enough points: after production, and after each complete action (R9).

    The active player wins before the other, whatever their totals (X10); in the base game nobody else does (R80).
    """
    state, options = batch.state, batch.state.options
    totals = points(batch.facts, state)
    enough = batch.facts.constants.victory[options.mode]
    may_win = (state.active,) if options.mode is Mode.BASE else roller_first(state)
    for seat in may_win:
        if totals[seat] >= enough:
            batch.happen(Finished(totals, (1, 2) if seat == 0 else (2, 1)))
            return
