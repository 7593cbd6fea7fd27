"""Deck lists for tests: random legal lists, and every format of a list."""

from __future__ import annotations

from random import Random

from chronik.domain.catan_cards.deck.deck_list import DeckList, normalize
from chronik.domain.catan_cards.deck.writing import to_json, to_lines, to_toml
from chronik.domain.catan_cards.facts.load import Facts, load

FACTS = load()
NAMES = ("", "Mühlen & Märkte", 'a "quoted" name = [cards]', "Name: # it's {odd}", "日本 ♜", "2 Abbey", "x" * 60)


def random_list(random: Random, facts: Facts = FACTS) -> DeckList:
    """Returns a random legal list, drawn evenly from all choices of 33 cards and 4 free events in the pool."""
    cards = [id for id, card in facts.cards.items() for _ in range(card.count)]
    events = [id for id, event in facts.events.items() for _ in range(event.free)]
    size = facts.constants.deck
    return normalize(
        facts,
        DeckList(
            name=random.choice(NAMES),
            cards=_count_ids(random.sample(cards, size.cards)),
            events=_count_ids(random.sample(events, size.events)),
        ),
    )


def spellings(deck: DeckList, facts: Facts = FACTS) -> dict[str, str]:
    """Returns a list in every format that keeps its name."""
    lines = {f"lines {language}": to_lines(facts, deck, language) for language in ("en", "de", "nl")}
    return {"JSON": to_json(facts, deck), "TOML": to_toml(facts, deck), **lines}


def _count_ids(ids: list[str]) -> dict[str, int]:
    return {id: ids.count(id) for id in ids}
