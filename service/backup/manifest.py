"""The manifest of a backup: its contents in numbers, and the hash of each file. It is written last.

A folder without a manifest, or with files that differ from those it lists, is not a valid backup.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta, Struct

from chronik.service.running.user_error import UserError
from chronik.service.web.problems.ids import Hash

NAME = "manifest.json"
PIECE = 1 << 20


class BadBackup(UserError):
    """The error if a backup cannot be taken or used; the message says why."""


class FileFacts(Struct, frozen=True):
    """The size of a file in bytes, and its SHA-256."""

    size: int
    sha256: Hash


class Missing(Struct, frozen=True):
    """A match that the backup should contain but does not, and the reason."""

    match: str
    why: str


class Manifest(Struct, frozen=True, kw_only=True):
    """The contents of a backup: rows by table, matches with their entries, archives, and files by path.

    `revision` is the migration that its tables have reached; `at` is when the backup started, in milliseconds since
    1970. `archives_at` is the bucket in which the archives remain; it is empty if they were copied.
    """

    format: Literal["chronik-backup/1"] = "chronik-backup/1"
    chronik: str
    at: int
    revision: str
    tables: Mapping[str, int]
    matches: int
    entries: int
    missing: tuple[Missing, ...] = ()
    archives: int = 0
    archives_at: str = ""
    files: Mapping[Annotated[str, Meta(pattern=r"^([a-z0-9_]+/)*[a-z0-9_]+(\.[a-z0-9]+)?$")], FileFacts]

    @property
    def summary(self) -> str:
        """Returns a sentence that counts the contents."""
        rows = sum(self.tables.values())
        return (
            f"matches: {self.matches}, entries: {self.entries}, archives: {self.archives}, "
            f"rows of {len(self.tables)} tables: {rows}"
        )


class NewFile:
    """A new file of a backup: readable by its owner only, hashed while it is written, and synced when complete."""

    def __init__(self, folder: Path, name: str) -> None:
        path = folder / name
        self.name = name
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
        except OSError as error:
            raise self._write_error(error) from error
        self._digest, self._size = hashlib.sha256(), 0

    def write(self, content: bytes) -> None:
        """Appends to the file. Raises `BadBackup`."""
        try:
            self._file.write(content)
        except OSError as error:
            raise self._write_error(error) from error
        self._digest.update(content)
        self._size += len(content)

    @property
    def facts(self) -> FileFacts:
        return FileFacts(self._size, self._digest.hexdigest())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        try:
            with self._file:
                if kind is None:
                    self._file.flush()
                    os.fsync(self._file.fileno())
        except OSError as error:
            if kind is None:
                raise self._write_error(error) from error

    def _write_error(self, error: OSError) -> BadBackup:
        return BadBackup(f"The file {self.name} of the backup cannot be written: {error.strerror}.")


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Checks all files of a backup by reading them, and writes its manifest, whole or not at all."""
    check_files(folder, manifest.files)
    for inside in {folder, *((folder / name).parent for name in manifest.files)}:
        _sync(inside)
    with NewFile(folder, f"{NAME}.part") as file:
        file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
    (folder / f"{NAME}.part").replace(folder / NAME)
    _sync(folder)
    _sync(folder.absolute().parent)


def read_manifest(folder: Path) -> Manifest:
    """Returns the manifest of a complete backup after checking its files; raises `BadBackup`."""
    try:
        content = (folder / NAME).read_bytes()
    except FileNotFoundError:
        raise BadBackup(
            f"The folder {folder} is not a complete backup: {NAME}, which is written last, is missing."
        ) from None
    except OSError as error:
        raise BadBackup(f"The file {folder / NAME} cannot be read: {error.strerror}.") from error
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
    except msgspec.DecodeError as error:
        raise BadBackup(
            f"The file {folder / NAME} is not a manifest that this version of Chronik can read ({error})."
        ) from error
    check_files(folder, manifest.files)
    return manifest


def check_files(folder: Path, files: Mapping[str, FileFacts]) -> None:
    """Raises `BadBackup` if a file is missing or has changed."""
    lost = [name for name in files if not (folder / name).is_file()]
    if lost:
        raise BadBackup(f"The backup {folder} is damaged: {join_names(lost)} missing. Use another backup.")
    altered = [name for name, facts in files.items() if facts != facts_of(folder / name)]
    if altered:
        raise BadBackup(
            f"The backup {folder} is damaged: {join_names(altered)} different from the manifest. Use another backup."
        )


def facts_of(path: Path) -> FileFacts:
    """Returns the size and hash of a file on the disk."""
    digest, size = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            while piece := file.read(PIECE):
                digest.update(piece)
                size += len(piece)
    except OSError as error:
        raise BadBackup(f"The file {path} cannot be read: {error.strerror}.") from error
    return FileFacts(size, digest.hexdigest())


def join_names(names: Iterable[str], most: int = 5) -> str:
    """Joins the first names of a list and the number of the others, and adds "is" or "are"."""
    found = list(names)
    shown = ", ".join(found[:most]) + (f" and {len(found) - most} more" if len(found) > most else "")
    return f"{shown} {'is' if len(found) == 1 else 'are'}"


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
