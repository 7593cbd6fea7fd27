"""Options: every command a seat may give, and the one given for a seat that does not answer (1.19)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.cities_knights.commands import Command
from domain.cities_knights.decide import AREAS, PLAYS
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import ActionPrompt, OverflowPrompt
from domain.cities_knights.state import State

Listed = Callable[[Facts, State, Any], Sequence[Command]]

OPTIONS: Mapping[type, Listed] = {
    prompt: listed for area in AREAS for prompt, listed in getattr(area, "OPTIONS", {}).items()
}
"""By prompt every answer to it, for all but the turn itself."""

ACTIONS: tuple[Callable[[Facts, State, int], Iterable[Command]], ...] = tuple(
    listed for area in AREAS for listed in getattr(area, "ACTIONS", ())
)
"""What each rule area offers the active seat."""

DEFAULTS: Mapping[type, Callable[[Facts, State, Any], Command]] = {
    prompt: default for area in AREAS for prompt, default in getattr(area, "DEFAULTS", {}).items()
}


def options(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every legal command of a seat in canonical form; offers of trade are not listed, being too many."""
    for prompt in state.prompts:
        if prompt.seat == seat:
            if type(prompt) is ActionPrompt:
                return _actions(facts, state, seat)
            listed = OPTIONS[type(prompt)](facts, state, prompt)
            if isinstance(prompt, OverflowPrompt) and prompt.play:
                return [*listed, *_plays(facts, state, seat)]
            return listed
    return ()


def _actions(facts: Facts, state: State, seat: int) -> list[Command]:
    """Whatever a seat may do in its turn."""
    return [command for listed in ACTIONS for command in listed(facts, state, seat)]


def _plays(facts: Facts, state: State, seat: int) -> list[Command]:
    """The progress cards a seat may play in place of giving one up (C-70)."""
    return [command for command in _actions(facts, state, seat) if type(command) in PLAYS]


def default(facts: Facts, state: State, seat: int) -> Command:
    """What is done for a seat that does not answer (1.19); raises LookupError when it is asked nothing."""
    prompt = next(prompt for prompt in state.prompts if prompt.seat == seat)
    return DEFAULTS[type(prompt)](facts, state, prompt)
