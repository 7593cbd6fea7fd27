"""Ids and hashes as they are written: 16 random bytes, 32 bytes of SHA-256, in lower-case hex digits."""

import re
from typing import Annotated

from msgspec import Meta

ID = "^[0-9a-f]{32}$"
Id = Annotated[str, Meta(pattern=ID)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


def is_id(text: str) -> bool:
    """Whether this could be an id: anything else names nothing."""
    return re.fullmatch(r"[0-9a-f]{32}", text) is not None
