"""A history of the card game told again, with what is otherwise in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from domain.catan_cards.cards.ids import title
from domain.catan_cards.commands import BringDeck, ChooseLayout
from domain.catan_cards.events import (
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
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import CardKind
from domain.catan_cards.state import State
from domain.engine.game import Game
from domain.engine.match.events import ENGINE_EVENTS, Undone
from domain.engine.match.fold import walk
from domain.engine.match.log import Entry, encode
from domain.engine.match.match import Match
from domain.engine.seats import Viewer
from tests.support.catan_cards.memory import explains
from tests.support.every_game.catan_cards_twins.shown import FACTS, looks_alike
from tests.support.every_game.exits import History


class Anew(Struct, frozen=True):
    """What is otherwise in a twin: by era and by card, event and region what stands in its place, sealed choices by
    version, decks by version and seat, by version the places of the cards taken or put away, and cards that change
    places in a shuffle.
    """

    stands: Mapping[int, Mapping[str, str]]
    sealed: Mapping[int, BringDeck | ChooseLayout] = {}
    decks: Mapping[tuple[int, int], Deck] = {}
    places: Mapping[int, tuple[int, ...]] = {}
    swapped: Mapping[int, tuple[str, str]] = {}

    def at(self, n: int) -> Mapping[str, str]:
        """What stands in place of a card at a version."""
        return self.stands[max(begins for begins in self.stands if begins <= n)]


OTHERWISE = frozenset(
    (
        *(StackShuffled, EventsShuffled, RegionsShuffled, SightKept, HandRemembered, LayoutsShown, DecksBrought),
        *(Committed, CardDrawn, CardPicked, CardsTaken, CardSwapped, CardsShed, CardsRemoved, CardStolen),
    )
)
"""The events in which something may be otherwise."""


def retold(game: Game, history: History, viewer: Viewer, anew: Anew, told: History) -> History | None:
    """A history with what is otherwise in it, from where it is told already; None where it could not have happened, or
    would have looked different.
    """
    twin = list(told)
    past = {entry.n: match.state for entry, match in twin}
    before, there = (history[len(twin) - 1][1].state, twin[-1][1].state) if twin else (None, None)
    for entry, match in history[len(twin) :]:
        try:
            other = _entry(entry, before, there, anew)
        except Impossible:
            return None
        before = match.state
        there = _state(game, match, other, past, there)
        past[entry.n] = there
        if isinstance(other.e, SightKept) and there is not None and not _holds(there, other.e):
            return None
        if before is not None and there is not None and before is not there:
            if anew.places and not looks_alike(before, there, viewer):
                return None
            if before.prompts != there.prompts:
                return _walked(game, history, anew)
            match = replace(match, state=there)
        twin.append((other, match))
    return twin


def _state(game: Game, match: Match, entry: Entry, past: Mapping[int, State | None], there: State | None) -> Any:
    """The state of the twin after an entry: what frames a match is the same in both."""
    event = entry.e
    if there is None:
        return match.state
    if type(event) is Undone:
        return past[event.to]
    return there if type(event) in ENGINE_EVENTS else game.evolve(there, event)


def _holds(there: State, kept: SightKept) -> bool:
    """Whether what a seat keeps in mind across an undo is so in the twin too, where others moved other cards."""
    at = place_of(FACTS, kept.stack, kept.of)
    return explains(there.seats[kept.seat].sights[at], there.stacks[at])


def _walked(game: Game, history: History, anew: Anew) -> History:
    """The twin by the engine's own fold: it asks something else, which is a leak."""
    twin: History = []

    def entries() -> Iterator[Entry]:
        before: State | None = None
        for entry, match in history:
            yield _entry(entry, before, twin[-1][1].state if twin else None, anew)
            before = match.state

    for one in walk(game, Match(id="00"), entries()):
        twin.append(one)  # `entries` looks at it
    return twin


class Impossible(Exception):
    """That could not have happened in the twin."""


def _entry(entry: Entry, before: State | None, there: State | None, anew: Anew) -> Entry:
    """An entry as it is in the twin, with its command."""
    event = entry.e
    if type(event) not in OTHERWISE or before is None or there is None:
        return entry
    if (told := _ordered(entry.n, event, anew)) is not None:
        return replace(entry, e=told)
    if isinstance(event, Committed):
        choice = _choice(entry.n, event, anew)
        return _with(entry, replace(event, choice=choice), lambda cmd: encode(choice))
    if (moved := _moved(entry.n, event, before, there, anew)) is None:
        return entry
    told, instead = moved
    return _with(entry, told, lambda cmd: encode(_replaced(msgspec.json.decode(cmd), instead)))


