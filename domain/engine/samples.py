"""Sample commands of each kind, used to find out why the rules now refuse that kind of command to a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

Values = Callable[[Any, int, type], Sequence[Any]]
"""A function of the state, a seat and a kind of command that returns the sample values of a field."""


def tag_of(kind: type) -> str:
    """Returns the tag of a kind of command."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]  # a `type` does not say that it is a Struct


class Samples(Struct, frozen=True, kw_only=True):
    """The sample values for the fields of each kind of command. The seat may know all of them.

    `values` are looked up by `<tag>.<field>`, then by the field's name; a field without values keeps its default.
    `variants` names the field that divides a kind into variants (such as a card in the hand), and the values that the
    seat may ask about. A refusal with a code in `vague` says something only about the sample ("no such place"), so any
    other refusal is preferred.
    """

    values: Mapping[str, Values] = {}
    variants: Mapping[type, tuple[str, Values]] = {}
    vague: frozenset[str] = frozenset()

    def commands(self, state: Any, seat: int, kind: type) -> Iterator[Any]:
        """Yields the sample commands of a kind, one variant after another."""
        named = {field.name: self._values(state, seat, kind, field) for field in fields(kind)}
        first = self.variants[kind][0] if kind in self.variants else ""
        names = sorted(named, key=lambda name: name != first)
        for chosen in product(*(named[name] for name in names)):
            yield kind(**dict(zip(names, chosen, strict=True)))

    def variants_of(self, state: Any, seat: int, kind: type) -> tuple[str, Sequence[Any]]:
        """Returns the field that divides a kind into variants, and its values. The name is empty if no field does."""
        name, values = self.variants.get(kind, ("", None))
        return (name, values(state, seat, kind)) if values else ("", ())

    def _values(self, state: Any, seat: int, kind: type, field: Any) -> Sequence[Any]:
        tag = tag_of(kind)
        values = self.values.get(f"{tag}.{field.name}") or self.values.get(field.name)
        if values is not None:
            return values(state, seat, kind)
        if field.default is NODEFAULT:
            raise LookupError(f"{tag} has no values for {field.name}")
        return (field.default,)
