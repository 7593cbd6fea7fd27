"""The cap on how many of a seat's options a response lists."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

MOST_OPTIONS = 200
"""The most options in a response, if a form describes all of them."""


def cap_options(legal: Sequence[Any], forms: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns a seat's options, but at most `MOST_OPTIONS` if a form describes their kind of command."""
    if len(legal) <= MOST_OPTIONS:
        return tuple(legal)
    first: Struct = legal[0]
    has_form = any(form.command == first.__struct_config__.tag for form in forms)
    return tuple(legal[:MOST_OPTIONS]) if has_form else tuple(legal)
