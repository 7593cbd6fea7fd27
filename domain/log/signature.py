"""Signatures: the bytes of a file that an operator signs, and the check of a signature against known public keys.

The exact bytes are in `domain/engine/proof/FORMAT.md`, section 11. Ed25519 itself is not here: the service signs, and a
verifier supplies the function that checks a signature.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct

from chronik.domain.engine.hashing import hash_parts

KeyId = Annotated[str, Meta(pattern=r"\A([0-9a-f]{16})?\Z")]
SIZE = 64
"""The size of a signature in bytes."""


def key_id_of(public: bytes) -> str:
    """Returns the id of a key: the first 8 bytes of the hash of the public key, as hex."""
    return sha256(public).digest()[:8].hex()


def archive_message(key_id: str, manifest: bytes) -> bytes:
    """Returns the message to sign for an archive. It covers the manifest with the last head, the secret and the key."""
    return hash_parts(b"chronik/archive-sig/1", bytes.fromhex(key_id), manifest)


def bundle_message(key_id: str, digest: bytes) -> bytes:
    """Returns the message to sign for a bundle.

    The digest covers every line before the last one, except names and lists.
    """
    return hash_parts(b"chronik/bundle-sig/1", bytes.fromhex(key_id), digest)


class Signer(Struct, frozen=True):
    """An operator's key: its id, and the function that signs a message. Without a key, the id and signatures are empty.

    `revoked` are the ids of keys whose signatures this signer replaces when the service sends a file.
    """

    key_id: str = ""
    sign: Callable[[bytes], bytes] = lambda _: b""
    revoked: frozenset[str] = frozenset()


NO_SIGNER = Signer()


class Signed(Enum):
    """The status of a signature, as a verifier judges it.

    A signature is missing, made with an unknown key, good, made with a revoked key, made with a revoked key but covered
    by a head known from elsewhere, or forged.
    """

    UNSIGNED = "unsigned"
    UNKNOWN = "unknown"
    GOOD = "good"
    REVOKED = "revoked"
    COVERED = "covered"
    FORGED = "forged"


class Signature(Struct, frozen=True):
    """The status of a signature, and the id of its key."""

    signed: Signed
    key_id: str = ""

    def as_covered(self) -> Signature:
        """Returns the signature for a file that a known head covers completely, so that a revoked key is accepted."""
        return Signature(Signed.COVERED, self.key_id) if self.signed is Signed.REVOKED else self

    @property
    def sentence(self) -> str:
        match self.signed:
            case Signed.UNSIGNED:
                return "It is unsigned."
            case Signed.UNKNOWN:
                return f"It is signed with a key that is not known ({self.key_id})."
            case Signed.GOOD:
                return f"It is signed by {self.key_id}."
            case Signed.REVOKED:
                return (
                    f"It is signed with a revoked key ({self.key_id}), so it counts as unsigned: "
                    "no head known from elsewhere covers all of it."
                )
            case Signed.COVERED:
                return f"It is signed by {self.key_id}, a revoked key; the head known from elsewhere covers all of it."
            case Signed.FORGED:
                return f"The signature is not one of the key {self.key_id}: the file was changed, or it was forged."


class Keyring(Struct, frozen=True):
    """The public keys that a verifier knows, by id, and the function that checks a signature.

    They never come from the file that is verified. A verifier that has keys does not accept unsigned files. `revoked`
    are the ids of keys whose signatures are not valid on their own.
    """

    keys: Mapping[str, bytes]
    is_valid: Callable[[bytes, bytes, bytes], bool]
    revoked: frozenset[str] = frozenset()

    def judge(self, key_id: str, message: bytes, signature: bytes) -> Signature:
        """Returns the status of the signature of a message.

        A date in the file does not make a revoked key's signature valid, because a thief of the key can write any date.
        """
        if not key_id:
            return Signature(Signed.UNSIGNED)
        public = self.keys.get(key_id)
        if public is None:
            return Signature(Signed.UNKNOWN, key_id)
        if not self.is_valid(public, signature, message):
            return Signature(Signed.FORGED, key_id)
        return Signature(Signed.REVOKED if key_id in self.revoked else Signed.GOOD, key_id)

    def accepts(self, signature: Signature) -> bool:
        """Returns whether a signature is good enough. Without known keys, every file is accepted."""
        return not self.keys or signature.signed in (Signed.GOOD, Signed.COVERED)


NO_KEYS = Keyring({}, lambda _public, _signature, _message: False)
