"""The archive as bytes: a packed match unpacks to the same, and an invalid archive is refused with a reason."""

from __future__ import annotations

import time
import tracemalloc
import zlib
from collections.abc import Callable
from hashlib import sha256

import pytest
from msgspec.structs import replace

from chronik.domain.engine.match.log import MAX_BATCH, MAX_ENTRIES
from chronik.domain.engine.match.match import outcome
from chronik.domain.engine.proof.archive import MAGIC, MAX_FILE, MAX_UNPACKED, Archive, BadArchive, pack, unpack
from chronik.domain.log.canonical import MAX_PART, canonical, encode
from tests.support.cases import for_each
from tests.support.engine.sittings import KATHARINA, Sitting

SITTING = Sitting(1, 3).play()
FILE = SITTING.archive()
ARCHIVE = unpack(FILE)
KEY = "0123456789abcdef"


def file_of(body: bytes) -> bytes:
    return MAGIC + sha256(body).digest() + body


def lines(*stored: bytes) -> bytes:
    return b"".join(line + b"\n" for line in stored)


def with_manifest(stored: bytes) -> bytes:
    return file_of(zlib.compress(lines(stored, b"", *ARCHIVE.batches)))


def test_a_match_survives_packing_and_unpacking() -> None:
    manifest = ARCHIVE.manifest
    assert ARCHIVE.batches == tuple(SITTING.stored)
    assert (manifest.match, manifest.n) == (SITTING.match.id, len(SITTING.entries))
    assert (manifest.head, manifest.secret) == (SITTING.head.hex(), SITTING.keys.secret.hex())
    assert (manifest.closed_at_ms, manifest.key_id) == (SITTING.at, "")
    assert manifest.result == outcome(KATHARINA, SITTING.match)
    assert (ARCHIVE.signature, manifest.header.commitment) == (b"", "")
    assert pack(ARCHIVE) == FILE


def test_the_bytes_follow_the_documented_format() -> None:
    magic, digest, body = FILE[:18], FILE[18:50], FILE[50:]
    assert (magic, digest) == (b"chronik-archive/2\n", sha256(body).digest())
    stored, _, rest = zlib.decompress(body).partition(b"\n")
    assert stored.startswith(b'{"format":"chronik-archive/2","match":"')
    assert stored == encode(ARCHIVE.manifest)
    assert rest == lines(b"", *SITTING.stored)


