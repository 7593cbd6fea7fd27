"""Ed25519 in the service matches RFC 8032."""

from __future__ import annotations

import pytest

from chronik.service.signing.ed25519 import is_valid, new_secret, public_of, signer_of
from tests.support.cases import for_each
from tests.support.engine.signers import SECRETS

PUBLIC = (
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
)
MESSAGES = (b"", b"\x72", b"\xaf\x82")
SIGNATURES = (
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
)


@pytest.mark.parametrize("n", range(3))
def test_signatures_match_the_vectors_of_the_rfc(n: int) -> None:
    public, signature = bytes.fromhex(PUBLIC[n]), bytes.fromhex(SIGNATURES[n])
    assert public_of(SECRETS[n]) == public
    assert signer_of(SECRETS[n]).sign(MESSAGES[n]) == signature
    assert is_valid(public, signature, MESSAGES[n])
    assert not is_valid(public, signature, MESSAGES[n] + b"\0")


@for_each("signature", [b"", b"\0" * 64, b"\xff" * 64, b"\0" * 63, b"\0" * 65])
def test_an_invalid_signature_is_refused(signature: bytes) -> None:
    assert not is_valid(bytes.fromhex(PUBLIC[0]), signature, b"")


@pytest.mark.parametrize("public", [b"", b"\0" * 31, b"\xff" * 32])
def test_an_invalid_key_verifies_nothing(public: bytes) -> None:
    assert not is_valid(public, bytes.fromhex(SIGNATURES[0]), b"")


def test_two_new_secrets_are_never_the_same() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(one) for one in secrets} == {32}
