"""Compressed answers: the same content plain or gzipped, as the caller accepts; feeds are compressed as one stream.

Middleware would delay a feed, compress content that does not shrink, or misread `Accept-Encoding`.
"""

import gzip
import re
import zlib
from typing import Any

from litestar import Request, Response
from msgspec import Struct

WORTH = 1_000
"""Bytes below which compression saves nothing, because the answer fits into one packet anyway."""
QUICK = 6
"""Compression level for an answer to one caller: a replay takes less than a millisecond."""
WINDOW, MEMORY = 12, 4
"""The window (4 KiB) and memory level of a stream, about 30 KiB of memory in all. Half the window compresses a push of
Katharina half as well; four times the window compresses it a sixth better.
"""
GZIP = 16
"""Added to the window size to make zlib write the gzip format."""
VARY = "accept-encoding, authorization"


class Compressed(Struct, frozen=True):
    """Content in its forms; `small`, by gzip, is None if compression does not make it smaller."""

    plain: bytes
    small: bytes | None
    brotli: bytes | None = None


def compress(content: bytes, level: int = 9, worth: int = WORTH) -> Compressed:
    """Compresses content that is sent often; the same bytes always give the same result."""
    small = gzip.compress(content, level, mtime=0) if len(content) >= worth else content
    return Compressed(content, small if len(small) < len(content) else None)


def reads_gzip(accept_encoding: str) -> bool:
    """Returns whether an `Accept-Encoding` allows gzip."""
    return accepts(accept_encoding, "gzip", "x-gzip")


def accepts(accept_encoding: str, *names: str) -> bool:
    """Returns whether an `Accept-Encoding` allows a coding; the weight of one of its names overrides that of `*`."""
    weights: dict[str, bool] = {}
    for part in accept_encoding.lower().split(","):
        coding, *parameters = (piece.strip() for piece in part.split(";"))
        weights[coding] = not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", parameter) for parameter in parameters)
    return next((weights[name] for name in (*names, "*") if name in weights), False)


def compressed_response(
    request: Request[Any, Any, Any], content: Compressed | bytes, media: str, headers: dict[str, str] | None = None
) -> Response[bytes]:
    """Returns content in an encoding that the caller accepts; plain bytes are compressed on the fly, and fast."""
    headers = {"Vary": VARY, **(headers or {})}
    ready = reads_gzip(request.headers.get("accept-encoding", ""))
    if isinstance(content, bytes):
        content = compress(content, QUICK) if ready else Compressed(content, None)
    if content.small is None or not ready:
        return Response(content.plain, media_type=media, headers=headers)
    if "ETag" in headers:
        headers["ETag"] = weak(headers["ETag"])
    return Response(content.small, media_type=media, headers={**headers, "Content-Encoding": "gzip"})


class GzipStream:
    """A gzip stream that can be sent chunk by chunk; earlier chunks make later ones smaller."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(QUICK, zlib.DEFLATED, GZIP + WINDOW, MEMORY)

    def chunk(self, content: bytes) -> bytes:
        """Compresses the next chunk completely, without waiting for more."""
        return self._deflate.compress(content) + self._deflate.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        """Returns the bytes that end the stream."""
        return self._deflate.flush()


def weak(tag: str) -> str:
    """Returns the weak form of an entity tag, for the same content in other bytes."""
    return tag if tag.startswith("W/") else f"W/{tag}"
