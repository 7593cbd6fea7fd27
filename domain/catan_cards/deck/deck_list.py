"""A deck list (T13), and the one way its bytes are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from domain.catan_cards.facts.load import Facts, HouseList

VERSION = 1
LONGEST_NAME = 60
MOST = 33
"""The highest count that a list may name."""

CardCount = Annotated[int, Meta(ge=0, le=MOST)]


class DeckList(Struct, frozen=True, kw_only=True):
    """A list of cards and free events by their ids; `deck` is the version of the format."""

    deck: int = VERSION
    name: str = ""
    cards: Mapping[str, CardCount]
    events: Mapping[str, CardCount]


def ordered(facts: Facts, deck: DeckList) -> DeckList:
    """The list in the permanent order, without what it names no copy of; ids that nobody knows come last."""
    return DeckList(
        name=deck.name,
        cards=_in_order(facts.order.cards, deck.cards),
        events=_in_order(facts.order.events, deck.events),
    )


def canonical(facts: Facts, deck: DeckList) -> bytes:
    """The list as JSON: equal lists are equal bytes."""
    return msgspec.json.encode(ordered(facts, deck))


def of_house(facts: Facts, house: HouseList, name: str = "") -> DeckList:
    """A list of the house."""
    return ordered(facts, DeckList(name=name, cards=house.cards, events=house.events))


def _in_order(order: Iterable[str], counts: Mapping[str, int]) -> dict[str, int]:
    known = {id: counts[id] for id in order if counts.get(id)}
    return {**known, **{id: count for id, count in sorted(counts.items()) if count}}
