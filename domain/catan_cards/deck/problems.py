"""Problems with a deck list, each with its rule, and advice (T4, T5, T13)."""

from __future__ import annotations

from collections.abc import Iterator

from chronik.domain.catan_cards.cards.kinds import size
from chronik.domain.catan_cards.deck.deck_list import DeckList
from chronik.domain.catan_cards.deck.entries import RULE
from chronik.domain.catan_cards.deck.reading import Reading, read
from chronik.domain.catan_cards.facts.load import PUBLIC_FEELING, Card, CardKind, Effect, Facts
from chronik.domain.catan_cards.facts.rulesets import Ruleset
from chronik.domain.engine.game import DeckProblem

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
"""The effects that do nothing without stars (R67)."""
CHEAP = 3
"""An expansion that costs fewer resources than this is cheap; a deck without cheap expansions can build only late."""
EXPANSIONS = frozenset({CardKind.REGION_EXPANSION, CardKind.CITY_EXPANSION, CardKind.ROAD_COMPLEMENT})


def find_problems(facts: Facts, options: Ruleset, text: str) -> tuple[DeckProblem, ...]:
    """Returns the problems with a list in text form, and advice. The rules for lists are the same under all options."""
    return check_reading(facts, read(facts, text))


def check_reading(facts: Facts, reading: Reading) -> tuple[DeckProblem, ...]:
    """Returns the problems found in a parsed list, and advice on the list."""
    if not reading.whole:
        return reading.problems
    return (
        *reading.problems,
        *_check_copies(facts, reading.deck),
        *_check_totals(facts, reading),
        *give_advice(facts, reading.deck),
    )


def find_faults(facts: Facts, deck: DeckList) -> tuple[DeckProblem, ...]:
    """Returns the problems that keep a deck list from being played."""
    totals = Reading(deck, cards=sum(deck.cards.values()), events=sum(deck.events.values()))
    return (*_check_copies(facts, deck), *_check_totals(facts, totals))


def give_advice(facts: Facts, deck: DeckList) -> tuple[DeckProblem, ...]:
    """Returns advice about weaknesses that do not make a list illegal."""
    cards = {id: facts.cards[id] for id in deck.cards if id in facts.cards}
    return tuple(_check_advice(cards))


def _check_copies(facts: Facts, deck: DeckList) -> Iterator[DeckProblem]:
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
            beside = str(event.mandatory or "")
            found, allowed = str(count), str(event.free)
            yield DeckProblem("too-many-copies", "T4", card=id, found=found, allowed=allowed, beside=beside)


def _check_totals(facts: Facts, reading: Reading) -> Iterator[DeckProblem]:
    size = facts.constants.deck
    if reading.cards is not None and reading.cards != size.cards:
        yield DeckProblem(code="card-total", rule="T5", found=str(reading.cards), allowed=str(size.cards))
    if reading.events is not None and reading.events != size.events:
        yield DeckProblem(code="event-total", rule="T4", found=str(reading.events), allowed=str(size.events))


def _check_advice(cards: dict[str, Card]) -> Iterator[DeckProblem]:
    for id, card in cards.items():
        if PUBLIC_FEELING not in cards and (card.stars or card.effect in STARRY):
            yield DeckProblem(code="stars-without-feeling", rule="R67", card=id, advice=True)
        target = card.numbers.target
        if target and target not in cards:
            yield DeckProblem(code="artwork-without-target", rule="K15", card=id, allowed=target, advice=True)
    if cards and not any(card.kind in EXPANSIONS and size(card.price) < CHEAP for card in cards.values()):
        yield DeckProblem(code="nothing-cheap", rule="T5", allowed=str(CHEAP), advice=True)
