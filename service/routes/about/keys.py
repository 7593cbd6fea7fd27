"""The keys that sign archives and tournaments here, for whoever verifies them."""

import msgspec
from litestar import Response, get

from service.http.compression import packed
from service.http.media import JSON
from service.http.request import HTTPRequest
from service.http.router import Router
from service.links import KEYS
from service.openapi.contract import promises
from service.routes.about.documents import tagged
from service.signing.keys import KeySet

FRESH = "public, max-age=300"
"""How long a set may be kept: a new key is in everybody's hands soon."""


def keys_router(keys: KeySet) -> Router:
    """The addresses of this file, at the root."""
    content = packed(msgspec.json.encode(keys))

    @get(
        KEYS,
        operation_id="signing_keys",
        sync_to_thread=False,
        opt=promises(answers=(KeySet,), reads=("If-None-Match",), gives=("ETag", "Cache-Control")),
    )
    def signing_keys(request: HTTPRequest) -> Response[bytes]:
        """Every public key that has ever signed archives and tournaments here, for `chronik verify --keys`.

        The newest stands last and signs now. The set is empty where nothing is signed. Keep it: only who has a key from
        before can tell that a file is signed as it was.
        """
        answer = tagged(request, content, JSON)
        answer.headers["Cache-Control"] = FRESH
        return answer

    return Router("/", route_handlers=[signing_keys], tags=["operations"])
