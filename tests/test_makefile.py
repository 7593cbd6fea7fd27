"""The Makefile: what it fetches, it fetches behind a company's proxy too."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
ASKED = ("UV_SYSTEM_CERTS", "NODE_USE_SYSTEM_CA")


def environment(**given: str) -> dict[str, str]:
    """What the commands of a recipe find in their environment, where nobody has said anything else than this."""
    usual = {name: value for name, value in os.environ.items() if name not in ASKED}
    told = subprocess.run(
        ["make", "-s", "-f", "Makefile", "-f", "-", "shown"],
        input="shown: ; @env\n",
        env={**usual, **given},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return dict(line.split("=", 1) for line in told.splitlines() if "=" in line)


def test_uv_and_node_trust_whom_the_system_trusts() -> None:
    assert [environment().get(name) for name in ASKED] == ["true", "1"]
    assert environment(UV_SYSTEM_CERTS="false")["UV_SYSTEM_CERTS"] == "false"
