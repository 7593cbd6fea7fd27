"""The descriptions of fields in TOML files: a table per schema, and a table for names that mean the same everywhere."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib.resources import files
from typing import Any

ANYWHERE = "anywhere"

Sentences = Mapping[str, Mapping[str, str]]


@lru_cache(maxsize=1)
def sentences() -> Sentences:
    """Returns every description by schema and field; a schema must be in only one file."""
    found: dict[str, Mapping[str, str]] = {}
    for file in sorted(files("chronik.service.web.openapi.fields").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            tables = tomllib.loads(file.read_text("utf-8"))
            assert not found.keys() & tables.keys(), f"{file.name} repeats the tables {found.keys() & tables.keys()}"
            found |= tables
    return found


def sentence(schema: str, field: str, described: dict[str, Any]) -> str:
    """Returns the description of a field: from its schema's table, from its type, or from the tables for its name.

    Returns "" if it is missing, which a test prevents.
    """
    tables = sentences()
    if own := tables.get(schema, {}).get(field):
        return own
    if "description" in described:
        return str(described["description"])
    if "const" in described:
        return f"Always `{described['const']}`; distinguishes it from the others of its kind."
    return next((tables[name][field] for name in (*shapes(schema), ANYWHERE) if field in tables[name]), "")


@lru_cache(maxsize=1_000)
def shapes(schema: str) -> tuple[str, ...]:
    """Returns the TOML tables whose wildcard name, such as `*Prompt`, matches the name of a schema."""
    return tuple(name for name in sentences() if "*" in name and fnmatchcase(schema, name))
