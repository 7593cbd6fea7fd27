"""Restoring a backup into an empty service: the log and archives first, then SQL, by one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from service.backup.manifest import BadBackup, Manifest, listed, read_manifest
from service.backup.taking import ARCHIVES, BEATS, KEYS, LOGS, TABLES, KeptArchive, KeptLog
from service.cold.logs import Logs
from service.cold.objects import Objects
from service.cold.storage import ColdStorage, name_of
from service.log.copies import Beats
from service.log.patience import patiently
from service.log.store import LogStore
from service.matches.catalogue import Catalogue
from service.settings import Settings
from service.signing.keys import read_keys, write_keys
from service.sql.copies import check_is_empty, refilled
from service.sql.database import Records
from service.sql.migrations.steps import steps
from service.workers.bookkeeper import Bookkeeper

decode_log = msgspec.msgpack.Decoder(KeptLog).decode
decode_archive = msgspec.msgpack.Decoder(KeptArchive).decode
decode_row = msgspec.json.Decoder(dict[str, Any]).decode


def checked_backup(folder: Path, *, without_missing: bool = False) -> Manifest:
    """The manifest of a backup that can be restored; raises `BadBackup`."""
    manifest = read_manifest(folder)
    if manifest.missing and not without_missing:
        lost = listed(one.match for one in manifest.missing)
        raise BadBackup(f"The backup {folder} misses matches: {lost} not in it; --without-missing restores all others.")
    if manifest.revision not in steps():
        raise BadBackup(f"The backup {folder} was made by a newer Chronik than this one ({manifest.chronik}).")
    return manifest


async def restore(
    settings: Settings, url: str, folder: Path, manifest: Manifest, on_match: Callable[[], None] = lambda: None
) -> None:
    """Puts back everything that a checked backup holds, the log into the server at `url`.

    Raises `BadBackup` before anything was written where something is there already, and afterwards where what was put
    back is not what the manifest counts; `Unreachable` where the archives cannot be asked.
    """
    records, store = Records(settings.database_url), LogStore(url, timeout=30)
    try:
        await _check_is_empty(settings, records, store, folder, manifest)
        await store.mark_restoring()
        _restore_keys(settings, folder, manifest)
        await _restore_logs(store, folder, manifest, on_match)
        if ARCHIVES in manifest.files:
            await _restore_archives(settings, folder, manifest)
        await store.put_beats_back(msgspec.json.decode((folder / BEATS).read_bytes(), type=Beats))
        await _restore_records(records, folder, manifest)
        await _take_in_archives(settings, records, store)
        await store.unmark_restoring()
    finally:
        await records.close()
        await store.close()


async def _check_is_empty(
    settings: Settings, records: Records, store: LogStore, folder: Path, manifest: Manifest
) -> None:
    await store.durability()
    await store.check_is_restored()
    await store.check_is_ours()
    async for _ in store.matches():
        raise BadBackup("There are matches in the log already; restore into an empty one.")
    await check_is_empty(records, manifest.revision)
    if isinstance(settings.archives, Path):
        if manifest.archives_at:
            raise BadBackup(
                f"The archives of this backup are in {manifest.archives_at}; name that in CHRONIK_ARCHIVE_URL, or for "
                "a drill a copy of it."
            )
        async for name in Objects(settings.archives).names():
            raise BadBackup(f"There are archives in {settings.archives} already ({name}); restore into an empty one.")
    else:
        await Objects(settings.archives).check_is_there()
    here = read_keys(settings.keys_file)
    if KEYS in manifest.files and here.keys and here != read_keys(folder / KEYS):
        raise BadBackup(f"There are other keys in {settings.keys_file}; move them away first.")


def logs(folder: Path) -> Iterator[KeptLog]:
    """The logs in a backup, one after the other."""
    return map(decode_log, _frames(folder / LOGS))


def _frames(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while size := file.read(8):
            yield file.read(int.from_bytes(size, "big"))


async def _restore_logs(store: LogStore, folder: Path, manifest: Manifest, on_match: Callable[[], None]) -> None:
    versions: dict[str, int] = {}
    for kept in logs(folder):
        await store.put_back(kept.match, kept.secret, kept.items)
        versions[kept.match] = kept.items[-1].version
        on_match()
    if (len(versions), sum(versions.values())) != (manifest.matches, manifest.entries):
        raise BadBackup(
            f"The backup {folder} is not whole. Matches: {len(versions)} of {manifest.matches}, "
            f"entries: {sum(versions.values())} of {manifest.entries}."
        )
    wrong = [match async for match in store.matches() if match not in versions or await store.fsck(match)]
    if wrong:
        raise BadBackup(f"What was put back is not sound: {listed(wrong)} not as it was written.")


def _restore_keys(settings: Settings, folder: Path, manifest: Manifest) -> None:
    """Writes the keys, unless they are there: on Kubernetes they lie in a secret, where nothing can be written."""
    if KEYS in manifest.files and (kept := read_keys(folder / KEYS)) != read_keys(settings.keys_file):
        write_keys(settings.keys_file, kept)


async def _restore_archives(settings: Settings, folder: Path, manifest: Manifest) -> None:
    objects, count = Objects(settings.archives), 0
    for kept in map(decode_archive, _frames(folder / ARCHIVES)):
        if await objects.get(name_of(kept.match)) not in (None, kept.file):
            raise BadBackup(f"There is another archive of match {kept.match} already, which is left as it is.")
        await objects.put(name_of(kept.match), kept.file)
        count += 1
    if count != manifest.archives:
        raise BadBackup(f"The backup {folder} holds {count} archives, and should hold {manifest.archives}.")


async def _restore_records(records: Records, folder: Path, manifest: Manifest) -> None:
    async with refilled(records, manifest.revision) as refilling:
        for name in refilling.tables:
            if name not in manifest.tables:
                raise BadBackup(f"The backup {folder} has no rows of the table {name}.")
            with (folder / TABLES / f"{name}.jsonl").open("rb") as file:
                put = await refilling.put(name, map(decode_row, file))
            if put != manifest.tables[name]:
                raise BadBackup(f"The backup {folder} has {put} {name}, and should have {manifest.tables[name]}.")


async def _take_in_archives(settings: Settings, records: Records, store: LogStore) -> None:
    """Notes and books the archives that are newer than the backup, before anybody plays on from what it has of them."""
    logs = Logs(store, ColdStorage(records, Objects(settings.archives)))
    books = Bookkeeper(store, records, Catalogue(settings.data_sets), logs=logs)
    await patiently(partial(books.take_in_archives, {match async for match in store.matches()}))
