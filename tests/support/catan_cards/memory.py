"""Checks of memories against the real places of the cards (E10)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.state import HandSight, Sight, State


def fits_stack(sight: Sight, pile: Sequence[str]) -> bool:
    """Returns whether a stack fits a memory: the remembered places less `gone` of them, unknown ones being any card.

    It tracks every number of places that may have been skipped so far.
    """
    found = {0}
    for place, slot in enumerate(sight.slots):
        passed_over = {at for at in found if place - at < sight.gone}
        there = {at + 1 for at in found if at < len(pile) and slot in (None, pile[at])}
        found = passed_over | there
    return len(pile) in found and len(sight.slots) - sight.gone == len(pile)


def fits_hand(sight: HandSight, hand: Sequence[str]) -> bool:
    """Returns whether a hand fits a memory: at most `gone` of the cards known to be there have left."""
    return len(set(sight.cards) - set(hand)) <= sight.gone


def assert_memories_true(state: State) -> None:
    """Asserts that each seat's memory of every stack and of the other hand is true."""
    for number, seat in enumerate(state.seats):
        for stack, (sight, pile) in enumerate(zip(seat.sights, state.stacks, strict=True)):
            assert fits_stack(sight, pile), (number, stack, sight, pile)
        assert fits_hand(seat.hand_sight, state.seats[1 - number].hand), (number, seat.hand_sight)
