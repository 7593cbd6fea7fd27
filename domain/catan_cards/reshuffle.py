"""Shuffling after an undo across a look or a draw (E11).

Cards that a seat's memory names stay in their places; all other hidden cards are shuffled.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from chronik.domain.catan_cards.events import (
    Event,
    EventsShuffled,
    HandRemembered,
    RegionsShuffled,
    SightKept,
    StackShuffled,
)
from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.recall import Recall, recall
from chronik.domain.catan_cards.rules.dealing import EVENTS, EXPANSIONS, OWN, REGIONS
from chronik.domain.catan_cards.state import Sight, State
from chronik.domain.engine.chance import Chance


def reshuffle(facts: Facts, now: State, then: State, undone: Sequence[Event], chance: Chance) -> tuple[Event, ...]:
    """Returns the events that shuffle hidden cards after an undo, given the events that were taken back.

    The events cover every stack and every seat alike, so they reveal nothing about any seat's knowledge.
    """
    if not then.regions:
        return ()
    found = recall(facts, then, undone)
    remembered = [HandRemembered(seat, *_restore_hand(now, then, found, seat)) for seat in range(len(then.seats))]
    return (*_shuffle_stacks(facts, now, then, found, chance), *_shuffle_decks(then, chance), *remembered)


def _shuffle_stacks(facts: Facts, now: State, then: State, found: Recall, chance: Chance) -> Iterator[Event]:
    seats = range(len(then.seats))
    for stack, of in stack_keys(facts, then):
        at = stack_index(facts, stack, of)
        cards = then.stacks[at]
        if not cards:
            continue
        sights = [_restore_sight(now, then, found, seat, at) for seat in seats]
        known = {card for one in sights for card in one.slots}
        purpose = EXPANSIONS.format(stack) if of is None else OWN.format(of, stack)
        unseen = iter(chance.stream(purpose, 0).shuffle(sorted(card for card in cards if card not in known)))
        yield StackShuffled(stack, tuple([card if card in known else next(unseen) for card in cards]), of, Why.UNDO)
        for seat, one in zip(seats, sights, strict=True):
            yield SightKept(seat, stack, one.slots, one.gone, of)


def stack_keys(facts: Facts, state: State) -> Iterator[tuple[int, int | None]]:
    """Yields each stack's number with the seat that owns the stack, which is None outside the tournament game (R77)."""
    if state.options.mode is not Mode.TOURNAMENT:
        yield from ((stack, None) for stack in range(1, len(state.stacks) + 1))
    elif state.stacks:
        each = range(1, len(facts.constants.stacks.tournament) + 1)
        yield from ((stack, seat) for seat in range(len(state.seats)) for stack in each)


def _restore_sight(now: State, then: State, found: Recall, seat: int, at: int) -> Sight:
    """Returns a seat's memory of a stack after the undo.

    It keeps what the seat knew then, and adds cards it has seen since and still remembers.
    """
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
        slots += cards if fixed else _fill_between(cards, exact, ordered)
    return Sight(tuple(slots), len(slots) - len(lay))


def _fill_between(cards: Sequence[str], exact: Container[str], ordered: Container[str]) -> Sequence[str | None]:
    """Returns the slots between two known places: either cards at exact places, or cards in a known order.

    If only the order is known, unknown cards may come before and after each card. If cards of both sorts are known,
    only those at exact places are kept.
    """
    some = [card for card in cards if card in ordered]
    if len(some) == len(cards):
        return some
    if not some or any(card in exact for card in cards):
        return [card if card in exact else None for card in cards]
    unknown = [None] * (len(cards) - len(some))
    return [*unknown, *[slot for card in some for slot in (card, *unknown)]]


def _restore_hand(now: State, then: State, found: Recall, seat: int) -> tuple[tuple[str, ...], int]:
    """Returns the cards that a seat knows in the other hand after the undo, and how many cards may have left it."""
    knew, knows = then.seats[seat].hand_sight, now.seats[seat].hand_sight
    seen = [card for card in knows.cards if card in found.hands[seat] and card not in knew.cards]
    return (*knew.cards, *seen), knew.gone


def _shuffle_decks(then: State, chance: Chance) -> Iterator[Event]:
    """Yields shuffles of the region stack and of the event deck, except for the public cards at its bottom.

    The whole region stack is shuffled, because no seat knows its order for long (R87).
    """
    above = len(then.events) - then.told
    events = chance.stream(EVENTS, then.shuffles).shuffle(sorted(then.events[:above]))
    yield EventsShuffled((*events, *then.events[above:]), Why.UNDO, then.told)
    yield RegionsShuffled(chance.stream(REGIONS, then.shuffles + 1).shuffle(sorted(then.regions)), Why.UNDO)
