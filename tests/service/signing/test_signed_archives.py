"""Signed archives: only the verifier's keys decide who signed, and no change to a signed file is accepted."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Sequence
from hashlib import sha256
from random import Random

import pytest
from msgspec.structs import replace

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.proof.archive import MAGIC, Archive, BadArchive, pack, sign, unpack
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import chain_heads, verify
from chronik.domain.log.receipts import KnownHeads, Receipt
from chronik.domain.log.signature import NO_SIGNER, Signature, Signed
from chronik.domain.log.verdict import Status
from tests.support.cases import for_each
from tests.support.engine.signers import ADA, BEN, EVE, keyring
from tests.support.engine.sittings import LOADED, Sitting

MUTANTS = 100_000 if os.environ.get("CHRONIK_LONG") else 600
MUTATORS = 4

PLAIN = unpack(Sitting(21, 2).play().archive())
OTHER = unpack(Sitting(22, 2).play().archive())
SIGNED = sign(PLAIN, ADA)
FILE = pack(SIGNED)


def file_of(body: bytes) -> bytes:
    return MAGIC + sha256(body).digest() + body


def lines_of(file: bytes) -> list[bytes]:
    """Returns the lines of a file: the manifest, the signature, and the stored log."""
    return zlib.decompress(file[len(MAGIC) + 32 :]).splitlines()


def file_with(lines: Sequence[bytes]) -> bytes:
    """Returns a file of these lines, with a valid hash."""
    return file_of(zlib.compress(b"".join(line + b"\n" for line in lines), 1))


def test_a_signed_archive_names_its_signing_key() -> None:
    found = verify(unpack(FILE), LOADED, keyring=keyring(EVE, ADA))
    assert (found.ok, found.signature) == (True, Signature(Signed.GOOD, ADA.key_id))
    assert f"signed by {ADA.key_id}" in Signature(Signed.GOOD, ADA.key_id).sentence


def test_signing_an_archive_changes_nothing_else_in_it() -> None:
    assert SIGNED.manifest == replace(PLAIN.manifest, key_id=ADA.key_id)
    assert len(SIGNED.signature) == 64
    assert sign(SIGNED, NO_SIGNER) == PLAIN
    assert unpack(FILE) == SIGNED


def test_a_verifier_without_keys_reports_the_signing_key_as_unknown() -> None:
    found = verify(SIGNED, LOADED)
    assert (found.ok, found.signature) == (True, Signature(Signed.UNKNOWN, ADA.key_id))
    assert verify(PLAIN, LOADED).signature == Signature(Signed.UNSIGNED)


@pytest.mark.parametrize("signed", [Signed.UNSIGNED, Signed.UNKNOWN])
def test_a_verifier_with_keys_accepts_only_signatures_by_them(signed: Signed) -> None:
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


def test_a_signature_by_a_revoked_key_does_not_count() -> None:
    """A thief of the key can write any date, so a date in the file does not help."""
    found = verify(SIGNED, LOADED, keyring=keyring(ADA, BEN, revoked=ADA))
    assert (found.status, found.signature) == (Status.UNVERIFIED, Signature(Signed.REVOKED, ADA.key_id))
    assert found.signature is not None
    assert "revoked key" in found.signature.sentence
    assert verify(sign(PLAIN, BEN), LOADED, keyring=keyring(ADA, BEN, revoked=ADA)).ok


def receipt_at(version: int) -> KnownHeads:
    """Returns a receipt of the match at a version, as a player has kept it."""
    keys = Keys.of(PLAIN.manifest.match, bytes.fromhex(PLAIN.manifest.secret))
    head = dict(chain_heads(outline(PLAIN.batches), keys))[version]
    return KnownHeads((Receipt(PLAIN.manifest.match, version, head),))


def test_a_receipt_for_the_whole_file_makes_a_revoked_keys_signature_count() -> None:
    for known in (receipt_at(PLAIN.manifest.n), KnownHeads(head=PLAIN.manifest.head)):
        found = verify(SIGNED, LOADED, known, keyring(ADA, revoked=ADA))
        assert (found.status, found.signature) == (Status.GOOD, Signature(Signed.COVERED, ADA.key_id))


def test_a_receipt_for_a_part_does_not_make_a_revoked_keys_signature_count() -> None:
    """The entries after the receipt may be the thief's."""
    part = outline(PLAIN.batches).batches[-2][0]
    found = verify(SIGNED, LOADED, receipt_at(part), keyring(ADA, revoked=ADA))
    assert (found.status, found.signature) == (Status.UNVERIFIED, Signature(Signed.REVOKED, ADA.key_id))
    assert found.covered == part


