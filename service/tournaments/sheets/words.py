"""The words of the printed sheets, and how a page finds out which language to speak."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct


class Language(Enum):
    """The languages of the pages; the first is spoken where nothing else is known."""

    EN = "en"
    DE = "de"
    NL = "nl"


class SheetWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a language; `words.toml` has them."""

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
    stage: str
    group: str
    score: str
    played: str
    sources: str
    penalty: str
    lot: str
    ruled: str
    log: str
    head: str
    back: str
    print: str
    begins: str
    empty: str


@cache
def sheet_words() -> Mapping[Language, SheetWords]:
    """The words by language."""
    text = Path(__file__).with_name("words.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=dict[Language, SheetWords])


def spoken(wanted: Language | None, accepted: str) -> Language:
    """The language that was asked for, else the one of ours that an `Accept-Language` likes best."""
    if wanted is not None:
        return wanted
    weighed: list[tuple[float, int, Language]] = []
    for at, part in enumerate(accepted.lower().split(",")):
        tag, _, parameter = part.strip().partition(";")
        known = next((one for one in Language if one.value == tag.partition("-")[0].strip()), None)
        weight = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", parameter) if parameter else None
        liking = 1.0 if not parameter else float(weight[1]) if weight else 0.0
        if known is not None and liking > 0:
            weighed.append((-liking, at, known))
    return min(weighed, key=lambda one: one[:2])[2] if weighed else Language.EN
