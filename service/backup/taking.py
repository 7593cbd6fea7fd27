"""Takes a backup while the service runs.



SQL is copied first and the log second, so that the copied log is never older than the tables.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from chronik.domain.engine.proof.archive import BadArchive, unpack
from chronik.service.backup.manifest import BadBackup, FileFacts, Manifest, Missing, NewFile, write_manifest
from chronik.service.cold.archive_rows import ArchiveRow
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import SUFFIX, object_name
from chronik.service.log.copies import check_is_restored
from chronik.service.log.heartbeats import Heartbeats
from chronik.service.log.keys import Item
from chronik.service.log.outcomes import Damaged, is_newer
from chronik.service.log.retry import retry_until_available
from chronik.service.log.store import LogStore
from chronik.service.running.clock import milliseconds
from chronik.service.running.settings import Settings
from chronik.service.signing.keys import read_keys
from chronik.service.sql.copies import MATCHES, snapshot
from chronik.service.sql.database import Records

NOTED = str(ArchiveRow.__tablename__)
LOGS, BEATS, KEYS, TABLES, ARCHIVES = "logs", "beats.json", "keys.json", "sql", "archives"

encode_row = msgspec.json.Encoder(order="sorted").encode
encode = msgspec.msgpack.Encoder().encode


class KeptLog(Struct, frozen=True, array_like=True):
    """A match in a backup: its secret, and the items of its log."""

    match: str
    secret: bytes
    items: tuple[Item, ...]


class KeptArchive(Struct, frozen=True, array_like=True):
    """The archive of a match in a backup."""

    match: str
    file: bytes


class Books(Struct, frozen=True):
    """The copied database: its migration, the rows by table, and the version of each match in it.

    `archived` lists the matches that have a registered archive.
    """

    revision: str
    tables: Mapping[str, int]
    matches: Mapping[str, int]
    archived: frozenset[str]


class Logs(Struct, frozen=True):
    """The copied log: the version of each match, and the matches that could not be copied."""

    matches: Mapping[str, int]
    missing: tuple[Missing, ...]


class Archived(Struct, frozen=True):
    """The matches that have an archive, and those whose archive could not be copied."""

    matches: frozenset[str]
    missing: tuple[Missing, ...] = ()


def encode_frame(kept: KeptLog | KeptArchive) -> bytes:
    """Encodes one match for a file that holds many: its length in 8 bytes, then its bytes."""
    frame = encode(kept)
    return len(frame).to_bytes(8, "big") + frame


async def take_backup(
    settings: Settings, url: str, folder: Path, on_match: Callable[[], None] = lambda: None
) -> Manifest:
    """Copies everything that the settings name into a new folder, with the log from the server at `url`.

    Raises `BadBackup`, `NoDatabase`, `Unsupported`, `Unavailable`. An interrupted backup has no manifest.
    """
    _create_folder(folder)
    files: dict[str, FileFacts] = {}
    begun = milliseconds()
    records, store = Records(settings.database_url), LogStore(url, timeout=30)
    try:
        await retry_until_available(partial(_check_is_whole, store))
        books = await _copy_records(records, folder, files)
        logs = await _copy_logs(store, folder, files, on_match)
        with NewFile(folder, BEATS) as file:
            file.write(msgspec.json.encode(await Heartbeats(store).all()))
        files[BEATS] = file.facts
        objects = Objects(settings.archives)
        if isinstance(settings.archives, Path):
            archives = await copy_archives(objects, folder, files)
        else:
            archives = await _find_in_bucket(objects, books, logs)
    finally:
        await records.close()
        await store.close()
    _copy_keys(settings, folder, files)
    manifest = Manifest(
        chronik=version("chronik"),
        at=begun,
        revision=books.revision,
        tables=books.tables,
        matches=len(logs.matches),
        entries=sum(logs.matches.values()),
        missing=_find_missing(books, logs, archives),
        archives=len(archives.matches),
        archives_at="" if isinstance(settings.archives, Path) else settings.archives,
        files=files,
    )
    write_manifest(folder, manifest)
    return manifest


async def _check_is_whole(store: LogStore) -> None:
    await check_is_restored(await store.servers())


def _create_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadBackup(f"The folder {folder} is not empty; use a new folder for each backup.")
        os.chmod(folder, 0o700)
    except OSError as error:
        raise BadBackup(f"The folder {folder} cannot be created: {error.strerror}.") from error


async def _copy_records(records: Records, folder: Path, files: dict[str, FileFacts]) -> Books:
    counts: dict[str, int] = {}
    matches: dict[str, int] = {}
    archived = set[str]()
    async with snapshot(records) as taken:
        for table in taken.tables:
            counts[table.name] = 0
            with NewFile(folder, f"{TABLES}/{table.name}.jsonl") as file:
                async for row in taken.rows(table):
                    file.write(encode_row(row) + b"\n")
                    counts[table.name] += 1
                    if table.name == MATCHES:
                        matches[row["id"]] = row["version"]
                    elif table.name == NOTED and row["archived_at"] is not None:
                        archived.add(row["match"])
            files[file.name] = file.facts
    return Books(taken.revision, counts, matches, frozenset(archived))


async def _copy_logs(store: LogStore, folder: Path, files: dict[str, FileFacts], on_match: Callable[[], None]) -> Logs:
    matches: dict[str, int] = {}
    missing: list[Missing] = []
    with NewFile(folder, LOGS) as file:
        async for match in store.matches():
            try:
                tail, secret = await retry_until_available(partial(store.read_log, match))
            except Damaged as damaged:
                missing.append(Missing(match, damaged.problem))
                continue
            if not tail.items:
                continue  # it was removed after its name was read
            if secret is None:
                missing.append(Missing(match, "its secret is missing"))
                continue
            file.write(encode_frame(KeptLog(match, secret, tail.items)))
            matches[match] = tail.last
            on_match()
    files[LOGS] = file.facts
    return Logs(matches, tuple(missing))


async def copy_archives(objects: Objects, folder: Path, files: dict[str, FileFacts]) -> Archived:
    """Copies the archives in a directory; call it after copying the log, to include matches that have left the log."""
    matches, missing = set[str](), list[Missing]()
    with NewFile(folder, ARCHIVES) as file:
        async for name in objects.names():
            match, content = name.rpartition("/")[2].removesuffix(SUFFIX), await objects.get(name)
            if content is None or name != object_name(match):
                continue
            try:
                unpack(content)
            except BadArchive as bad:
                if not is_newer(bad.pinned):
                    missing.append(Missing(match, f"its archive is invalid: {bad}"))
                    continue
            file.write(encode_frame(KeptArchive(match, content)))
            matches.add(match)
    files[ARCHIVES] = file.facts
    return Archived(frozenset(matches), tuple(missing))


async def _find_in_bucket(objects: Objects, books: Books, logs: Logs) -> Archived:
    """Returns the matches that have an archive in the bucket; it looks there only for unregistered archives."""
    there = set(books.archived)
    for match, last in books.matches.items():
        if match not in there and logs.matches.get(match, 0) < last and await objects.get(object_name(match)):
            there.add(match)
    return Archived(frozenset(there))


def _find_missing(books: Books, logs: Logs, archives: Archived) -> tuple[Missing, ...]:
    """Returns the matches with more entries in the database than in the log and the archives, which were copied later.

    A match that is damaged in the log counts as missing unless it has an archive, and vice versa.
    """
    unread = {one.match: one.why for one in (*archives.missing, *logs.missing)}
    short = {
        match: f"the database knows {last} entries, and its log has {logs.matches.get(match, 0)}"
        for match, last in books.matches.items()
        if logs.matches.get(match, 0) < last
    }
    short |= {match: "its archive is missing" for match in books.archived if match not in logs.matches}
    return tuple(
        Missing(match, unread.get(match, why))
        for match, why in (short | unread).items()
        if match not in archives.matches and (match in short or match not in logs.matches)
    )


def _copy_keys(settings: Settings, folder: Path, files: dict[str, FileFacts]) -> None:
    if read_keys(settings.keys_file).keys:
        with NewFile(folder, KEYS) as file:
            file.write(settings.keys_file.read_bytes())
        files[KEYS] = file.facts
