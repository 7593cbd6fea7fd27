"""Options: every legal command of a seat, and the default command of a seat that does not answer (R90)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.commands import Command
from chronik.domain.catan_cards.decide import TABLES
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.state import State


def options(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns every legal command of a seat in canonical form, without payments (R91).

    `forms` describes the commands that are too numerous to list.
    """
    for prompt in state.prompts:
        if prompt.seat == seat:
            if type(prompt) is ActionPrompt:
                return [command for listed in TABLES.actions for command in listed(facts, state, seat)]
            return TABLES.options[type(prompt)](facts, state, prompt)
    return ()


def default(facts: Facts, state: State, seat: int) -> Command:
    """Returns the default command of a seat that is asked something but does not answer (R90)."""
    prompt = next(prompt for prompt in state.prompts if prompt.seat == seat)
    command: Command = TABLES.defaults[type(prompt)](facts, state, prompt)
    return command
