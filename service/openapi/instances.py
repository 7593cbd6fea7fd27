"""What each field of a schema held in the recorded answers, so that its schema shows a value that really came."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

Json = dict[str, Any]

LONGEST = 60
"""A value that is longer, written as JSON, shows less than the example of the whole answer."""


def show_instances(paths: Json, components: Json) -> None:
    """Gives every field of the components a value of the examples of these paths, where there is one."""
    found: dict[tuple[str, str], object] = {}
    for schema, value in _recorded(paths):
        for name, field, held in _held(schema, value, components):
            if len(json.dumps(held, ensure_ascii=False)) <= LONGEST and not found.get((name, field)):
                found[name, field] = held
    for (name, field), held in found.items():
        components[name]["properties"][field]["examples"] = [held]


def _recorded(tree: object) -> Iterator[tuple[Json, object]]:
    """Every schema that stands beside an example, in a document; of a stream its lines."""
    if isinstance(tree, list):
        for one in cast("list[object]", tree):
            yield from _recorded(one)
    if not isinstance(tree, dict):
        return
    part = cast("Json", tree)
    if "example" not in part:
        for one in part.values():
            yield from _recorded(one)
    elif "anyOf" in part.get("x-item-schema", {}):
        for line in str(part["example"]).splitlines():
            yield part["x-item-schema"], json.loads(line)
    elif not isinstance(part["example"], str):
        yield part["schema"], part["example"]


def _held(schema: Json, value: object, components: Mapping[str, Json]) -> Iterator[tuple[str, str, object]]:
    """Every field of a named schema, and what it holds in a value."""
    if isinstance(value, list):
        for one in cast("list[object]", value):
            yield from _held(schema.get("items", {}), one, components)
    if not isinstance(value, dict):
        return
    held = cast("Json", value)
    schema = _meant(schema, held, components)
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        for field, part in components[name].get("properties", {}).items():
            if field in held:
                yield name, field, held[field]
                yield from _held(part, held[field], components)
    elif isinstance(schema.get("additionalProperties"), dict):
        for one in held.values():
            yield from _held(schema["additionalProperties"], one, components)


def _meant(schema: Json, value: Json, components: Mapping[str, Json]) -> Json:
    """Of a choice what fits an object: by its tag, or by what it must have."""
    choices: list[Json] = [one for one in schema.get("anyOf", []) if "$ref" in one or "additionalProperties" in one]
    if not choices:
        return schema
    if (tag := value.get("t")) in schema.get("discriminator", {}).get("mapping", {}):
        return {"$ref": schema["discriminator"]["mapping"][tag]}
    for one in choices:
        if set(components.get(one.get("$ref", "").rpartition("/")[2], {}).get("required", [])) <= value.keys():
            return one
    return {}
