"""Compressed answers: the same content plain or gzipped, as the caller can read it; feeds as one stream.

Done here and not by a middleware, because one would hold a feed back, pack it in vain or look for `gzip` anywhere.
"""

import gzip
import re
import zlib
from typing import Any

from litestar import Request, Response
from msgspec import Struct

WORTH = 1_000
"""Bytes below which packing saves nothing: the answer fits into one packet anyway."""
QUICK = 6
"""How hard an answer is packed that is made for one caller: a replay in less than a millisecond."""
WINDOW, MEMORY = 12, 4
"""How much a stream remembers: 4 KiB of what went before, in 30 KiB of memory. Half of that packs a push of Katharina
half as well, and four times as much a sixth better.
"""
GZIP = 16
"""What zlib wants added to the window for the form of gzip."""
VARY = "accept-encoding, authorization"


class Packed(Struct, frozen=True):
    """Content in both forms; `small` is None where it is no smaller."""

    plain: bytes
    small: bytes | None


def packed(content: bytes, level: int = 9, worth: int = WORTH) -> Packed:
    """Content that is packed once and sent often; the same bytes give the same bytes."""
    small = gzip.compress(content, level, mtime=0) if len(content) >= worth else content
    return Packed(content, small if len(small) < len(content) else None)


def reads_gzip(accept_encoding: str) -> bool:
    """Whether an `Accept-Encoding` lets gzip through; its own weight counts before that of `*`."""
    weights: dict[str, bool] = {}
    for part in accept_encoding.lower().split(","):
        coding, *parameters = (piece.strip() for piece in part.split(";"))
        weights[coding] = not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", parameter) for parameter in parameters)
    return next((weights[name] for name in ("gzip", "x-gzip", "*") if name in weights), False)


def sent(
    request: Request[Any, Any, Any], content: Packed | bytes, media: str, headers: dict[str, str] | None = None
) -> Response[bytes]:
    """The answer in the form that the caller reads; bytes are packed on the way, quickly."""
    headers = {"Vary": VARY, **(headers or {})}
    ready = reads_gzip(request.headers.get("accept-encoding", ""))
    if isinstance(content, bytes):
        content = packed(content, QUICK) if ready else Packed(content, None)
    if content.small is None or not ready:
        return Response(content.plain, media_type=media, headers=headers)
    if "ETag" in headers:
        headers["ETag"] = weak(headers["ETag"])
    return Response(content.small, media_type=media, headers={**headers, "Content-Encoding": "gzip"})


class Packer:
    """A stream that is packed as one: each chunk comes out whole, and is small by what went before it."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(QUICK, zlib.DEFLATED, GZIP + WINDOW, MEMORY)

    def chunk(self, content: bytes) -> bytes:
        """The next chunk; nothing of it waits for another one."""
        return self._deflate.compress(content) + self._deflate.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        """What closes the stream."""
        return self._deflate.flush()


def weak(tag: str) -> str:
    """An entity tag of the same content in other bytes."""
    return tag if tag.startswith("W/") else f"W/{tag}"
