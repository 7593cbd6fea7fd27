"""The Makefile: its downloads also work behind a company's proxy."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
ASKED = ("UV_SYSTEM_CERTS", "NODE_USE_SYSTEM_CA")


def environment(**given: str) -> dict[str, str]:
    """Returns the environment of a recipe's commands, with only these settings given."""
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


def test_uv_and_node_trust_the_certificates_of_the_system() -> None:
    assert [environment().get(name) for name in ASKED] == ["true", "1"]
    assert environment(UV_SYSTEM_CERTS="false")["UV_SYSTEM_CERTS"] == "false"
