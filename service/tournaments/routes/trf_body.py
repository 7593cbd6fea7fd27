"""A request body with a Tournament Report File: as plain text, or in JSON."""

import re
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from chronik.service.web.bodies import BODY_TYPE, StrictJSON, decode_body
from chronik.service.web.problems.kinds import NOT_JSON
from chronik.service.web.problems.problem import Problem

TEXT_TYPE = re.compile(r'text/plain\s*(?:;\s*charset\s*=\s*"?[\w-]+"?\s*)?', re.IGNORECASE)
TRF_EXAMPLE = """\
012 Spring Cup\r
022 Utrecht\r
042 2026/03/07\r
052 2026/03/07\r
001    1      Jansen, Ada                                                        1.0    1     2 w 1\r
001    2      Meier, Ben                                                         0.0    2     1 b 0\r
"""


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A Tournament Report File, as a single text."""

    report: Annotated[str, Meta(min_length=1)]


class JSONOrReport(StrictJSON):
    """A request body with a report, in JSON or as plain text."""

    def decode_bytes(self, value: bytes) -> NewReport:
        media = self.connection.headers.get("content-type", "")
        if TEXT_TYPE.fullmatch(media):
            return NewReport(text_of(value))
        if BODY_TYPE.fullmatch(media):
            return decode_body(_report, value)
        raise Problem(NOT_JSON, "Send the report as plain text (`text/plain`), or in JSON.")


_report = msgspec.json.Decoder(NewReport)


def text_of(body: bytes) -> str:
    """Decodes a body: most programs write UTF-8, older ones UTF-16 with its byte order mark, or Windows-1252."""
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return body.decode("utf-16", errors="replace")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("cp1252", errors="replace")
