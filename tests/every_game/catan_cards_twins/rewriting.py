"""Rewriting of a history of the card game with the changes of a twin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import BringDeck, ChooseLayout
from chronik.domain.catan_cards.events import (
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardsTaken,
    CardStolen,
    CardSwapped,
    Committed,
    Deck,
    DecksBrought,
    EventsShuffled,
    HandRemembered,
    LayoutsShown,
    RegionsShuffled,
    SightKept,
    StackShuffled,
)
from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import CardKind
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.game import Game
from chronik.domain.engine.match.events import ENGINE_EVENTS, Undone
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Viewer
from chronik.domain.log.canonical import encode
from tests.every_game.catan_cards_twins.visible import FACTS, looks_alike
from tests.every_game.exits import History
from tests.support.catan_cards.memory import fits_stack


class Changes(Struct, frozen=True):
    """The differences of a twin from the real history.

    `replacements` are by era and by id. `sealed` are choices by version, `decks` are by version and seat. `places`
    are, by version, the places of cards taken or put away. `swapped` are pairs of cards that change places in a
    shuffle.
    """

    replacements: Mapping[int, Mapping[str, str]]
    sealed: Mapping[int, BringDeck | ChooseLayout] = {}
    decks: Mapping[tuple[int, int], Deck] = {}
    places: Mapping[int, tuple[int, ...]] = {}
    swapped: Mapping[int, tuple[str, str]] = {}

    def at(self, n: int) -> Mapping[str, str]:
        """Returns the replacements at a version."""
        return self.replacements[max(begins for begins in self.replacements if begins <= n)]


CHANGEABLE = frozenset(
    (
        *(StackShuffled, EventsShuffled, RegionsShuffled, SightKept, HandRemembered, LayoutsShown, DecksBrought),
        *(Committed, CardDrawn, CardPicked, CardsTaken, CardSwapped, CardsShed, CardsRemoved, CardStolen),
    )
)
"""The events that may be different in a twin."""


def rewrite_history(game: Game, history: History, viewer: Viewer, changes: Changes, start: History) -> History | None:
    """Returns the history of a twin that begins with `start`, or None.

    None means that the history could not have happened, or would have looked different.
    """
    twin = list(start)
    past = {entry.n: match.state for entry, match in twin}
    before, there = (history[len(twin) - 1][1].state, twin[-1][1].state) if twin else (None, None)
    for entry, match in history[len(twin) :]:
        try:
            other = _rewrite_entry(entry, before, there, changes)
        except Impossible:
            return None
        before = match.state
        there = _next_state(game, match, other, past, there)
        past[entry.n] = there
        if isinstance(other.e, SightKept) and there is not None and not _is_memory_true(there, other.e):
            return None
        if before is not None and there is not None and before is not there:
            if changes.places and not looks_alike(before, there, viewer):
                return None
            if before.prompts != there.prompts:
                return _fold_again(game, history, changes)
            match = replace(match, state=there)
        twin.append((other, match))
    return twin


def _next_state(game: Game, match: Match, entry: Entry, past: Mapping[int, State | None], there: State | None) -> Any:
    """Returns the twin's state after an entry; events of the engine are the same in both."""
    event = entry.e
    if there is None:
        return match.state
    if type(event) is Undone:
        return past[event.to]
    return there if type(event) in ENGINE_EVENTS else game.evolve(there, event)


def _is_memory_true(there: State, kept: SightKept) -> bool:
    """Returns whether a memory kept across an undo is also true in the twin."""
    at = stack_index(FACTS, kept.stack, kept.of)
    return fits_stack(there.seats[kept.seat].sights[at], there.stacks[at])


def _fold_again(game: Game, history: History, changes: Changes) -> History:
    """Returns the twin as the engine folds it; it asks a different question, which is a leak."""
    twin: History = []

    def entries() -> Iterator[Entry]:
        before: State | None = None
        for entry, match in history:
            yield _rewrite_entry(entry, before, twin[-1][1].state if twin else None, changes)
            before = match.state

    for one in walk(game, Match(id="00"), entries()):
        twin.append(one)  # `entries` reads it
    return twin


class Impossible(Exception):
    """Raised if an event could not have happened in the twin."""


def _rewrite_entry(entry: Entry, before: State | None, there: State | None, changes: Changes) -> Entry:
    """Returns an entry as it is in the twin, with its command."""
    event = entry.e
    if type(event) not in CHANGEABLE or before is None or there is None:
        return entry
    if (rewritten := _rewrite_order(entry.n, event, changes)) is not None:
        return replace(entry, e=rewritten)
    if isinstance(event, Committed):
        choice = _rewrite_choice(entry.n, event, changes)
        return _replace_event(entry, replace(event, choice=choice), lambda cmd: encode(choice))
    if (moved := _rewrite_move(entry.n, event, before, there, changes)) is None:
        return entry
    rewritten, instead = moved
    return _replace_event(entry, rewritten, lambda cmd: encode(_replace_cards(msgspec.json.decode(cmd), instead)))


