"""Options: every command a seat may give, and the one given for a seat that does not answer (R90)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.commands import Command
from domain.catan_cards.decide import TABLES
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.prompts import ActionPrompt
from domain.catan_cards.state import State


def options(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every legal command of a seat in canonical form, without payments (R91); forms describe the rest."""
    for prompt in state.prompts:
        if prompt.seat == seat:
            if type(prompt) is ActionPrompt:
                return [command for listed in TABLES.actions for command in listed(facts, state, seat)]
            return TABLES.options[type(prompt)](facts, state, prompt)
    return ()


def default(facts: Facts, state: State, seat: int) -> Command:
    """What is done for a seat that does not answer (R90); raises LookupError when it is asked nothing."""
    prompt = next(prompt for prompt in state.prompts if prompt.seat == seat)
    command: Command = TABLES.defaults[type(prompt)](facts, state, prompt)
    return command
