"""Signed archives: who signed is known from the verifier's own keys alone, and no change to a signed file passes."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Sequence
from hashlib import sha256
from random import Random

import pytest
from msgspec.structs import replace

from domain.engine.proof.archive import MAGIC, Archive, BadArchive, packed, sign, unpack
from domain.engine.proof.signature import NO_SIGNER, Signature, Signed
from domain.engine.proof.verification import Status, verify
from tests.support.engine.signers import ADA, BEN, EVE, keyring
from tests.support.engine.sittings import LOADED, Sitting

MUTANTS = 100_000 if os.environ.get("CHRONIK_LONG") else 1_000
MUTATORS = 4

PLAIN = unpack(Sitting(21, 2).play().archive())
OTHER = unpack(Sitting(22, 2).play().archive())
SIGNED = sign(PLAIN, ADA)
FILE = packed(SIGNED)


def file_of(body: bytes) -> bytes:
    return MAGIC + sha256(body).digest() + body


def lines_of(file: bytes) -> list[bytes]:
    """The lines of a file: the manifest, the signature, and what is stored of the log."""
    return zlib.decompress(file[len(MAGIC) + 32 :]).splitlines()


def file_with(lines: Sequence[bytes]) -> bytes:
    """A file of these lines, with a hash of its own."""
    return file_of(zlib.compress(b"".join(line + b"\n" for line in lines), 1))


def test_a_signed_archive_says_who_has_signed_it() -> None:
    found = verify(unpack(FILE), LOADED, keyring=keyring(EVE, ADA))
    assert (found.ok, found.signature) == (True, Signature(Signed.GOOD, ADA.key_id))
    assert f"signed by {ADA.key_id}" in Signature(Signed.GOOD, ADA.key_id).sentence


def test_signing_changes_nothing_else() -> None:
    assert SIGNED.manifest == replace(PLAIN.manifest, key_id=ADA.key_id)
    assert len(SIGNED.signature) == 64
    assert sign(SIGNED, NO_SIGNER) == PLAIN
    assert unpack(FILE) == SIGNED


def test_without_keys_it_is_said_that_the_key_is_not_known() -> None:
    found = verify(SIGNED, LOADED)
    assert (found.ok, found.signature) == (True, Signature(Signed.UNKNOWN, ADA.key_id))
    assert verify(PLAIN, LOADED).signature == Signature(Signed.UNSIGNED)


@pytest.mark.parametrize("signed", [Signed.UNSIGNED, Signed.UNKNOWN])
def test_who_knows_keys_is_not_content_with_less(signed: Signed) -> None:
    archive = {Signed.UNSIGNED: PLAIN, Signed.UNKNOWN: SIGNED}[signed]
    found = verify(archive, LOADED, keyring=keyring(BEN))
    assert (found.status, found.ok) == (Status.UNVERIFIED, False)
    assert found.signature is not None
    assert found.signature.signed is signed
    assert found.head == archive.manifest.head


def test_after_a_rotation_old_files_are_still_signed() -> None:
    new = sign(PLAIN, BEN)
    for archive, signer in ((SIGNED, ADA), (new, BEN)):
        assert verify(archive, LOADED, keyring=keyring(ADA, BEN)).signature == Signature(Signed.GOOD, signer.key_id)
    assert verify(new, LOADED, keyring=keyring(ADA)).status is Status.UNVERIFIED


def test_a_signature_by_another_key_under_this_name_is_forged() -> None:
    named = sign(PLAIN, replace(EVE, key_id=ADA.key_id))
    found = verify(named, LOADED, keyring=keyring(ADA, EVE))
    assert (found.status, found.head) == (Status.ALTERED, "")
    assert found.signature == Signature(Signed.FORGED, ADA.key_id)
    assert "forged" in found.sentence


def test_a_signature_of_another_file_is_forged() -> None:
    moved = Archive(replace(OTHER.manifest, key_id=ADA.key_id), SIGNED.signature, *stored(OTHER))
    found = verify(moved, LOADED, keyring=keyring(ADA))
    assert (found.status, found.signature) == (Status.ALTERED, Signature(Signed.FORGED, ADA.key_id))


def stored(archive: Archive) -> Sequence[tuple[bytes, ...]]:
    """What an archive holds of its log."""
    return [getattr(archive, name) for name in archive.__struct_fields__[2:]]


def test_what_shows_first_that_a_log_was_altered_is_still_named() -> None:
    manifest, signature, *log = lines_of(FILE)
    altered = unpack(file_with([manifest, signature, *log[:20], log[20].replace(b'"at":', b'"at":9'), *log[21:]]))
    found = verify(altered, LOADED, keyring=keyring(ADA))
    assert found.status is Status.ALTERED
    assert "forged" not in found.sentence
    assert found.signature == Signature(Signed.GOOD, ADA.key_id), "the manifest is as it was signed"


def test_a_game_that_is_not_loaded_does_not_hide_a_forgery() -> None:
    named = sign(PLAIN, replace(EVE, key_id=ADA.key_id))
    assert verify(named, lambda _: None, keyring=keyring(ADA)).status is Status.ALTERED
    assert verify(SIGNED, lambda _: None, keyring=keyring(ADA)).status is Status.UNKNOWN_FACTS


def test_no_key_is_taken_from_the_file() -> None:
    manifest, signature, *log = lines_of(FILE)
    eve = lines_of(packed(sign(PLAIN, EVE)))
    for parts in (
        [manifest.replace(b'"key_id":', b'"public_key":"%s","key_id":' % bytes(32).hex().encode()), signature, *log],
        [manifest, signature, eve[0], *log],
    ):
        with pytest.raises(BadArchive):
            verify_unpacked(parts)
    assert verify_unpacked([eve[0], eve[1], *log]) is Status.UNVERIFIED


def verify_unpacked(parts: Sequence[bytes]) -> Status:
    status = verify(unpack(file_with(parts)), LOADED, keyring=keyring(ADA)).status
    if status is Status.ALTERED:
        raise BadArchive("It was altered.")
    return status


@pytest.mark.parametrize("more", [b"\0", b"\0\0\0\0", SIGNED.signature])
def test_nothing_may_follow(more: bytes) -> None:
    manifest, signature, *log = lines_of(FILE)
    body = FILE[len(MAGIC) + 32 :]
    for file in (
        FILE + more,
        file_of(body + more),
        file_with([manifest, signature + more, *log]),
        file_with([manifest + more, signature, *log]),
    ):
        with pytest.raises(BadArchive):
            unpack(file)
    with pytest.raises(BadArchive):
        verify_unpacked([manifest, signature, *log, more])


# A thousand mutants.


def flipped(random: Random, stored: bytes) -> bytes:
    at = random.randrange(len(stored))
    return stored[:at] + bytes((stored[at] ^ 1 << random.randrange(8),)) + stored[at + 1 :]


def with_another_word(random: Random, stored: bytes) -> bytes:
    """The same with a number or a text of it replaced by another one of it."""
    words: list[bytes] = re.findall(rb'"[^"]*"|\d+', stored)
    old, new = random.choice(words), random.choice(words)
    at = random.choice([found.start() for found in re.finditer(re.escape(old), stored)])
    return stored[:at] + new + stored[at + len(old) :]


PLAIN_PARTS, OTHER_PARTS = lines_of(packed(PLAIN)), lines_of(packed(sign(OTHER, ADA)))
EVES_PARTS = lines_of(packed(sign(PLAIN, EVE)))


def carelessly(random: Random) -> bytes:
    """A signed file with something else in its bytes."""
    body = FILE[len(MAGIC) + 32 :]
    return random.choice(
        (
            flipped(random, FILE),
            FILE[: random.randrange(len(FILE))],
            FILE + random.randbytes(random.randrange(1, 100)),
            file_of(flipped(random, body)),
        )
    )


def with_another_cover(random: Random) -> bytes:
    """A signed file with another manifest or signature."""
    manifest, signature, *log = lines_of(FILE)
    cover = random.choice(
        (
            (flipped(random, manifest), signature),
            (with_another_word(random, manifest), signature),
            (manifest, flipped(random, signature)),
            (manifest, random.randbytes(random.choice((0, 63, 64, 65)))),
            (random.choice((PLAIN_PARTS, OTHER_PARTS))[0], signature),
            random.choice((PLAIN_PARTS, EVES_PARTS))[:2],
        )
    )
    return file_with([*cover, *log])


def with_another_log(random: Random) -> bytes:
    """A signed file with something else in its log."""
    manifest, signature, *log = lines_of(FILE)
    i, j = random.randrange(len(log)), random.randrange(len(log))
    changed = random.choice(
        (
            [*log[:i], flipped(random, log[i]), *log[i + 1 :]],
            [*log[:i], with_another_word(random, log[i]), *log[i + 1 :]],
            [*log[:i], log[j], *log[i + 1 :]],
            [*log[:i], *log[i + 1 :]],
            [*log[:i], *OTHER_PARTS[i + 2 :]],
        )
    )
    return file_with([manifest, signature, *changed])


MUTATIONS = (carelessly, with_another_cover, with_another_log)


@pytest.mark.parametrize("mutator", range(MUTATORS))
def test_no_mutant_of_a_signed_archive_is_accepted_and_none_crashes(mutator: int) -> None:
    random, known, caught = Random(mutator), keyring(ADA, BEN), 0
    for _ in range(MUTANTS // MUTATORS):
        file = random.choice(MUTATIONS)(random)
        try:
            read = unpack(file)
        except BadArchive:
            caught += 1
            continue
        found = verify(read, LOADED, keyring=known)
        assert found.ok == (read == SIGNED), (mutator, found)
        caught += not found.ok
    assert caught > 0.9 * MUTANTS / MUTATORS  # the rest has changed nothing


def test_control_whoever_knows_no_key_accepts_another_signature() -> None:
    manifest, signature, *log = lines_of(FILE)
    mutant = unpack(file_with([manifest, flipped(Random(1), signature), *log]))
    assert verify(mutant, LOADED).ok
    assert not verify(mutant, LOADED, keyring=keyring(ADA)).ok
