"""Signatures: what an operator signs of a file, and what can be said of it by whoever knows some keys.

The exact bytes stand in `FORMAT.md`, section 11. How Ed25519 computes is not told here: the service signs, and a
verifier brings the function that checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from hashlib import sha256

from msgspec import Struct

from domain.engine.hashing import hashed

SIZE = 64
"""The bytes of a signature."""


def key_id_of(public: bytes) -> str:
    """The name of a key: the first 8 bytes of the hash of its public half, as hex."""
    return sha256(public).digest()[:8].hex()


def archive_message(key_id: str, manifest: bytes) -> bytes:
    """What is signed of an archive: its manifest, which names the last head, the secret and the key."""
    return hashed(b"chronik/archive-sig/1", bytes.fromhex(key_id), manifest)


def bundle_message(key_id: str, digest: bytes) -> bytes:
    """What is signed of a bundle: the hash in its last line, which covers all before it but names and lists."""
    return hashed(b"chronik/bundle-sig/1", bytes.fromhex(key_id), digest)


class Signer(Struct, frozen=True):
    """Whoever signs: the name of the key, and what it makes of a message. Without a key both are empty."""

    key_id: str = ""
    sign: Callable[[bytes], bytes] = lambda _: b""


NO_SIGNER = Signer()


class Signed(Enum):
    """Whether something is signed: not at all, with a key that is not known, as its key signs, or otherwise."""

    UNSIGNED = "unsigned"
    UNKNOWN = "unknown"
    GOOD = "good"
    FORGED = "forged"


class Signature(Struct, frozen=True):
    """What is known of a signature, and the name of its key."""

    signed: Signed
    key_id: str = ""

    @property
    def sentence(self) -> str:
        match self.signed:
            case Signed.UNSIGNED:
                return "It is unsigned."
            case Signed.UNKNOWN:
                return f"It is signed with a key that is not known ({self.key_id})."
            case Signed.GOOD:
                return f"It is signed by {self.key_id}."
            case Signed.FORGED:
                return (
                    f"The signature is not one of the key {self.key_id}: what it names was changed, or it was forged."
                )


class Keyring(Struct, frozen=True):
    """The public keys that a verifier knows, by their names, and whether a signature of a message is one of a key.

    They never come from the file that is verified. Who knows a key is not content with what is not signed.
    """

    keys: Mapping[str, bytes]
    is_valid: Callable[[bytes, bytes, bytes], bool]

    def judge(self, key_id: str, message: bytes, signature: bytes) -> Signature:
        """What is known of the signature of a message."""
        if not key_id:
            return Signature(Signed.UNSIGNED)
        public = self.keys.get(key_id)
        if public is None:
            return Signature(Signed.UNKNOWN, key_id)
        valid = self.is_valid(public, signature, message)
        return Signature(Signed.GOOD if valid else Signed.FORGED, key_id)

    def accepts(self, signature: Signature) -> bool:
        """Whether this is all that could be wanted: where no key is known, nothing is."""
        return not self.keys or signature.signed is Signed.GOOD


NO_KEYS = Keyring({}, lambda _public, _signature, _message: False)
