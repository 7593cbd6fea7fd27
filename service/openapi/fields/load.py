"""The sentences that lie beside: one table for each schema, and one for what means the same wherever it stands."""

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
    """Every sentence by schema and field. A schema stands in one file only."""
    found: dict[str, Mapping[str, str]] = {}
    for file in sorted(files("service.openapi.fields").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            tables = tomllib.loads(file.read_text("utf-8"))
            assert not found.keys() & tables.keys(), f"{file.name} tells again of {found.keys() & tables.keys()}"
            found |= tables
    return found


def sentence(schema: str, field: str, described: dict[str, Any]) -> str:
    """What a field is: as its schema's table says, as it says itself, or as is true of its name in such schemas.

    Empty where nobody says anything, which a test does not let pass.
    """
    told = sentences()
    if own := told.get(schema, {}).get(field):
        return own
    if "description" in described:
        return str(described["description"])
    if "const" in described:
        return f"Tells it from the others of its kind: always `{described['const']}`."
    return next((told[name][field] for name in (*shapes(schema), ANYWHERE) if field in told[name]), "")


@lru_cache(maxsize=1_000)
def shapes(schema: str) -> tuple[str, ...]:
    """The tables that speak of several schemas by the shape of their names, as `*Prompt` does, that of this one too."""
    return tuple(name for name in sentences() if "*" in name and fnmatchcase(schema, name))
