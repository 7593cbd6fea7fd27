"""Action cards that are played by their id alone (B32, B34)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.catan_cards.cards.kinds import Counts, Kind, single
from domain.catan_cards.commands import PlayCard
from domain.catan_cards.events import CardPlayed
from domain.catan_cards.facts.load import Card, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.prompts import ActionPrompt
from domain.catan_cards.rules import duel, kw_actions, spying, trading_cards
from domain.catan_cards.rules.paying import affords, paid
from domain.catan_cards.rules.playing import judged, playable
from domain.catan_cards.state import State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected

PLAYS = {one.effect: one for one in (*duel.PLAYS, *trading_cards.PLAYS, *spying.PLAYS, *kw_actions.PLAYS)}
"""By effect the cards of which nothing is chosen beforehand."""


def play(batch: Batch, prompt: ActionPrompt, command: PlayCard) -> None:
    """A card of the hand, if it can do anything (B34), and what it costs (K12)."""
    seat = prompt.seat
    card = judged(batch, seat, command.card, *PLAYS)
    assert card.effect is not None
    one = PLAYS[card.effect]
    if not one.able(batch.facts, batch.state, seat, card):
        raise Rejected("no-effect")
    batch.happen(CardPlayed(seat, command.card, paid(batch, seat, price(card), command.pay)))
    one.carry_out(batch, seat, card)


def price(card: Card) -> Counts:
    """What a card costs when it is played: nothing, but for Feeding the Poor (K12)."""
    return single(Kind.GOLD, card.numbers.gold)


def plays(facts: Facts, state: State, seat: int) -> Iterator[PlayCard]:
    """The cards in hand that can do something."""
    for card, printed in playable(facts, state, seat, *PLAYS):
        assert printed.effect is not None
        able = PLAYS[printed.effect].able(facts, state, seat, printed)
        if able and affords(facts, state.seats[seat], price(printed)):
            yield PlayCard(card)


AREA = Area(answers=(answer(PlayCard, ActionPrompt, play),), actions=(plays,))
