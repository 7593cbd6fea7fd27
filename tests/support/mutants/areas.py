"""Which tests have to notice what is changed where."""

from __future__ import annotations

from msgspec import Struct


class Area(Struct, frozen=True):
    """Sources, and what pytest is told so that it runs the tests that hold them to their promises."""

    sources: str
    tests: tuple[str, ...]


CHECKERS = "tests/engine/test_area.py::test_a_checker_finds_whatever_is_misspelt_or_wrongly_bound"
GOLDEN = "tests/every_game/test_golden.py"
CONTRACT = ("clock", "dry_runs", "frames", "golden", "undo")
"""What is quick of the contract of every game."""


AREAS = {
    "engine": Area(
        "domain/engine",
        ("tests/engine", *(f"tests/every_game/test_{name}.py" for name in CONTRACT), f"--deselect={CHECKERS}"),
    ),
    "katharina": Area("domain/katharina", ("tests/katharina", GOLDEN)),
    "cities_knights": Area("domain/cities_knights", ("tests/cities_knights", GOLDEN)),
    "tournament": Area("domain/tournament", ("tests/tournament",)),
}
