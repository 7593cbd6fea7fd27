"""Tables of cases: none of them is left out, and a failure names its case."""

import pytest

from tests.support.cases import for_each


def test_all_combinations_run_and_those_that_fail_are_reported_together() -> None:
    seen = []

    @for_each("first", [1, 2, 3])
    @for_each(("second", "third"), [("a", 4), ("b", 5)])
    def some_test(first: int, second: str, third: int) -> None:
        seen.append((first, second, third))
        if second == "b":
            assert first != 2
            pytest.fail(f"{first} is odd")

    with pytest.raises(BaseExceptionGroup, match="3 of 6 cases fail") as caught:
        some_test()
    assert seen == [(first, *more) for first in (1, 2, 3) for more in (("a", 4), ("b", 5))]
    failures = caught.value.exceptions
    assert [failure.__notes__ for failure in failures] == [
        [f"in the case first={first}, second='b', third=5"] for first in (1, 2, 3)
    ]
    assert isinstance(failures[1], AssertionError)
