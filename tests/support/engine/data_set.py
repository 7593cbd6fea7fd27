"""A copy of the printed data set of a game, whose conditions tests break one at a time."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar
from unittest.mock import patch

from msgspec import Struct
from msgspec.structs import asdict

F = TypeVar("F")


parse_once = lru_cache(64)(tomllib.loads)
"""Parses a file; most files of a data set are those of the one before."""


class DataSet(Generic[F]):
    """A copy of some printed files in a directory, which a test changes and loads."""

    def __init__(self, printed: Path, files: Sequence[str], directory: Path, read: Callable[[Path], F]) -> None:
        self.directory = directory
        self._read = read
        for name in files:
            shutil.copyfile(printed / f"{name}.toml", directory / f"{name}.toml")

    def change(self, name: str, pattern: str, new: str, count: int = 1) -> None:
        """Replaces a pattern in a file this many times (0: everywhere)."""
        path = self.directory / f"{name}.toml"
        text, changed = re.subn(pattern, new, path.read_text("utf-8"), count=count, flags=re.MULTILINE)
        assert changed, f"{pattern} is not in {name}"
        path.write_text(text, "utf-8")

    def drop(self, name: str, table: str, key: str) -> None:
        """Removes the table that contains a text."""
        path = self.directory / f"{name}.toml"
        tables = re.split(r"(?=^\[)", path.read_text("utf-8"), flags=re.MULTILINE)
        kept = [one for one in tables if not (one.startswith(f"[[{table}]]") and key in one)]
        assert len(kept) == len(tables) - 1
        path.write_text("".join(kept), "utf-8")

    def add(self, name: str, text: str) -> None:
        """Adds a table at the end of a file."""
        with (self.directory / f"{name}.toml").open("a", encoding="utf-8") as file:
            file.write(f"\n{text}\n")

    def load(self) -> F:
        with patch.object(tomllib, "loads", parse_once):
            return self._read(self.directory)


def assert_typed(options: Mapping[str, Any], ruleset: Struct) -> None:
    """Checks that the options of a data set are the typed ones: order, defaults and values are equal."""
    typed = asdict(ruleset)
    assert list(options) == list(typed)
    for name, default in typed.items():
        assert options[name].default == (default.value if isinstance(default, Enum) else default)
        if isinstance(default, Enum):
            assert [one.value for one in type(default)] == list(options[name].values)
