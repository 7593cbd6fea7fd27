"""The Spy: a look at the opponent's hand, and a card out of it (B57)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.commands import StealCard
from domain.catan_cards.events import CardStolen, HandShown
from domain.catan_cards.facts.load import Card, CardKind, Effect, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of
from domain.catan_cards.prompts import SpyPrompt, Why
from domain.catan_cards.rules.playing import Play, wait
from domain.catan_cards.state import State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected


def look(batch: Batch, seat: int, card: Card) -> None:
    """The whole hand is shown; the choice is asked even where nothing may be taken (R85, E12)."""
    wait(batch)
    batch.happen(HandShown(1 - seat, seat, Why.SPY))
    batch.ask((SpyPrompt(seat, 1 - seat),))


def steal(batch: Batch, prompt: SpyPrompt, command: StealCard) -> None:
    """A card must be taken if there is one that may be; in the tournament game its owner stays marked (R60, R61)."""
    among = stealable(batch.facts, batch.state, prompt.victim)
    if command.card is None and among:
        raise Rejected("compulsory")
    if command.card is not None and command.card not in among:
        raise Rejected("target")
    batch.happen(CardStolen(prompt.seat, prompt.victim, command.card))


def stealable(facts: Facts, state: State, victim: int) -> list[str]:
    """The action cards and units of a hand, by id; no buildings, no Public Feeling (R35), not Guido (K14)."""
    cards = [(card, card_of(facts, card)) for card in sorted(state.seats[victim].hand)]
    return [
        card
        for card, printed in cards
        if (printed.kind is CardKind.ACTION or printed.is_unit) and not printed.spy_immune
    ]


def ways_to_steal(facts: Facts, state: State, prompt: SpyPrompt) -> Sequence[StealCard]:
    """Each card that may be taken, or none if there is no such one."""
    return [StealCard(card) for card in stealable(facts, state, prompt.victim)] or [StealCard()]


def stolen_by_default(facts: Facts, state: State, prompt: SpyPrompt) -> StealCard:
    """The first by id (R90)."""
    return StealCard(min(stealable(facts, state, prompt.victim), default=None))


def has_hand(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """The opponent holds a card; what it is stays hidden, so that it may be none to take (R16)."""
    return bool(state.seats[1 - seat].hand)


PLAYS = (Play(Effect.LOOK_HAND_TAKE_ACTION_OR_UNIT, has_hand, look),)

AREA = Area(
    answers=(answer(StealCard, SpyPrompt, steal),),
    options=(option(SpyPrompt, ways_to_steal),),
    defaults=(default(SpyPrompt, stolen_by_default),),
)
