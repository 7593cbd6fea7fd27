"""Cards that somebody else took out of another place, or that lay elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.catan_cards.events import (
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardsTaken,
    CardSwapped,
    StackShuffled,
)
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.state import State
from domain.engine.match.events import Undone
from domain.engine.seats import Seat, Viewer
from tests.support.every_game.catan_cards_twins.retelling import Anew
from tests.support.every_game.catan_cards_twins.shown import FACTS
from tests.support.every_game.exits import History

LATE = 8
MOVES = (CardPicked, CardsTaken, CardSwapped, CardsShed, CardsRemoved)


def moved_otherwise(history: History, viewer: Viewer, anew: Anew, rng: Random) -> Anew | None:
    """One more card that somebody else took from or put to another place; None where nobody did."""
    since = max((at for at, (entry, _) in enumerate(history) if isinstance(entry.e, Undone)), default=0)
    moves = [
        at
        for at in range(since + 1, len(history))
        if isinstance(history[at][0].e, MOVES) and _is_foreign(history[at][0].e, viewer)
    ]
    moves = [at for at in moves if history[at][0].n not in anew.places]
    if not moves:
        return None
    at = rng.choice(moves[-LATE:] if rng.random() < 0.7 else moves)
    entry, before = history[at][0], history[at - 1][1].state
    assert before is not None
    pile, cards = _pile_of(entry.e, before)
    if len(pile) <= len(cards):
        return None
    places = tuple(rng.sample(range(len(pile)), len(cards)))
    swapped = dict(anew.swapped)
    if isinstance(entry.e, CardPicked) and rng.random() < 0.5:
        stands = anew.at(entry.n)
        one, other = (stands.get(pile[place], pile[place]) for place in (pile.index(cards[0]), places[0]))
        if one != other and (n := _laid_by(history[:at], cards[0], pile[places[0]])) is not None:
            swapped[n] = one, other
    return replace(anew, places={**anew.places, entry.n: places}, swapped=swapped)


def _is_foreign(event: Any, viewer: Viewer) -> bool:
    """Whether a viewer does not know which cards moved."""
    if isinstance(event, CardsRemoved):
        return not isinstance(viewer, Seat)
    return viewer != Seat(event.seat)


def _pile_of(event: Any, state: State) -> tuple[Sequence[str], Sequence[str]]:
    """Where the cards of an event lay before, and which they are."""
    match event:
        case CardPicked():
            return state.stacks[place_of(FACTS, event.stack, event.of)], (event.card,)
        case CardsTaken():
            return state.stacks[event.stack - 1], event.cards
        case CardSwapped():
            return state.stacks[place_of(FACTS, event.stack, event.of)], (event.took,)
        case _:
            return state.seats[event.seat].hand, event.cards


def _laid_by(history: History, one: str, other: str) -> int | None:
    """The shuffle that laid down both cards."""
    for entry, _ in reversed(history):
        if isinstance(entry.e, StackShuffled) and one in entry.e.order:
            return entry.n if other in entry.e.order else None
    return None


def shared(history: History, before: Anew, after: Anew) -> int:
    """How many entries two twins begin with that are the same; none where something is taken back later."""
    anew = {*after.places.items() - before.places.items(), *after.swapped.items() - before.swapped.items()}
    first = min(n for n, _ in anew) - 1
    return 0 if any(isinstance(entry.e, Undone) for entry, _ in history[first:]) else first
