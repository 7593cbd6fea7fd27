"""The public row of an event: the part of it that all viewers may see, and whether the event is a barrier.

The rules of a game decide what is public, so the rows are defined next to its events. Projections turn them into lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import fields

from chronik.domain.engine import tagged_structs
from chronik.domain.engine.area import unique_table

E = TypeVar("E", bound=tagged_structs.Event)
F = TypeVar("F")


class PublicRow(Struct, frozen=True):
    """The public part of an event by name, apart from its tag and its seat.

    Each value of `public` is a function of the facts and the event. It returns None to leave the name out.
    """

    event: type
    tag: str
    public: Mapping[str, Callable[[Any, Any], Any]]
    barrier: bool | Callable[[Any], bool]


PublicRows = Mapping[type, PublicRow]
"""The public rows of a game by event."""


def public_row(
    event: type[E],
    *names: str,
    barrier: bool | Callable[[E], bool],
    **derived: Callable[[F, E], Any],
) -> PublicRow:
    """Builds the row of an event from its public fields, from values derived from hidden fields, and from `barrier`.

    A public field is left out if it has its default. Raises `ValueError` if the event does not have one of the fields.
    """
    defaults = {field.name: field.default for field in fields(event)}
    if unknown := [name for name in names if name not in defaults]:
        raise ValueError(f"{event.__name__} has no {unknown}")
    tag = str(event.__struct_config__.tag)
    return PublicRow(event, tag, {**{name: _read_field(name, defaults[name]) for name in names}, **derived}, barrier)


def _read_field(name: str, default: Any) -> Callable[[Any, Any], Any]:
    def read(facts: Any, event: Any) -> Any:
        value = getattr(event, name)
        return None if value == default else value

    return read


def collect_rows(events: Iterable[type], *rows: PublicRow) -> PublicRows:
    """Returns the rows of a game by event. Raises `ValueError` unless each of its events has exactly one row."""
    table = unique_table((row.event, row) for row in rows)
    if missing := [event.__name__ for event in events if event not in table]:
        raise ValueError(f"{missing} have no public row")
    return table


def public_fields(row: PublicRow, facts: Any, event: Any) -> dict[str, Any]:
    """Returns the public part of an event by name, without values that are None."""
    values = {name: read(facts, event) for name, read in row.public.items()}
    return {name: value for name, value in values.items() if value is not None}


def is_barrier(rows: PublicRows, event: Any) -> bool:
    """Returns whether a player learned something hidden from an event."""
    barrier = rows[type(event)].barrier
    return barrier if isinstance(barrier, bool) else barrier(event)
