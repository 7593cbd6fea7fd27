"""Printed facts: what a game reads from a data set, of which there may be several."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import ValidationError

from domain.engine.hashing import hashed

F = TypeVar("F")

Tables = Mapping[str, Mapping[str, Any]]
"""What the files of a data set say, by their names."""


class BadFacts(Exception):
    """A data set is not what the rule book of its game asks for; the sentence says what and where."""


def load_facts(directory: Path, files: Sequence[str], made_of: Callable[[Tables, str], F]) -> F:
    """The facts made of the tables of some TOML files and of their digest; raises `BadFacts`."""
    texts = {name: _text(directory / f"{name}.toml") for name in files}
    try:
        tables = {name: tomllib.loads(text) for name, text in texts.items()}
        return made_of(tables, digest(tables.values()))
    except (tomllib.TOMLDecodeError, ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadFacts(f"The data set in {directory} cannot be read: {error}.") from error


def digest(tables: Iterable[Mapping[str, Any]]) -> str:
    """What a data set is known by, hex: over what was read, so a remark or a blank line may change."""
    return hashed(b"chronik/facts/2", *map(msgspec.json.encode, tables)).hex()


def require(condition: bool, sentence: str) -> None:
    """Refuses the data set unless a condition holds."""
    if not condition:
        raise BadFacts(sentence)


def unique(kind: str, things: Iterable[Any]) -> dict[str, Any]:
    """Things by their ids, none of which may be there twice."""
    by_id: dict[str, Any] = {}
    for thing in things:
        require(thing.id not in by_id, f"The {kind} {thing.id} is listed twice.")
        by_id[thing.id] = thing
    return by_id


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFacts(f"{path} cannot be read: {error}.") from error
