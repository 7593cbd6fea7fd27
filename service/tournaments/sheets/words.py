"""The words of the printed sheets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from chronik.service.web.languages import Language


class SheetWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a language, from `words.toml`."""

    round: str
    table: str
    seat: str
    number: str
    name: str
    club: str
    points: str
    place: str
    signature: str
    match: str
    game: str
    bye: str
    byes: str
    no_tables: str
    final: str
    interim: str
    stages: Mapping[str, str]
    group: str
    score: str
    played: str
    sources: str
    penalty: str
    lot: str
    ruled: str
    struck: str
    log: str
    head: str
    back: str
    print: str
    begins: str
    empty: str


@cache
def sheet_words() -> Mapping[Language, SheetWords]:
    """Returns the words by language."""
    text = Path(__file__).with_name("words.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=dict[Language, SheetWords])
