"""Signed bundles: the last line is signed, names and lists can still be taken out, and no other change passes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from domain.engine.proof.signature import NO_SIGNER, Signature, Signed, Signer
from domain.engine.proof.verification import Status
from domain.tournament.proof.bundle import Binder
from domain.tournament.proof.verification import Findings, verify
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue
from tests.support.engine.signers import ADA, BEN, EVE, keyring
from tests.support.tournament.held import ORGANISER, Held, plan

LOAD = load_game(Catalogue({}))
MUTANTS = 60


@pytest.fixture(scope="module")
def held() -> Held:
    """A round of two bots, over."""
    return Held(plan()).bots(2).play().finish()


def signed(held: Held, signer: Signer = ADA) -> list[bytes]:
    """Its bundle with names, signed by somebody."""
    binder = Binder()
    stored = [binder.bound(line) for line in held.lines({ORGANISER: "Ada Lovelace"})]
    return [*stored, binder.bound(binder.end.signed(signer))]


def checked(lines: Sequence[bytes], *known: Signer) -> Findings:
    return verify(lines, LOAD, keyring=keyring(*known))


def test_a_signed_bundle_says_who_has_signed_it(held: Held) -> None:
    found = checked(signed(held), BEN, ADA)
    assert (found.status, found.signature) == (Status.GOOD, Signature(Signed.GOOD, ADA.key_id))
    assert found.head


def test_a_bundle_without_a_signature_is_written_as_ever(held: Held) -> None:
    assert signed(held, NO_SIGNER)[-1] == held.bundle()[-1]
    assert b"key_id" not in held.bundle()[-1]
    found = checked(held.bundle())
    assert (found.status, found.signature) == (Status.GOOD, Signature(Signed.UNSIGNED))


def test_names_can_be_taken_out_of_a_signed_bundle(held: Held) -> None:
    first, names, *others = signed(held)
    assert b"Ada Lovelace" in names
    assert checked([first, *others], ADA).ok


def test_who_knows_keys_is_not_content_with_less(held: Held) -> None:
    for lines, state in (
        (held.bundle(), Signature(Signed.UNSIGNED)),
        (signed(held, EVE), Signature(Signed.UNKNOWN, EVE.key_id)),
    ):
        found = checked(lines, ADA)
        assert (found.status, found.signature) == (Status.UNVERIFIED, state)
        assert checked(lines).ok


def test_a_forged_signature_is_altered(held: Held) -> None:
    found = checked(signed(held, replace(EVE, key_id=ADA.key_id)), ADA, EVE)
    assert found.status is Status.ALTERED
    assert "forged" in found.sentence


def test_a_signature_cannot_be_moved_to_another_bundle(held: Held) -> None:
    other = signed(Held(plan(), "f" * 32).bots(2).play().finish())
    closing = other[-1].index(b',"key_id"')
    mine = signed(held)
    moved = mine[-1][: mine[-1].index(b',"key_id"')] + other[-1][closing:]
    assert checked([*mine[:-1], moved], ADA).status is Status.ALTERED


def test_a_signature_needs_its_key_and_a_key_its_signature(held: Held) -> None:
    *lines, last = signed(held)
    at = last.index(b',"signature"')
    for broken in (
        last[:at] + b"}\n",
        last.replace(b'"key_id":"%s",' % ADA.key_id.encode(), b""),
        last.replace(b'"signature":"', b'"signature":"00'),
    ):
        assert checked([*lines, broken], ADA).status is Status.UNREADABLE


def test_nothing_may_follow(held: Held) -> None:
    for more in (b"\n", b"{}", b" "):
        assert not checked([*signed(held), more], ADA).ok
    *lines, last = signed(held)
    assert not checked([*lines, last.rstrip(b"\n") + b" \n"], ADA).ok


def test_no_flipped_bit_of_a_signed_bundle_goes_unnoticed(held: Held) -> None:
    first, _, *others = signed(held)
    whole, random = b"".join([first, *others]), Random(7)
    tail = len(whole) - len(others[-1])
    for n in range(MUTANTS):
        at = random.randrange(tail if n % 2 else 0, len(whole) - 1)
        mutant = whole[:at] + bytes([whole[at] ^ (1 << random.randrange(7))]) + whole[at + 1 :]
        assert not checked(mutant.splitlines(keepends=True), ADA).ok, at