@for_each("cut", [0, 1, 17, 18, 49, 50, 51, len(FILE) // 2, len(FILE) - 1])
def test_a_truncated_file_is_refused(cut: int) -> None:
    with pytest.raises(BadArchive):
        unpack(FILE[:cut])


@for_each("cut", [0, 1, 2, 100, 3000, len(FILE) - 51])
def test_a_truncated_body_is_refused_even_if_its_hash_fits(cut: int) -> None:
    with pytest.raises(BadArchive, match=r"cut short|decompressed"):
        unpack(file_of(FILE[50 : 50 + cut]))


@pytest.mark.parametrize("more", [b"\0", b"x" * 200_000, zlib.compress(b"more")])
def test_extra_bytes_after_a_file_or_its_body_are_refused(more: bytes) -> None:
    with pytest.raises(BadArchive, match="damaged"):
        unpack(FILE + more)
    with pytest.raises(BadArchive, match="after the end"):
        unpack(file_of(FILE[50:] + more))


def test_wrong_lengths_and_counts_are_refused() -> None:
    whole = zlib.decompress(FILE[50:])
    for body, sentence in (
        (whole[:-1], "inside a batch"),
        (whole + b"\0\0", "inside a batch"),
        (whole + b"x" * (MAX_BATCH + 1), "256 KiB"),
        (whole + b"x" * (MAX_BATCH + 1) + b"\n", "256 KiB"),
        (b"", "no manifest"),
        (lines(encode(ARCHIVE.manifest)), "no manifest"),
        (lines(encode(ARCHIVE.manifest), b"") + lines(b"") * 15_001, "15,000"),
        (lines(encode(ARCHIVE.manifest), b"a" * 127, *ARCHIVE.batches), "signature"),
        (lines(encode(replace(ARCHIVE.manifest, key_id=KEY)), b"A" * 128, *ARCHIVE.batches), "signature"),
    ):
        with pytest.raises(BadArchive, match=sentence):
            unpack(file_of(zlib.compress(body)))


def unpacked(count: int, size: int) -> Archive:
    """Returns what a file with this many batches unpacks to; unpacked, it has `size` bytes."""
    manifest = encode(replace(ARCHIVE.manifest, n=count))
    each, more = divmod(size - len(lines(manifest, b"", *[b""] * count)), count)
    return unpack(file_of(zlib.compress(lines(manifest, b"", *[b"x" * each] * (count - 1), b"x" * (each + more)))))


def test_an_archive_of_the_maximum_size_is_unpacked_and_a_larger_one_is_refused() -> None:
    """FORMAT.md, section 7."""
    assert (MAX_ENTRIES, MAX_BATCH) == (15_000, 256 * 1024)
    assert (MAX_UNPACKED, MAX_FILE) == (8 * 1024 * 1024, 8 * 1024 * 1024 + 64 * 1024)
    assert len(unpacked(MAX_ENTRIES, 1_000_000).batches) == MAX_ENTRIES
    assert len(unpacked(1_000, MAX_UNPACKED).batches) == 1_000
    with pytest.raises(BadArchive, match="8 MiB"):
        unpacked(1_000, MAX_UNPACKED + 1)
    longest = Archive(replace(ARCHIVE.manifest, n=1), b"", (b"x" * MAX_BATCH,))
    assert unpack(pack(longest)) == longest
    with pytest.raises(BadArchive, match="256 KiB"):
        unpack(pack(replace(longest, batches=(b"x" * (MAX_BATCH + 1),))))


BOMBS: dict[str, Callable[[], bytes]] = {
    "zeros": lambda: zlib.compress(bytes(32 << 20)),
    "one line": lambda: zlib.compress(lines(bytes(32 << 20))),
    "many lines": lambda: zlib.compress(lines(bytes(256 << 10)) * 128),
    "just too large": lambda: zlib.compress(lines(*[bytes(600)] * 13_900)),
    "not compressed": lambda: zlib.compress(lines(*[bytes(600)] * 13_900), 0)[: MAX_FILE - 50],
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_decompression_bombs_are_refused_quickly_and_with_little_memory(bomb: str) -> None:
    file = file_of(BOMBS[bomb]())
    seconds: list[float] = []
    for _ in range(5):
        began = time.process_time()
        with pytest.raises(BadArchive):
            unpack(file)
        seconds.append(time.process_time() - began)
    assert min(seconds) < 0.05
    tracemalloc.start()
    try:
        with pytest.raises(BadArchive):
            unpack(file)
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


def test_a_file_that_is_too_large_is_refused_without_being_read() -> None:
    with pytest.raises(BadArchive, match="larger"):
        unpack(MAGIC + bytes(MAX_FILE + 1 - len(MAGIC)))
    with pytest.raises(BadArchive, match="damaged"):
        unpack(MAGIC + bytes(MAX_FILE - len(MAGIC)))


@for_each(
    ("old", "new"),
    [
        (b'"n":', b'"n": '),
        (b'"rules":2', b'"rules":2.0'),
        (b'"rules":2', b'"rules":2e0'),
        (b'"rules":2', b'"rules":NaN'),
        (b'"rules":2', b'"rules":2,"rules":2'),
        (b'"rules":2', b'"rules":9007199254740993'),
        (b'"rules":2', b'"rules":-0'),
        (b'"options":{}', b'"options":{ }'),
        (b'"options":{}', b'"options":{"a":1,"a":1}'),
        (b'"options":{}', b'"options":{"A":1}'),
        (b'"options":{}', b'"options":{"a":0.5}'),
        (b'"options":{}', b'"options":{"a":' + b"[" * 20 + b"]" * 20 + b"}"),
        (b'"options":{}', b'"options":{"a":' + b"[" * 4000 + b"]" * 4000 + b"}"),
        (b'"game":"katharina"', b'"game":"k\\u0061tharina"'),
        (b'"game":"katharina"', b'"game":"\\ud800"'),
        (b'"game":"katharina"', b'"game":"\xff"'),
        (b'"game":"katharina","rules":2', b'"rules":2,"game":"katharina"'),
        (b'"head":"', b'"head":"0'),
        (b'"format":"chronik-archive/2",', b""),
        (b'"format":"chronik-archive/2"', b'"format":"chronik-archive/1"'),
        (b'"secret":"', b'"more":1,"secret":"'),
        (b'"result":', b'"key_id":"","result":'),
    ],
)
def test_a_manifest_that_is_not_canonical_is_refused(old: bytes, new: bytes) -> None:
    stored = encode(ARCHIVE.manifest)
    assert old in stored
    with pytest.raises(BadArchive, match="manifest"):
        unpack(with_manifest(stored.replace(old, new, 1)))


def test_an_archive_has_both_a_key_and_a_signature_or_neither() -> None:
    signed = replace(ARCHIVE.manifest, key_id=KEY)
    assert unpack(pack(Archive(signed, b"s" * 64, ARCHIVE.batches))).signature == b"s" * 64
    for manifest, signature in ((signed, b""), (ARCHIVE.manifest, b"s" * 64)):
        with pytest.raises(BadArchive, match="signature"):
            unpack(pack(Archive(manifest, signature, ARCHIVE.batches)))


@for_each(
    "stored", [b"{}", b'{"a":[1,-2,null,true,"\xc3\xa9"]}', b'{"a":9007199254740991}', b'{"a":-9007199254740991}']
)
def test_canonical_objects_are_accepted(stored: bytes) -> None:
    assert canonical(stored)


@for_each(
    "stored",
    [
        b"",
        b"[]",
        b"1",
        b"{",
        b"{}\n",
        b" {}",
        b'{"":1}',
        b'{"a":1.5}',
        b'{"a":Infinity}',
        b'{"a":9007199254740992}',
        b'{"a":-9007199254740992}',
        b'{"a":123456789012345678901234567890}',
        b'{"a":"\\/"}',
        b'{"b":1,"b":2}',
        b'{"a":"' + b"x" * MAX_PART + b'"}',
    ],
)
def test_objects_that_are_not_canonical_are_refused(stored: bytes) -> None:
    assert not canonical(stored)
