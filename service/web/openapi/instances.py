"""Example values of schema fields: from the recorded answers, else from a golden match.

`instances.json` holds the values from golden matches; `make recorded` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, cast

Json = dict[str, Any]

LONGEST = 80
"""The most characters of JSON that an example value may have: the example of the whole answer shows more."""


def show_instances(paths: Json, problems: Iterable[Json], components: Json) -> None:
    """Adds an example value to fields of the components: from these paths, a problem, or a golden match."""
    of_problems = (({"$ref": "#/components/schemas/Problem"}, problem) for problem in problems)
    for found in (golden(), collect_instances((*_find_examples(paths), *of_problems), components)):
        for name, fields in found.items():
            for field, value in fields.items():
                components[name]["properties"][field]["examples"] = [value]


def collect_instances(values: Iterable[tuple[Json, object]], components: Mapping[str, Json]) -> dict[str, Json]:
    """Returns the first non-empty example of each field in these values, by schema and field."""
    found: dict[str, Json] = {}
    for schema, value in values:
        for name, field, held in _fields_of(schema, value, components):
            fields = found.setdefault(name, {})
            if not fields.get(field) and len(json.dumps(held, ensure_ascii=False)) <= LONGEST:
                fields[field] = held
    return found


@lru_cache(maxsize=1)
def golden() -> dict[str, Json]:
    """Returns the values from golden matches, by schema and field."""
    return cast(
        "dict[str, Json]",
        json.loads(files("chronik.service.web.openapi").joinpath("instances.json").read_text("utf-8")),
    )


def _find_examples(tree: object) -> Iterator[tuple[Json, object]]:
    """Yields every schema in a document that has an example, with that example; for a stream its lines."""
    if isinstance(tree, list):
        for one in cast("list[object]", tree):
            yield from _find_examples(one)
    if not isinstance(tree, dict):
        return
    part = cast("Json", tree)
    if "example" not in part:
        for one in part.values():
            yield from _find_examples(one)
    elif "anyOf" in part.get("x-item-schema", {}):
        for line in str(part["example"]).splitlines():
            yield part["x-item-schema"], json.loads(line)
    elif not isinstance(part["example"], str):
        yield part["schema"], part["example"]


def _fields_of(schema: Json, value: object, components: Mapping[str, Json]) -> Iterator[tuple[str, str, object]]:
    """Yields every field of a named schema with its content in a value."""
    if isinstance(value, list):
        for one in cast("list[object]", value):
            yield from _fields_of(schema.get("items", {}), one, components)
    if not isinstance(value, dict):
        return
    held = cast("Json", value)
    schema = _choose_schema(schema, held, components)
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        for field, part in components[name].get("properties", {}).items():
            if field in held:
                yield name, field, held[field]
                yield from _fields_of(part, held[field], components)
    elif isinstance(schema.get("additionalProperties"), dict):
        for one in held.values():
            yield from _fields_of(schema["additionalProperties"], one, components)


def _choose_schema(schema: Json, value: Json, components: Mapping[str, Json]) -> Json:
    """Returns the alternative of a choice that fits an object: by its tag, or by its required fields."""
    choices: list[Json] = [one for one in schema.get("anyOf", []) if "$ref" in one or "additionalProperties" in one]
    if not choices:
        return schema
    if "discriminator" in schema:
        tagged = schema["discriminator"]["mapping"].get(value.get("t"))
        return {"$ref": tagged} if tagged else {}
    for one in choices:
        if set(components.get(one.get("$ref", "").rpartition("/")[2], {}).get("required", [])) <= value.keys():
            return one
    return {}
