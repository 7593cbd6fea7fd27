"""What an operation promises beyond its signature; the OpenAPI document is made of it, and tests hold the routes to it.

A route says so with `opt=promises(...)`.
"""

from enum import Enum
from typing import Any

from msgspec import Struct

from service.http.media import JSON
from service.problems.kinds import (
    DATA_SET_MISSING,
    HEAD_TOO_LARGE,
    INTERNAL,
    KEY_REUSED,
    MALFORMED,
    MATCH_CLOSED,
    MATCH_DAMAGED,
    NO_NEW_MATCHES,
    NOT_ACCEPTABLE,
    NOT_FOUND,
    NOT_JSON,
    NOT_READY,
    OUTCOME_UNKNOWN,
    RATE_LIMITED,
    READ_ONLY,
    REJECTED,
    SCOPE_MISSING,
    TOO_LARGE,
    TOO_SLOW,
    UNAUTHENTICATED,
    Kind,
)

OF_ANY = (MALFORMED, UNAUTHENTICATED, NOT_ACCEPTABLE, RATE_LIMITED, HEAD_TOO_LARGE, INTERNAL)
OF_A_BODY = (TOO_SLOW, TOO_LARGE, NOT_JSON)
OF_A_MATCH = (NOT_FOUND, DATA_SET_MISSING, MATCH_DAMAGED, NOT_READY)
OF_WRITING = (SCOPE_MISSING, REJECTED, KEY_REUSED, OUTCOME_UNKNOWN, READ_ONLY, NOT_READY)
OF_AN_OPENING = (*OF_WRITING, NO_NEW_MATCHES)
OF_A_COMMAND = (*OF_WRITING, MATCH_CLOSED)
"""The kinds of problem that go together, so that no route has to list them all."""

HEAVY = 5
"""What counts for several requests: it takes tens of milliseconds in a long match or a large field, where others take
one.
"""


class Token(Enum):
    """Whether an operation wants to know who is calling."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


class StreamEvent(Struct, frozen=True):
    """An event of a stream: its name, the type of its data, and what it says."""

    name: str
    data: Any
    says: str


class Contract(Struct, frozen=True, kw_only=True):
    """What an operation reads and gives.

    `answers` are the types of its JSON, where the signature does not say; `lines` those of the lines of a stream,
    `events` its events, and `ids` says what the ids of these are; `holds` further types that an answer refers to;
    `reads` and `gives` are headers, `asks` what the script of a page reads of its query: names with a sentence. `body`
    is the type of the body, where the signature does not say, and `forms` are other forms of it: a media type with an
    example each.
    """

    body: Any = None
    forms: tuple[tuple[str, str], ...] = ()
    answers: tuple[Any, ...] = ()
    lines: tuple[Any, ...] = ()
    events: tuple[StreamEvent, ...] = ()
    holds: tuple[Any, ...] = ()
    media: tuple[str, ...] = (JSON,)
    token: Token = Token.NONE
    ids: str = ""
    asks: tuple[tuple[str, str], ...] = ()
    reads: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    problems: tuple[Kind, ...] = ()
    any_query: bool = False
    """Whether unknown query parameters pass: addresses for people are passed on, and get some on the way."""
    even_when_full: bool = False
    """Whether it is answered when there is too little space: it writes nothing, or takes away."""
    weight: int = 1
    """How many requests it counts for in the limits."""
    guarded: bool = True
    """Whether all guards stand before it: they do before everything but the operators' own addresses and files, where
    nobody is asked who they are."""

    @property
    def needs_room(self) -> bool:
        """Whether it is refused when there is too little space; what appends to logs finds that out by itself."""
        return not (self.even_when_full or MATCH_CLOSED in self.problems or NO_NEW_MATCHES in self.problems)


def promises(**promised: Any) -> dict[str, Any]:
    """The options of a route that makes these promises; what requests are held against beforehand stands there too."""
    contract = Contract(**promised)
    return {
        "contract": contract,
        "offers": contract.media,
        "any_query": contract.any_query,
        "needs_room": contract.needs_room,
        "weight": contract.weight,
    }
