"""Samples: commands that stand for a kind of command, for a seat that asks why it may not do such a thing now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

Values = Callable[[Any, int, type], Sequence[Any]]
"""What a field of a kind of command may hold: called with the state, a seat, and the kind."""


def tag_of(kind: type) -> str:
    """The tag of a kind of command."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]  # a `type` does not say that it is a Struct


class Samples(Struct, frozen=True, kw_only=True):
    """What a game tries of a kind of command: values for its fields, all of which the seat sees.

    `values` are looked up by `<tag>.<field>`, else by the field; one without values keeps its default. `apart` names
    the field by whose values a kind is told apart, as a card of the hand, with those the seat may ask about. A code of
    `vague` speaks of what was named only (there is no such place): any other refusal says more.
    """

    values: Mapping[str, Values] = {}
    apart: Mapping[type, tuple[str, Values]] = {}
    vague: frozenset[str] = frozenset()

    def of(self, state: Any, seat: int, kind: type) -> Iterator[Any]:
        """The commands that stand for a kind, those of one value of the field that tells it apart after another."""
        named = {field.name: self._values(state, seat, kind, field) for field in fields(kind)}
        first = self.apart[kind][0] if kind in self.apart else ""
        names = sorted(named, key=lambda name: name != first)
        for chosen in product(*(named[name] for name in names)):
            yield kind(**dict(zip(names, chosen, strict=True)))

    def told_apart(self, state: Any, seat: int, kind: type) -> tuple[str, Sequence[Any]]:
        """The field that tells a kind apart and its values; no field where nothing does."""
        name, values = self.apart.get(kind, ("", None))
        return (name, values(state, seat, kind)) if values else ("", ())

    def _values(self, state: Any, seat: int, kind: type, field: Any) -> Sequence[Any]:
        tag = tag_of(kind)
        values = self.values.get(f"{tag}.{field.name}") or self.values.get(field.name)
        if values is not None:
            return values(state, seat, kind)
        if field.default is NODEFAULT:
            raise LookupError(f"{tag} has no values for {field.name}")
        return (field.default,)
