"""The archive of a closed match: one file with everything that verification needs (`FORMAT.md`, section 7)."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from chronik.domain.engine.game import Outcome
from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.log import MAX_BATCH, MAX_ENTRIES
from chronik.domain.log.canonical import MAX_INTEGER, Digest, Id, canonical, encode
from chronik.domain.log.signature import NO_SIGNER, SIZE, KeyId, Signer, archive_message
from chronik.domain.log.verdict import Pinned

MAGIC = b"chronik-archive/2\n"
MAX_UNPACKED = 8 << 20
MAX_FILE = MAX_UNPACKED + (64 << 10)

_PIECE = 64 << 10
_HASH = 32


class BadArchive(Exception):
    """Raised if the bytes are not a complete, valid archive. The message says what is wrong.

    `pinned` is the game, rules version and facts of its match, if they can be read. A newer version may have written
    the manifest.
    """

    pinned: Pinned | None = None


class Manifest(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The manifest of an archive. `header` is `Opened` without the commitment, and `n` the number of entries.

    Digests are hex. `key_id` names the key of the signature. `result` is absent if the match has no result.
    """

    format: Literal["chronik-archive/2"]
    match: Id
    header: Opened
    n: Annotated[int, Meta(ge=1, le=MAX_ENTRIES)]
    head: Digest
    closed_at_ms: Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
    key_id: KeyId = ""
    secret: Digest
    result: Outcome | None = None


class Archive(Struct, frozen=True):
    """A manifest, its signature (empty if the operator has no key), and the stored bytes of every batch."""

    manifest: Manifest
    signature: bytes
    batches: tuple[bytes, ...]


class _Pinning(Struct):
    header: Pinned


_manifest = msgspec.json.Decoder(Manifest).decode
_pinning = msgspec.json.Decoder(_Pinning).decode
_is_signature = re.compile(rb"(?:[0-9a-f]{%d})?" % (2 * SIZE)).fullmatch


def pack_match(
    match: str,
    opened: Opened,
    batches: Sequence[bytes],
    n: int,
    head: bytes,
    secret: bytes,
    result: Outcome | None,
    closed_at_ms: int,
    signer: Signer = NO_SIGNER,
) -> bytes:
    """Returns the archive file of a closed match with n entries, signed if the operator has a key."""
    manifest = Manifest(
        format="chronik-archive/2",
        match=match,
        header=replace(opened, commitment=""),
        n=n,
        head=head.hex(),
        closed_at_ms=closed_at_ms,
        secret=secret.hex(),
        result=result,
    )
    return pack(sign(Archive(manifest, b"", tuple(batches)), signer))


def sign(archive: Archive, signer: Signer) -> Archive:
    """Returns the archive with this signer's signature, or unsigned if the signer lacks a key."""
    manifest = replace(archive.manifest, key_id=signer.key_id)
    signature = signer.sign(archive_message(signer.key_id, encode(manifest)))
    return replace(archive, manifest=manifest, signature=signature)


def pack(archive: Archive) -> bytes:
    """Returns the bytes of an archive's file."""
    lines = (encode(archive.manifest), archive.signature.hex().encode(), *archive.batches)
    body = zlib.compress(b"".join(line + b"\n" for line in lines), 9)
    return MAGIC + sha256(body).digest() + body


def unpack(file: bytes) -> Archive:
    """Returns the archive in a file. Raises `BadArchive`."""
    if not file.startswith(MAGIC):
        raise BadArchive("This is not a Chronik archive.")
    if len(file) > MAX_FILE:
        raise BadArchive("The file is larger than an archive may be.")
    start = len(MAGIC) + _HASH
    digest, body = file[len(MAGIC) : start], memoryview(file)[start:]
    if sha256(body).digest() != digest:
        raise BadArchive("The file is damaged: its bytes do not have the hash that it names.")
    lines = list(_lines(body))
    if len(lines) < 2:
        raise BadArchive("The archive has no manifest.")
    manifest, signature = _read(lines[0]), lines[1]
    if not _is_signature(signature) or bool(manifest.key_id) != bool(signature):
        raise BadArchive("The archive's signature and the key that it names do not belong together.")
    return Archive(manifest, bytes.fromhex(signature.decode()), tuple(lines[2:]))


def _pieces(body: memoryview) -> Iterator[bytes]:
    stream = zlib.decompressobj()
    for end in range(_PIECE, len(body) + _PIECE, _PIECE):
        rest: bytes | memoryview = body[end - _PIECE : end]
        full = True
        while (rest or full) and not stream.eof:
            piece = stream.decompress(rest, _PIECE)
            rest, full = stream.unconsumed_tail, len(piece) == _PIECE
            yield piece
        if stream.eof:
            if stream.unused_data or end < len(body):
                raise BadArchive("There are bytes after the end of the archive.")
            return
    raise BadArchive("The archive's compressed body is cut short.")


def _lines(body: memoryview) -> Iterator[bytes]:
    size, count, rest = 0, 0, b""
    try:
        for piece in _pieces(body):
            size += len(piece)
            if size > MAX_UNPACKED:
                raise BadArchive("The archive unpacks to more than 8 MiB.")
            *lines, rest = (rest + piece).split(b"\n")
            count += len(lines)
            if count > MAX_ENTRIES + 2:
                raise BadArchive(f"The archive has more than {MAX_ENTRIES:,} batches.")
            if max(map(len, (*lines, rest))) > MAX_BATCH:
                raise BadArchive("A batch of the archive is longer than 256 KiB.")
            yield from lines
    except zlib.error:
        raise BadArchive("The archive's body cannot be decompressed.") from None
    if rest:
        raise BadArchive("The archive ends inside a batch.")


def _read(stored: bytes) -> Manifest:
    if not canonical(stored):
        raise BadArchive("The archive's manifest is not canonical JSON.")
    try:
        manifest = _manifest(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        bad = BadArchive("The archive's manifest cannot be read.")
        bad.pinned = _header(stored)
        raise bad from None
    if encode(manifest) != stored:
        raise BadArchive("The archive's manifest is not canonical JSON.")
    return manifest


def _header(stored: bytes) -> Pinned | None:
    """Returns the game, rules version and facts from a manifest, even if the rest of it cannot be read."""
    try:
        return _pinning(stored).header
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
