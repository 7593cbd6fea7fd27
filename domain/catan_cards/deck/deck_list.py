"""A deck list (T13), and its canonical bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from chronik.domain.catan_cards.facts.load import Facts, HouseList

VERSION = 1
LONGEST_NAME = 60
MOST = 33
"""The highest count that a list may give for one card or event."""

CardCount = Annotated[int, Meta(ge=0, le=MOST)]


class DeckList(Struct, frozen=True, kw_only=True):
    """A list of cards and free events by id; `deck` is the version of the format."""

    deck: int = VERSION
    name: str = ""
    cards: Mapping[str, CardCount]
    events: Mapping[str, CardCount]


def normalize(facts: Facts, deck: DeckList) -> DeckList:
    """Returns the list in the permanent order, without zero counts; unknown ids come last."""
    return DeckList(
        name=deck.name,
        cards=_sort_counts(facts.order.cards, deck.cards),
        events=_sort_counts(facts.order.events, deck.events),
    )


def canonical_json(facts: Facts, deck: DeckList) -> bytes:
    """Returns the list as JSON; equal lists have equal bytes."""
    return msgspec.json.encode(normalize(facts, deck))


def built_in_list(facts: Facts, house: HouseList, name: str = "") -> DeckList:
    """Converts a built-in list to a `DeckList`."""
    return normalize(facts, DeckList(name=name, cards=house.cards, events=house.events))


def _sort_counts(order: Iterable[str], counts: Mapping[str, int]) -> dict[str, int]:
    known = {id: counts[id] for id in order if counts.get(id)}
    return {**known, **{id: count for id, count in sorted(counts.items()) if count}}
