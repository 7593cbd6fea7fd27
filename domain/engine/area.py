"""A rule area: what one part of a game's rules contributes, as one typed value at the end of its file.

The functions below are how an area names what belongs together; a type checker holds each of them to the command, the
prompt or the event that it was written for. `join` makes the tables of a game of its areas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar

from msgspec import Struct

from domain.engine import words

B = TypeVar("B")
C = TypeVar("C", bound=words.Command)
E = TypeVar("E", bound=words.Event)
F = TypeVar("F")
P = TypeVar("P", bound=words.Prompt)
Q = TypeVar("Q", bound=words.Prompt)
S = TypeVar("S")
K = TypeVar("K")
V = TypeVar("V")


class Answer(Struct, frozen=True):
    """A command, the prompts it answers, and what it brings: called with the batch, the prompt and the command."""

    command: type
    prompts: tuple[type, ...]
    bring: Callable[[Any, Any, Any], None]


class Following(Struct, frozen=True):
    """What goes on when nobody is asked a question any more: called with the batch and the question."""

    then: Enum
    go_on: Callable[[Any, Any], None]


class Listing(Struct, frozen=True):
    """Every answer to a prompt: called with the facts, the state and the prompt."""

    prompt: type
    listed: Callable[[Any, Any, Any], Sequence[Any]]


class Default(Struct, frozen=True):
    """The answer given for a seat that does not answer a prompt: called with the facts, the state and the prompt."""

    prompt: type
    command: Callable[[Any, Any, Any], Any]


class Effect(Struct, frozen=True):
    """What an event makes of a state: called with the facts, the state and the event."""

    event: type
    change: Callable[[Any, Any, Any], Any]


class Area(Struct, frozen=True, kw_only=True):
    """A rule area: the answers it judges, what follows on them, what it lists, and its defaults.

    `actions` offer commands of the turn itself: called with the facts, the state and the active seat.
    """

    answers: tuple[Answer, ...] = ()
    follows: tuple[Following, ...] = ()
    options: tuple[Listing, ...] = ()
    actions: tuple[Callable[[Any, Any, int], Iterable[Any]], ...] = ()
    defaults: tuple[Default, ...] = ()


class Tables(Struct, frozen=True):
    """The areas of a game by what each of their parts is looked up by."""

    answers: Mapping[type, Answer]
    follows: Mapping[Enum, Callable[[Any, Any], None]]
    options: Mapping[type, Callable[[Any, Any, Any], Sequence[Any]]]
    actions: tuple[Callable[[Any, Any, int], Iterable[Any]], ...]
    defaults: Mapping[type, Callable[[Any, Any, Any], Any]]


def answer(command: type[C], prompt: type[P], bring: Callable[[B, P, C], None]) -> Answer:
    """A command answers a prompt."""
    return Answer(command, (prompt,), bring)


def answer_either(command: type[C], one: type[P], other: type[Q], bring: Callable[[B, P | Q, C], None]) -> Answer:
    """A command answers either of two prompts."""
    return Answer(command, (one, other), bring)


def follow(then: Enum, go_on: Callable[[B, K], None]) -> Following:
    """What a continuation means."""
    return Following(then, go_on)


def option(prompt: type[P], listed: Callable[[F, S, P], Sequence[C]]) -> Listing:
    """A prompt is answered by one of these."""
    return Listing(prompt, listed)


def default(prompt: type[P], command: Callable[[F, S, P], C]) -> Default:
    """A prompt is answered so for who does not answer."""
    return Default(prompt, command)


def after(event: type[E], change: Callable[[F, S, E], S]) -> Effect:
    """An event changes a state."""
    return Effect(event, change)


def join(areas: Iterable[Area]) -> Tables:
    """The tables of a game; raises `ValueError` where two areas claim the same key."""
    areas = tuple(areas)
    return Tables(
        answers=only((one.command, one) for area in areas for one in area.answers),
        follows=only((one.then, one.go_on) for area in areas for one in area.follows),
        options=only((one.prompt, one.listed) for area in areas for one in area.options),
        actions=tuple([action for area in areas for action in area.actions]),
        defaults=only((one.prompt, one.command) for area in areas for one in area.defaults),
    )


def effects(*areas: Iterable[Effect]) -> Mapping[type, Callable[[Any, Any, Any], Any]]:
    """By event what it makes of a state; raises `ValueError` where two areas claim one."""
    return only((one.event, one.change) for area in areas for one in area)


def only(pairs: Iterable[tuple[K, V]]) -> Mapping[K, V]:
    """A table in which no key is claimed twice; raises `ValueError`."""
    table: dict[K, V] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"{key} is claimed twice")
        table[key] = value
    return table
