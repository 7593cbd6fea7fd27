"""What a memory claims, held against where the cards lie (E10)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.state import HandSight, Sight, State


def explains(sight: Sight, pile: Sequence[str]) -> bool:
    """Whether a stack can be what is remembered of it: the row less `gone` of its places, unknown ones being any card.

    Every number of places that may have been passed over so far is tried side by side.
    """
    found = {0}
    for place, slot in enumerate(sight.slots):
        passed_over = {at for at in found if place - at < sight.gone}
        there = {at + 1 for at in found if at < len(pile) and slot in (None, pile[at])}
        found = passed_over | there
    return len(pile) in found and len(sight.slots) - sight.gone == len(pile)


def explains_hand(sight: HandSight, hand: Sequence[str]) -> bool:
    """Whether a hand can be what is remembered of it: at most `gone` of the cards known to be there have left."""
    return len(set(sight.cards) - set(hand)) <= sight.gone


def truthful(state: State) -> None:
    """What each seat remembers of every stack and of the other's hand is not false."""
    for number, seat in enumerate(state.seats):
        for stack, (sight, pile) in enumerate(zip(seat.sights, state.stacks, strict=True)):
            assert explains(sight, pile), (number, stack, sight, pile)
        assert explains_hand(seat.hand_sight, state.seats[1 - number].hand), (number, seat.hand_sight)
