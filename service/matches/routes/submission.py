"""Submission of commands: idempotency keys, and playing in the caller's seat."""

import hashlib
import secrets
from typing import Any

from chronik.domain.log.canonical import encode
from chronik.service.identity.access import own_seat
from chronik.service.identity.auth import Principal
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.play import Recorded, Submission, new_key, play
from chronik.service.web.headers import header, required_version
from chronik.service.web.problems.kinds import MALFORMED
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest

LONGEST_KEY = 200


async def submit_as_caller(
    matches: LiveMatches,
    live: Live,
    request: HTTPRequest,
    principal: Principal | None,
    kind: str,
    command: Any,
    prompt: int | None = None,
) -> tuple[int, Recorded]:
    """Plays a command in the caller's seat and returns the seat with the result; raises what `play` raises."""
    seat = own_seat(live.match, principal)
    assert principal is not None
    submission = Submission(
        command=command,
        key=caller_key(principal, request),
        fingerprint=fingerprint(kind, (command, prompt)),
        seat=seat,
        player=principal.player,
        prompt=prompt,
        version=required_version(request),
    )
    return seat, await play(matches, live, submission)


def idempotency_key(request: HTTPRequest) -> str | None:
    """Returns the `Idempotency-Key` of a request, or None; raises `Problem` if it is invalid."""
    key = header(request.scope, b"idempotency-key")
    if key is not None and not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Problem(
            MALFORMED,
            f"The key is invalid. Send 1 to {LONGEST_KEY} printable ASCII characters.",
            at="header.Idempotency-Key",
        )
    return key


def caller_key(principal: Principal, request: HTTPRequest) -> str:
    """Returns a hash of the idempotency key and its owner, or a random key if the caller sent none.

    It is a hash because a key may contain anything, and the server keeps it for as long as the log.
    """
    key = idempotency_key(request)
    return new_key() if key is None else hash_key("key", principal, key)


def hash_key(kind: str, principal: Principal, key: str) -> str:
    """Hashes a caller's idempotency key for one purpose."""
    return hashlib.sha256(f"chronik/{kind}/1\n{principal.player}\n{key}".encode()).hexdigest()


def new_id(kind: str, principal: Principal, request: HTTPRequest) -> str:
    """Returns an id for a new object: random, or derived from the caller and the idempotency key."""
    key = idempotency_key(request)
    if key is None:
        return secrets.token_hex(16)
    return hash_key(f"{kind}-id", principal, key)[:32]


def fingerprint(kind: str, content: Any) -> str:
    """Hashes the content of a request, so that reuse of its key for another request is detected."""
    return hashlib.sha256(kind.encode() + b"\n" + encode(content)).hexdigest()[:32]
