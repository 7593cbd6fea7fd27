"""The offers of a thinking bot in the card game."""

from __future__ import annotations

from collections.abc import Iterator

from chronik.domain.catan_cards.cards.kinds import KINDS, Counts
from chronik.domain.catan_cards.commands import OfferTrade
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.stores import holding, payment, storage
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.rules.offers import may_offer
from chronik.domain.catan_cards.state import State
from chronik.service.bots.catan_cards.worth import Worth

A_TURN = 2
"""The number of offers that a bot makes in a turn."""
GOALS = 3
"""The number of goals for which a bot considers offers."""


def list_offers(facts: Facts, state: State, seat: int) -> Iterator[OfferTrade]:
    """Yields offers of a spare resource for one that a goal needs; the second offer of a turn gives two.

    So no offer repeats one that was refused in the same turn.
    """
    own, other = state.seats[seat], state.seats[1 - seat]
    if state.prompts != (ActionPrompt(seat),) or own.offers >= A_TURN or not may_offer(state, seat):
        return
    worth, theirs = Worth(facts, state, seat), holding(facts, other)
    for goal in worth.goals[:GOALS]:
        left = [held - needed for held, needed in zip(worth.held, goal.price, strict=True)]
        for want in [kind for kind, count in enumerate(left) if count < 0 and theirs[kind]]:
            into = storage(facts, own, _count(want, 1))
            for give in [kind for kind, count in enumerate(left) if count > 0]:
                given = _count(give, own.offers + 1)
                paid = payment(facts, own, given) if left[give] > own.offers else None
                if into and paid and storage(facts, other, given) is not None:
                    yield OfferTrade(paid, into)


def _count(kind: int, count: int) -> Counts:
    a, b, c, d, e, f = (count if at == kind else 0 for at in range(len(KINDS)))
    return (a, b, c, d, e, f)
