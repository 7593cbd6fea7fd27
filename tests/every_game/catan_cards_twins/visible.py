"""The ids that a viewer can see in a match of the card game: public cards, its hand, and cards it is being shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import ChooseLayout
from chronik.domain.catan_cards.events import HandShown
from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import PRINTED, load
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.prompts import (
    DeckPrompt,
    PickPrompt,
    RemovePrompt,
    ScoutPrompt,
    SpyPrompt,
    SwapPrompt,
    TakeCardsPrompt,
)
from chronik.domain.catan_cards.state import Land, SeatState, State
from chronik.domain.engine.seats import Seat, Viewer
from tests.every_game.exits import History

FACTS = load(PRINTED)
BUILT_IN = {name for one in FACTS.house_lists.values() for name in one.cards}
"""The titles in built-in lists, which are offered to every seat; labelled titles are added."""


def visible_ids(event: Any, state: State, viewer: Viewer) -> frozenset[str]:
    """Returns the ids that a viewer may see in an event and after it, and their titles; its deck only by title."""
    found = {*_public_ids(state), *private_cards(event, state, viewer)}
    titles = {title(card) for card in found}
    if isinstance(viewer, Seat):
        titles |= {title(card) for card in state.seats[viewer.number].deck}
    if any(isinstance(prompt, DeckPrompt) for prompt in state.prompts):
        titles |= BUILT_IN
    return frozenset(found | titles)


def _public_ids(state: State) -> Iterator[str]:
    """Yields the ids of all public cards."""
    for part in _public_parts(state):
        yield from map(_id_of, part)
    yield from state.events[len(state.events) - state.told :]
    yield from [card for card in (state.revealed, state.drawn_region) if card is not None]


def _public_parts(state: State) -> Iterator[tuple[Any, ...]]:
    """Yields the public parts of a state."""
    for seat in state.seats:
        yield seat.built
        yield seat.feelings
        yield seat.lands
    yield state.display
    yield from state.discards
    yield state.playing


def _id_of(thing: Any) -> str:
    """Returns the id of a public thing."""
    if isinstance(thing, str):
        return thing
    card: str = thing.region if isinstance(thing, Land) else thing.card
    return card


def private_cards(event: Any, state: State, viewer: Viewer) -> Sequence[str]:
    """Returns the hand of a seat, and the cards it is being shown."""
    if not isinstance(viewer, Seat):
        return ()
    own = viewer.number
    cards: tuple[str, ...] = state.seats[own].hand
    sealed = state.sealed[own]
    if sealed is not None and isinstance(sealed.choice, ChooseLayout):
        cards += sealed.choice.hand
    if isinstance(event, HandShown) and event.to == own:
        cards += state.seats[event.seat].hand
    for prompt in state.prompts:
        if prompt.seat == own:
            match prompt:
                case TakeCardsPrompt() | SwapPrompt() | PickPrompt():
                    of = own if state.options.mode is Mode.TOURNAMENT else None
                    cards += state.stacks[stack_index(FACTS, prompt.stack, of)]
                case RemovePrompt() | SpyPrompt():
                    cards += state.seats[prompt.victim].hand
                case ScoutPrompt():
                    cards += state.regions
                case _:
                    pass
    return cards


def looks_alike(state: State, other: State, viewer: Viewer) -> bool:
    """Returns whether a viewer sees the same in two states, except for its memory."""
    return (
        state.prompts == other.prompts
        and all(_seats_alike(one, another) for one, another in zip(state.seats, other.seats, strict=True))
        and list(map(len, state.stacks)) == list(map(len, other.stacks))
        and private_cards(None, state, viewer) == private_cards(None, other, viewer)
        and _public_rest(state) == _public_rest(other)
    )


def _seats_alike(one: SeatState, other: SeatState) -> bool:
    if one is other:
        return True
    return (
        len(one.hand) == len(other.hand)
        and (one.stars, one.drawn, one.used, one.lands) == (other.stars, other.drawn, other.used, other.lands)
        and (one.built, one.feelings) == (other.built, other.feelings)
    )


def _public_rest(state: State) -> Any:
    """Returns the public parts besides the principalities."""
    public = state.events[len(state.events) - state.told :]
    return (state.display, state.discards, state.playing, public, state.revealed, state.drawn_region)


def ever_seen(history: History, viewer: Viewer) -> frozenset[str]:
    """Returns every id that the viewer was shown at any time, undone entries included."""
    seen: set[str] = set()
    last: State | None = None
    parts: set[int] = set()  # ids of tuples, which the history keeps alive
    for entry, match in history:
        state = match.state
        if state is not None and (state is not last or isinstance(entry.e, HandShown)):
            for part in _public_parts(state):
                if id(part) not in parts:
                    parts.add(id(part))
                    seen.update(map(_id_of, part))
            seen.update(state.events[len(state.events) - state.told :])
            seen.update([card for card in (state.revealed, state.drawn_region) if card is not None])
            seen.update(private_cards(entry.e, state, viewer))
            last = state
    return frozenset(seen)
