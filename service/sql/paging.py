"""Paging: the page limits of the lists, and the cursors between pages."""

import base64
import binascii
import re

from chronik.service.web.problems.kinds import MALFORMED
from chronik.service.web.problems.problem import Problem

MOST_MATCHES = 500
"""The interface document calls this `page_limit`, among its `x-limits`."""

MOST_TOURNAMENTS = 200

PLACE = re.compile(rb"(\d{1,18})\.([0-9a-f]{32})")


def cursor_of(moment: int, place: str) -> str:
    """Returns the opaque cursor after the row with this time and id."""
    return base64.urlsafe_b64encode(f"{moment}.{place}".encode()).decode().rstrip("=")


def place_behind(cursor: str) -> tuple[int, str]:
    """Returns the time and id that a cursor encodes; raises a problem if it is invalid."""
    try:
        found = PLACE.fullmatch(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError):
        found = None
    if found is None:
        raise Problem(MALFORMED, "This cursor is invalid: use the `next` of a page.", at="query.cursor")
    return int(found[1]), found[2].decode()
