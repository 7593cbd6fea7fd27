"""Display names by language. They are data, separate from the ids, and may be replaced."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from msgspec import ValidationError, convert

from chronik.domain.engine.facts import BadFacts

LANGUAGES = ("en", "de", "nl")

Names = Mapping[str, Mapping[str, Mapping[str, str]]]


def load_names(directory: Path, printed: Path) -> Names:
    """Returns the names by language, kind and id. A data set without a names file uses the printed names."""
    path = directory / "names.toml"
    if not path.exists():
        return {} if directory == printed else load_names(printed, printed)
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        return {language: convert(table[language], dict[str, dict[str, str]]) for language in LANGUAGES}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError, KeyError) as error:
        raise BadFacts(f"The names in {path} cannot be read: {error}.") from error
