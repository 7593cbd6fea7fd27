"""Action cards that need no choice when they are played (B32, B34)."""

from __future__ import annotations

from collections.abc import Iterator

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import Counts, Kind, single
from chronik.domain.catan_cards.commands import PlayCard
from chronik.domain.catan_cards.events import CardPlayed
from chronik.domain.catan_cards.facts.load import Card, Facts
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.rules import duel, kw_actions, spying, trading_cards
from chronik.domain.catan_cards.rules.paying import affords, resolve_payment
from chronik.domain.catan_cards.rules.playing import playable_cards, require_playable
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected

PLAYS = {one.effect: one for one in (*duel.PLAYS, *trading_cards.PLAYS, *spying.PLAYS, *kw_actions.PLAYS)}
"""The cards that need no choice in advance, by effect."""


def play(batch: Batch, prompt: ActionPrompt, command: PlayCard) -> None:
    """Plays a card from the hand if it would have any effect (B34), and pays its price (K12)."""
    seat = prompt.seat
    card = require_playable(batch, seat, command.card, *PLAYS)
    assert card.effect is not None
    one = PLAYS[card.effect]
    if not one.able(batch.facts, batch.state, seat, card):
        raise Rejected("no-effect")
    batch.add(CardPlayed(seat, command.card, resolve_payment(batch, seat, price_of_play(card), command.pay)))
    one.carry_out(batch, seat, card)


def price_of_play(card: Card) -> Counts:
    """Returns the price of playing a card: nothing, except gold for Feeding the Poor (K12)."""
    return single(Kind.GOLD, card.numbers.gold)


def ways_to_play(facts: Facts, state: State, seat: int) -> Iterator[PlayCard]:
    """Yields a command for each hand card that would have an effect and can be paid for."""
    for card, printed in playable_cards(facts, state, seat, PLAYS):
        assert printed.effect is not None
        able = PLAYS[printed.effect].able(facts, state, seat, printed)
        if able and affords(facts, state.seats[seat], price_of_play(printed)):
            yield PlayCard(card)


AREA = Area(answers=(answer(PlayCard, ActionPrompt, play),), actions=(action(ways_to_play, *PLAYS),))
