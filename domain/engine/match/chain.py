"""The hash chain over a log, the commitment to its secret, and what is derived from that secret.

The exact bytes stand in `domain/engine/proof/FORMAT.md`, sections 5 and 6, and the vectors for tests in section 10.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from hmac import digest

from msgspec import Struct

from domain.engine.hashing import Mac, hashed, keyed, tagged, u64


def commitment(match: bytes, secret: bytes) -> bytes:
    """C: what `Opened`, the first entry, publishes about the secret."""
    return hashed(b"chronik/seed-commit/1", match, secret)


def match_seed(secret: bytes, match: bytes, entropies: Iterable[bytes]) -> bytes:
    """S: the seed of every draw, from the secret and what each seat added in seat order."""
    return keyed(secret, b"chronik/match-seed/1", match, *entropies)


def salt_key(secret: bytes, match: bytes) -> bytes:
    """K: the key of a match's salts."""
    return keyed(secret, b"chronik/salt-key/1", match)


def luck_key(secret: bytes, match: bytes) -> bytes:
    """The key of what the bots of the service draw for themselves."""
    return keyed(secret, b"chronik/bot-luck/1", match)


def genesis(match: bytes, header: bytes, commitment: bytes) -> bytes:
    """c_0: the head before the first batch; the header is the JSON of `Opened` without its commitment."""
    return hashed(b"chronik/genesis/1", match, header, commitment)


_SALT = tagged(b"chronik/salt/1", ()) + u64(8)
_LINK = tagged(b"chronik/chain/2", ()) + u64(32)
_LENGTH_32 = u64(32)


def salt(key: bytes, version: int) -> bytes:
    """The salt of the batch whose last entry has this version."""
    return digest(key, _SALT + u64(version), "sha256")


def link(head: bytes, salt: bytes, batch: bytes) -> bytes:
    """c_b: the head after a batch, over the head before it, the salt and the bytes it is stored as."""
    return sha256(b"".join((_LINK, head, _LENGTH_32, salt, u64(len(batch)), batch))).digest()


class Keys(Struct, frozen=True, dict=True):
    """The secret of a match with what is derived from it once; never leaves the process before `Closed`.

    `seed` is empty until all seats are taken: it depends on what they add.
    """

    match: bytes
    secret: bytes
    salt: bytes
    seed: bytes = b""

    def __repr__(self) -> str:
        return f"Keys(match={self.match.hex()!r})"

    @classmethod
    def of(cls, match: str, secret: bytes) -> Keys:
        identity = bytes.fromhex(match)
        return cls(identity, secret, salt_key(secret, identity))

    def seeded(self, entropies: Iterable[bytes]) -> Keys:
        """The same keys with the seed that follows from what the seats added, in seat order."""
        return Keys(self.match, self.secret, self.salt, match_seed(self.secret, self.match, entropies))

    def head(self, head: bytes, version: int, batch: bytes) -> bytes:
        """The head after a stored batch whose last entry has this version."""
        return link(head, self._salts.digest(_SALT + u64(version)), batch)

    @cached_property
    def luck(self) -> bytes:
        """The key of what the bots of the service draw for themselves; who has no secret foretells nothing of it."""
        return luck_key(self.secret, self.match)

    @cached_property
    def _salts(self) -> Mac:
        return Mac(self.salt)
