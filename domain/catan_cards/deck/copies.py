"""Which copies of its titles a seat brings: those that come first in its shuffled pool (E1, R96).

So the number of a copy says nothing about how many others there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from domain.catan_cards.cards.ids import instances, title
from domain.catan_cards.facts.load import EventCard, Facts


@cache
def pool_of(facts: Facts, seat: int) -> tuple[str, ...]:
    """Every copy of every card and event that a seat could bring, in the order of the data (T5)."""
    cards = [copy for card in facts.cards.values() for copy in instances(card.id, card.count, seat)]
    return (*cards, *(copy for event in facts.events.values() for copy in instances(event.id, event.count, seat)))


def first_copies(shuffled: Iterable[str], counts: Mapping[str, int]) -> tuple[str, ...]:
    """So many copies of each title, those that come first, in the order of the titles and then of their numbers."""
    by_title: dict[str, list[str]] = {name: [] for name in counts}
    for copy in shuffled:
        found = by_title.get(title(copy))
        if found is not None and len(found) < counts[title(copy)]:
            found.append(copy)
    return tuple([copy for found in by_title.values() for copy in sorted(found)])


def events_brought(facts: Facts, seat: int, free: Mapping[str, int]) -> dict[str, int]:
    """How many copies of each event a seat puts into the deck, in the order of the data: mandatory ones and its own."""
    return {event.id: _due(event, seat) + free.get(event.id, 0) for event in facts.events.values()}


def _due(event: EventCard, seat: int) -> int:
    """How many copies a seat must put in; Year End comes from the host alone, who is seat 0 (T4, R75)."""
    if event.host_only:
        return event.count if seat == 0 else 0
    return event.mandatory
