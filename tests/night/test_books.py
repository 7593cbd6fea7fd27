"""The judgement of the database after a night: it waits until writing ends, and names rows that a rebuild changes."""

from __future__ import annotations

import pytest

from tests.night.books import Rows, at_rest, differing

KEPT: Rows = [("a", 3), ("b", 5), ("c", 7)]


def test_rows_that_a_rebuild_leaves_unchanged_pass() -> None:
    assert differing(KEPT, list(KEPT)) == []


@pytest.mark.parametrize(
    ("anew", "said"),
    [
        ([("a", 3), ("b", 6), ("c", 7)], "1 rows differ from a rebuild, 3 before and 3 after: b"),
        ([("a", 3), ("c", 7)], "1 rows differ from a rebuild, 3 before and 2 after: b"),
        ([("0", 1), *KEPT], "1 rows differ from a rebuild, 3 before and 4 after: 0"),
    ],
)
def test_control_exactly_the_rows_that_differ_are_named(anew: Rows, said: str) -> None:
    assert differing(KEPT, anew) == [said]


async def test_the_rows_are_read_only_after_they_stop_changing() -> None:
    found = iter([KEPT[:1], KEPT[:2], KEPT, KEPT, []])

    async def kept() -> Rows:
        return next(found)

    assert await at_rest(kept, 0) == KEPT
