"""Replacements for the cards, events and regions that a viewer never saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.deck.copies import count_events, first_copies
from chronik.domain.catan_cards.events import Deck
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.state import State
from tests.every_game.catan_cards_twins.decks import Era
from tests.every_game.catan_cards_twins.rewriting import is_takeable
from tests.every_game.catan_cards_twins.visible import FACTS
from tests.support.catan_cards.table import all_cards


def draw_replacements(era: Era, spied: bool, decks: Mapping[tuple[int, int], Deck], rng: Random) -> Mapping[str, str]:
    """Returns the replacement in the twin of each id that the viewer never saw while these decks were played.

    If a Spy saw a hand that the viewer did not see, cards that a Spy may take replace each other.
    """
    stands: dict[str, str] = {}
    brought = {seat: deck for (n, seat), deck in decks.items() if n == era.begins}
    for group, other in _exchangeable_groups(era.state, brought):
        here, there = [one for one in group if one not in era.seen], [one for one in other if one not in era.seen]
        split = spied and bool(group) and title(group[0]) in FACTS.cards
        for may in (True, False) if split else (None,):
            some = [one for one in here if may is None or is_takeable(FACTS, one) is may]
            those = [one for one in there if may is None or is_takeable(FACTS, one) is may]
            stands.update(zip(some, rng.sample(those, len(those)), strict=True))
    return stands


def _exchangeable_groups(state: State, decks: Mapping[int, Deck]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yields groups of ids that may change places: those of the real history, and those of the twin."""
    yield state.regions, state.regions
    if state.options.mode is not Mode.TOURNAMENT:
        yield state.events, state.events
        for of in {card.set for card in FACTS.cards.values()}:
            cards = sorted(card for card in all_cards(state) if FACTS.cards[title(card)].set is of)
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
        brought = None if deck is None else first_copies(deck.pool, count_events(FACTS, number, deck.events))
        others += seat.event_cards if brought is None else brought
    yield events, others
