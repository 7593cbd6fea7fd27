"""The operator's keys: the set of public keys that is published, and the file that holds the secret of the newest.

The file is such a set too, with one more field at the newest key. So a published set that was saved can take the place
of a file that was lost, and old keys stay published.
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

from domain.engine.proof.signature import NO_SIGNER, Keyring, Signer, key_id_of
from service.clock import Moment
from service.problems.ids import Hash
from service.sentence import Sentence
from service.settings import Settings
from service.signing.ed25519 import is_valid, new_secret, public_of, signer_of

KeyId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
MAX_KEYS = 1_000
MAX_BYTES = 1 << 20
OTHERS = stat.S_IRWXO | stat.S_IWGRP
"""What nobody else may do with a file that holds a secret."""


class BadKeys(Sentence):
    """Keys cannot be used; the sentence says why."""


class PublicKey(Struct, frozen=True, kw_only=True):
    """A public key (hex), its name, which is the first 8 bytes of its SHA-256, and when it was made."""

    key_id: KeyId
    algorithm: Literal["Ed25519"]
    public_key: Hash
    created_at: Moment


class KeySet(Struct, frozen=True):
    """Every public key that signed here, from the oldest to the newest, which signs now. Without a key it is empty."""

    keys: Annotated[tuple[PublicKey, ...], Meta(max_length=MAX_KEYS)]


class OwnKey(PublicKey, frozen=True, kw_only=True, omit_defaults=True):
    """A key of the operator's; only the newest has its secret half (hex)."""

    secret_key: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""

    def __repr__(self) -> str:
        return f"OwnKey(key_id={self.key_id!r})"

    @property
    def public(self) -> PublicKey:
        """What of it is published."""
        return PublicKey(
            key_id=self.key_id, algorithm=self.algorithm, public_key=self.public_key, created_at=self.created_at
        )


class OwnKeys(Struct, frozen=True):
    """The operator's keys, from the oldest to the newest."""

    keys: Annotated[tuple[OwnKey, ...], Meta(max_length=MAX_KEYS)] = ()

    @property
    def signer(self) -> Signer:
        """Who signs: the newest key, where there is one with its secret."""
        if not self.keys or not self.keys[-1].secret_key:
            return NO_SIGNER
        return signer_of(bytes.fromhex(self.keys[-1].secret_key))

    @property
    def published(self) -> KeySet:
        """The public halves."""
        return KeySet(tuple(one.public for one in self.keys))

    def with_new_key(self, moment: datetime) -> OwnKeys:
        """These keys and a new one, which signs from now on; the secrets of the others are forgotten."""
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


def load_keys(settings: Settings) -> OwnKeys:
    """The keys of the file that the settings name; raises `BadKeys`. A file that no setting names may be absent."""
    keys = read_keys(settings.keys_file)
    if settings.keys is not None and not keys.keys:
        raise BadKeys(f"There is no key in {settings.keys} (CHRONIK_KEYS); `chronik admin keys create` makes one.")
    return keys


def read_keys(path: Path) -> OwnKeys:
    """The keys of a file; none where there is no file. Raises `BadKeys`."""
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
        raise BadKeys(f"The file {path} holds no keys.") from error
    _check(keys.keys)
    if any(one.secret_key for one in keys.keys) and mode & OTHERS:
        raise BadKeys(
            f"The file {path} holds a secret, and others have access to it (mode {mode:o}); `chmod 600 {path}`."
        )
    if any(one.secret_key and public_of(bytes.fromhex(one.secret_key)).hex() != one.public_key for one in keys.keys):
        raise BadKeys(f"The file {path} holds a secret that does not belong to its key.")
    return keys


def write_keys(path: Path, keys: OwnKeys) -> None:
    """Writes a file of keys, whole or not at all, for its owner alone; raises `BadKeys`."""
    beside = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(file, "wb") as opened:
                opened.write(msgspec.json.format(msgspec.json.encode(keys), indent=1) + b"\n")
                opened.flush()
                os.fsync(opened.fileno())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
        _sync(path.parent)
    except FileExistsError:
        raise BadKeys(
            f"There is a file {beside}: somebody else is making a key, or was stopped; then remove it."
        ) from None
    except OSError as error:
        raise BadKeys(f"The file {path} cannot be written: {error.strerror}.") from error


def _sync(folder: Path) -> None:
    """Makes sure that the names in a folder are on disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def read_keyring(content: bytes) -> Keyring:
    """The keys of a published set, for somebody who verifies; raises `BadKeys`."""
    try:
        keys = msgspec.json.decode(content, type=KeySet).keys
    except msgspec.DecodeError as error:
        raise BadKeys("This is no set of public keys.") from error
    _check(keys)
    return Keyring({one.key_id: bytes.fromhex(one.public_key) for one in keys}, is_valid)


def _check(keys: Sequence[PublicKey]) -> None:
    for one in keys:
        if key_id_of(bytes.fromhex(one.public_key)) != one.key_id:
            raise BadKeys(f"The key {one.key_id} has another name than its bytes give it.")
