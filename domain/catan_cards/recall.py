"""What each seat has seen, since a moment that is gone back to, of cards as they lay then (E11).

It follows from what that seat could see, never from where the cards lay: else an undo would tell it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from domain.catan_cards.events import (
    CardDrawn,
    CardPicked,
    CardsRemoved,
    CardsShed,
    CardsTaken,
    CardSwapped,
    Event,
    HandRemembered,
    HandShown,
    SightKept,
    StackSearched,
)
from domain.catan_cards.evolve import evolve
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.state import State


class Telling(IntEnum):
    """What a look at a stack tells of how it lay: places, or the order alone once another seat has taken a card out
    of the middle, or nothing once an undo has shuffled it.
    """

    PLACES = 0
    ORDER = 1
    NOTHING = 2


class Pile(NamedTuple):
    """A stack as one seat has followed it: what a look tells, cards it knows were put there since, how many else."""

    telling: Telling = Telling.PLACES
    put: frozenset[str] = frozenset()
    unknown: int = 0


class Recall(NamedTuple):
    """By seat and place of the stack the cards seen since that lay there then, with their places or in order alone;
    by seat those of the other's hand, seen there or as they left it.
    """

    placed: defaultdict[tuple[int, int], set[str]]
    ordered: defaultdict[tuple[int, int], set[str]]
    hands: defaultdict[int, set[str]]


def recall(facts: Facts, then: State, undone: Sequence[Event]) -> Recall:
    """What all seats have seen by these events, which came after that moment."""
    found = Recall(defaultdict(set), defaultdict(set), defaultdict(set))
    piles: defaultdict[tuple[int, int], Pile] = defaultdict(Pile)
    lying = defaultdict(set, {at: {*cards} for at, cards in enumerate(then.stacks)})
    held = [{*seat.hand} for seat in then.seats]
    state = then
    for event in undone:
        match event:
            case StackSearched(seat=seat):
                at = place_of(facts, event.stack, event.of)
                _looked(found, piles[seat, at], (seat, at), state.stacks[at], lying[at])
            case SightKept(seat=seat):
                at = place_of(facts, event.stack, event.of)
                _kept(found, piles[seat, at], (seat, at), event, lying[at])
                piles[seat, at] = Pile(Telling.NOTHING)
            case CardDrawn() | CardPicked() | CardsTaken() | CardSwapped():
                _left(facts, piles, lying, event)
            case HandShown(seat=seat) if state.seats[seat].unseen == then.seats[seat].unseen:
                found.hands[event.to] |= held[seat]
            case HandRemembered(seat=seat) if state.seats[1 - seat].unseen == then.seats[1 - seat].unseen:
                found.hands[seat] |= held[1 - seat].intersection(event.cards)
            case _:
                pass
        _put(facts, piles, event)
        before, state = state, evolve(facts, state, event)
        for seat, cards in enumerate(held):
            away = cards.difference(state.seats[seat].hand)
            if not isinstance(event, CardsShed | CardSwapped) and before.seats[seat].unseen == then.seats[seat].unseen:
                found.hands[1 - seat] |= away
            cards -= away
    return found


def _looked(found: Recall, pile: Pile, of: tuple[int, int], cards: Sequence[str], lying: set[str]) -> None:
    """A seat looked through a stack. Where cards were put there unseen, the last ones may be those."""
    if pile.telling is Telling.PLACES:
        found.placed[of] |= lying
    elif pile.telling is Telling.ORDER:
        old = [card for card in cards if card not in pile.put]
        found.ordered[of].update(old[: max(0, len(old) - pile.unknown)])


def _kept(found: Recall, pile: Pile, of: tuple[int, int], event: SightKept, lying: set[str]) -> None:
    """An earlier undo left a seat a memory: what it names has not moved by that."""
    named = {card for card in event.slots if card is not None}
    if pile.telling is Telling.PLACES and not event.gone:
        found.placed[of] |= lying & named
    elif pile.telling is not Telling.NOTHING and not pile.unknown:
        found.ordered[of] |= named - pile.put


def _left(
    facts: Facts,
    piles: defaultdict[tuple[int, int], Pile],
    lying: defaultdict[int, set[str]],
    event: CardDrawn | CardPicked | CardsTaken | CardSwapped,
) -> None:
    """Cards left a stack, of which the other seat knows the places only if they lay on top."""
    at = place_of(facts, event.stack, None if isinstance(event, CardsTaken) else event.of)
    match event:
        case CardDrawn() | CardPicked():
            lying[at].discard(event.card)
        case CardsTaken():
            lying[at].difference_update(event.cards)
        case CardSwapped():
            lying[at].discard(event.took)
    if not isinstance(event, CardDrawn):
        pile = piles[1 - event.seat, at]
        piles[1 - event.seat, at] = pile._replace(telling=max(pile.telling, Telling.ORDER))


def _put(facts: Facts, piles: defaultdict[tuple[int, int], Pile], event: Event) -> None:
    """Cards that an event puts under stacks: who put them there knows them, and with a Conflict both do (R71, R94)."""
    match event:
        case CardsShed():
            put = zip(event.cards, event.stacks, strict=True)
        case CardSwapped():
            put = zip((event.put,), (event.under,), strict=True)
        case CardsRemoved():
            put = zip(event.cards, [event.stack] * len(event.cards), strict=True)
        case _:
            return
    for card, stack in put:
        at = place_of(facts, stack, event.of)
        for seat in (event.seat, 1 - event.seat):
            pile = piles[seat, at]
            if seat == event.seat or isinstance(event, CardsRemoved):
                piles[seat, at] = pile._replace(put=pile.put | {card})
            else:
                piles[seat, at] = pile._replace(unknown=pile.unknown + 1)
