"""Problems: the error answers of the service (RFC 9457); they never reveal more than the caller may know."""

import re
from collections.abc import Mapping

import msgspec

from chronik.service.web.problems.kinds import MALFORMED, UNAUTHENTICATED, Kind

MEDIA_TYPE = "application/problem+json"
RESERVED = frozenset({"type", "title", "status", "code", "detail"})
EMPTY = "The body is empty; this address needs a JSON object."
CUT_SHORT = "The body ended before it was complete."
PLACE = re.compile(r" - at `(\$(?:\.\w+|\[(?:\d+|\.\.\.)\])*)`$")


class Problem(Exception):
    """An error answer: a kind, a code, a sentence, and further members that help."""

    def __init__(
        self,
        kind: Kind,
        detail: str | None = None,
        *,
        code: str | None = None,
        headers: Mapping[str, str] | None = None,
        **members: object,
    ) -> None:
        super().__init__(kind.name)
        self.kind = kind
        self.detail = detail
        self.code = code or kind.name
        self.headers = dict(headers or {})
        self.members = members

    @property
    def status(self) -> int:
        return self.kind.status

    def body(self) -> bytes:
        """Returns the JSON document, with the members in a fixed order."""
        document: dict[str, object] = {
            "type": self.kind.address,
            "title": self.kind.title,
            "status": self.kind.status,
            "code": self.code,
        }
        if self.detail is not None:
            document["detail"] = self.detail
        document |= {name: value for name, value in self.members.items() if name not in RESERVED}
        return msgspec.json.encode(document)


def decoding_problem(error: Exception) -> Problem:
    """Returns the problem for input that cannot be decoded; it names the place and never repeats the input."""
    if isinstance(error, RecursionError):
        return Problem(MALFORMED, "The body is nested too deeply.")
    if isinstance(error, UnicodeError):
        return Problem(MALFORMED, "The body is not UTF-8.")
    if isinstance(error, msgspec.ValidationError):
        place = PLACE.search(str(error))
        reason = str(error)[: place.start()] if place else str(error)
        return Problem(MALFORMED, f"{without_input(reason)}.", at=place[1] if place else "$")
    broken = re.search(r"\(byte (\d+)\)$", str(error))
    if broken:
        return Problem(MALFORMED, f"The JSON is broken at byte {broken[1]}.")
    return Problem(MALFORMED, "The JSON is broken or ends too early.")


def without_input(reason: str) -> str:
    """Returns msgspec's reason, but replaces the two sentences in which msgspec quotes the input."""
    if reason.startswith("Object contains unknown field"):
        return "The object has an unknown field"
    if reason.startswith("Invalid ") and " value " in reason:
        return "The value is not one of the allowed values"
    return reason.rstrip(".")


def challenge(kind: Kind) -> dict[str, str]:
    return {"WWW-Authenticate": 'Bearer realm="chronik"'} if kind is UNAUTHENTICATED else {}
