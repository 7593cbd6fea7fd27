"""Taking a backup while a service runs: SQL first, the log second, so that no log is behind what was made of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from domain.engine.proof.archive import BadArchive, unpack
from service.backup.manifest import BadBackup, FileFacts, Manifest, Missing, NewFile, write_manifest
from service.clock import milliseconds
from service.cold.noted import ArchiveRow
from service.cold.objects import Objects
from service.cold.storage import SUFFIX, name_of
from service.log.keys import Item
from service.log.outcomes import Damaged
from service.log.patience import patiently
from service.log.store import LogStore
from service.settings import Settings
from service.signing.keys import read_keys
from service.sql.copies import MATCHES, snapshot
from service.sql.database import Records

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
    """The archive of a match in a backup: its file."""

    match: str
    file: bytes


class Books(Struct, frozen=True):
    """What was copied of the database: its step, rows by table, and the version of each match that it knows.

    `archived` are the matches of which it notes an archive.
    """

    revision: str
    tables: Mapping[str, int]
    matches: Mapping[str, int]
    archived: frozenset[str]


class Logs(Struct, frozen=True):
    """What was copied of the log: the version of each match, and those that could not be."""

    matches: Mapping[str, int]
    missing: tuple[Missing, ...]


class Archived(Struct, frozen=True):
    """The matches that have an archive, and those whose archive could not be copied."""

    matches: frozenset[str]
    missing: tuple[Missing, ...] = ()


def framed(kept: KeptLog | KeptArchive) -> bytes:
    """One match in a file of many: how long it is, in 8 bytes, and then it itself."""
    frame = encode(kept)
    return len(frame).to_bytes(8, "big") + frame


async def take_backup(
    settings: Settings, url: str, folder: Path, on_match: Callable[[], None] = lambda: None
) -> Manifest:
    """Copies everything that the settings name, the log from the server at `url`, into a new folder.

    Raises `BadBackup`, `NoDatabase`, `Unsupported`, `Unavailable`. A folder that was left half-done has no manifest.
    """
    _make(folder)
    files: dict[str, FileFacts] = {}
    begun = milliseconds()
    records, store = Records(settings.database_url), LogStore(url, timeout=30)
    try:
        await patiently(store.check_is_restored)
        books = await _copy_records(records, folder, files)
        logs = await _copy_logs(store, folder, files, on_match)
        with NewFile(folder, BEATS) as file:
            file.write(msgspec.json.encode(await store.beats()))
        files[BEATS] = file.facts
        objects = Objects(settings.archives)
        if isinstance(settings.archives, Path):
            archives = await _copy_archives(objects, folder, files)
        else:
            archives = await _stay(objects, books, logs)
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
        missing=_behind(books, logs, archives),
        archives=len(archives.matches),
        archives_at="" if isinstance(settings.archives, Path) else settings.archives,
        files=files,
    )
    write_manifest(folder, manifest)
    return manifest


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadBackup(f"The folder {folder} is not empty; name a new folder for each backup.")
        os.chmod(folder, 0o700)
    except OSError as error:
        raise BadBackup(f"The folder {folder} cannot be made: {error.strerror}.") from error


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
                tail, secret = await patiently(partial(store.whole, match))
            except Damaged as damaged:
                missing.append(Missing(match, damaged.problem))
                continue
            if not tail.items:
                continue  # it has gone since its name was read
            if secret is None:
                missing.append(Missing(match, "its secret is missing"))
                continue
            file.write(framed(KeptLog(match, secret, tail.items)))
            matches[match] = tail.last
            on_match()
    files[LOGS] = file.facts
    return Logs(matches, tuple(missing))


async def _copy_archives(objects: Objects, folder: Path, files: dict[str, FileFacts]) -> Archived:
    """Copies the archives that lie in a directory, after the log: what has left it meanwhile is among them."""
    matches, missing = set[str](), list[Missing]()
    with NewFile(folder, ARCHIVES) as file:
        async for name in objects.names():
            match, content = name.rpartition("/")[2].removesuffix(SUFFIX), await objects.get(name)
            if content is None or name != name_of(match):
                continue
            try:
                unpack(content)
            except BadArchive as bad:
                missing.append(Missing(match, f"its archive is not whole: {bad}"))
            else:
                file.write(framed(KeptArchive(match, content)))
                matches.add(match)
    files[ARCHIVES] = file.facts
    return Archived(frozenset(matches), tuple(missing))


async def _stay(objects: Objects, books: Books, logs: Logs) -> Archived:
    """The archives that stay in a bucket; those that are not noted are looked for."""
    there = set(books.archived)
    for match, last in books.matches.items():
        if match not in there and logs.matches.get(match, 0) < last and await objects.get(name_of(match)):
            there.add(match)
    return Archived(frozenset(there))


def _behind(books: Books, logs: Logs, archives: Archived) -> tuple[Missing, ...]:
    """The matches that the database has more of than log and archives; both were copied after it.

    One that cannot be read in the log is missing, unless it has an archive; and the other way round.
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
