"""Tests that can run longer are named where a newcomer looks for them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_manual_names_every_test_file_that_does_more_if_chronik_long_is_set() -> None:
    files = {
        str(file.relative_to(ROOT))
        for file in (ROOT / "tests").rglob("test_*.py")
        if file != Path(__file__) and "CHRONIK_LONG" in file.read_text("utf-8")
    }
    named = re.findall(r"^\| `(tests/[^`]*)` \|", (ROOT / "docs/testing.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(files)
