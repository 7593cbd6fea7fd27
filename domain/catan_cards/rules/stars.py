"""Stars paid for an event, in either player's turn (K8, K18, K27, R26, R27)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import Command, Decline, PayStar
from chronik.domain.catan_cards.events import StarPaid
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import Effect
from chronik.domain.catan_cards.prompts import StarPrompt, Why
from chronik.domain.catan_cards.state import Continuation, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option


def star_price(facts: Facts, state: State) -> int:
    """Returns the stars that the current event asks for: the price of Lancers or of the event card."""
    if state.revealed is None:
        return next(
            card.numbers.stars for card in facts.cards.values() if card.effect is Effect.PAY_STAR_IGNORE_BRIGAND_ATTACK
        )
    event = facts.events[title(state.revealed)]
    return event.star_cancel or event.stars


def can_pay(facts: Facts, state: State, seat: int) -> bool:
    """Returns whether a seat has enough stars; the number of stars is public (R27)."""
    return state.seats[seat].stars >= star_price(facts, state)


def ask_for_stars(batch: Batch, seats: Sequence[int], why: Why) -> None:
    """Asks these seats one after the other; each seat sees the earlier decisions (R27)."""
    if seats:
        first, *rest = seats
        batch.ask((StarPrompt(first, why),), Continuation.STARS, tuple(rest))


def ask_next(batch: Batch, question: Question) -> None:
    """Asks the next seat for stars."""
    (prompt,) = question.asks
    assert isinstance(prompt, StarPrompt)
    ask_for_stars(batch, question.rest, prompt.why)


def pay_star(batch: Batch, prompt: StarPrompt, command: PayStar) -> None:
    """Pays the stars that the event asks for."""
    batch.add(StarPaid(prompt.seat, star_price(batch.facts, batch.state), prompt.why))


def ways_to_decide(facts: Facts, state: State, prompt: StarPrompt) -> Sequence[Command]:
    """Returns `PayStar` and `Decline`."""
    return [PayStar(), Decline()]


def default_star(facts: Facts, state: State, prompt: StarPrompt) -> Decline:
    """Returns the default: `Decline` (R90)."""
    return Decline()


AREA = Area(
    answers=(answer(PayStar, StarPrompt, pay_star),),
    follows=(follow(Continuation.STARS, ask_next),),
    options=(option(StarPrompt, ways_to_decide),),
    defaults=(default(StarPrompt, default_star),),
)
