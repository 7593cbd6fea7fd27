"""Every rule and ruling of the rule book is cited by a test of it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.parsing import parsed


def numbered(letter: str, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, last + 1)]


RULES = [
    *numbered("P", 4),
    *numbered("G", 6),
    *numbered("S", 7),
    *("R-A", "R-B", "R-C", "R-D", "R-E"),
    *numbered("D", 6),
    *numbered("I", 6),
    *numbered("F", 4),
    *numbered("H", 3),
    *numbered("V", 2),
    *numbered("B", 4),
    *numbered("A", 14),
    # C10 is about the layout of the two texts and is not a rule.
    *numbered("C", 9),
    "C11",
    *numbered("Q", 40),
    *numbered("E", 7),
]


def cited_rules() -> set[str]:
    """Returns the rules that docstrings of tests cite."""
    return {
        rule
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for node in parsed(path).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for rule in re.findall(r"\b(?:R-[A-E]|[A-Z]\d{1,2})\b", ast.get_docstring(node) or "")
    }


def test_tests_cite_every_rule_of_the_book_and_no_others() -> None:
    assert cited_rules() - {"C10"} == set(RULES)
