"""What a viewer is shown of a match of the card game: what lies open, what its seat holds, what it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.catan_cards.cards.ids import title
from domain.catan_cards.commands import ChooseLayout
from domain.catan_cards.events import HandShown
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import PRINTED, load
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.prompts import (
    DeckPrompt,
    PickPrompt,
    RemovePrompt,
    ScoutPrompt,
    SpyPrompt,
    SwapPrompt,
    TakeCardsPrompt,
)
from domain.catan_cards.state import Land, SeatState, State
from domain.engine.seats import Seat, Viewer
from tests.support.every_game.exits import History

FACTS = load(PRINTED)
HOUSE = {name for one in FACTS.house_lists.values() for name in one.cards}
"""The titles in lists of the house, which are offered to everybody; those with labels are added."""


def shown(event: Any, state: State, viewer: Viewer) -> frozenset[str]:
    """The ids that a viewer may see by an event and after it, and their titles; its own deck by title alone."""
    found = {*_open(state), *own_cards(event, state, viewer)}
    titles = {title(card) for card in found}
    if isinstance(viewer, Seat):
        titles |= {title(card) for card in state.seats[viewer.number].deck}
    if any(isinstance(prompt, DeckPrompt) for prompt in state.prompts):
        titles |= HOUSE
    return frozenset(found | titles)


def _open(state: State) -> Iterator[str]:
    """What lies open for everybody."""
    for part in _laid_open(state):
        yield from map(_card_of, part)
    yield from state.events[len(state.events) - state.told :]
    yield from [card for card in (state.revealed, state.drawn_region) if card is not None]


def _laid_open(state: State) -> Iterator[tuple[Any, ...]]:
    """The parts of a state that lie open, as they stand there."""
    for seat in state.seats:
        yield seat.built
        yield seat.feelings
        yield seat.lands
    yield state.display
    yield from state.discards
    yield state.playing


def _card_of(thing: Any) -> str:
    """The id of something that lies open."""
    if isinstance(thing, str):
        return thing
    card: str = thing.region if isinstance(thing, Land) else thing.card
    return card


def own_cards(event: Any, state: State, viewer: Viewer) -> Sequence[str]:
    """What a seat has in hand, and what it is being shown."""
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
                    cards += state.stacks[place_of(FACTS, prompt.stack, of)]
                case RemovePrompt() | SpyPrompt():
                    cards += state.seats[prompt.victim].hand
                case ScoutPrompt():
                    cards += state.regions
                case _:
                    pass
    return cards


def looks_alike(state: State, other: State, viewer: Viewer) -> bool:
    """Whether a viewer sees the same of two states, but for its memory."""
    return (
        state.prompts == other.prompts
        and all(_seats_alike(one, another) for one, another in zip(state.seats, other.seats, strict=True))
        and list(map(len, state.stacks)) == list(map(len, other.stacks))
        and own_cards(None, state, viewer) == own_cards(None, other, viewer)
        and _rest(state) == _rest(other)
    )


def _seats_alike(one: SeatState, other: SeatState) -> bool:
    if one is other:
        return True
    return (
        len(one.hand) == len(other.hand)
        and (one.stars, one.drawn, one.used, one.lands) == (other.stars, other.drawn, other.used, other.lands)
        and (one.built, one.feelings) == (other.built, other.feelings)
    )


def _rest(state: State) -> Any:
    """What lies open beside the principalities."""
    told = state.events[len(state.events) - state.told :]
    return (state.display, state.discards, state.playing, told, state.revealed, state.drawn_region)


def ever_seen(history: History, viewer: Viewer) -> frozenset[str]:
    """Every id that the viewer was shown at any time, in what was undone too."""
    seen: set[str] = set()
    last: State | None = None
    parts: set[int] = set()  # ids of tuples that the history holds
    for entry, match in history:
        state = match.state
        if state is not None and (state is not last or isinstance(entry.e, HandShown)):
            for part in _laid_open(state):
                if id(part) not in parts:
                    parts.add(id(part))
                    seen.update(map(_card_of, part))
            seen.update(state.events[len(state.events) - state.told :])
            seen.update([card for card in (state.revealed, state.drawn_region) if card is not None])
            seen.update(own_cards(entry.e, state, viewer))
            last = state
    return frozenset(seen)
