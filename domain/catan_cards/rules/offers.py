"""Trade between the players: an offer, which is accepted or declined (B31, R73)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import covers
from chronik.domain.catan_cards.commands import AcceptOffer, Command, Decline, OfferTrade
from chronik.domain.catan_cards.events import OfferMade, Traded
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.stores import can_give, can_store, holding, payment, storage, sum_regions
from chronik.domain.catan_cards.prompts import ActionPrompt, OfferPrompt
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.area import Area, answer, default, option
from chronik.domain.engine.game import Rejected

MOST = 3
"""The highest number of resources on either side of an offer (R73)."""


def make_offer(batch: Batch, prompt: ActionPrompt, command: OfferTrade) -> None:
    """Offers resources for others; both players must have what they give, and room for what they receive."""
    facts, own, other = batch.facts, batch.seat(prompt.seat), batch.seat(1 - prompt.seat)
    if not may_offer(batch.state, prompt.seat):
        raise Rejected("offers", most=batch.state.options.offers_per_turn)
    if not can_give(own, command.give):
        raise Rejected("stored")
    if not can_store(facts, own, command.into):
        raise Rejected("room")
    give, want = sum_regions(facts, command.give), sum_regions(facts, command.into)
    if not (1 <= sum(give) <= MOST and 1 <= sum(want) <= MOST) or any(map(min, give, want)):
        raise Rejected("offer")
    if not covers(holding(facts, other), want) or storage(facts, other, give) is None:
        raise Rejected("partner")
    batch.add(OfferMade(prompt.seat, command.give, command.into))
    batch.ask((OfferPrompt(1 - prompt.seat, prompt.seat, command.give, command.into),))


def may_offer(state: State, seat: int) -> bool:
    """Returns whether a seat may make another offer this turn."""
    return state.seats[seat].offers < state.options.offers_per_turn


def accept_offer(batch: Batch, prompt: OfferPrompt, command: AcceptOffer) -> None:
    """Accepts an offer with the named regions, which must match the offered resources exactly."""
    facts, own = batch.facts, batch.seat(prompt.seat)
    if not can_give(own, command.give) or sum_regions(facts, command.give) != sum_regions(facts, prompt.into):
        raise Rejected("payment")
    if not can_store(facts, own, command.into) or sum_regions(facts, command.into) != sum_regions(facts, prompt.give):
        raise Rejected("room")
    batch.add(Traded(prompt.by, prompt.give, prompt.into, prompt.seat, command.give, command.into))


def ways_to_answer(facts: Facts, state: State, prompt: OfferPrompt) -> Sequence[Command]:
    """Returns acceptance with the regions of R91, and `Decline`; other regions are too numerous to list."""
    own = state.seats[prompt.seat]
    give = payment(facts, own, sum_regions(facts, prompt.into))
    into = storage(facts, own, sum_regions(facts, prompt.give))
    return (Decline(),) if give is None or into is None else (AcceptOffer(give, into), Decline())


def default_answer(facts: Facts, state: State, prompt: OfferPrompt) -> Decline:
    """Returns the default: `Decline` (R90)."""
    return Decline()


AREA = Area(
    answers=(answer(OfferTrade, ActionPrompt, make_offer), answer(AcceptOffer, OfferPrompt, accept_offer)),
    options=(option(OfferPrompt, ways_to_answer),),
    defaults=(default(OfferPrompt, default_answer),),
)
