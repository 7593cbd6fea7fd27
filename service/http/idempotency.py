"""Idempotency: the caller's name for a request, and what the request asked for, so that a repeat is known."""

import hashlib
import secrets
from typing import Any

from domain.engine.match.log import encode
from service.http.request import HTTPRequest
from service.matches.play import new_key
from service.people.auth import Principal
from service.problems.kinds import MALFORMED
from service.problems.problem import Problem

LONGEST_KEY = 200


def idempotency_key(request: HTTPRequest) -> str | None:
    """The caller's own name for this request, if it has one."""
    key = request.headers.get("idempotency-key")
    if key is not None and not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Problem(MALFORMED, f"A key has 1 to {LONGEST_KEY} visible characters.", at="header.Idempotency-Key")
    return key


def owned_key(principal: Principal, request: HTTPRequest) -> str:
    """What stands for the idempotency key and its owner; for a random key when the caller has none.

    A hash, because callers may write what they like into a key, and the server keeps it as long as the log.
    """
    key = idempotency_key(request) or new_key()
    return hashlib.sha256(f"chronik/key/1\n{principal.player}\n{key}".encode()).hexdigest()


def new_id(kind: str, principal: Principal, request: HTTPRequest) -> str:
    """The id of what a request makes: with an idempotency key the same for the same caller and key."""
    key = idempotency_key(request)
    if key is None:
        return secrets.token_hex(16)
    return hashlib.sha256(f"chronik/{kind}-id/1\n{principal.player}\n{key}".encode()).hexdigest()[:32]


def fingerprint(kind: str, content: Any) -> str:
    """What a request asks for, so that a key used for something else is noticed."""
    return hashlib.sha256(kind.encode() + b"\n" + encode(content)).hexdigest()[:32]
