"""After an undo across a look or a draw: what a memory names stays where it lay, all else is shuffled anew (E11)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from domain.catan_cards.events import (
    Event,
    EventsShuffled,
    HandRemembered,
    RegionsShuffled,
    SightKept,
    StackShuffled,
)
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.rulesets import Mode
from domain.catan_cards.prompts import Why
from domain.catan_cards.recall import Recall, recall
from domain.catan_cards.rules.dealing import EVENTS, EXPANSIONS, OWN, REGIONS
from domain.catan_cards.state import Sight, State
from domain.engine.chance import Chance


def reshuffled(facts: Facts, now: State, then: State, undone: Sequence[Event], chance: Chance) -> tuple[Event, ...]:
    """What going back from one state to an earlier one brings, given the events in between.

    It is told for every stack and every seat alike, so that it says nothing of what anybody knows.
    """
    if not then.regions:
        return ()
    found = recall(facts, then, undone)
    remembered = [HandRemembered(seat, *_hand(now, then, found, seat)) for seat in range(len(then.seats))]
    return (*_stacks(facts, now, then, found, chance), *_decks(then, chance), *remembered)


def _stacks(facts: Facts, now: State, then: State, found: Recall, chance: Chance) -> Iterator[Event]:
    seats = range(len(then.seats))
    for stack, of in stack_names(facts, then):
        at = place_of(facts, stack, of)
        cards = then.stacks[at]
        if not cards:
            continue
        sights = [_sight(now, then, found, seat, at) for seat in seats]
        known = {card for one in sights for card in one.slots}
        purpose = EXPANSIONS.format(stack) if of is None else OWN.format(of, stack)
        unseen = iter(chance.stream(purpose, 0).shuffled(sorted(card for card in cards if card not in known)))
        yield StackShuffled(stack, tuple([card if card in known else next(unseen) for card in cards]), of, Why.UNDO)
        for seat, one in zip(seats, sights, strict=True):
            yield SightKept(seat, stack, one.slots, one.gone, of)


def stack_names(facts: Facts, state: State) -> Iterator[tuple[int, int | None]]:
    """The stacks of a match by their numbers, and whose they are where players have their own (R77)."""
    if state.options.mode is not Mode.TOURNAMENT:
        yield from ((stack, None) for stack in range(1, len(state.stacks) + 1))
    elif state.stacks:
        each = range(1, len(facts.constants.stacks.tournament) + 1)
        yield from ((stack, seat) for seat in range(len(state.seats)) for stack in each)


def _sight(now: State, then: State, found: Recall, seat: int, at: int) -> Sight:
    """What a seat knows of a stack as it lay then: what it knew, and what it has seen there since and names still."""
    knew, lay = then.seats[seat].sights[at], then.stacks[at]
    known = {card for card in knew.slots if card is not None}
    named = {card for card in now.seats[seat].sights[at].slots if card is not None}
    placed = found.placed[seat, at] & (named | known)
    if knew.gone and not placed and found.ordered[seat, at] & named <= known:
        return knew
    exact = placed if knew.gone else placed | known
    ordered = found.ordered[seat, at] & named
    slots: list[str | None] = []
    for fixed, some in groupby(lay, key=(exact & ordered).__contains__):
        cards = tuple(some)
        slots += cards if fixed else _between(cards, exact, ordered)
    return Sight(tuple(slots), len(slots) - len(lay))


def _between(cards: Sequence[str], exact: Container[str], ordered: Container[str]) -> Sequence[str | None]:
    """What is known of cards that lay between two whose places are known: some at their places, or in their order.

    Of the latter there may be unknown ones before and after each. Where both would mix, the places are known.
    """
    some = [card for card in cards if card in ordered]
    if len(some) == len(cards):
        return some
    if not some or any(card in exact for card in cards):
        return [card if card in exact else None for card in cards]
    unknown = [None] * (len(cards) - len(some))
    return [*unknown, *[slot for card in some for slot in (card, *unknown)]]


def _hand(now: State, then: State, found: Recall, seat: int) -> tuple[tuple[str, ...], int]:
    """The cards of the other's hand that a seat knows, and how many of them may have left."""
    knew, knows = then.seats[seat].hand_sight, now.seats[seat].hand_sight
    seen = [card for card in knows.cards if card in found.hands[seat] and card not in knew.cards]
    return (*knew.cards, *seen), knew.gone


def _decks(then: State, chance: Chance) -> Iterator[Event]:
    """The event deck above what is told, and the region stack, of which nobody knows an order that lasts (R87)."""
    above = len(then.events) - then.told
    events = chance.stream(EVENTS, then.shuffles).shuffled(sorted(then.events[:above]))
    yield EventsShuffled((*events, *then.events[above:]), Why.UNDO, then.told)
    yield RegionsShuffled(chance.stream(REGIONS, then.shuffles + 1).shuffled(sorted(then.regions)), Why.UNDO)
