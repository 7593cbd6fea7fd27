"""Ed25519 (RFC 8032), as a well-kept library computes it: keys, signatures, and whether a signature is right."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.engine.proof.signature import Signer, key_id_of


def new_secret() -> bytes:
    """A new secret key, 32 random bytes."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_of(secret: bytes) -> bytes:
    """The public half of a secret key, 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def signer_of(secret: bytes) -> Signer:
    """Whoever signs with a secret key."""
    return Signer(key_id_of(public_of(secret)), Ed25519PrivateKey.from_private_bytes(secret).sign)


def is_valid(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature of a message is one of a key."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
