"""Ed25519 (RFC 8032), computed by the library `cryptography`: keys, signatures, verification."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from chronik.domain.log.signature import Signer, key_id_of


def new_secret() -> bytes:
    """Returns a new secret key, 32 random bytes."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_of(secret: bytes) -> bytes:
    """Returns the public key of a secret key, 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def signer_of(secret: bytes) -> Signer:
    """Returns a signer that uses a secret key."""
    return Signer(key_id_of(public_of(secret)), Ed25519PrivateKey.from_private_bytes(secret).sign)


def is_valid(public: bytes, signature: bytes, message: bytes) -> bool:
    """Returns whether a signature of a message was made with the secret key that belongs to this public key."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
