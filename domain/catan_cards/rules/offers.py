"""Trade between the players: an offer, answered with yes or no (B31, R73)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.cards.kinds import covers
from domain.catan_cards.commands import AcceptOffer, Command, Decline, OfferTrade
from domain.catan_cards.events import OfferMade, Traded
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.stores import can_give, can_store, holding, payment, storage, summed
from domain.catan_cards.prompts import ActionPrompt, OfferPrompt
from domain.catan_cards.state import State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected

MOST = 3
"""How many resources either side of an offer has at most (R73)."""


def offer(batch: Batch, prompt: ActionPrompt, command: OfferTrade) -> None:
    """The active player offers resources for others, of which both have enough, and room for what they receive."""
    facts, own, other = batch.facts, batch.seat(prompt.seat), batch.seat(1 - prompt.seat)
    if not may_offer(batch.state, prompt.seat):
        raise Rejected("offers", most=batch.state.options.offers_per_turn)
    if not can_give(own, command.give):
        raise Rejected("stored")
    if not can_store(facts, own, command.into):
        raise Rejected("room")
    give, want = summed(facts, command.give), summed(facts, command.into)
    if not (1 <= sum(give) <= MOST and 1 <= sum(want) <= MOST) or any(map(min, give, want)):
        raise Rejected("offer")
    if not covers(holding(facts, other), want) or storage(facts, other, give) is None:
        raise Rejected("partner")
    batch.happen(OfferMade(prompt.seat, command.give, command.into))
    batch.ask((OfferPrompt(1 - prompt.seat, prompt.seat, command.give, command.into),))


def may_offer(state: State, seat: int) -> bool:
    """Whether a seat has an offer left in its turn."""
    return state.seats[seat].offers < state.options.offers_per_turn


def accept(batch: Batch, prompt: OfferPrompt, command: AcceptOffer) -> None:
    """The other player names his regions; they must amount to exactly what was offered."""
    facts, own = batch.facts, batch.seat(prompt.seat)
    if not can_give(own, command.give) or summed(facts, command.give) != summed(facts, prompt.into):
        raise Rejected("payment")
    if not can_store(facts, own, command.into) or summed(facts, command.into) != summed(facts, prompt.give):
        raise Rejected("room")
    batch.happen(Traded(prompt.by, prompt.give, prompt.into, prompt.seat, command.give, command.into))


def answers(facts: Facts, state: State, prompt: OfferPrompt) -> Sequence[Command]:
    """Accepting with the regions of R91, and declining; other regions are too many to list."""
    own = state.seats[prompt.seat]
    give = payment(facts, own, summed(facts, prompt.into))
    into = storage(facts, own, summed(facts, prompt.give))
    return (Decline(),) if give is None or into is None else (AcceptOffer(give, into), Decline())


def declined(facts: Facts, state: State, prompt: OfferPrompt) -> Decline:
    """An offer by default: declined (R90)."""
    return Decline()


AREA = Area(
    answers=(answer(OfferTrade, ActionPrompt, offer), answer(AcceptOffer, OfferPrompt, accept)),
    options=(option(OfferPrompt, answers),),
    defaults=(default(OfferPrompt, declined),),
)