def _with(entry: Entry, event: Any, command: Callable[[Raw], bytes]) -> Entry:
    """An entry with another event, and the command that brings it if it is the first of its batch."""
    return replace(entry, e=event, cmd=Raw(command(entry.cmd))) if entry.begins else replace(entry, e=event)


def _replaced(value: Any, instead: Mapping[str, str]) -> Any:
    """A command with other cards."""
    match value:
        case str():
            return instead.get(value, value)
        case list():
            return [_replaced(one, instead) for one in value]
        case dict():
            return {key: _replaced(one, instead) for key, one in value.items()}
        case _:
            return value


def _ordered(n: int, event: Any, anew: Anew) -> Any:
    """An event that lays cards out, or names what somebody has kept in mind."""

    def stand(cards: Sequence[str]) -> tuple[str, ...]:
        return tuple([stands.get(card, card) for card in cards])

    stands = anew.at(n)
    match event:
        case StackShuffled():
            order = stand(event.order)
            if n in anew.swapped:
                one, other = anew.swapped[n]
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
                event, decks=tuple([anew.decks.get((n, seat), deck) for seat, deck in enumerate(event.decks)])
            )
        case _:
            return None


def _choice(n: int, event: Committed, anew: Anew) -> Any:
    """What was sealed: another deck, another layout if it was never shown, other cards for the first hand."""
    choice = event.choice
    match choice:
        case BringDeck():
            return anew.sealed.get(n, choice)
        case ChooseLayout():
            stands = anew.at(n)
            return replace(anew.sealed.get(n, choice), hand=tuple([stands.get(card, card) for card in choice.hand]))
        case _:
            return choice


def _moved(  # noqa: C901  one case per event
    n: int, event: Any, before: State, there: State, anew: Anew
) -> tuple[Any, Mapping[str, str]] | None:
    """An event by which cards move face down: in the twin those that lie at the same places, or at others."""
    match event:
        case CardDrawn():
            at = place_of(FACTS, event.stack, event.of)
            if not there.stacks[at]:
                raise Impossible
            return replace(event, card=there.stacks[at][0]), {}
        case CardPicked():
            at = place_of(FACTS, event.stack, event.of)
            (card,) = _at_places(n, (event.card,), before.stacks[at], there.stacks[at], anew)
            return replace(event, card=card), {event.card: card}
        case CardsTaken():
            at = event.stack - 1
            cards = _at_places(n, event.cards, before.stacks[at], there.stacks[at], anew)
            return replace(event, cards=cards), dict(zip(event.cards, cards, strict=True))
        case CardSwapped():
            at = place_of(FACTS, event.stack, event.of)
            (took,) = _at_places(n, (event.took,), before.stacks[at], there.stacks[at], anew)
            here, hand = before.seats[event.seat].hand, there.seats[event.seat].hand
            put = took if event.put == event.took else hand[here.index(event.put)]
            return replace(event, took=took, put=put), {event.put: put, event.took: took}
        case CardsShed() | CardsRemoved():
            hands = before.seats[event.seat].hand, there.seats[event.seat].hand
            cards = _at_places(n, event.cards, *hands, anew)
            return replace(event, cards=cards), dict(zip(event.cards, cards, strict=True))
        case CardStolen(card=None):
            if any(takeable(FACTS, card) for card in there.seats[event.victim].hand):
                raise Impossible
            return None
        case CardStolen(card=str() as stolen):
            hands = before.seats[event.victim].hand, there.seats[event.victim].hand
            (card,) = _at_places(n, (stolen,), *hands, anew)
            if not takeable(FACTS, card):
                raise Impossible
            return replace(event, card=card), {stolen: card}
        case _:
            return None


def _at_places(n: int, cards: Sequence[str], here: Sequence[str], there: Sequence[str], anew: Anew) -> tuple[str, ...]:
    """The cards of the twin at the places where those cards lie, or at others that are chosen."""
    places = anew.places.get(n) or tuple([here.index(card) for card in cards])
    if len(here) != len(there) or max(places) >= len(there):
        raise Impossible
    return tuple([there[place] for place in places])


def takeable(facts: Facts, card: str) -> bool:
    """Whether a Spy may take a card (B57)."""
    printed = facts.cards[title(card)]
    return (printed.kind is CardKind.ACTION or printed.is_unit) and not printed.spy_immune
