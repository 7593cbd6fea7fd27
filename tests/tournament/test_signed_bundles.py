"""Signed bundles: the last line is signed, names and lists can still be removed, and any other change is detected."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from chronik.domain.engine.proof.archive import pack, sign, unpack
from chronik.domain.log.receipts import KnownHeads
from chronik.domain.log.signature import NO_SIGNER, Signature, Signed, Signer
from chronik.domain.log.verdict import Status, Verdict
from chronik.domain.tournament.proof.bundle import BundledArchive, BundledMissing, BundledNames, BundleEncoder
from chronik.domain.tournament.proof.verification import verify
from chronik.domain.tournament.record.digest import digests
from chronik.domain.tournament.record.state import list_started_matches, seat_holders_of
from chronik.service.matches.catalogue import Catalogue, game_loader
from tests.support.engine.signers import ADA, BEN, EVE, keyring
from tests.support.tournament.local_tournament import ORGANISER, LocalTournament, archive_match, plan

LOAD = game_loader(Catalogue({}))
MUTANTS = 60


@pytest.fixture(scope="module")
def cup() -> LocalTournament:
    """A finished round of two bots."""
    return LocalTournament(plan()).register_bots(2).play_rounds().finish()


def sign_bundle(cup: LocalTournament, signer: Signer = ADA) -> list[bytes]:
    """Returns its bundle with names, signed by a signer."""
    binder = BundleEncoder()
    stored = [binder.encode(line) for line in cup.lines({ORGANISER: "Ada Lovelace"})]
    return [*stored, binder.encode(binder.end.sign(signer))]


def verify_with_keys(lines: Sequence[bytes], *known: Signer) -> Verdict:
    return verify(lines, LOAD, keyring=keyring(*known))


def test_a_signed_bundle_names_its_signer(cup: LocalTournament) -> None:
    found = verify_with_keys(sign_bundle(cup), BEN, ADA)
    assert (found.status, found.signature) == (Status.GOOD, Signature(Signed.GOOD, ADA.key_id))
    assert found.head


def test_an_unsigned_bundle_has_no_signature_fields(cup: LocalTournament) -> None:
    assert sign_bundle(cup, NO_SIGNER)[-1] == cup.bundle()[-1]
    assert b"key_id" not in cup.bundle()[-1]
    found = verify_with_keys(cup.bundle())
    assert (found.status, found.signature) == (Status.GOOD, Signature(Signed.UNSIGNED))


def test_names_can_be_removed_from_a_signed_bundle(cup: LocalTournament) -> None:
    first, names, *others = sign_bundle(cup)
    assert b"Ada Lovelace" in names
    assert verify_with_keys([first, *others], ADA).ok


def test_the_last_note_lists_the_unsigned_content(cup: LocalTournament) -> None:
    """Anyone can put a title and names after the head without breaking the signature."""
    first, _, *others = sign_bundle(cup)
    foreign = BundleEncoder().encode(BundledNames("Cup. It is signed by nobody", {}))
    found = verify_with_keys([first, foreign, *others], ADA)
    assert found.ok, found
    assert "Cup" not in found.sentence
    assert found.notes[-1] == "Not signed: the title: Cup. It is signed by nobody"
    for more in ([first, foreign, foreign, *others], [first, others[0], foreign, *others[1:]]):
        assert verify_with_keys(more, ADA).status is Status.ALTERED


def test_a_reader_with_keys_does_not_accept_an_unsigned_bundle(cup: LocalTournament) -> None:
    for lines, state in (
        (cup.bundle(), Signature(Signed.UNSIGNED)),
        (sign_bundle(cup, EVE), Signature(Signed.UNKNOWN, EVE.key_id)),
    ):
        found = verify_with_keys(lines, ADA)
        assert (found.status, found.signature) == (Status.UNVERIFIED, state)
        assert verify_with_keys(lines).ok


def test_a_bundle_that_a_revoked_key_signed_does_not_count_as_signed(cup: LocalTournament) -> None:
    found = verify(sign_bundle(cup), LOAD, keyring=keyring(ADA, BEN, revoked=ADA))
    assert (found.status, found.signature) == (Status.UNVERIFIED, Signature(Signed.REVOKED, ADA.key_id))
    assert verify(sign_bundle(cup, BEN), LOAD, keyring=keyring(ADA, BEN, revoked=ADA)).ok


def test_the_head_of_the_whole_log_makes_the_signature_of_a_revoked_key_count(cup: LocalTournament) -> None:
    """An earlier receipt covers the whole log, so the thief of the key cannot have written it."""
    heads, revoked = dict(digests(cup.tournament.id, cup.log)), keyring(ADA, revoked=ADA)
    whole = verify(sign_bundle(cup), LOAD, known=KnownHeads(head=heads[len(cup.log)]), keyring=revoked)
    assert (whole.status, whole.signature) == (Status.GOOD, Signature(Signed.COVERED, ADA.key_id))
    part = verify(sign_bundle(cup), LOAD, known=KnownHeads(head=heads[len(cup.log) - 1]), keyring=revoked)
    assert (part.status, part.signature) == (Status.UNVERIFIED, Signature(Signed.REVOKED, ADA.key_id))


def test_a_head_does_not_cover_a_match_whose_result_the_log_lacks() -> None:
    """A thief could replace the file of a match that was still running."""
    running = LocalTournament(plan()).register_bots(2)
    running.start()
    ((*_, game),) = list_started_matches(running.tournament)
    forged = BundledArchive(game.match, archive_match(game.match, seat_holders_of(running.tournament, game)))
    lines = [forged if isinstance(line, BundledMissing) else line for line in running.lines()]
    binder = BundleEncoder()
    stored = [binder.encode(line) for line in lines]
    known = KnownHeads(head=dict(digests(running.tournament.id, running.log))[len(running.log)])
    found = verify([*stored, binder.encode(binder.end.sign(ADA))], LOAD, known=known, keyring=keyring(ADA, revoked=ADA))
    assert (found.status, found.signature) == (Status.UNVERIFIED, Signature(Signed.REVOKED, ADA.key_id))


def test_a_bundle_can_pass_although_a_revoked_key_signed_one_of_its_matches(cup: LocalTournament) -> None:
    """The operator has signed the bundle since, and the bundle covers each file in it."""
    lines = [
        replace(line, file=pack(sign(unpack(line.file), ADA))) if isinstance(line, BundledArchive) else line
        for line in cup.lines()
    ]
    binder = BundleEncoder()
    stored = [binder.encode(line) for line in lines]
    found = verify([*stored, binder.encode(binder.end.sign(BEN))], LOAD, keyring=keyring(ADA, BEN, revoked=ADA))
    assert (found.status, found.signature) == (Status.GOOD, Signature(Signed.GOOD, BEN.key_id))


def test_a_bundle_with_a_forged_signature_is_reported_as_altered(cup: LocalTournament) -> None:
    found = verify_with_keys(sign_bundle(cup, replace(EVE, key_id=ADA.key_id)), ADA, EVE)
    assert found.status is Status.ALTERED
    assert "forged" in found.sentence


def test_a_signature_cannot_be_moved_to_another_bundle(cup: LocalTournament) -> None:
    other = sign_bundle(LocalTournament(plan(), "f" * 32).register_bots(2).play_rounds().finish())
    closing = other[-1].index(b',"key_id"')
    mine = sign_bundle(cup)
    moved = mine[-1][: mine[-1].index(b',"key_id"')] + other[-1][closing:]
    assert verify_with_keys([*mine[:-1], moved], ADA).status is Status.ALTERED


def test_a_bundle_has_both_a_key_and_a_signature_or_neither(cup: LocalTournament) -> None:
    *lines, last = sign_bundle(cup)
    at = last.index(b',"signature"')
    for broken in (
        last[:at] + b"}\n",
        last.replace(b'"key_id":"%s",' % ADA.key_id.encode(), b""),
        last.replace(b'"signature":"', b'"signature":"00'),
    ):
        assert verify_with_keys([*lines, broken], ADA).status is Status.DAMAGED


def test_no_line_may_follow_the_signed_end_of_a_bundle(cup: LocalTournament) -> None:
    for more in (b"\n", b"{}", b" "):
        assert not verify_with_keys([*sign_bundle(cup), more], ADA).ok
    *lines, last = sign_bundle(cup)
    assert not verify_with_keys([*lines, last.rstrip(b"\n") + b" \n"], ADA).ok


def test_every_flipped_bit_of_a_signed_bundle_is_noticed(cup: LocalTournament) -> None:
    first, _, *others = sign_bundle(cup)
    whole, random = b"".join([first, *others]), Random(7)
    tail = len(whole) - len(others[-1])
    for n in range(MUTANTS):
        at = random.randrange(tail if n % 2 else 0, len(whole) - 1)
        mutant = whole[:at] + bytes([whole[at] ^ (1 << random.randrange(7))]) + whole[at + 1 :]
        assert not verify_with_keys(mutant.splitlines(keepends=True), ADA).ok, at
