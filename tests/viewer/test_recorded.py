"""What the tests of the pages draw and read is what the rules bring now (`make recorded` writes it anew)."""

from __future__ import annotations

from tests.viewer.recorded import HERE, recorded


def test_what_the_pages_are_tested_with_is_not_stale() -> None:
    stale = [name for name, text in recorded().items() if (HERE / name).read_text("utf-8") != text]
    assert stale == [], "make recorded"
