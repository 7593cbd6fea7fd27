"""CJ-1 objects: how deep they may nest, and that the fast check agrees with the thorough one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chronik.domain.log import canonical as module
from chronik.domain.log.canonical import MAX_DEPTH, MAX_INTEGER, canonical, encode

OTHER_BYTES = b'{}[]",:0159.eE-+ntrue \\/\x00\x7f\xc3\xa9\xff_aZ\n'

NAMES = st.sampled_from(["a", "b", "seat", "a_1", "a" * 40, "a" * 41, "", "A", "_a", "1a", "é", "a b", "a\n"])
NUMBERS = st.sampled_from([0, -1, 10**14, 10**15 - 1, 10**15, MAX_INTEGER, -MAX_INTEGER]) | st.integers()
WORDS = st.sampled_from(["", "x y", "é", '"', "\\", "\x7f", "\n", "1.5", "]", '":'])
SCALARS = st.none() | st.booleans() | NUMBERS | st.sampled_from([0.0, 1.0, -1.5, 1e300]) | WORDS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=12
)


def looked_at_long(stored: bytes) -> bool:
    """Returns whether an object is valid CJ-1, by checking each of its values."""
    try:
        value = json.loads(stored.decode())
    except ValueError:
        return False
    return isinstance(value, dict) and encode(value) == stored and allowed(value, 1)


def allowed(value: Any, depth: int) -> bool:
    match value:
        case bool() | str() | None:
            return True
        case int():
            return abs(value) <= MAX_INTEGER
        case list() | dict() if depth > MAX_DEPTH:
            return False
        case list():
            return all(allowed(member, depth + 1) for member in value)
        case dict():
            return all(named(key) and allowed(member, depth + 1) for key, member in value.items())
        case _:
            return False


def named(key: str) -> bool:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return 0 < len(key) <= 40 and key[0] in letters and set(key) <= {*letters, *"0123456789_"}


@pytest.mark.parametrize(("opened", "closed"), [(b'{"a":', b"}"), (b"[", b"]")])
def test_the_deepest_allowed_nesting_is_accepted_and_deeper_nesting_is_refused(opened: bytes, closed: bytes) -> None:
    """FORMAT.md, section 3: objects and lists count alike."""

    def nested(depth: int) -> bytes:
        return b'{"a":' + opened * (depth - 1) + b"1" + closed * (depth - 1) + b"}"

    assert canonical(nested(MAX_DEPTH))
    assert not canonical(nested(MAX_DEPTH + 1))


@settings(deadline=None)
@given(st.dictionaries(NAMES, VALUES, max_size=4))
@example({"a": {"b": [1, -2, "x", None, True, False, [], {}]}})
@example({"a": 1.0})
@example({"a": [1e300, "1.5"]})
@example({"a": "é"})
@example({"a": '"\\'})
def test_the_fast_check_agrees_with_the_thorough_one_about_any_encoded_object(value: dict[str, Any]) -> None:
    stored = encode(value)
    assert canonical(stored) is looked_at_long(stored)


@settings(deadline=None)
@given(st.dictionaries(NAMES, VALUES, max_size=4), st.data())
def test_the_fast_check_agrees_with_the_thorough_one_about_edited_bytes(
    value: dict[str, Any], data: st.DataObject
) -> None:
    stored = bytearray(encode(value))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(stored)))
        other = data.draw(st.sampled_from([b"", b'"a":1,', *(bytes((one,)) for one in OTHER_BYTES)]))
        stored[at : at + data.draw(st.integers(0, 2))] = other
    assert canonical(bytes(stored)) is looked_at_long(bytes(stored))


@pytest.mark.parametrize("key", ["seat", "a" * 40])
@pytest.mark.parametrize("value", [b"0", b"-1", b"999999999999999", b'"x y"', b"null", b"[1,[]]", b'{"a":{}}'])
def test_ordinary_values_need_only_the_fast_check(key: str, value: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_plain", None)
    assert canonical(b'{"%s":%s}' % (key.encode(), value))
