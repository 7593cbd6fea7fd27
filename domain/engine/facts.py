"""Printed facts: the data that a game reads from a data set. A game may have several data sets."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import ValidationError

from chronik.domain.engine.hashing import hash_parts

F = TypeVar("F")

Tables = Mapping[str, Mapping[str, Any]]
"""The tables of a data set by file name, without the suffix."""


class BadFacts(Exception):
    """Raised if a data set is not valid for its game. The message says what is wrong and in which file."""


def load_facts(directory: Path, files: Sequence[str], build: Callable[[Tables, str], F]) -> F:
    """Reads TOML files and builds the facts from their tables and digest. Raises `BadFacts`."""
    texts = {name: _text(directory / f"{name}.toml") for name in files}
    try:
        tables = {name: tomllib.loads(text) for name, text in texts.items()}
        return build(tables, digest(tables.values()))
    except (tomllib.TOMLDecodeError, ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadFacts(f"The data set in {directory} cannot be read: {error}.") from error


def digest(tables: Iterable[Mapping[str, Any]]) -> str:
    """Returns the hex digest of a data set. The digest covers the parsed values, not comments or blank lines."""
    return hash_parts(b"chronik/facts/2", *map(msgspec.json.encode, tables)).hex()


def require(condition: bool, sentence: str) -> None:
    """Raises `BadFacts` with this sentence if a condition is false."""
    if not condition:
        raise BadFacts(sentence)


def unique(kind: str, things: Iterable[Any]) -> dict[str, Any]:
    """Returns a dictionary of things by id. Raises `BadFacts` if an id occurs twice."""
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
