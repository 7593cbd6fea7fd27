"""The stored bytes of every batch: canonical JSON, profile CJ-1 (`domain/engine/proof/FORMAT.md`, section 3)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec
import pytest

from chronik.domain.engine.match.log import codec
from chronik.domain.log.canonical import encode
from tests.every_game.games import EachTable, each_game
from tests.support.cases import for_each

KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
LARGEST = 2**53 - 1
LONGEST, LONGEST_PART = 256 * 1024, 16 * 1024
DEEPEST = 16


@each_game
def test_stored_batches_are_canonical(table: EachTable) -> None:
    for stored in every_batch(table):
        told = read(stored)
        assert len(stored) <= LONGEST
        assert all(len(json.dumps(part, separators=(",", ":"))) <= LONGEST_PART for part in (told["cmd"], *told["e"]))
        check(told)


BY_NAME = (("options",), ("cards",), ("events",))
"""Places whose keys are names from a game: rule options, and the cards and events of a deck."""


@each_game
def test_reading_and_writing_a_batch_gives_the_same_bytes(table: EachTable) -> None:
    decode = codec(table.game)
    for stored in every_batch(table):
        batch = decode.batch(stored)
        assert encode(batch) == stored
        assert encode(decode.command(batch.cmd)) == bytes(batch.cmd)


@each_game
def test_an_unknown_field_is_refused_in_every_object_of_a_batch(table: EachTable) -> None:
    decode = codec(table.game).batch
    one_of_each = {
        type(event): stored for match in table.matches for stored in match.stored for event in decode(stored).e
    }
    for stored in set(one_of_each.values()):
        for where, altered in with_one_field_more(json.loads(stored)):
            if where[:1] != ("cmd",) and where[-1:] not in BY_NAME:
                with pytest.raises(msgspec.ValidationError):
                    decode(json.dumps(altered).encode())


@each_game
def test_an_unknown_event_is_refused(table: EachTable) -> None:
    stored = table.matches[0].stored[-1]
    with pytest.raises(msgspec.ValidationError):
        codec(table.game).batch(stored.replace(b'"t":"closed"', b'"t":"vanished"'))


@for_each(
    "bad",
    [
        b'{"a":1.0}',
        b'{"A":1}',
        b'{"a":1,"a":2}',
        b'{"a":9007199254740992}',
        b'{"a":"\\ud800"}',
        b'{"a":' + b"[" * 16 + b"]" * 16 + b"}",
    ],
)
def test_control_json_that_is_not_canonical_fails_the_check(bad: bytes) -> None:
    with pytest.raises(AssertionError):
        check(read(bad))


def every_batch(table: EachTable) -> Iterator[bytes]:
    return (stored for match in table.matches for stored in match.stored)


def read(stored: bytes) -> Any:
    """Reads the JSON of a batch, and raises for floats, unusual constants and duplicate keys."""

    def refuse(text: str) -> NoReturn:
        raise AssertionError(text)

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({key for key, _ in pairs}) == len(pairs), pairs
        return dict(pairs)

    return json.loads(stored.decode("utf-8"), parse_float=refuse, parse_constant=refuse, object_pairs_hook=unique)


def check(value: Any, depth: int = 1) -> None:
    match value:
        case dict():
            assert depth <= DEEPEST
            assert "t" not in value or next(iter(value)) == "t", "the tag comes first"
            for key, inner in value.items():
                assert KEY.fullmatch(key), key
                check(inner, depth + 1)
        case list():
            assert depth <= DEEPEST
            for inner in value:
                check(inner, depth + 1)
        case bool() | None:
            pass
        case int():
            assert abs(value) <= LARGEST
        case str():
            assert value.encode("utf-8", "replace").decode() == value, "a lone surrogate"
        case _:
            raise AssertionError(value)


def with_one_field_more(value: Any, where: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yields, for each object in a value, a copy with an unknown field there, and the path of that object."""
    if isinstance(value, dict):
        yield where, {**value, "unheard_of": 1}
        for key, inner in value.items():
            for at, altered in with_one_field_more(inner, (*where, key)):
                yield at, {**value, key: altered}
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            for at, altered in with_one_field_more(inner, (*where, i)):
                yield at, [*value[:i], altered, *value[i + 1 :]]
