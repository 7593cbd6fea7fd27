"""JSON schemas of our Structs, as msgspec reads and writes them, in the form of OpenAPI 3.1."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct

from chronik.service.web.openapi.fields.load import sentence
from chronik.service.web.openapi.names import Kind, component_names, kinds_by_name

PLACE = "#/components/schemas/"
Json = dict[str, Any]


class Schemas:
    """The components of a document, and the schema of any type that is built from them.

    A type in requests requires the fields that must be sent; a type in responses requires the fields that are always
    present. A Struct that is in both omits defaults, so that the same schema is true of both.
    """

    def __init__(self, read: Sequence[Any], answered: Sequence[Any], games: Iterable[str]) -> None:
        self.types = tuple(dict.fromkeys((*read, *answered)))
        refs, components = msgspec.json.schema_components(self.types, ref_template=PLACE + "{name}")
        by_name = kinds_by_name(kinds_of(self.types))
        self.names = component_names(by_name, games)
        self.known = dict(zip(map(repr, self.types), refs, strict=True))
        self.read, self.answered = set(kinds_of(read)), set(kinds_of(answered))
        named = sorted((self.names.get(given, given), given) for given in components)
        self.components = {name: self._component(name, components[given], by_name.get(given)) for name, given in named}

    def of(self, kind: Any) -> Json:
        """Returns the schema of a type."""
        return cast("Json", self._rewrite(self.known[repr(kind)]))

    def inline(self, kind: Any) -> Json:
        """Returns the schema of a simple type that is not a component of the document."""
        (schema,), components = msgspec.json.schema_components([kind], ref_template="{name}")
        schema = components.get(schema.get("$ref", ""), schema)
        return cast("Json", self._rewrite({name: part for name, part in schema.items() if name != "title"}))

    def any_of(self, kinds: Sequence[Any]) -> Json:
        """Returns the schema of a value that has any of these types."""
        schemas = [self.of(kind) for kind in kinds]
        return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}

    def _component(self, name: str, schema: Json, kind: Kind | None) -> Json:
        written = cast("Json", self._rewrite(schema))
        written.pop("title", None)
        if "description" in written:
            written["description"] = inspect.cleandoc(written["description"])
        if kind is None or not issubclass(kind, Struct):
            return written
        fields: Json = written["properties"]
        written["properties"] = {field: _add_description(name, field, one) for field, one in fields.items()}
        return self._with_required(written, kind)

    def _with_required(self, schema: Json, kind: type[Struct]) -> Json:
        """Returns the schema of a Struct with its required fields.

        Defaults are replaced by a sentence about absence.
        """
        answered, read = kind in self.answered, kind in self.read
        omits = read or kind.__struct_config__.omit_defaults
        optional = {
            field.encode_name
            for field in msgspec.structs.fields(kind)
            if not field.required and (omits or field.default is msgspec.UNSET)
        }
        properties = {
            name: _without_default(one, name in optional, is_null=not answered or read or not omits)
            for name, one in schema["properties"].items()
        }
        required = [name for name in properties if name not in optional]
        rest = {word: part for word, part in schema.items() if word not in ("properties", "required")}
        if not read:
            rest.pop("additionalProperties", None)
        return {**rest, "properties": properties, **({"required": required} if required else {})}

    def _rewrite(self, schema: object) -> object:
        if isinstance(schema, list):
            return [self._rewrite(part) for part in cast("list[object]", schema)]
        if not isinstance(schema, dict):
            return schema
        written: Json = {}
        for name, part in cast("dict[str, object]", schema).items():
            if name == "properties":
                written[name] = {field: self._rewrite(one) for field, one in cast("Json", part).items()}
            elif name == "$ref":
                written[name] = self._rename_ref(str(part))
            elif name == "mapping":
                written[name] = {tag: self._rename_ref(ref) for tag, ref in cast("dict[str, str]", part).items()}
            else:
                written[name] = part if name == "default" else self._rewrite(part)
        return _allow_any_field(_flatten_choices(_simplify_array(_add_type(written))))

    def _rename_ref(self, ref: str) -> str:
        name = ref.removeprefix(PLACE)
        return PLACE + self.names.get(name, name)


def standalone(kind: Any) -> Json:
    """Returns the schema of a type with all references replaced by their content, for readers without the document."""
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


def _add_type(schema: Json) -> Json:
    """Adds the type to an enumeration; a single value becomes a constant."""
    values: list[Any] = schema.get("enum", [])
    if not values or not all(isinstance(value, str) for value in values):
        return schema
    rest = {name: part for name, part in schema.items() if name != "enum"}
    if len(values) == 1:
        return {**rest, "type": "string", "const": values[0]}
    return {**rest, "type": "string", "enum": values}


def _simplify_array(schema: Json) -> Json:
    """Simplifies an array of fixed length: the bounds give its length, and equal items share one schema."""
    places: list[Json] = schema.get("prefixItems", [])
    if not places:
        return schema
    alike = all(place == places[0] for place in places)
    rest = {name: part for name, part in schema.items() if name not in ("items", "prefixItems")}
    return {**rest, "items": places[0]} if alike else {**rest, "prefixItems": places}


def _flatten_choices(schema: Json) -> Json:
    """Merges nested choices into one, which has all their alternatives and the discriminator of the tagged ones."""
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


def _allow_any_field(schema: Json) -> Json:
    """Allows any field in an object without properties, which other readers would take to be empty."""
    bare = schema.get("type") == "object" and not schema.keys() & {"properties", "additionalProperties"}
    return {**schema, "additionalProperties": True} if bare else schema


def _add_description(schema: str, name: str, field: Json) -> Json:
    """Adds the description of a field."""
    text = sentence(schema, name, field)
    return {**field, "description": text} if text else field


def _without_default(schema: Json, is_optional: bool, is_null: bool) -> Json:
    """Returns the schema of a field without its default; a field that is omitted instead of null is never null."""
    if "default" not in schema:
        return schema
    rest = {name: part for name, part in schema.items() if name != "default"}
    if not is_optional:
        return rest
    if schema["default"] is not None:
        shown = json.dumps(schema["default"], ensure_ascii=False)
        return {**rest, "description": f"{rest.get('description', '')} Absent means `{shown}`.".strip()}
    if is_null:
        return rest
    choices = [one for one in rest.pop("anyOf", []) if one != {"type": "null"}]
    if len(choices) == 1:
        return {**rest, **choices[0]}
    return {**rest, "anyOf": choices} if choices else rest


def kinds_of(types: Sequence[Any]) -> tuple[Kind, ...]:
    """Returns every Struct and every enumeration in these types."""
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
