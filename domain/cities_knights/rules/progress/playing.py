"""The code that all progress cards share: playing a card, and listing those in hand (R13.4 to R13.6).

A card that has no effect according to public information is refused (R13.6). Discarding it unplayed, if
`dead_progress_card` allows that, is a separate command (`spending.py`); no card checks that option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.commands import PlayCard
from chronik.domain.cities_knights.events import CardPlayed
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import Action, action
from chronik.domain.engine.game import Rejected

Plays = Callable[[Facts, State, int, str], Iterable[PlayCard]]
"""A function that lists every way to play a card in hand now. It lists none if the card would have no effect."""


def play_card(batch: Batch, seat: int, card: str, name: str) -> None:
    """Takes the played card from the hand and puts it under its deck: the first step of every card (R13.5, C-58)."""
    if card not in batch.seat(seat).progress or batch.facts.cards[card].name != name:
        raise Rejected("progress-card")
    batch.add(CardPlayed(seat, card))


def build_action(plays: Mapping[str, Plays]) -> Action:
    """Declares how to list the ways to play these cards.

    Among equal cards, only the one with the lowest id is listed.
    """

    def list_plays(facts: Facts, state: State, seat: int) -> Iterator[PlayCard]:
        for list_ways, card in find_plays(facts, state.seats[seat].progress):
            yield from list_ways(facts, state, seat, card)

    @lru_cache(maxsize=4096)
    def find_plays(facts: Facts, progress: tuple[str, ...]) -> list[tuple[Plays, str]]:
        return [(plays[name], card) for name, card in distinct_cards(facts, progress) if name in plays]

    return action(list_plays, *plays)


@lru_cache(maxsize=4096)
def distinct_cards(facts: Facts, progress: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Returns the different cards in hand: their names and lowest ids, in the order of the ids."""
    lowest: dict[str, str] = {}
    for card in sorted(progress):
        lowest.setdefault(facts.cards[card].name, card)
    return tuple(lowest.items())