def _replace_event(entry: Entry, event: Any, command: Callable[[Raw], bytes]) -> Entry:
    """Returns an entry with another event, and with the command for it if it is the first of its batch."""
    return replace(entry, e=event, cmd=Raw(command(entry.cmd))) if entry.begins else replace(entry, e=event)


def _replace_cards(value: Any, instead: Mapping[str, str]) -> Any:
    """Returns a command with other cards."""
    match value:
        case str():
            return instead.get(value, value)
        case list():
            return [_replace_cards(one, instead) for one in value]
        case dict():
            return {key: _replace_cards(one, instead) for key, one in value.items()}
        case _:
            return value


def _rewrite_order(n: int, event: Any, changes: Changes) -> Any:
    """Returns an event that arranges cards, or names remembered ones, with the twin's cards."""

    def stand(cards: Sequence[str]) -> tuple[str, ...]:
        return tuple([stands.get(card, card) for card in cards])

    stands = changes.at(n)
    match event:
        case StackShuffled():
            order = stand(event.order)
            if n in changes.swapped:
                one, other = changes.swapped[n]
                instead = {one: other, other: one}
                order = tuple([instead.get(card, card) for card in order])
            return replace(event, order=order)
        case EventsShuffled() | RegionsShuffled():
            return replace(event, order=stand(event.order))
        case SightKept():
            return replace(event, slots=tuple([slot and stands.get(slot, slot) for slot in event.slots]))
        case HandRemembered():
            return replace(event, cards=stand(event.cards))
        case LayoutsShown():
            return replace(event, hands=tuple([stand(hand) for hand in event.hands]))
        case DecksBrought():
            return replace(
                event, decks=tuple([changes.decks.get((n, seat), deck) for seat, deck in enumerate(event.decks)])
            )
        case _:
            return None


def _rewrite_choice(n: int, event: Committed, changes: Changes) -> Any:
    """Returns a sealed choice of the twin: another deck, another unrevealed layout, or another first hand."""
    choice = event.choice
    match choice:
        case BringDeck():
            return changes.sealed.get(n, choice)
        case ChooseLayout():
            stands = changes.at(n)
            return replace(changes.sealed.get(n, choice), hand=tuple([stands.get(card, card) for card in choice.hand]))
        case _:
            return choice


def _rewrite_move(  # noqa: C901  one case per event
    n: int, event: Any, before: State, there: State, changes: Changes
) -> tuple[Any, Mapping[str, str]] | None:
    """Returns an event by which cards move face down, with the twin's cards at the same or other places."""
    match event:
        case CardDrawn():
            at = stack_index(FACTS, event.stack, event.of)
            if not there.stacks[at]:
                raise Impossible
            return replace(event, card=there.stacks[at][0]), {}
        case CardPicked():
            at = stack_index(FACTS, event.stack, event.of)
            (card,) = _cards_at_places(n, (event.card,), before.stacks[at], there.stacks[at], changes)
            return replace(event, card=card), {event.card: card}
        case CardsTaken():
            at = event.stack - 1
            cards = _cards_at_places(n, event.cards, before.stacks[at], there.stacks[at], changes)
            return replace(event, cards=cards), dict(zip(event.cards, cards, strict=True))
        case CardSwapped():
            at = stack_index(FACTS, event.stack, event.of)
            (took,) = _cards_at_places(n, (event.took,), before.stacks[at], there.stacks[at], changes)
            here, hand = before.seats[event.seat].hand, there.seats[event.seat].hand
            put = took if event.put == event.took else hand[here.index(event.put)]
            return replace(event, took=took, put=put), {event.put: put, event.took: took}
        case CardsShed() | CardsRemoved():
            hands = before.seats[event.seat].hand, there.seats[event.seat].hand
            cards = _cards_at_places(n, event.cards, *hands, changes)
            return replace(event, cards=cards), dict(zip(event.cards, cards, strict=True))
        case CardStolen(card=None):
            if any(is_takeable(FACTS, card) for card in there.seats[event.victim].hand):
                raise Impossible
            return None
        case CardStolen(card=str() as stolen):
            hands = before.seats[event.victim].hand, there.seats[event.victim].hand
            (card,) = _cards_at_places(n, (stolen,), *hands, changes)
            if not is_takeable(FACTS, card):
                raise Impossible
            return replace(event, card=card), {stolen: card}
        case _:
            return None


def _cards_at_places(
    n: int, cards: Sequence[str], here: Sequence[str], there: Sequence[str], changes: Changes
) -> tuple[str, ...]:
    """Returns the twin's cards at the places of those cards, or at the places chosen for the twin."""
    places = changes.places.get(n) or tuple([here.index(card) for card in cards])
    if len(here) != len(there) or max(places) >= len(there):
        raise Impossible
    return tuple([there[place] for place in places])


def is_takeable(facts: Facts, card: str) -> bool:
    """Returns whether a Spy may take a card (B57)."""
    printed = facts.cards[title(card)]
    return (printed.kind is CardKind.ACTION or printed.is_unit) and not printed.spy_immune
