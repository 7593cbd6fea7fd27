"""JSON schemas of our Structs, as msgspec enforces them, in the words of OpenAPI 3.1."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, cast

import msgspec
from msgspec import Struct

PLACE = "#/components/schemas/"
Json = dict[str, Any]
Kind = type[Struct] | type[Enum]


class Schemas:
    """The components of a document, and the schema of any type that is made of them.

    A Struct or an enumeration that belongs to one game is named after it, so that the next game renames nothing.
    """

    def __init__(self, types: Sequence[Any], games: Iterable[str]) -> None:
        self.types = tuple(dict.fromkeys(types))
        refs, components = msgspec.json.schema_components(self.types, ref_template=PLACE + "{name}")
        by_name = by_given_name(kinds_of(self.types))
        names = component_names(by_name, games)
        self.names = names
        self.known = dict(zip(map(repr, self.types), refs, strict=True))
        self.components = {
            names.get(name, name): self._component(schema, by_name.get(name))
            for name, schema in sorted(components.items(), key=lambda item: names.get(item[0], item[0]))
        }

    def of(self, kind: Any) -> Json:
        """The schema of a type."""
        return cast("Json", self._rewritten(self.known[repr(kind)]))

    def inline(self, kind: Any) -> Json:
        """The schema of a simple type that is no part of the document otherwise."""
        (schema,), components = msgspec.json.schema_components([kind], ref_template="{name}")
        schema = components.get(schema.get("$ref", ""), schema)
        return cast("Json", self._rewritten({name: part for name, part in schema.items() if name != "title"}))

    def any_of(self, kinds: Sequence[Any]) -> Json:
        """The schema of whatever is of one of these types."""
        schemas = [self.of(kind) for kind in kinds]
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}

    def _component(self, schema: Json, kind: Kind | None) -> Json:
        written = cast("Json", self._rewritten(schema))
        written.pop("title", None)
        if "description" in written:
            written["description"] = inspect.cleandoc(written["description"])
        if (
            kind is not None
            and issubclass(kind, Struct)
            and kind.__struct_config__.omit_defaults
            and not kind.__struct_config__.forbid_unknown_fields
        ):
            written["properties"] = {name: _present(one) for name, one in written["properties"].items()}
        return written

    def _rewritten(self, schema: object) -> object:
        if isinstance(schema, list):
            return [self._rewritten(part) for part in cast("list[object]", schema)]
        if not isinstance(schema, dict):
            return schema
        written: Json = {}
        for name, part in cast("dict[str, object]", schema).items():
            if name == "properties":
                written[name] = {field: self._rewritten(one) for field, one in cast("Json", part).items()}
            elif name == "$ref":
                written[name] = self._renamed(str(part))
            elif name == "mapping":
                written[name] = {tag: self._renamed(ref) for tag, ref in cast("dict[str, str]", part).items()}
            else:
                written[name] = part if name == "default" else self._rewritten(part)
        return _flat(_plain(_typed(written)))

    def _renamed(self, ref: str) -> str:
        name = ref.removeprefix(PLACE)
        return PLACE + self.names.get(name, name)


def standalone(kind: Any) -> Json:
    """The schema of a type for whoever reads it without a document: what it refers to stands in its place."""
    (schema,), named = msgspec.json.schema_components([kind], ref_template="{name}")
    return cast("Json", _in_place(schema, named))


def _in_place(schema: object, named: Json) -> object:
    if isinstance(schema, list):
        return [_in_place(part, named) for part in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    parts = cast("Json", schema)
    if "$ref" in parts:
        rest = {name: part for name, part in parts.items() if name != "$ref"}
        return _in_place({**named[parts["$ref"]], **rest}, named)
    written: Json = {}
    for name, part in parts.items():
        if name == "properties":
            written[name] = {field: _in_place(one, named) for field, one in cast("Json", part).items()}
        elif name not in ("title", "discriminator"):
            written[name] = part if name == "default" else _in_place(part, named)
    return written


def _typed(schema: Json) -> Json:
    """An enumeration with its type; a single value as a constant."""
    values: list[Any] = schema.get("enum", [])
    if not values or not all(isinstance(value, str) for value in values):
        return schema
    rest = {name: part for name, part in schema.items() if name != "enum"}
    if len(values) == 1:
        return {**rest, "type": "string", "const": values[0]}
    return {**rest, "type": "string", "enum": values}


def _plain(schema: Json) -> Json:
    """An array of a fixed length: its bounds say it, and where all places are alike, one schema does."""
    places: list[Json] = schema.get("prefixItems", [])
    if not places:
        return schema
    alike = all(place == places[0] for place in places)
    rest = {name: part for name, part in schema.items() if name not in ("items", "prefixItems")}
    return {**rest, "items": places[0]} if alike else {**rest, "prefixItems": places}


def _flat(schema: Json) -> Json:
    """A choice in a choice as one choice: alternatives, a discriminator over the tagged ones, null."""
    choices: list[Json] = schema.get("anyOf", [])
    if not choices:
        return schema
    flat: list[Json] = []
    for one in choices:
        if "discriminator" in one:
            flat += one["anyOf"]
            schema = {**schema, "discriminator": one["discriminator"]}
        else:
            flat.append(one)
    return {**schema, "anyOf": flat}


def _present(schema: Json) -> Json:
    """The schema of an answer's field that is left out where it has its default, so it is never null."""
    if "default" not in schema or schema["default"] is not None:
        return schema
    rest = {name: part for name, part in schema.items() if name not in ("default", "anyOf")}
    choices = [one for one in schema.get("anyOf", []) if one != {"type": "null"}]
    if len(choices) == 1:
        return {**rest, **choices[0]}
    return {**rest, "anyOf": choices} if choices else rest