def test_a_receipt_does_not_help_a_forged_or_unsigned_file() -> None:
    known, keys = receipt_at(PLAIN.manifest.n), keyring(ADA, revoked=ADA)
    assert verify(sign(PLAIN, replace(EVE, key_id=ADA.key_id)), LOADED, known, keys).status is Status.ALTERED
    assert verify(PLAIN, LOADED, known, keys).status is Status.UNVERIFIED


def test_a_signature_by_a_different_key_under_the_same_name_counts_as_forged() -> None:
    named = sign(PLAIN, replace(EVE, key_id=ADA.key_id))
    found = verify(named, LOADED, keyring=keyring(ADA, EVE))
    assert (found.status, found.head) == (Status.ALTERED, "")
    assert found.signature == Signature(Signed.FORGED, ADA.key_id)
    assert "forged" in found.sentence


def test_the_signature_of_another_file_counts_as_forged() -> None:
    moved = Archive(replace(OTHER.manifest, key_id=ADA.key_id), SIGNED.signature, *log_of(OTHER))
    found = verify(moved, LOADED, keyring=keyring(ADA))
    assert (found.status, found.signature) == (Status.ALTERED, Signature(Signed.FORGED, ADA.key_id))


def log_of(archive: Archive) -> Sequence[tuple[bytes, ...]]:
    """Returns the stored log of an archive."""
    return [getattr(archive, name) for name in archive.__struct_fields__[2:]]


def test_a_signed_altered_log_still_names_its_first_altered_entry() -> None:
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


def test_no_key_is_taken_from_the_file_that_is_checked() -> None:
    manifest, signature, *log = lines_of(FILE)
    eve = lines_of(pack(sign(PLAIN, EVE)))
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
def test_bytes_after_the_signed_file_are_refused(more: bytes) -> None:
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


def flip_bits(random: Random, stored: bytes) -> bytes:
    at = random.randrange(len(stored))
    return stored[:at] + bytes((stored[at] ^ 1 << random.randrange(8),)) + stored[at + 1 :]


def with_another_word(random: Random, stored: bytes) -> bytes:
    """Returns the log with a number or text of it replaced by another one from it."""
    words: list[bytes] = re.findall(rb'"[^"]*"|\d+', stored)
    old, new = random.choice(words), random.choice(words)
    at = random.choice([found.start() for found in re.finditer(re.escape(old), stored)])
    return stored[:at] + new + stored[at + len(old) :]


PLAIN_PARTS, OTHER_PARTS = lines_of(pack(PLAIN)), lines_of(pack(sign(OTHER, ADA)))
EVES_PARTS = lines_of(pack(sign(PLAIN, EVE)))


def carelessly(random: Random) -> bytes:
    """Returns a signed file with changed bytes."""
    body = FILE[len(MAGIC) + 32 :]
    return random.choice(
        (
            flip_bits(random, FILE),
            FILE[: random.randrange(len(FILE))],
            FILE + random.randbytes(random.randrange(1, 100)),
            file_of(flip_bits(random, body)),
        )
    )


def with_another_cover(random: Random) -> bytes:
    """Returns a signed file with another manifest or signature."""
    manifest, signature, *log = lines_of(FILE)
    cover = random.choice(
        (
            (flip_bits(random, manifest), signature),
            (with_another_word(random, manifest), signature),
            (manifest, flip_bits(random, signature)),
            (manifest, random.randbytes(random.choice((0, 63, 64, 65)))),
            (random.choice((PLAIN_PARTS, OTHER_PARTS))[0], signature),
            random.choice((PLAIN_PARTS, EVES_PARTS))[:2],
        )
    )
    return file_with([*cover, *log])


def with_another_log(random: Random) -> bytes:
    """Returns a signed file with a changed log."""
    manifest, signature, *log = lines_of(FILE)
    i, j = random.randrange(len(log)), random.randrange(len(log))
    changed = random.choice(
        (
            [*log[:i], flip_bits(random, log[i]), *log[i + 1 :]],
            [*log[:i], with_another_word(random, log[i]), *log[i + 1 :]],
            [*log[:i], log[j], *log[i + 1 :]],
            [*log[:i], *log[i + 1 :]],
            [*log[:i], *OTHER_PARTS[i + 2 :]],
        )
    )
    return file_with([manifest, signature, *changed])


MUTATIONS = (carelessly, with_another_cover, with_another_log)


@for_each("mutator", range(MUTATORS))
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
    assert caught > 0.9 * MUTANTS / MUTATORS  # the other mutations have changed nothing


def test_control_another_signature_is_accepted_when_no_keys_are_given() -> None:
    manifest, signature, *log = lines_of(FILE)
    mutant = unpack(file_with([manifest, flip_bits(Random(1), signature), *log]))
    assert verify(mutant, LOADED).ok
    assert not verify(mutant, LOADED, keyring=keyring(ADA)).ok
