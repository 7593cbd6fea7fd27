"""Tables of cases for one test, which cost far less than as many tests of pytest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

Test = Callable[..., None]


def for_each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Runs a test for each of the values, like `parametrize`, and reports all cases that fail together."""
    rows = [dict(zip(names, row, strict=True)) if isinstance(names, tuple) else {names: row} for row in values]

    def repeat(test: Test) -> Test:
        plain: tuple[Test, list[dict[str, Any]]] = (test, [{}])
        once, further = getattr(test, "cases", plain)
        cases = [row | more for row in rows for more in further]

        def run_all() -> None:
            failures = [failure for case in cases if (failure := _run(once, case))]
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(cases)} cases fail", failures)

        run_all.__name__, run_all.__doc__, run_all.__module__ = once.__name__, once.__doc__, once.__module__
        run_all.__dict__.update(test.__dict__, cases=(once, cases))
        return run_all

    assert rows
    return repeat


def _run(test: Test, case: Mapping[str, Any]) -> BaseException | None:
    """Returns why a case fails, with the case itself as a note, or None if it passes."""
    try:
        test(**case)
    except (Exception, pytest.fail.Exception) as failure:
        failure.add_note(f"in the case {', '.join(f'{name}={value!r}'[:200] for name, value in case.items())}")
        return failure
    return None
