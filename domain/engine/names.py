"""Display names by language, apart from the ids: data that anybody may replace."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from msgspec import ValidationError, convert

from domain.engine.facts import BadFacts

LANGUAGES = ("en", "de", "nl")

Names = Mapping[str, Mapping[str, Mapping[str, str]]]


def load_names(directory: Path, printed: Path) -> Names:
    """The names by language, kind and id; a data set without a file of its own has those of the printed one."""
    path = directory / "names.toml"
    if not path.exists():
        return {} if directory == printed else load_names(printed, printed)
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        return {language: convert(table[language], dict[str, dict[str, str]]) for language in LANGUAGES}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError, KeyError) as error:
        raise BadFacts(f"The names in {path} cannot be read: {error}.") from error
