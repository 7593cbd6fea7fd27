"""The seven, discards, the robber and who is robbed (R8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ANSWERS: Mapping[type, Any] = {}
