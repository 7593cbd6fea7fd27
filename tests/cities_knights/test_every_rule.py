"""A check that a test cites each rule, ruling and option value of the rule book."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.cities_knights.table import FACTS
from tests.support.parsing import parsed


def rule_numbers(section: int, last: int) -> list[str]:
    return [f"R{section}.{number}" for number in range(1, last + 1)]


RULES = [
    *rule_numbers(1, 8),
    *rule_numbers(2, 5),
    *rule_numbers(3, 5),
    *rule_numbers(4, 5),
    *rule_numbers(5, 5),
    *rule_numbers(6, 4),
    *rule_numbers(7, 4),
    *rule_numbers(8, 6),
    *rule_numbers(9, 6),
    *rule_numbers(10, 6),
    *rule_numbers(11, 10),
    *rule_numbers(12, 7),
    *rule_numbers(13, 8),
    *rule_numbers(14, 3),
    *rule_numbers(15, 3),
    *rule_numbers(16, 3),
    *rule_numbers(17, 3),
    *rule_numbers(18, 2),
]
RULINGS = [f"C-{number:02}" for number in range(1, 82)]
# For a numeric option, any cited value is enough: its values differ only in the number.
NUMBERS = ("victory_points", "grace_rounds")
VALUES = [
    f"{option.id}={str(value).lower()}"
    for option in FACTS.options.values()
    if option.id not in NUMBERS
    for value in option.values
]


def read_docstrings() -> list[str]:
    """Returns the docstrings of the tests."""
    return [
        (ast.get_docstring(node) or "").replace("`", "").replace(" = ", "=")
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for node in parsed(path).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_tests_cite_every_rule_of_the_book_and_no_others() -> None:
    cited = {rule for told in read_docstrings() for rule in re.findall(r"\bR\d+\.\d+|\bC-\d\d\b", told)}
    assert cited == {*RULES, *RULINGS}


def test_tests_cite_every_value_of_every_option_and_no_others() -> None:
    cited = {value for told in read_docstrings() for value in re.findall(r"\b\w+=\w+", told)}
    assert set(VALUES) - cited == set()
    assert {value.partition("=")[0] for value in cited} == FACTS.options.keys()
