"""The hash chain over a log, the commitment to its secret, and the keys derived from that secret.

The exact bytes are in `domain/engine/proof/FORMAT.md`, sections 5 and 6. The test vectors are in section 10.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from hmac import digest

from msgspec import Struct

from chronik.domain.engine.hashing import Mac, encode_parts, hash_parts, mac_parts, u64
from chronik.domain.engine.seats import SeatHolder


def commitment(match: bytes, secret: bytes) -> bytes:
    """Returns C: the commitment to the secret that `Opened`, the first entry, publishes."""
    return hash_parts(b"chronik/seed-commit/1", match, secret)


def match_seed(secret: bytes, match: bytes, entropies: Iterable[bytes]) -> bytes:
    """Returns S: the seed of every draw, derived from the secret and the entropy of each seat, in seat order."""
    return mac_parts(secret, b"chronik/match-seed/1", match, *entropies)


def tutorial_seed(lesson: str) -> bytes:
    """Returns S of a tutorial: it follows from the lesson alone, so it is known before the match."""
    return hash_parts(b"chronik/tutorial-seed/1", lesson.encode())


def salt_key(secret: bytes, match: bytes) -> bytes:
    """Returns K: the key from which a match's salts are derived."""
    return mac_parts(secret, b"chronik/salt-key/1", match)


def luck_key(secret: bytes, match: bytes) -> bytes:
    """Returns the key for the random numbers of the service's bots."""
    return mac_parts(secret, b"chronik/bot-luck/1", match)


def genesis(match: bytes, header: bytes, commitment: bytes) -> bytes:
    """Returns c_0: the head before the first batch. The header is the JSON of `Opened` without its commitment."""
    return hash_parts(b"chronik/genesis/1", match, header, commitment)


_SALT = encode_parts(b"chronik/salt/1", ()) + u64(8)
_LINK = encode_parts(b"chronik/chain/2", ()) + u64(32)
_LENGTH_32 = u64(32)


def salt(key: bytes, version: int) -> bytes:
    """Returns the salt of the batch whose last entry has this version."""
    return digest(key, _SALT + u64(version), "sha256")


def next_head(head: bytes, salt: bytes, batch: bytes) -> bytes:
    """Returns c_b: the head after a batch, a hash of the previous head, the salt and the stored bytes of the batch."""
    return sha256(b"".join((_LINK, head, _LENGTH_32, salt, u64(len(batch)), batch))).digest()


class Keys(Struct, frozen=True, dict=True):
    """The secret of a match and the keys derived from it. They do not leave the process before `Closed`.

    `seed` is empty until all seats are taken, because it depends on their entropy.
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

    def with_seed(self, entropies: Iterable[bytes]) -> Keys:
        """Returns these keys with the seed derived from the entropy of the seats, in seat order."""
        return Keys(self.match, self.secret, self.salt, match_seed(self.secret, self.match, entropies))

    def head(self, head: bytes, version: int, batch: bytes) -> bytes:
        """Returns the head after a stored batch whose last entry has this version."""
        return next_head(head, self._salts.digest(_SALT + u64(version)), batch)

    @cached_property
    def luck(self) -> bytes:
        """The key for the random numbers of the service's bots. They cannot be predicted without the secret."""
        return luck_key(self.secret, self.match)

    @cached_property
    def _salts(self) -> Mac:
        return Mac(self.salt)


def seed_keys(chairs: tuple[SeatHolder, ...], keys: Keys, tutorial: str = "") -> Keys:
    """Returns the keys of a match, including its seed. All seats must be taken, unless the match is a tutorial."""
    if keys.seed:
        return keys
    if tutorial:
        return Keys(keys.match, keys.secret, keys.salt, tutorial_seed(tutorial))
    return keys.with_seed(bytes.fromhex(chair.entropy) for chair in chairs)
