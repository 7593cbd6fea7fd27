"""What stands in place of the cards, events and regions that a viewer never saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from domain.catan_cards.cards.ids import title
from domain.catan_cards.deck.copies import events_brought, first_copies
from domain.catan_cards.events import Deck
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.state import State
from tests.support.catan_cards.table import everywhere
from tests.support.every_game.catan_cards_twins.decks import Era
from tests.support.every_game.catan_cards_twins.retelling import takeable
from tests.support.every_game.catan_cards_twins.shown import FACTS


def stands_of(era: Era, spied: bool, decks: Mapping[tuple[int, int], Deck], rng: Random) -> Mapping[str, str]:
    """By card, event and region what it is in the twin, of all that the viewer never saw while these decks were played.

    Where a Spy saw a hand that the viewer did not see, what he may take stands for what he may take.
    """
    stands: dict[str, str] = {}
    brought = {seat: deck for (n, seat), deck in decks.items() if n == era.begins}
    for group, other in _groups(era.state, brought):
        here, there = [one for one in group if one not in era.seen], [one for one in other if one not in era.seen]
        split = spied and bool(group) and title(group[0]) in FACTS.cards
        for may in (True, False) if split else (None,):
            some = [one for one in here if may is None or takeable(FACTS, one) is may]
            those = [one for one in there if may is None or takeable(FACTS, one) is may]
            stands.update(zip(some, rng.sample(those, len(those)), strict=True))
    return stands


def _groups(state: State, decks: Mapping[int, Deck]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """What may change places: things here, and those that are there instead."""
    yield state.regions, state.regions
    if state.options.mode is not Mode.TOURNAMENT:
        yield state.events, state.events
        for of in {card.set for card in FACTS.cards.values()}:
            cards = sorted(card for card in everywhere(state) if FACTS.cards[title(card)].set is of)
            yield cards, cards
        return
    if not state.seats[0].deck:
        return
    events: list[str] = []
    others: list[str] = []
    for number, seat in enumerate(state.seats):
        deck = decks.get(number)
        yield seat.deck, seat.deck if deck is None else first_copies(deck.pool, deck.cards)
        events += seat.event_cards
        brought = None if deck is None else first_copies(deck.pool, events_brought(FACTS, number, deck.events))
        others += seat.event_cards if brought is None else brought
    yield events, others
