"""The barbarians: ship, attack, defence, lost cities (R9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ANSWERS: Mapping[type, Any] = {}
