"""Paging: how long a page of each list may be, and the cursor that the next one begins behind."""

import base64
import binascii
import re

from service.problems.kinds import MALFORMED
from service.problems.problem import Problem

MOST_MATCHES = 500
"""The interface document calls it `page_limit`, among its `x-limits`."""

MOST_TOURNAMENTS = 200

PLACE = re.compile(rb"(\d{1,18})\.([0-9a-f]{32})")


def cursor_of(moment: int, place: str) -> str:
    """The place in a list behind what has this moment and this id, to be handed back as it is."""
    return base64.urlsafe_b64encode(f"{moment}.{place}".encode()).decode().rstrip("=")


def place_behind(cursor: str) -> tuple[int, str]:
    """The moment and the id that a cursor stands behind."""
    try:
        found = PLACE.fullmatch(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError):
        found = None
    if found is None:
        raise Problem(MALFORMED, "This cursor was not given out here.", at="query.cursor")
    return int(found[1]), found[2].decode()
