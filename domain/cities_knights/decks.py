"""The three decks of progress cards: drawing, giving up, and shuffling anew after an undo (R6.3, R13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.cities_knights.batch import Batch
from domain.cities_knights.commands import TRACKS
from domain.cities_knights.events import DeckShuffled, Event, ProgressDrawn
from domain.cities_knights.facts import Facts
from domain.cities_knights.state import State
from domain.engine.chance import Chance


def draw(batch: Batch, seat: int, deck: int) -> None:
    """A seat draws the top card of a deck, if there is one (R6.3)."""
    cards = batch.state.decks[deck]
    if cards:
        batch.happen(ProgressDrawn(seat, TRACKS[deck], cards[0]))


def reshuffled(facts: Facts, now: State, then: State, chance: Chance) -> tuple[Event, ...]:
    """After going back: what nobody has seen of a deck is shuffled anew; what was drawn lies where it lay."""
    shuffled: list[Event] = []
    for number, track in enumerate(TRACKS):
        fresh = then.decks[number][: then.fresh[number]]
        seen = len(fresh) - now.fresh[number]
        if unseen := sorted(fresh[seen:]):
            stream = chance.stream(f"deck-{track.value}", 0)
            shuffled.append(DeckShuffled(track, fresh[:seen] + stream.shuffled(unseen)))
    return tuple(shuffled)


ANSWERS: Mapping[type, Any] = {}
