"""The expansion stacks that a seat may use (R77); in the tournament game each seat has its own stacks (T7)."""

from __future__ import annotations

from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.rules.shedding import owner_of_stacks, stack_numbers
from chronik.domain.catan_cards.state import State


def cards_in(facts: Facts, state: State, seat: int, stack: int) -> tuple[str, ...]:
    """Returns the cards of a stack that a seat may use, top card first; an unknown number gives no cards."""
    if stack not in stack_numbers(facts, state):
        return ()
    return state.stacks[stack_index(facts, stack, owner_of_stacks(state, seat))]


def stacks_with_cards(facts: Facts, state: State, seat: int) -> list[int]:
    """Returns the numbers of the stacks with cards that a seat may use (R78)."""
    return [number for number in stack_numbers(facts, state) if cards_in(facts, state, seat, number)]
