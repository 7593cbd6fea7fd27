"""Phase D: each seat's activated card is resolved completely, in seat order (R-D, Q2)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.katharina.batch import Batch
from chronik.domain.katharina.commands import Resolve
from chronik.domain.katharina.events import Resolution
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.rules.actions import draw_instead, judge_action, perform_action
from chronik.domain.katharina.rules.piles import add_with_draw
from chronik.domain.katharina.rules.rounds import activated_card
from chronik.domain.katharina.state import State


def judge_resolve(facts: Facts, state: State, number: int, command: Resolve) -> None:
    """Raises `Rejected` if the activated card does not allow this answer (Q9, Q30, Q34)."""
    judge_action(facts, state.seats[number], facts.cards[activated_card(state, number)], command)


def resolve_all(batch: Batch, choices: Sequence[Resolve | None]) -> None:
    """Resolves each seat's activated card in seat order. A choice is None if the seat's colours differ (D2, Q31)."""
    facts = batch.facts
    for number, choice in enumerate(choices):
        seat = batch.state.seats[number]
        if choice is None:
            event, drawn = draw_instead(facts, number, seat, Resolution.MISMATCH)
        elif choice.perform:
            card = facts.cards[activated_card(batch.state, number)]
            event, drawn = perform_action(facts, number, seat, card, choice)
        else:
            event, drawn = draw_instead(facts, number, seat, Resolution.DECLINED)
        add_with_draw(batch, event, drawn)
