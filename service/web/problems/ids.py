"""The written form of ids and hashes: 16 random bytes, or 32 bytes of SHA-256, in lower-case hex digits."""

import re
from typing import Annotated

from msgspec import Meta

ID = "^[0-9a-f]{32}$"
Id = Annotated[str, Meta(pattern=ID)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]

is_id = re.compile("[0-9a-f]{32}").fullmatch
"""Returns whether a text could be an id."""
