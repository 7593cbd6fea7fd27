"""The night's books: they are judged at rest, and a row that a rebuild makes otherwise is noticed."""

from __future__ import annotations

import pytest

from tests.night.books import Rows, at_rest, differing

KEPT: Rows = [("a", 3), ("b", 5), ("c", 7)]


def test_what_a_rebuild_makes_again_is_good() -> None:
    assert differing(KEPT, list(KEPT)) == []


@pytest.mark.parametrize(
    ("anew", "said"),
    [
        ([("a", 3), ("b", 6), ("c", 7)], "1 rows differ from a rebuild, 3 before and 3 after: b"),
        ([("a", 3), ("c", 7)], "1 rows differ from a rebuild, 3 before and 2 after: b"),
        ([("0", 1), *KEPT], "1 rows differ from a rebuild, 3 before and 4 after: 0"),
    ],
)
def test_control_each_row_that_differs_is_counted_and_no_other(anew: Rows, said: str) -> None:
    assert differing(KEPT, anew) == [said]


async def test_the_books_are_read_when_nobody_writes_any_more() -> None:
    found = iter([KEPT[:1], KEPT[:2], KEPT, KEPT, []])

    async def kept() -> Rows:
        return next(found)

    assert await at_rest(kept, 0) == KEPT
