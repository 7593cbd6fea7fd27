"""Taking a backup while a service runs: SQL first, the log second, so that no log is behind what was made of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from service.backup.manifest import BadBackup, FileFacts, Manifest, Missing, NewFile, write_manifest
from service.clock import milliseconds
from service.log.keys import Item
from service.log.outcomes import Damaged
from service.log.store import LogStore
from service.settings import Settings
from service.signing.keys import read_keys
from service.sql.copies import MATCHES, snapshot
from service.sql.database import Records

LOGS, BEATS, KEYS, TABLES = "logs", "beats.json", "keys.json", "sql"
LONGEST_FRAME = 1 << 30

encode_row = msgspec.json.Encoder(order="sorted").encode
encode_log = msgspec.msgpack.Encoder().encode


class KeptLog(Struct, frozen=True, array_like=True):
    """A match in a backup: its secret, and the items of its log."""

    match: str
    secret: bytes
    items: tuple[Item, ...]


class Books(Struct, frozen=True):
    """What was copied of the database: its step, rows by table, and the version of each match that it knows."""

    revision: str
    tables: Mapping[str, int]
    matches: Mapping[str, int]


class Logs(Struct, frozen=True):
    """What was copied of the log: the version of each match, and those that could not be."""

    matches: Mapping[str, int]
    missing: tuple[Missing, ...]


async def take_backup(
    settings: Settings, url: str, folder: Path, on_match: Callable[[], None] = lambda: None
) -> Manifest:
    """Copies everything that the settings name, the log from the server at `url`, into a new folder.

    Raises `BadBackup`, `NoDatabase`, Unavailable. A folder that was left half-done has no manifest.
    """
    _make(folder)
    files: dict[str, FileFacts] = {}
    begun = milliseconds()
    records, store = Records(settings.database_url), LogStore(url, timeout=30)
    try:
        books = await _copy_records(records, folder, files)
        logs = await _copy_logs(store, folder, files, on_match)
        with NewFile(folder, BEATS) as file:
            file.write(msgspec.json.encode(await store.beats()))
        files[BEATS] = file.facts
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
        missing=(*logs.missing, *_behind(books, logs)),
        files=files,
    )
    write_manifest(folder, manifest)
    return manifest


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadBackup(f"{folder} is not empty; name a new folder for each backup.")
        os.chmod(folder, 0o700)
    except OSError as error:
        raise BadBackup(f"The folder {folder} cannot be made: {error.strerror}.") from error


async def _copy_records(records: Records, folder: Path, files: dict[str, FileFacts]) -> Books:
    counts: dict[str, int] = {}
    matches: dict[str, int] = {}
    async with snapshot(records) as taken:
        for table in taken.tables:
            counts[table.name] = 0
            with NewFile(folder, f"{TABLES}/{table.name}.jsonl") as file:
                async for row in taken.rows(table):
                    file.write(encode_row(row) + b"\n")
                    counts[table.name] += 1
                    if table.name == MATCHES:
                        matches[row["id"]] = row["version"]
            files[file.name] = file.facts
    return Books(taken.revision, counts, matches)


async def _copy_logs(store: LogStore, folder: Path, files: dict[str, FileFacts], on_match: Callable[[], None]) -> Logs:
    matches: dict[str, int] = {}
    missing: list[Missing] = []
    with NewFile(folder, LOGS) as file:
        async for match in store.matches():
            try:
                tail, secret = await store.whole(match)
            except Damaged as damaged:
                missing.append(Missing(match, damaged.problem))
                continue
            if not tail.items:
                continue  # it has gone since its name was read
            if secret is None:
                missing.append(Missing(match, "its secret is missing"))
                continue
            frame = encode_log(KeptLog(match, secret, tail.items))
            file.write(len(frame).to_bytes(8, "big") + frame)
            matches[match] = tail.last
            on_match()
    files[LOGS] = file.facts
    return Logs(matches, tuple(missing))


def _behind(books: Books, logs: Logs) -> tuple[Missing, ...]:
    """The matches whose logs do not hold what the database has made of them; the log was copied after it."""
    known = {one.match for one in logs.missing}
    return tuple(
        Missing(match, f"the database knows {version} entries, and its log has {logs.matches.get(match, 0)}")
        for match, version in books.matches.items()
        if match not in known and logs.matches.get(match, 0) < version
    )


def _copy_keys(settings: Settings, folder: Path, files: dict[str, FileFacts]) -> None:
    if read_keys(settings.keys_file).keys:
        with NewFile(folder, KEYS) as file:
            file.write(settings.keys_file.read_bytes())
        files[KEYS] = file.facts
