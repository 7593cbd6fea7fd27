"""Options: every legal command of a seat, and the default command of a seat that does not answer (R90)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import Command
from chronik.domain.catan_cards.decide import TABLES
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.rules.purchases import find_purchases
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.area import find_actions

NEEDED: frozenset[Hashable] = frozenset().union(*[one.needs for one in TABLES.actions])
"""All effects and purchases that commands of the action phase need."""


def options(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns every legal command of a seat in canonical form, without payments (R91).

    `forms` describes the commands that are too numerous to list.
    """
    for prompt in state.prompts:
        if prompt.seat == seat:
            if type(prompt) is ActionPrompt:
                return _list_actions(facts, state, seat)
            return TABLES.options[type(prompt)](facts, state, prompt)
    return ()


def _list_actions(facts: Facts, state: State, seat: int) -> list[Command]:
    """Returns every command that a seat may give in the action phase."""
    own = state.seats[seat]
    effects = _find_effects(facts, own.hand)
    if own.built:
        effects |= _find_effects(facts, tuple([one.card for one in own.built]))
    functions = _find_functions(effects, find_purchases(facts, own))
    return [command for listed in functions for command in listed(facts, state, seat)]


@lru_cache(maxsize=4096)
def _find_effects(facts: Facts, cards: tuple[str, ...]) -> frozenset[Hashable]:
    """Returns the effects of these cards that commands need."""
    return NEEDED.intersection([facts.cards[title(card)].effect for card in cards])


@lru_cache(maxsize=4096)
def _find_functions(
    effects: frozenset[Hashable], purchases: frozenset[str]
) -> tuple[Callable[[Facts, State, int], Iterable[Command]], ...]:
    """Returns the functions that list the commands of a seat with these effects that can pay for these purchases."""
    return find_actions(TABLES.actions, effects | purchases)


def default(facts: Facts, state: State, seat: int) -> Command:
    """Returns the default command of a seat that is asked something but does not answer (R90)."""
    prompt = next(prompt for prompt in state.prompts if prompt.seat == seat)
    command: Command = TABLES.defaults[type(prompt)](facts, state, prompt)
    return command
