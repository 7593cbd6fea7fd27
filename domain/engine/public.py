"""The public row of an event: what everybody may be told of it, and whether somebody learned something hidden by it.

What is public is a rule of the game, so the rows stand beside its events; projections make the lines of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import fields

from domain.engine import words
from domain.engine.area import only

E = TypeVar("E", bound=words.Event)
F = TypeVar("F")


class Public(Struct, frozen=True):
    """What is public of an event besides its tag and its seat, by the name under which it is told.

    A field of the event is told as it is, unless it has its default; what a function makes of the facts and the event
    is told unless it is None.
    """

    event: type
    tag: str
    told: Mapping[str, Callable[[Any, Any], Any]]
    barrier: bool | Callable[[Any], bool]


Publicity = Mapping[type, Public]
"""The public rows of a game by their events."""


def public(
    event: type[E],
    *told: str,
    barrier: bool | Callable[[E], bool],
    **made: Callable[[F, E], Any],
) -> Public:
    """The row of an event: fields that are told, what is made of others, and whether it is a barrier.

    Raises `ValueError` for other names.
    """
    defaults = {field.name: field.default for field in fields(event)}
    if unknown := [name for name in told if name not in defaults]:
        raise ValueError(f"{event.__name__} has no {unknown}")
    tag = str(event.__struct_config__.tag)
    return Public(event, tag, {**{name: _field(name, defaults[name]) for name in told}, **made}, barrier)


def _field(name: str, default: Any) -> Callable[[Any, Any], Any]:
    def told(facts: Any, event: Any) -> Any:
        value = getattr(event, name)
        return None if value == default else value

    return told


def publicity(events: Iterable[type], *rows: Public) -> Publicity:
    """The rows of a game; raises `ValueError` unless each of its events has one and nothing has two."""
    table = only((row.event, row) for row in rows)
    if missing := [event.__name__ for event in events if event not in table]:
        raise ValueError(f"{missing} have no public row")
    return table


def tell(row: Public, facts: Any, event: Any) -> dict[str, Any]:
    """What everybody may be told of an event; it says nothing about what did not happen."""
    told = {name: make(facts, event) for name, make in row.told.items()}
    return {name: value for name, value in told.items() if value is not None}


def is_barrier(rows: Publicity, event: Any) -> bool:
    """Whether somebody learned something hidden by an event."""
    barrier = rows[type(event)].barrier
    return barrier if isinstance(barrier, bool) else barrier(event)
