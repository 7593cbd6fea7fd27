"""Trade between the seats (R15.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ANSWERS: Mapping[type, Any] = {}
