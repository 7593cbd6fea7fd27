"""Knights: recruiting, activating, promoting, moving, displacing, chasing the robber (R11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ANSWERS: Mapping[type, Any] = {}
