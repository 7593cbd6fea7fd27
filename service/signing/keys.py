"""The operator's keys: the published set of public keys, and the file that holds the newest secret key.

The file has the format of the published set, with one more field in the newest key. So a saved copy of the published
set can replace a lost file, and the old keys stay published.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from chronik.domain.log.signature import NO_SIGNER, Keyring, Signer, key_id_of
from chronik.service.running.clock import Moment
from chronik.service.running.settings import Settings
from chronik.service.running.user_error import UserError
from chronik.service.signing.ed25519 import is_valid, new_secret, public_of, signer_of
from chronik.service.web.problems.ids import Hash

KeyId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
MAX_KEYS = 1_000
MAX_BYTES = 1 << 20
OTHERS = stat.S_IRWXO | stat.S_IWGRP
"""The file modes that give any access to other users, or write access to the group."""


class BadKeys(UserError):
    """An error in the operator's keys; its text says what is wrong."""


class PublicKey(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A public key (hex), its id (the first 8 bytes of its SHA-256), and when it was made.

    With `revoked_at` it is revoked: none of its signatures count, whenever they were made.
    """

    key_id: KeyId
    algorithm: Literal["Ed25519"]
    public_key: Hash
    created_at: Moment
    revoked_at: Moment | None = None


class KeySet(Struct, frozen=True):
    """Every public key that has signed here, oldest first; the newest signs now unless it is revoked.

    It is empty for an operator without keys.
    """

    keys: Annotated[tuple[PublicKey, ...], Meta(max_length=MAX_KEYS)]


class OwnKey(PublicKey, frozen=True, kw_only=True):
    """One of the operator's keys; only the newest has its secret half (hex)."""

    secret_key: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""

    def __repr__(self) -> str:
        return f"OwnKey(key_id={self.key_id!r})"

    @property
    def public(self) -> PublicKey:
        """The published part of the key."""
        return PublicKey(
            key_id=self.key_id,
            algorithm=self.algorithm,
            public_key=self.public_key,
            created_at=self.created_at,
            revoked_at=self.revoked_at,
        )


class OwnKeys(Struct, frozen=True):
    """The operator's keys, oldest first."""

    keys: Annotated[tuple[OwnKey, ...], Meta(max_length=MAX_KEYS)] = ()

    @property
    def signer(self) -> Signer:
        """The signer with the newest key; `NO_SIGNER` if that key lacks its secret or is revoked."""
        revoked = _ids_of_revoked(self.keys)
        if not self.keys or not self.keys[-1].secret_key or self.keys[-1].key_id in revoked:
            return NO_SIGNER
        return replace(signer_of(bytes.fromhex(self.keys[-1].secret_key)), revoked=revoked)

    @property
    def published(self) -> KeySet:
        """The public halves."""
        return KeySet(tuple(one.public for one in self.keys))

    def with_new_key(self, moment: datetime) -> OwnKeys:
        """Returns these keys and a new one that signs from now on; the other keys lose their secrets."""
        secret = new_secret()
        public = public_of(secret)
        made = OwnKey(
            key_id=key_id_of(public),
            algorithm="Ed25519",
            public_key=public.hex(),
            created_at=moment,
            secret_key=secret.hex(),
        )
        return OwnKeys((*(replace(one, secret_key="") for one in self.keys), made))

    def with_revoked_key(self, key_id: str, moment: datetime) -> OwnKeys:
        """Returns these keys with one key revoked and its secret removed; raises `BadKeys` if it is unknown."""
        if key_id not in {one.key_id for one in self.keys}:
            raise BadKeys(f"There is no key {key_id}; `chronik admin keys list` lists the keys.")
        return OwnKeys(
            tuple(
                replace(one, revoked_at=one.revoked_at or moment, secret_key="") if one.key_id == key_id else one
                for one in self.keys
            )
        )

    def supersedes(self, other: OwnKeys) -> bool:
        """Returns whether these keys can replace `other` without losing a key, a revocation or the signing secret."""
        revoked, signs = _ids_of_revoked(self.keys), other.signer.key_id
        return (
            {one.key_id for one in other.keys} <= {one.key_id for one in self.keys}
            and _ids_of_revoked(other.keys) <= revoked
            and (not signs or signs in revoked or bool(self.signer.key_id))
        )


def load_keys(settings: Settings) -> OwnKeys:
    """Reads the keys from the file that the settings name; raises `BadKeys`. The default file may be absent."""
    keys = read_keys(settings.keys_file)
    if settings.keys is not None and not keys.keys:
        raise BadKeys(f"There is no key in {settings.keys} (CHRONIK_KEYS); `chronik admin keys create` creates one.")
    return keys


def read_keys(path: Path) -> OwnKeys:
    """Reads the keys from a file; returns none if the file does not exist. Raises `BadKeys`."""
    try:
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return OwnKeys()
    except OSError as error:
        raise BadKeys(f"The file {path} cannot be read: {error.strerror}.") from error
    try:
        keys = msgspec.json.decode(content, type=OwnKeys)
    except msgspec.DecodeError as error:
        raise BadKeys(f"The file {path} is not a file of keys.") from error
    _check(keys.keys)
    if any(one.secret_key for one in keys.keys) and mode & OTHERS:
        raise BadKeys(
            f"The file {path} holds a secret, but other users can access it (mode {mode:o}): `chmod 600 {path}`."
        )
    if any(one.secret_key and public_of(bytes.fromhex(one.secret_key)).hex() != one.public_key for one in keys.keys):
        raise BadKeys(f"The file {path} holds a secret that does not belong to its key.")
    return keys


def write_keys(path: Path, keys: OwnKeys) -> None:
    """Writes a file of keys atomically, readable by its owner only; raises `BadKeys`."""
    partial = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(file, "wb") as opened:
                opened.write(msgspec.json.format(msgspec.json.encode(keys), indent=1) + b"\n")
                opened.flush()
                os.fsync(opened.fileno())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
        _sync(path.parent)
    except FileExistsError:
        raise BadKeys(
            f"The file {partial} exists: another process is making a key. If it was stopped, remove the file."
        ) from None
    except OSError as error:
        raise BadKeys(f"The file {path} cannot be written: {error.strerror}.") from error


def _sync(folder: Path) -> None:
    """Flushes a folder's entries to disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def read_keyring(content: bytes) -> Keyring:
    """Parses a published set of keys, for verification; raises `BadKeys`."""
    try:
        keys = msgspec.json.decode(content, type=KeySet).keys
    except msgspec.DecodeError as error:
        raise BadKeys("This is not a set of public keys.") from error
    _check(keys)
    return Keyring({one.key_id: bytes.fromhex(one.public_key) for one in keys}, is_valid, _ids_of_revoked(keys))


def _ids_of_revoked(keys: Sequence[PublicKey]) -> frozenset[str]:
    """Returns the ids of the revoked keys; if the set has a key twice, one revocation is enough."""
    return frozenset(one.key_id for one in keys if one.revoked_at is not None)


def _check(keys: Sequence[PublicKey]) -> None:
    """Raises `BadKeys` if the id of a key does not match its bytes."""
    for one in keys:
        if key_id_of(bytes.fromhex(one.public_key)) != one.key_id:
            raise BadKeys(f"The id {one.key_id} does not match its key.")
