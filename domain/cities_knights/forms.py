"""Forms: what stands for commands of which there are too many to list, discards and offers of trade."""

from __future__ import annotations

from msgspec import Struct

from domain.cities_knights.cards.kinds import Cards, Counts, of
from domain.cities_knights.prompts import ActionPrompt, DiscardPrompt, GivePrompt, OfferPrompt, TakePrompt
from domain.cities_knights.rules.offers import may_offer
from domain.cities_knights.state import State


class CardsForm(Struct, frozen=True, tag="cards", tag_field="t"):
    """Any `count` of these cards answer, as `cards` of the command with this tag."""

    command: str
    among: Cards
    count: int


class OfferForm(Struct, frozen=True, omit_defaults=True, tag="offer", tag_field="t"):
    """Some of `give` may be offered for cards of other kinds, to these seats or in answer to an offer (R15.1)."""

    command: str
    give: Cards
    to: tuple[int, ...] = ()
    offer: int | None = None


Form = CardsForm | OfferForm


def forms(state: State, seat: int) -> tuple[Form, ...]:
    """The forms of a seat's commands."""
    return tuple(form for prompt in state.prompts if prompt.seat == seat for form in _of_prompt(state, prompt))


def _of_prompt(state: State, prompt: object) -> tuple[Form, ...]:
    match prompt:
        case DiscardPrompt():
            return (_cards("discard", state.seats[prompt.seat].hand, prompt.count),)
        case GivePrompt():
            return (_cards("give-cards", state.seats[prompt.seat].hand, prompt.count),)
        case TakePrompt():
            return (_cards("take-cards", state.seats[prompt.victim].hand, prompt.count),)
        case ActionPrompt() if may_offer(state, prompt.seat):
            others = tuple(number for number in range(len(state.seats)) if number != prompt.seat)
            return (OfferForm("offer-trade", of(state.seats[prompt.seat].hand), others),)
        case OfferPrompt() if may_offer(state, prompt.seat):
            return (OfferForm("counter-offer", of(state.seats[prompt.seat].hand), offer=prompt.offer),)
        case _:
            return ()


def _cards(command: str, among: Counts, count: int) -> CardsForm:
    return CardsForm(command, of(among), count)
