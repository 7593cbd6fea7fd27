"""Deck lists to try: random legal ones, and all that a list may be spelled as."""

from __future__ import annotations

from random import Random

from domain.catan_cards.deck.deck_list import DeckList, ordered
from domain.catan_cards.deck.writing import to_json, to_lines, to_toml
from domain.catan_cards.facts.load import Facts, load

FACTS = load()
NAMES = ("", "Mühlen & Märkte", 'a "quoted" name = [cards]', "Name: # it's {odd}", "日本 ♜", "2 Abbey", "x" * 60)


def random_list(random: Random, facts: Facts = FACTS) -> DeckList:
    """A legal list, each as likely as any draw of 33 cards and 4 free events out of the pool."""
    cards = [id for id, card in facts.cards.items() for _ in range(card.count)]
    events = [id for id, event in facts.events.items() for _ in range(event.free)]
    size = facts.constants.deck
    return ordered(
        facts,
        DeckList(
            name=random.choice(NAMES),
            cards=_counted(random.sample(cards, size.cards)),
            events=_counted(random.sample(events, size.events)),
        ),
    )


def spellings(deck: DeckList, facts: Facts = FACTS) -> dict[str, str]:
    """A list in every spelling that keeps its name."""
    lines = {f"lines {language}": to_lines(facts, deck, language) for language in ("en", "de", "nl")}
    return {"JSON": to_json(facts, deck), "TOML": to_toml(facts, deck), **lines}


def _counted(ids: list[str]) -> dict[str, int]:
    return {id: ids.count(id) for id in ids}
