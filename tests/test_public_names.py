"""The public names of the package: they are documented, typed, and loaded only when they are used."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import chronik

ROOT = Path(__file__).parents[1]
LISTED = re.compile(r"<!-- public names -->(.*?)<!-- end of public names -->", re.DOTALL)
SLOW = ("chronik.domain", "chronik.projections", "chronik.service", "gymnasium", "msgspec", "numpy", "pettingzoo")


def test_the_manual_lists_every_public_name() -> None:
    (table,) = LISTED.findall((ROOT / "docs/training.md").read_text("utf-8"))
    assert sorted(re.findall(r"^\| `chronik\.(\w+)", table, re.MULTILINE)) == sorted(chronik.__all__)
    assert all(getattr(chronik, name) is not None for name in chronik.__all__)


def test_the_package_says_that_it_has_types() -> None:
    assert (ROOT / "chronik/py.typed").exists()


def test_importing_the_package_loads_nothing_else() -> None:
    script = f"import sys, chronik; print([name for name in {SLOW} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", script], cwd=ROOT, text=True) == "[]\n"


def test_a_match_needs_neither_numpy_nor_the_service() -> None:
    script = "import sys, chronik; chronik.play('katharina', 2); print({'numpy', 'litestar', 'redis'} & {*sys.modules})"
    assert subprocess.check_output([sys.executable, "-c", script], cwd=ROOT, text=True) == "set()\n"
