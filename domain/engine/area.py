"""A rule area: one part of a game's rules, collected in a typed value at the end of its file.

An area builds its parts with the functions below. A type checker checks each part against its command, prompt or event.
`join_areas` builds the tables of a game from its areas.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar

from msgspec import Struct

from chronik.domain.engine import tagged_structs

B = TypeVar("B")
C = TypeVar("C", bound=tagged_structs.Command)
E = TypeVar("E", bound=tagged_structs.Event)
F = TypeVar("F")
P = TypeVar("P", bound=tagged_structs.Prompt)
Q = TypeVar("Q", bound=tagged_structs.Prompt)
S = TypeVar("S")
K = TypeVar("K")
V = TypeVar("V")


class Answer(Struct, frozen=True):
    """A command, the prompts that it answers, and its handler, which takes the batch, the prompt and the command."""

    command: type
    prompts: tuple[type, ...]
    handle: Callable[[Any, Any, Any], None]


class FollowUp(Struct, frozen=True):
    """A continuation, and the handler that runs after the last answer. The handler takes the batch and the question."""

    then: Enum
    handle: Callable[[Any, Any], None]


class Listing(Struct, frozen=True):
    """A prompt, and a function of the facts, the state and the prompt that lists all answers to it."""

    prompt: type
    list_answers: Callable[[Any, Any, Any], Sequence[Any]]


class Action(Struct, frozen=True):
    """A function of the facts, the state and the active seat that lists commands of the turn itself.

    `needs` are cards, effects or purchases. A seat that has none of them, and cannot pay for any of them, has no such
    commands. Without `needs` every seat may have them.
    """

    list_commands: Callable[[Any, Any, int], Iterable[Any]]
    needs: frozenset[Any] = frozenset()


class Default(Struct, frozen=True):
    """A prompt, and a function of the facts, the state and the prompt that returns the answer for an absent seat."""

    prompt: type
    command: Callable[[Any, Any, Any], Any]


class Effect(Struct, frozen=True):
    """An event, and a function of the facts, the state and the event that returns the next state."""

    event: type
    change: Callable[[Any, Any, Any], Any]


class Area(Struct, frozen=True, kw_only=True):
    """A rule area: the answers that it judges, its continuations, the options that it lists, and its default answers.

    `actions` list the commands of the turn itself.
    """

    answers: tuple[Answer, ...] = ()
    follows: tuple[FollowUp, ...] = ()
    options: tuple[Listing, ...] = ()
    actions: tuple[Action, ...] = ()
    defaults: tuple[Default, ...] = ()


class Tables(Struct, frozen=True):
    """The parts of all areas of a game, keyed by command, continuation or prompt."""

    answers: Mapping[type, Answer]
    follows: Mapping[Enum, Callable[[Any, Any], None]]
    options: Mapping[type, Callable[[Any, Any, Any], Sequence[Any]]]
    actions: tuple[Action, ...]
    defaults: Mapping[type, Callable[[Any, Any, Any], Any]]


def answer(command: type[C], prompt: type[P], handle: Callable[[B, P, C], None]) -> Answer:
    """Declares that a command answers a prompt."""
    return Answer(command, (prompt,), handle)


def answer_either(command: type[C], one: type[P], other: type[Q], handle: Callable[[B, P | Q, C], None]) -> Answer:
    """Declares that a command answers either of two prompts."""
    return Answer(command, (one, other), handle)


def follow(then: Enum, handle: Callable[[B, K], None]) -> FollowUp:
    """Declares the handler of a continuation."""
    return FollowUp(then, handle)


def option(prompt: type[P], list_answers: Callable[[F, S, P], Sequence[C]]) -> Listing:
    """Declares how to list the answers to a prompt."""
    return Listing(prompt, list_answers)


def action(list_commands: Callable[[F, S, int], Iterable[C]], *needs: Hashable) -> Action:
    """Declares how to list commands of the turn itself, and the cards, effects or purchases that they need."""
    return Action(list_commands, frozenset(needs))


def find_actions(
    actions: Iterable[Action], held: Collection[Hashable]
) -> tuple[Callable[[Any, Any, int], Iterable[Any]], ...]:
    """Returns the functions that list the commands of a seat that has these things, in the order of the areas."""
    return tuple([one.list_commands for one in actions if not one.needs or not one.needs.isdisjoint(held)])


def default(prompt: type[P], command: Callable[[F, S, P], C]) -> Default:
    """Declares the default answer to a prompt, for a seat that does not answer it."""
    return Default(prompt, command)


def on_event(event: type[E], change: Callable[[F, S, E], S]) -> Effect:
    """Declares the function that applies an event to the state."""
    return Effect(event, change)


def join_areas(areas: Iterable[Area]) -> Tables:
    """Joins areas into the tables of a game. Raises `ValueError` if two areas claim the same key."""
    areas = tuple(areas)
    return Tables(
        answers=unique_table((one.command, one) for area in areas for one in area.answers),
        follows=unique_table((one.then, one.handle) for area in areas for one in area.follows),
        options=unique_table((one.prompt, one.list_answers) for area in areas for one in area.options),
        actions=tuple([action for area in areas for action in area.actions]),
        defaults=unique_table((one.prompt, one.command) for area in areas for one in area.defaults),
    )


def join_effects(*areas: Iterable[Effect]) -> Mapping[type, Callable[[Any, Any, Any], Any]]:
    """Returns the state-changing function of each event. Raises `ValueError` if two areas claim the same event."""
    return unique_table((one.event, one.change) for area in areas for one in area)


def unique_table(pairs: Iterable[tuple[K, V]]) -> Mapping[K, V]:
    """Builds a table from pairs. Raises `ValueError` if two pairs have the same key."""
    table: dict[K, V] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"{key} is claimed twice")
        table[key] = value
    return table
