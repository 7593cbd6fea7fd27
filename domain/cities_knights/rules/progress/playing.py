"""What all progress cards have in common: playing one, and offering those in hand (R13.4 to R13.6).

A card whose effect public information rules out is refused (R13.6). Where `dead_progress_card` lets it be discarded
unplayed, that is a command of its own (`spending.py`); no card judges by that option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from domain.cities_knights.commands import PlayCard
from domain.cities_knights.events import CardPlayed
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.making import Batch
from domain.cities_knights.state import State
from domain.engine.game import Rejected

Plays = Callable[[Facts, State, int, str], Iterable[PlayCard]]
"""Every way in which a seat may play a card in its hand now; none if it would be without effect."""


def play(batch: Batch, seat: int, card: str, name: str) -> None:
    """The first step of every card: it leaves the hand and goes under its deck (R13.5, C-58)."""
    if card not in batch.seat(seat).progress or batch.facts.cards[card].name != name:
        raise Rejected("progress-card")
    batch.happen(CardPlayed(seat, card))


def offering(plays: Mapping[str, Plays]) -> Callable[[Facts, State, int], Iterator[PlayCard]]:
    """The action that offers some cards by name. Of equal cards in hand the one with the lowest id stands for all."""

    def offered(facts: Facts, state: State, seat: int) -> Iterator[PlayCard]:
        for name, card in different(facts, state.seats[seat].progress):
            if name in plays:
                yield from plays[name](facts, state, seat, card)

    return offered


@lru_cache(maxsize=4096)
def different(facts: Facts, progress: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The different cards of a hand by name, each with its lowest id, in the order of those."""
    lowest: dict[str, str] = {}
    for card in sorted(progress):
        lowest.setdefault(facts.cards[card].name, card)
    return tuple(lowest.items())
