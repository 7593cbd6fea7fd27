"""Lists as JSON and as TOML: `deck = 1`, `name`, and the tables `cards` and `events`."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Any, cast

from domain.catan_cards.deck.deck_list import VERSION
from domain.catan_cards.deck.entries import Entry, Section, Written, hidden, named, problem
from domain.engine.game import DeckProblem

DEEPEST = 8
"""How deep a list may be nested to be read at all; a list itself goes two deep."""
STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"?|'[^'\n]*'?")
"""A string, which ends with its line at the latest."""
BRACKET = re.compile(r"[\[\]{}]")
KEY = r"(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')"
TOML = re.compile(rf"^[ \t]*(?:\[|{KEY}(?:[ \t]*\.[ \t]*{KEY})*[ \t]*=)", re.MULTILINE)
"""What only TOML has: a line that begins a table or gives a key its value."""

PLACE = re.compile(r"line (\d+),? column (\d+)")
MOST_BITS = 64
DIGITS = 9
"""Whole numbers with more digits are told as they are written."""

Pairs = list[tuple[str, Any]]


class Table:
    """An object of JSON or a table of TOML: its keys with their values, the same key as often as it is written."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs


def read_json(text: str) -> Written:
    """A list written as JSON."""
    return _read(text, _of_json)


def read_toml(text: str) -> Written:
    """A list written as TOML."""
    return _read(text, lambda text: _tabled(tomllib.loads(text)))


def _of_json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=Table, parse_constant=str, parse_float=str, parse_int=_whole)


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= DIGITS else digits


def _read(text: str, read: Callable[[str], Any]) -> Written:
    if _too_deep(text):
        return Written(problems=(problem("too-deep"),))
    try:
        root = read(text)
    except RecursionError:
        return Written(problems=(problem("too-deep"),))
    except ValueError as error:
        return Written(problems=(problem("unreadable", found=_place(text, str(error))),))
    return _written(root) if isinstance(root, Table) else Written(problems=(problem("no-list"),))


def _place(text: str, told: str) -> str:
    """Where a list cannot be read, as line and column; its end, where nothing else is known."""
    found = PLACE.search(told)
    lines = text.split("\n")
    return f"{found[1]}:{found[2]}" if found else f"{len(lines)}:{len(lines[-1]) + 1}"


def _too_deep(text: str) -> bool:
    depth, bare = 0, STRING.sub("", text)
    for sign in BRACKET.findall(bare):
        depth += 1 if sign in "[{" else -1
        if depth > DEEPEST:
            return True
    return any(line.partition("#")[0].count(".") > DEEPEST for line in bare.split("\n"))


def _tabled(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    table = cast("dict[str, Any]", value)
    return Table([(key, _tabled(inner)) for key, inner in table.items()])


def _written(root: Table) -> Written:
    name, problems, entries = "", list[DeckProblem](), list[Entry]()
    seen = set[str]()
    for key, value in root.pairs:
        if key in seen:
            problems.append(problem("duplicate", card=key))
        elif key == "deck":
            problems += _version(value)
        elif key == "name":
            name, wrong = named(value)
            problems += wrong
        elif key in ("cards", "events"):
            section = Section(key)
            if isinstance(value, Table):
                entries += [_entry(section, written, count) for written, count in value.pairs]
            else:
                problems.append(problem("table", found=key))
        else:
            problems.append(hidden(key) or problem("field", found=key))
        seen.add(key)
    return Written(name, tuple(entries), tuple(problems))


def _version(value: object) -> Iterable[DeckProblem]:
    if type(value) is not int or value != VERSION:
        return (problem("version", found=_told(value), allowed=VERSION),)
    return ()


def _entry(section: Section, written: str, count: object) -> Entry:
    return Entry(section, written, count if type(count) is int else None, _told(count))


def _told(value: object) -> str:
    """A value as a person would write it."""
    if isinstance(value, Table):
        return "{…}"
    if isinstance(value, list):
        return "[…]"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return f"2^{value.bit_length()}"  # longer ones cannot be written down quickly
    return str(value)
