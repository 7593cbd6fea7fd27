"""What each field of a schema held where it really came: in the recorded answers, else in a golden match.

`instances.json` has what golden matches held; `make recorded` writes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, cast

Json = dict[str, Any]

LONGEST = 80
"""A value that is longer, written as JSON, shows less than the example of the whole answer."""


def show_instances(paths: Json, problems: Iterable[Json], components: Json) -> None:
    """Gives fields of the components a value that is known: of these paths, of a problem, or of a golden match."""
    of_problems = (({"$ref": "#/components/schemas/Problem"}, problem) for problem in problems)
    for found in (golden(), held_in((*_recorded(paths), *of_problems), components)):
        for name, fields in found.items():
            for field, value in fields.items():
                components[name]["properties"][field]["examples"] = [value]


def held_in(values: Iterable[tuple[Json, object]], components: Mapping[str, Json]) -> dict[str, Json]:
    """By schema and field the first value that says something, of all that these values with their schemas hold."""
    found: dict[str, Json] = {}
    for schema, value in values:
        for name, field, held in _held(schema, value, components):
            fields = found.setdefault(name, {})
            if not fields.get(field) and len(json.dumps(held, ensure_ascii=False)) <= LONGEST:
                fields[field] = held
    return found


@lru_cache(maxsize=1)
def golden() -> dict[str, Json]:
    """By schema and field what golden matches have held."""
    return cast("dict[str, Json]", json.loads(files("service.openapi").joinpath("instances.json").read_text("utf-8")))


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
    if "discriminator" in schema:
        tagged = schema["discriminator"]["mapping"].get(value.get("t"))
        return {"$ref": tagged} if tagged else {}
    for one in choices:
        if set(components.get(one.get("$ref", "").rpartition("/")[2], {}).get("required", [])) <= value.keys():
            return one
    return {}
