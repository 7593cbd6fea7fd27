"""The choice of copies for a seat's deck: the first copies of each title in its shuffled pool (E1, R96).

The number of a copy therefore does not reveal how many copies are in the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from chronik.domain.catan_cards.cards.ids import instances, title
from chronik.domain.catan_cards.facts.load import EventCard, Facts


@cache
def pool_of(facts: Facts, seat: int) -> tuple[str, ...]:
    """Returns every copy of every card and event that a seat could choose, in the order of the data (T5)."""
    cards = [copy for card in facts.cards.values() for copy in instances(card.id, card.count, seat)]
    return (*cards, *(copy for event in facts.events.values() for copy in instances(event.id, event.count, seat)))


def first_copies(shuffled: Iterable[str], counts: Mapping[str, int]) -> tuple[str, ...]:
    """Returns the first copies of each title in a shuffled pool, ordered by title as in `counts`, then by id.

    `counts` gives the number of copies wanted for each title.
    """
    by_title: dict[str, list[str]] = {name: [] for name in counts}
    for copy in shuffled:
        found = by_title.get(title(copy))
        if found is not None and len(found) < counts[title(copy)]:
            found.append(copy)
    return tuple([copy for found in by_title.values() for copy in sorted(found)])


def count_events(facts: Facts, seat: int, free: Mapping[str, int]) -> dict[str, int]:
    """Returns how many copies of each event a seat puts into the event deck, counting both mandatory and free ones."""
    return {event.id: _mandatory_copies(event, seat) + free.get(event.id, 0) for event in facts.events.values()}


def _mandatory_copies(event: EventCard, seat: int) -> int:
    """Returns how many copies of an event a seat must include; only the host, seat 0, includes Year End (T4, R75)."""
    if event.host_only:
        return event.count if seat == 0 else 0
    return event.mandatory
