"""The cards that each seat has seen since an earlier moment and that were in a stack or hand at that moment (E11).

The result follows from what the seat could see, never from the real places of the cards. Otherwise an undo would reveal
those places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from chronik.domain.catan_cards.events import (
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
from chronik.domain.catan_cards.evolve import evolve
from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.state import State


class Evidence(IntEnum):
    """The evidence that a look at a stack gives about its earlier order.

    A look shows the places. After the other seat has taken a card from the middle, it shows only the order; after an
    undo has shuffled the stack, it shows nothing.
    """

    PLACES = 0
    ORDER = 1
    NOTHING = 2


class Pile(NamedTuple):
    """The changes to a stack, as far as one seat could follow them.

    `put` holds the cards that the seat knows were put there; `unknown` counts the other cards put there.
    """

    evidence: Evidence = Evidence.PLACES
    put: frozenset[str] = frozenset()
    unknown: int = 0


class Recall(NamedTuple):
    """Cards seen since the earlier moment that were in a stack or a hand at that moment.

    `placed` and `ordered` hold them by seat and stack: cards with known places, and cards of which only
    the order is known. `hands` holds, by seat, cards of the other hand that were seen there or when they left it.
    """

    placed: defaultdict[tuple[int, int], set[str]]
    ordered: defaultdict[tuple[int, int], set[str]]
    hands: defaultdict[int, set[str]]


def recall(facts: Facts, then: State, undone: Sequence[Event]) -> Recall:
    """Returns the cards of the state `then` that each seat saw during the events `undone`, which followed it."""
    found = Recall(defaultdict(set), defaultdict(set), defaultdict(set))
    piles: defaultdict[tuple[int, int], Pile] = defaultdict(Pile)
    lying = defaultdict(set, {at: {*cards} for at, cards in enumerate(then.stacks)})
    held = [{*seat.hand} for seat in then.seats]
    state = then
    for event in undone:
        match event:
            case StackSearched(seat=seat):
                at = stack_index(facts, event.stack, event.of)
                _record_look(found, piles[seat, at], (seat, at), state.stacks[at], lying[at])
            case SightKept(seat=seat):
                at = stack_index(facts, event.stack, event.of)
                _record_memory(found, piles[seat, at], (seat, at), event, lying[at])
                piles[seat, at] = Pile(Evidence.NOTHING)
            case CardDrawn() | CardPicked() | CardsTaken() | CardSwapped():
                _record_removal(facts, piles, lying, event)
            case HandShown(seat=seat) if state.seats[seat].unseen == then.seats[seat].unseen:
                found.hands[event.to] |= held[seat]
            case HandRemembered(seat=seat) if state.seats[1 - seat].unseen == then.seats[1 - seat].unseen:
                found.hands[seat] |= held[1 - seat].intersection(event.cards)
            case _:
                pass
        _record_puts(facts, piles, event)
        before, state = state, evolve(facts, state, event)
        for seat, cards in enumerate(held):
            away = cards.difference(state.seats[seat].hand)
            if not isinstance(event, CardsShed | CardSwapped) and before.seats[seat].unseen == then.seats[seat].unseen:
                found.hands[1 - seat] |= away
            cards -= away
    return found


def _record_look(found: Recall, pile: Pile, of: tuple[int, int], cards: Sequence[str], lying: set[str]) -> None:
    """Records a look; if it shows only the order, it omits as many of the last cards as were put there unseen."""
    if pile.evidence is Evidence.PLACES:
        found.placed[of] |= lying
    elif pile.evidence is Evidence.ORDER:
        old = [card for card in cards if card not in pile.put]
        found.ordered[of].update(old[: max(0, len(old) - pile.unknown)])


def _record_memory(found: Recall, pile: Pile, of: tuple[int, int], event: SightKept, lying: set[str]) -> None:
    """Records what a seat still knew after an earlier undo, which moved none of the cards that the memory names."""
    named = {card for card in event.slots if card is not None}
    if pile.evidence is Evidence.PLACES and not event.gone:
        found.placed[of] |= lying & named
    elif pile.evidence is not Evidence.NOTHING and not pile.unknown:
        found.ordered[of] |= named - pile.put


def _record_removal(
    facts: Facts,
    piles: defaultdict[tuple[int, int], Pile],
    lying: defaultdict[int, set[str]],
    event: CardDrawn | CardPicked | CardsTaken | CardSwapped,
) -> None:
    """Records that cards left a stack; unless the top card was drawn, the other seat then knows only the order."""
    at = stack_index(facts, event.stack, None if isinstance(event, CardsTaken) else event.of)
    match event:
        case CardDrawn() | CardPicked():
            lying[at].discard(event.card)
        case CardsTaken():
            lying[at].difference_update(event.cards)
        case CardSwapped():
            lying[at].discard(event.took)
    if not isinstance(event, CardDrawn):
        pile = piles[1 - event.seat, at]
        piles[1 - event.seat, at] = pile._replace(evidence=max(pile.evidence, Evidence.ORDER))


def _record_puts(facts: Facts, piles: defaultdict[tuple[int, int], Pile], event: Event) -> None:
    """Records cards that an event puts under stacks.

    The seat that put them there knows them; after a Conflict both seats know them (R71, R94).
    """
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
        at = stack_index(facts, stack, event.of)
        for seat in (event.seat, 1 - event.seat):
            pile = piles[seat, at]
            if seat == event.seat or isinstance(event, CardsRemoved):
                piles[seat, at] = pile._replace(put=pile.put | {card})
            else:
                piles[seat, at] = pile._replace(unknown=pile.unknown + 1)
