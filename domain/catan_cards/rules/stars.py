"""Stars paid for an event, in either player's turn (K8, K18, K27, R26, R27)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.cards.ids import title
from domain.catan_cards.commands import Command, Decline, PayStar
from domain.catan_cards.events import StarPaid
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import Effect
from domain.catan_cards.making import Batch
from domain.catan_cards.prompts import StarPrompt, Why
from domain.catan_cards.state import Continuation, Question, State
from domain.engine.area import Area, answer, default, follow, option


def price(facts: Facts, state: State) -> int:
    """The stars that the event under way asks for: a Brigand Attack the price of Lancers, an event card its own."""
    if state.revealed is None:
        return next(
            card.numbers.stars for card in facts.cards.values() if card.effect is Effect.PAY_STAR_IGNORE_BRIGAND_ATTACK
        )
    event = facts.events[title(state.revealed)]
    return event.star_cancel or event.stars


def can_pay(facts: Facts, state: State, seat: int) -> bool:
    """Whether a seat has the stars (R27); everybody sees that."""
    return state.seats[seat].stars >= price(facts, state)


def ask_for_stars(batch: Batch, seats: Sequence[int], why: Why) -> None:
    """These seats decide one after the other, each seeing what was decided before (R27)."""
    if seats:
        first, *rest = seats
        batch.ask((StarPrompt(first, why),), Continuation.STARS, tuple(rest))


def ask_next(batch: Batch, question: Question) -> None:
    """The other seat decides."""
    (prompt,) = question.asks
    assert isinstance(prompt, StarPrompt)
    ask_for_stars(batch, question.rest, prompt.why)


def pay(batch: Batch, prompt: StarPrompt, command: PayStar) -> None:
    """The stars are gone."""
    batch.happen(StarPaid(prompt.seat, price(batch.facts, batch.state), prompt.why))


def ways(facts: Facts, state: State, prompt: StarPrompt) -> Sequence[Command]:
    """To pay, or not."""
    return [PayStar(), Decline()]


def declined(facts: Facts, state: State, prompt: StarPrompt) -> Decline:
    """Nobody pays by default (R90)."""
    return Decline()


AREA = Area(
    answers=(answer(PayStar, StarPrompt, pay),),
    follows=(follow(Continuation.STARS, ask_next),),
    options=(option(StarPrompt, ways),),
    defaults=(default(StarPrompt, declined),),
)
