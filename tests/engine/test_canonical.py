"""Objects of CJ-1: how deep they may be."""

from __future__ import annotations

import pytest

from domain.engine.proof.canonical import MAX_DEPTH, canonical


@pytest.mark.parametrize(("opened", "closed"), [(b'{"a":', b"}"), (b"[", b"]")])
def test_what_lies_too_deep_is_refused_and_what_lies_just_deep_enough_is_not(opened: bytes, closed: bytes) -> None:
    """FORMAT.md, section 3: objects and lists count alike."""

    def nested(depth: int) -> bytes:
        return b'{"a":' + opened * (depth - 1) + b"1" + closed * (depth - 1) + b"}"

    assert canonical(nested(MAX_DEPTH))
    assert not canonical(nested(MAX_DEPTH + 1))
