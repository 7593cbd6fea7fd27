"""Keys that sign for the tests: the first three of RFC 8032, section 7.1."""

from __future__ import annotations

from chronik.domain.log.signature import Keyring, Signer
from chronik.service.signing.ed25519 import is_valid, public_of, signer_of

SECRETS = tuple(
    map(
        bytes.fromhex,
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        ),
    )
)
ADA, BEN, EVE = map(signer_of, SECRETS)


def keyring(*signers: Signer, revoked: Signer | None = None) -> Keyring:
    """Returns the keyring of a verifier with the public keys of some signers, of which one may be revoked."""
    publics = {signer_of(secret).key_id: public_of(secret) for secret in SECRETS}
    keys = {one.key_id: publics[one.key_id] for one in signers}
    return Keyring(keys, is_valid, frozenset({revoked.key_id} if revoked else ()))
