"""Images of the servers that tests start in containers: those that the compose file runs."""

from __future__ import annotations

import re
from pathlib import Path

COMPOSE = Path(__file__).parents[3] / "deploy" / "compose.yaml"


def image_of(name: str) -> str:
    """The image of a server with its tag, such as `redis:8.2`."""
    (found,) = re.findall(rf"^ +image: ({name}:\S+)$", COMPOSE.read_text("utf-8"), re.MULTILINE)
    return str(found)
