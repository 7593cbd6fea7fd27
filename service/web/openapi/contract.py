"""The contract of an operation beyond its signature: the OpenAPI document shows it, and tests hold the routes to it.
A route declares it with `opt=promises(...)`.
"""

from enum import Enum
from typing import Any

from msgspec import Struct

from chronik.service.web.media import JSON
from chronik.service.web.problems.kinds import (
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
"""Groups of problem kinds, so that no route has to list them all."""

HEAVY = 5
"""The weight of an operation that may take tens of milliseconds, as for a long match; others have weight 1."""


class Token(Enum):
    """Whether an operation needs a token."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


class StreamEvent(Struct, frozen=True):
    """An event of a stream: its name, the type of its data, and its description."""

    name: str
    data: Any
    says: str


class Contract(Struct, frozen=True, kw_only=True):
    """The inputs and outputs of an operation.

    `body` is the type of the body and `answers` are the types of its JSON, if the signature does not show them. `forms`
    are other forms of the body, each a media type with an example. `lines` are the types of a stream's lines, `events`
    its events, and `ids` explains their ids. `holds` are further types that an answer refers to. `reads` and `gives`
    are headers; `asks` are the query parameters that the script of a page reads, with a sentence each.
    """

    body: Any = None
    forms: tuple[tuple[str, str], ...] = ()
    answers: tuple[Any, ...] = ()
    queued: Any = None
    """The type of the answer 202, while the answer is being computed."""
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
    """Whether unknown query parameters are accepted: links to pages collect them when they are shared."""
    even_when_full: bool = False
    """Whether it is answered even if there is too little space, because it writes nothing or only deletes."""
    weight: int = 1
    """The number of requests for which it counts in the limits."""
    guarded: bool = True
    """Whether the guard applies: everywhere except for files and the operators' routes, which need no token."""

    @property
    def needs_space(self) -> bool:
        """Returns whether it is refused if there is too little space; an append to a log checks that itself."""
        return not (self.even_when_full or MATCH_CLOSED in self.problems or NO_NEW_MATCHES in self.problems)


def promises(**promised: Any) -> dict[str, Any]:
    """Returns the route options for a contract, including those that `request_checks` reads."""
    contract = Contract(**promised)
    return {
        "contract": contract,
        "offers": contract.media,
        "any_query": contract.any_query,
        "needs_space": contract.needs_space,
        "weight": contract.weight,
    }