def kinds_of(types: Sequence[Any]) -> tuple[Kind, ...]:
    """Every Struct and every enumeration that these types are made of."""
    found: dict[Kind, None] = {}
    waiting: list[object] = list(msgspec.inspect.multi_type_info(types))
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, msgspec.inspect.StructType | msgspec.inspect.EnumType):
            found[one.cls] = None
        if isinstance(one, msgspec.inspect.Type | msgspec.inspect.Field):
            waiting += [getattr(one, name) for name in one.__struct_fields__]
        elif isinstance(one, tuple):
            waiting += cast("tuple[object, ...]", one)
    return tuple(sorted(found, key=lambda kind: (kind.__name__, kind.__module__)))


def by_given_name(kinds: Sequence[Kind]) -> dict[str, Kind]:
    """The kinds by the names msgspec gives them: their own, or with their modules where two have the same."""
    shared = Counter(kind.__name__ for kind in kinds)
    return {
        kind.__name__ if shared[kind.__name__] == 1 else f"{kind.__module__}.{kind.__qualname__}": kind
        for kind in kinds
    }


def component_names(by_name: Mapping[str, Kind], games: Iterable[str]) -> dict[str, str]:
    """By the name that msgspec gives a kind the one it has in the document: an enumeration gives way to a Struct."""
    names = {given: component_name(kind, games) for given, kind in by_name.items()}
    structs = {names[given] for given, kind in by_name.items() if issubclass(kind, Struct)}
    for given, kind in by_name.items():
        if not issubclass(kind, Struct) and names[given] in structs:
            names[given] += "Name"
    doubled = [name for name, count in Counter(names.values()).items() if count > 1]
    assert not doubled, f"two kinds with one name: {doubled}"
    return names


def component_name(kind: Kind, games: Iterable[str]) -> str:
    """The name of a kind in the document."""
    name = kind.__name__.removesuffix("Document")
    for game in games:
        prefix = "".join(word.title() for word in game.split("_"))
        places: Mapping[str, bool] = {
            part: True for part in kind.__module__.split(".") if part == game or part.startswith(f"{game}_")
        }
        if places and not name.startswith(prefix):
            return prefix + name
    return name
