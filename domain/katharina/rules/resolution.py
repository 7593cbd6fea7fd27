"""Phase D: each seat's activated card is resolved whole, in seat order (R-D, Q2)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.katharina.commands import Resolve
from domain.katharina.events import Resolution
from domain.katharina.facts.load import Facts
from domain.katharina.making import Batch
from domain.katharina.rules.actions import judge, performed, replaced_by_a_card
from domain.katharina.rules.piles import happen_drawing
from domain.katharina.rules.rounds import activated_card
from domain.katharina.state import State


def judge_resolve(facts: Facts, state: State, number: int, command: Resolve) -> None:
    """Refuses an answer that the activated card does not allow (Q9, Q30, Q34)."""
    judge(facts, state.seats[number], facts.cards[activated_card(state, number)], command)


def resolve_all(batch: Batch, choices: Sequence[Resolve | None]) -> None:
    """Costs, effects, draws and bonus of one seat after the other; None is a seat whose colours differ (D2, Q31)."""
    facts = batch.facts
    for number, choice in enumerate(choices):
        seat = batch.state.seats[number]
        if choice is None:
            event, drawn = replaced_by_a_card(facts, number, seat, Resolution.MISMATCH)
        elif choice.perform:
            card = facts.cards[activated_card(batch.state, number)]
            event, drawn = performed(facts, number, seat, card, choice)
        else:
            event, drawn = replaced_by_a_card(facts, number, seat, Resolution.DECLINED)
        happen_drawing(batch, event, drawn)
