"""The roll: dice, event die, gates (R5.3, R6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ANSWERS: Mapping[type, Any] = {}
