"""Forms: templates for commands with too many variants to list, such as discards and trade offers."""

from __future__ import annotations

from msgspec import Struct

from chronik.domain.cities_knights.cards.kinds import Cards, Counts, to_cards
from chronik.domain.cities_knights.prompts import ActionPrompt, DiscardPrompt, GivePrompt, OfferPrompt, TakePrompt
from chronik.domain.cities_knights.rules.offers import may_offer, trade_partners
from chronik.domain.cities_knights.state import State


class CardsForm(Struct, frozen=True, tag="cards", tag_field="t"):
    """A choice of exactly `count` cards from `among`, sent as the `cards` of the command with this tag."""

    command: str
    among: Cards
    count: int


class OfferForm(Struct, frozen=True, omit_defaults=True, tag="offer", tag_field="t"):
    """A trade of some cards from `give` for cards of other kinds (R15.1).

    It is offered to the seats in `to`, or it counters the offer with the number `offer`.
    """

    command: str
    give: Cards
    to: tuple[int, ...] = ()
    offer: int | None = None


Form = CardsForm | OfferForm


def forms(state: State, seat: int) -> tuple[Form, ...]:
    """Returns the forms for the open prompts of a seat."""
    return tuple(form for prompt in state.prompts if prompt.seat == seat for form in _prompt_forms(state, prompt))


def _prompt_forms(state: State, prompt: object) -> tuple[Form, ...]:
    match prompt:
        case DiscardPrompt():
            return (_cards_form("discard", state.seats[prompt.seat].hand, prompt.count),)
        case GivePrompt():
            return (_cards_form("give-cards", state.seats[prompt.seat].hand, prompt.count),)
        case TakePrompt():
            return (_cards_form("take-cards", state.seats[prompt.victim].hand, prompt.count),)
        case ActionPrompt() if may_offer(state, prompt.seat):
            hand, others = to_cards(state.seats[prompt.seat].hand), trade_partners(state, prompt.seat)
            return (OfferForm("offer-trade", hand, others),)
        case OfferPrompt() if may_offer(state, prompt.seat):
            return (OfferForm("counter-offer", to_cards(state.seats[prompt.seat].hand), offer=prompt.offer),)
        case _:
            return ()


def _cards_form(command: str, among: Counts, count: int) -> CardsForm:
    return CardsForm(command, to_cards(among), count)
