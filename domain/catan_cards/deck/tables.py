"""Deck lists as JSON and TOML: the format's version (`deck = 1`), `name`, and the tables `cards` and `events`."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Any, cast

from chronik.domain.catan_cards.deck.deck_list import VERSION
from chronik.domain.catan_cards.deck.entries import Entry, ParsedList, Section, deck_problem, find_invisible, read_name
from chronik.domain.engine.game import DeckProblem

DEEPEST = 8
"""The deepest nesting that is read; a valid list has two levels."""
STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"?|'[^'\n]*'?")
"""A string; an unclosed string ends at the end of its line."""
BRACKET = re.compile(r"[\[\]{}]")
KEY = r"(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')"
TOML = re.compile(rf"^[ \t]*(?:\[|{KEY}(?:[ \t]*\.[ \t]*{KEY})*[ \t]*=)", re.MULTILINE)
"""A line that occurs only in TOML: a table header, or a key with its value."""

PLACE = re.compile(r"line (\d+),? column (\d+)")
MOST_BITS = 64
DIGITS = 9
"""Whole numbers with more digits than this are not parsed; problems quote them as written."""

Pairs = list[tuple[str, Any]]


class Number(str):
    """A JSON number, kept as written; a quoted string is a plain `str`."""

    __slots__ = ()


class Table:
    """A JSON object or a TOML table as pairs of keys and values; repeated keys are all kept."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs


def read_json(text: str) -> ParsedList:
    """Reads a list written as JSON."""
    return _read_tables(text, _parse_json)


def read_toml(text: str) -> ParsedList:
    """Reads a list written as TOML."""
    return _read_tables(text, lambda text: _to_table(tomllib.loads(text)))


def _parse_json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=Table, parse_constant=Number, parse_float=Number, parse_int=_parse_whole)


def _parse_whole(digits: str) -> int | Number:
    return int(digits) if len(digits) <= DIGITS else Number(digits)


def _read_tables(text: str, read: Callable[[str], Any]) -> ParsedList:
    if _is_too_deep(text):
        return ParsedList(problems=(deck_problem("too-deep"),))
    try:
        root = read(text)
    except RecursionError:
        return ParsedList(problems=(deck_problem("too-deep"),))
    except ValueError as error:
        return ParsedList(problems=(deck_problem("unreadable", found=_error_position(text, str(error))),))
    return _parse_list(root) if isinstance(root, Table) else ParsedList(problems=(deck_problem("no-list"),))


def _error_position(text: str, message: str) -> str:
    """Returns the line and column that an error message names, or the end of the text if it names none."""
    found = PLACE.search(message)
    lines = text.split("\n")
    return f"{found[1]}:{found[2]}" if found else f"{len(lines)}:{len(lines[-1]) + 1}"


def _is_too_deep(text: str) -> bool:
    depth, bare = 0, STRING.sub("", text)
    for sign in BRACKET.findall(bare):
        depth += 1 if sign in "[{" else -1
        if depth > DEEPEST:
            return True
    return any(line.partition("#")[0].count(".") > DEEPEST for line in bare.split("\n"))


def _to_table(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    table = cast("dict[str, Any]", value)
    return Table([(key, _to_table(inner)) for key, inner in table.items()])


def _parse_list(root: Table) -> ParsedList:
    name, problems, entries = "", list[DeckProblem](), list[Entry]()
    seen = set[str]()
    for key, value in root.pairs:
        if key in seen:
            problems.append(deck_problem("duplicate", card=key))
        elif key == "deck":
            problems += _check_version(value)
        elif key == "name":
            name, wrong = read_name(value)
            problems += wrong
        elif key in ("cards", "events"):
            section = Section(key)
            if isinstance(value, Table):
                entries += [_make_entry(section, written, count) for written, count in value.pairs]
            else:
                problems.append(deck_problem("table", found=key))
        else:
            problems.append(find_invisible(key) or deck_problem("field", found=key))
        seen.add(key)
    return ParsedList(name, tuple(entries), tuple(problems))


def _check_version(value: object) -> Iterable[DeckProblem]:
    if type(value) is not int or value != VERSION:
        return (deck_problem("version", found=_write_value(value), allowed=VERSION),)
    return ()


def _make_entry(section: Section, written: str, count: object) -> Entry:
    return Entry(section, written, count if type(count) is int else None, _write_value(count))


def _write_value(value: object) -> str:
    """Returns a value as written in a list; a string keeps its quotation marks, so it does not look like a number."""
    if isinstance(value, Table):
        return "{…}"
    if isinstance(value, list):
        return "[…]"
    if value is None or isinstance(value, bool) or type(value) is str:
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return f"2^{value.bit_length()}"  # writing out a longer number takes too long
    return str(value)
