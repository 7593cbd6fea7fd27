"""Options: every command a seat may give, and the one given for a seat that does not answer (1.19)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.cities_knights.commands import Command
from domain.cities_knights.decide import PLAYS, TABLES
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import ActionPrompt, OverflowPrompt
from domain.cities_knights.state import State


def options(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every legal command of a seat in canonical form; offers of trade are not listed, being too many."""
    for prompt in state.prompts:
        if prompt.seat == seat:
            if type(prompt) is ActionPrompt:
                return _actions(facts, state, seat)
            listed = TABLES.options[type(prompt)](facts, state, prompt)
            if isinstance(prompt, OverflowPrompt) and prompt.play:
                return [*listed, *_plays(facts, state, seat)]
            return listed
    return ()


def _actions(facts: Facts, state: State, seat: int) -> list[Command]:
    """Whatever a seat may do in its turn."""
    return [command for listed in TABLES.actions for command in listed(facts, state, seat)]


def _plays(facts: Facts, state: State, seat: int) -> list[Command]:
    """The progress cards a seat may play in place of giving one up (C-70)."""
    return [command for command in _actions(facts, state, seat) if type(command) in PLAYS]


def default(facts: Facts, state: State, seat: int) -> Command:
    """What is done for a seat that does not answer (1.19); raises LookupError when it is asked nothing."""
    prompt = next(prompt for prompt in state.prompts if prompt.seat == seat)
    command: Command = TABLES.defaults[type(prompt)](facts, state, prompt)
    return command
