"""Cards that another seat took from other places, or that were in other places."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from chronik.domain.catan_cards.events import (
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardsTaken,
    CardSwapped,
    StackShuffled,
)
from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.match.events import Undone
from chronik.domain.engine.seats import Seat, Viewer
from tests.every_game.catan_cards_twins.rewriting import Changes
from tests.every_game.catan_cards_twins.visible import FACTS
from tests.every_game.exits import History

LATE = 8
MOVES = (CardPicked, CardsTaken, CardSwapped, CardsShed, CardsRemoved)


def move_another_card(history: History, viewer: Viewer, changes: Changes, rng: Random) -> Changes | None:
    """Returns the changes with one more card that another seat moved from or to another place, or None."""
    since = max((at for at, (entry, _) in enumerate(history) if isinstance(entry.e, Undone)), default=0)
    moves = [
        at
        for at in range(since + 1, len(history))
        if isinstance(history[at][0].e, MOVES) and _is_unseen_move(history[at][0].e, viewer)
    ]
    moves = [at for at in moves if history[at][0].n not in changes.places]
    if not moves:
        return None
    at = rng.choice(moves[-LATE:] if rng.random() < 0.7 else moves)
    entry, before = history[at][0], history[at - 1][1].state
    assert before is not None
    pile, cards = _source_of(entry.e, before)
    if len(pile) <= len(cards):
        return None
    places = tuple(rng.sample(range(len(pile)), len(cards)))
    swapped = dict(changes.swapped)
    if isinstance(entry.e, CardPicked) and rng.random() < 0.5:
        stands = changes.at(entry.n)
        one, other = (stands.get(pile[place], pile[place]) for place in (pile.index(cards[0]), places[0]))
        if one != other and (n := _shuffle_with_both(history[:at], cards[0], pile[places[0]])) is not None:
            swapped[n] = one, other
    return replace(changes, places={**changes.places, entry.n: places}, swapped=swapped)


def _is_unseen_move(event: Any, viewer: Viewer) -> bool:
    """Returns whether the viewer does not know which cards moved."""
    if isinstance(event, CardsRemoved):
        return not isinstance(viewer, Seat)
    return viewer != Seat(event.seat)


def _source_of(event: Any, state: State) -> tuple[Sequence[str], Sequence[str]]:
    """Returns the pile from which the cards of an event came, and these cards."""
    match event:
        case CardPicked():
            return state.stacks[stack_index(FACTS, event.stack, event.of)], (event.card,)
        case CardsTaken():
            return state.stacks[event.stack - 1], event.cards
        case CardSwapped():
            return state.stacks[stack_index(FACTS, event.stack, event.of)], (event.took,)
        case _:
            return state.seats[event.seat].hand, event.cards


def _shuffle_with_both(history: History, one: str, other: str) -> int | None:
    """Returns the version of the shuffle that placed both cards, or None."""
    for entry, _ in reversed(history):
        if isinstance(entry.e, StackShuffled) and one in entry.e.order:
            return entry.n if other in entry.e.order else None
    return None


def count_shared_entries(history: History, before: Changes, after: Changes) -> int:
    """Returns how many first entries two twins share; 0 if a later entry is an undo."""
    changes = {*after.places.items() - before.places.items(), *after.swapped.items() - before.swapped.items()}
    first = min(n for n, _ in changes) - 1
    return 0 if any(isinstance(entry.e, Undone) for entry, _ in history[first:]) else first
