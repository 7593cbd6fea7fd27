"""Everything that is wrong with a list, each fault with its rule, and advice beside the faults (T4, T5, T13)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.catan_cards.cards.kinds import size
from domain.catan_cards.deck.deck_list import DeckList
from domain.catan_cards.deck.entries import RULE
from domain.catan_cards.deck.reading import Reading, read
from domain.catan_cards.facts.load import PUBLIC_FEELING, Card, CardKind, Effect, Facts
from domain.catan_cards.facts.rulesets import Ruleset
from domain.engine.game import DeckProblem

STARRY = frozenset(
    {
        Effect.ARTWORK,
        Effect.PAY_GOLD_GAIN_STARS,
        Effect.PAY_STAR_SWAP_RESOURCE,
        Effect.VILLAGE_SCHOOL,
        Effect.HOSPITAL,
        Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR,
    }
)
"""Effects that do nothing without stars (R67)."""
CHEAP = 3
"""Whoever holds no expansion below so many resources builds late."""
EXPANSIONS = frozenset({CardKind.REGION_EXPANSION, CardKind.CITY_EXPANSION, CardKind.ROAD_COMPLEMENT})


def problems(facts: Facts, options: Ruleset, text: str) -> tuple[DeckProblem, ...]:
    """Whatever is wrong with the list that a text spells, and advice; the rules of lists hold with all options."""
    return judged(facts, read(facts, text))


def judged(facts: Facts, reading: Reading) -> tuple[DeckProblem, ...]:
    """What is wrong with a list as it was read, and advice."""
    if not reading.whole:
        return reading.problems
    return (*reading.problems, *_copies(facts, reading.deck), *_totals(facts, reading), *advice(facts, reading.deck))


def faults(facts: Facts, deck: DeckList) -> tuple[DeckProblem, ...]:
    """What keeps a list of known ids from being played."""
    totals = Reading(deck, cards=sum(deck.cards.values()), events=sum(deck.events.values()))
    return (*_copies(facts, deck), *_totals(facts, totals))


def advice(facts: Facts, deck: DeckList) -> tuple[DeckProblem, ...]:
    """What a list may do without, and might regret."""
    cards = {id: facts.cards[id] for id in deck.cards if id in facts.cards}
    return tuple(_advice(cards))


def _copies(facts: Facts, deck: DeckList) -> Iterator[DeckProblem]:
    for id, count in deck.cards.items():
        card = facts.cards.get(id)
        if card is None:
            yield DeckProblem(code="not-in-deck", rule=RULE, card=id)
        elif count > card.count:
            yield DeckProblem(code="too-many-copies", rule="T5", card=id, found=str(count), allowed=str(card.count))
    for id, count in deck.events.items():
        event = facts.events.get(id)
        if event is None:
            yield DeckProblem(code="not-an-event", rule=RULE, card=id)
        elif not event.free:
            yield DeckProblem(code="not-free", rule="T4", card=id)
        elif count > event.free:
            yield DeckProblem(code="too-many-copies", rule="T4", card=id, found=str(count), allowed=str(event.free))


def _totals(facts: Facts, reading: Reading) -> Iterator[DeckProblem]:
    size = facts.constants.deck
    if reading.cards is not None and reading.cards != size.cards:
        yield DeckProblem(code="card-total", rule="T5", found=str(reading.cards), allowed=str(size.cards))
    if reading.events is not None and reading.events != size.events:
        yield DeckProblem(code="event-total", rule="T4", found=str(reading.events), allowed=str(size.events))


def _advice(cards: dict[str, Card]) -> Iterator[DeckProblem]:
    for id, card in cards.items():
        if PUBLIC_FEELING not in cards and (card.stars or card.effect in STARRY):
            yield DeckProblem(code="stars-without-feeling", rule="R67", card=id, advice=True)
        target = card.numbers.target
        if target and target not in cards:
            yield DeckProblem(code="artwork-without-target", rule="K15", card=id, allowed=target, advice=True)
    if cards and not any(card.kind in EXPANSIONS and size(card.price) < CHEAP for card in cards.values()):
        yield DeckProblem(code="nothing-cheap", rule="T5", allowed=str(CHEAP), advice=True)
