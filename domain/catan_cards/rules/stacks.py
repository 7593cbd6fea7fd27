"""The expansion stacks as a seat may use them (R77); in the tournament game each seat uses its own (T7)."""

from __future__ import annotations

from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.rules.shedding import owner_of_stacks, stack_numbers
from domain.catan_cards.state import State


def cards_in(facts: Facts, state: State, seat: int, stack: int) -> tuple[str, ...]:
    """The cards of a stack that a seat may use, the top one first; none where there is no such stack."""
    if stack not in stack_numbers(facts, state):
        return ()
    return state.stacks[place_of(facts, stack, owner_of_stacks(state, seat))]


def filled_stacks(facts: Facts, state: State, seat: int) -> list[int]:
    """The numbers of the stacks in which a seat finds a card (R78)."""
    return [number for number in stack_numbers(facts, state) if cards_in(facts, state, seat, number)]
