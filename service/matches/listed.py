"""Which of a seat's options are listed, where they are many."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

MOST_LISTED = 200
"""How many options are listed where a form stands for all of them."""


def listed(legal: Sequence[Any], forms: tuple[Any, ...]) -> tuple[Any, ...]:
    """The options of a seat; the first of them where they are many, and all such as a form stands for."""
    if len(legal) <= MOST_LISTED:
        return tuple(legal)
    first: Struct = legal[0]
    stands = any(form.command == first.__struct_config__.tag for form in forms)
    return tuple(legal[:MOST_LISTED]) if stands else tuple(legal)
