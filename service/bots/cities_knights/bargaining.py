"""The offers of a thinking bot in Cities & Knights."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import holds, minus, one_kind, to_cards
from chronik.domain.cities_knights.commands import OfferTrade
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import ActionPrompt
from chronik.domain.cities_knights.rules.offers import may_offer
from chronik.domain.cities_knights.state import State
from chronik.service.bots.cities_knights.goals import list_goals
from chronik.service.bots.cities_knights.worth import Worth

A_TURN = 2
"""The number of offers that a bot makes in a turn."""
GOALS = 4
"""The number of goals for which a bot considers offers."""


def list_offers(facts: Facts, state: State, seat: int) -> Iterator[OfferTrade]:
    """Yields offers of a spare card for one that a goal needs; the second offer of a turn gives two.

    So no offer repeats one that was refused in the same turn.
    """
    own = state.seats[seat]
    if state.prompts != (ActionPrompt(seat),) or own.attempts >= A_TURN or not may_offer(state, seat):
        return
    worth = Worth(facts, state, seat)
    for goal in sorted(list_goals(worth), key=lambda goal: -goal.worth)[:GOALS]:
        left = minus(own.hand, goal.cost)
        spare = sorted([kind for kind, count in enumerate(left) if count > 0], key=worth.card_worth)
        for want in [kind for kind, count in enumerate(left) if count < 0]:
            for give in spare:
                if left[give] > own.attempts:
                    yield OfferTrade(to_cards(one_kind(give, own.attempts + 1)), to_cards(one_kind(want)))


def restore_offers(state: State, world: State) -> State | None:
    """Returns a dealt world with the open offers of the state, or None if its hands do not cover them."""
    for offer in state.offers:
        if not holds(world.seats[offer.seat].hand, offer.give):
            return None
        if not all(holds(world.seats[seat].hand, offer.want) for seat in offer.accepted):
            return None
    return replace(world, offers=state.offers)


def awaits_answers(state: State, seat: int) -> bool:
    """Returns whether other seats may still answer an offer of a seat."""
    return any(offer.seat == seat and offer.open for offer in state.offers if offer.counter is None)
