"""The Spy: a look at the opponent's hand, and a card from it (B57)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import StealCard
from chronik.domain.catan_cards.events import CardStolen, HandShown
from chronik.domain.catan_cards.facts.load import Card, CardKind, Effect, Facts
from chronik.domain.catan_cards.principality.axis import card_of
from chronik.domain.catan_cards.prompts import SpyPrompt, Why
from chronik.domain.catan_cards.rules.playing import Play, wait_for_answers
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.area import Area, answer, default, option
from chronik.domain.engine.game import Rejected


def show_hand(batch: Batch, seat: int, card: Card) -> None:
    """Shows the opponent's hand and asks for a card, even if none may be taken (R85, E12)."""
    wait_for_answers(batch)
    batch.add(HandShown(1 - seat, seat, Why.SPY))
    batch.ask((SpyPrompt(seat, 1 - seat),))


def steal(batch: Batch, prompt: SpyPrompt, command: StealCard) -> None:
    """Takes a card from the hand; the seat must take one if any may be taken (R60, R61)."""
    among = stealable_cards(batch.facts, batch.state, prompt.victim)
    if command.card is None and among:
        raise Rejected("compulsory")
    if command.card is not None and command.card not in among:
        raise Rejected("target")
    batch.add(CardStolen(prompt.seat, prompt.victim, command.card))


def stealable_cards(facts: Facts, state: State, victim: int) -> list[str]:
    """Returns the action cards and units in a hand, sorted by id, except Public Feeling (R35) and Guido (K14)."""
    cards = [(card, card_of(facts, card)) for card in sorted(state.seats[victim].hand)]
    return [
        card
        for card, printed in cards
        if (printed.kind is CardKind.ACTION or printed.is_unit) and not printed.spy_immune
    ]


def ways_to_steal(facts: Facts, state: State, prompt: SpyPrompt) -> Sequence[StealCard]:
    """Returns a command for each card that may be taken, or one without a card."""
    return [StealCard(card) for card in stealable_cards(facts, state, prompt.victim)] or [StealCard()]


def default_theft(facts: Facts, state: State, prompt: SpyPrompt) -> StealCard:
    """Returns the default: the first card by id (R90)."""
    return StealCard(min(stealable_cards(facts, state, prompt.victim), default=None))


def has_hand(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """Returns whether the opponent has a hand card; perhaps none of the cards may be taken (R16)."""
    return bool(state.seats[1 - seat].hand)


PLAYS = (Play(Effect.LOOK_HAND_TAKE_ACTION_OR_UNIT, has_hand, show_hand),)

AREA = Area(
    answers=(answer(StealCard, SpyPrompt, steal),),
    options=(option(SpyPrompt, ways_to_steal),),
    defaults=(default(SpyPrompt, default_theft),),
)
