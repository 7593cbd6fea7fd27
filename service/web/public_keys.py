"""The public keys that verify the signatures of archives and tournaments."""

import msgspec
from litestar import Response, get

from chronik.service.running.links import KEYS
from chronik.service.signing.keys import KeySet
from chronik.service.web.compression import compress
from chronik.service.web.docs.documents import tagged_response
from chronik.service.web.media import JSON
from chronik.service.web.openapi.contract import promises
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

FRESH = "public, max-age=300"
"""Caching of the key set: five minutes, so that a new key spreads quickly."""


def keys_router(keys: KeySet) -> Router:
    """Builds the route of the public keys, at the root."""
    content = compress(msgspec.json.encode(keys))

    @get(
        KEYS,
        operation_id="signing_keys",
        sync_to_thread=False,
        opt=promises(answers=(KeySet,), reads=("If-None-Match",), gives=("ETag", "Cache-Control")),
    )
    def signing_keys(request: HTTPRequest) -> Response[bytes]:
        """Returns every public key that has ever signed archives and tournaments here, for `chronik verify --keys`.

        The newest key is last and signs now. The set is empty if nothing is signed. Keep a copy: only a key that you
        fetched earlier can show that a file still has its original signature. A key with `revoked_at` is revoked:
        nothing that it signed counts as signed, whatever its date, unless an earlier receipt covers all of it
        (`/docs/format#11`). A stored copy does not contain later revocations, so fetch the set again from time to time.
        """
        answer = tagged_response(request, content, JSON)
        answer.headers["Cache-Control"] = FRESH
        return answer

    return Router("/", route_handlers=[signing_keys], tags=["operations"])
