"""The expansion stacks that a seat may use (R77); in the tournament game each seat has its own stacks (T7)."""

from __future__ import annotations

from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.rules.shedding import owner_of_stacks, stack_numbers
from chronik.domain.catan_cards.state import State


def cards_in(facts: Facts, state: State, seat: int, stack: int) -> tuple[str, ...]:
    """Returns the cards of a stack that a seat may use, top card first; an unknown number gives no cards."""
    stacks = usable_stacks(facts, state, seat)
    return stacks[stack - 1] if 0 < stack <= len(stacks) else ()


def stacks_with_cards(facts: Facts, state: State, seat: int) -> list[int]:
    """Returns the numbers of the stacks with cards that a seat may use (R78)."""
    return [number for number, cards in enumerate(usable_stacks(facts, state, seat), 1) if cards]


def usable_stacks(facts: Facts, state: State, seat: int) -> tuple[tuple[str, ...], ...]:
    """Returns the stacks that a seat may use, by number: all stacks, or the seat's in the tournament game (R77)."""
    if owner_of_stacks(state, seat) is None:
        return state.stacks
    first = stack_index(facts, 1, seat)
    return state.stacks[first : first + len(stack_numbers(facts, state))]
