"""The recorded data of the page tests is what the rules give now (`make recorded` writes it again)."""

from __future__ import annotations

from tests.viewer.recorded import HERE, recorded


def test_the_recorded_data_of_the_page_tests_is_up_to_date() -> None:
    stale = [name for name, text in recorded().items() if (HERE / name).read_text("utf-8") != text]
    assert stale == [], "make recorded"
