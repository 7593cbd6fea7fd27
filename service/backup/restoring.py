"""Restores a backup into an empty service: first the log and archives, then the database in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from chronik.domain.engine.proof.archive import BadArchive, sign, unpack
from chronik.domain.log.signature import NO_SIGNER
from chronik.service.backup.manifest import BadBackup, Manifest, join_names, read_manifest
from chronik.service.backup.taking import ARCHIVES, BEATS, KEYS, LOGS, TABLES, KeptArchive, KeptLog
from chronik.service.cold.logs import Logs
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import ColdStorage, object_name
from chronik.service.log.copies import check_is_restored, mark_restoring, put_back, unmark_restoring
from chronik.service.log.durability import check_is_ours, durability
from chronik.service.log.heartbeats import Beats, Heartbeats
from chronik.service.log.retry import retry_until_available
from chronik.service.log.store import LogStore
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.catalogue import Catalogue
from chronik.service.running.settings import Settings
from chronik.service.signing.keys import read_keys, write_keys
from chronik.service.sql.copies import check_is_empty, refill
from chronik.service.sql.database import Records
from chronik.service.sql.migrations.steps import steps

decode_log = msgspec.msgpack.Decoder(KeptLog).decode
decode_archive = msgspec.msgpack.Decoder(KeptArchive).decode
decode_row = msgspec.json.Decoder(dict[str, Any]).decode


def check_backup(folder: Path, *, without_missing: bool = False) -> Manifest:
    """Returns the manifest of a backup that can be restored; raises `BadBackup`."""
    manifest = read_manifest(folder)
    if manifest.missing and not without_missing:
        lost = join_names(one.match for one in manifest.missing)
        raise BadBackup(
            f"The backup {folder} is incomplete: {lost} missing. --without-missing restores all other matches."
        )
    if manifest.revision not in steps():
        raise BadBackup(f"The backup {folder} was taken by a newer Chronik ({manifest.chronik}); update Chronik first.")
    return manifest


async def restore(
    settings: Settings, url: str, folder: Path, manifest: Manifest, on_match: Callable[[], None] = lambda: None
) -> None:
    """Restores everything in a checked backup, with the log into the server at `url`.

    Raises `BadBackup` before writing anything if the service is not empty, and at the end if the restored numbers
    differ from the manifest. Raises `Unreachable` if the archives cannot be reached.
    """
    records, store = Records(settings.database_url), LogStore(url, timeout=30)
    try:
        await _check_is_empty(settings, records, store, folder, manifest)
        await mark_restoring(await store.servers())
        _restore_keys(settings, folder, manifest)
        await _restore_logs(store, folder, manifest, on_match)
        if ARCHIVES in manifest.files:
            await _restore_archives(settings, folder, manifest)
        await Heartbeats(store).put_back(msgspec.json.decode((folder / BEATS).read_bytes(), type=Beats))
        await restore_records(records, folder, manifest)
        await _take_in_archives(settings, records, store)
        await unmark_restoring(await store.servers())
    finally:
        await records.close()
        await store.close()


async def _check_is_empty(
    settings: Settings, records: Records, store: LogStore, folder: Path, manifest: Manifest
) -> None:
    servers = await store.servers()
    await durability(servers)
    await check_is_restored(servers)
    await check_is_ours(servers)
    async for _ in store.matches():
        raise BadBackup("The log already contains matches; restore into an empty log.")
    await check_is_empty(records, manifest.revision)
    if isinstance(settings.archives, Path):
        if manifest.archives_at:
            raise BadBackup(
                f"The archives of this backup are in {manifest.archives_at}. Set CHRONIK_ARCHIVE_URL to that "
                "bucket, or for a drill to a copy of it."
            )
        async for name in Objects(settings.archives).names():
            raise BadBackup(f"{settings.archives} already contains archives ({name}); restore into an empty directory.")
    else:
        await Objects(settings.archives).check_exists()
    here = read_keys(settings.keys_file)
    if KEYS in manifest.files and here.keys and not here.supersedes(read_keys(folder / KEYS)):
        raise BadBackup(f"{settings.keys_file} contains other keys; move it away first.")


def logs(folder: Path) -> Iterator[KeptLog]:
    """Yields the logs in a backup."""
    return map(decode_log, _frames(folder / LOGS))


def _frames(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while size := file.read(8):
            yield file.read(int.from_bytes(size, "big"))


async def _restore_logs(store: LogStore, folder: Path, manifest: Manifest, on_match: Callable[[], None]) -> None:
    versions: dict[str, int] = {}
    for kept in logs(folder):
        await put_back(await store.servers(), kept.match, kept.secret, kept.items)
        versions[kept.match] = kept.items[-1].version
        on_match()
    if (len(versions), sum(versions.values())) != (manifest.matches, manifest.entries):
        raise BadBackup(
            f"The backup {folder} is not complete. Matches: {len(versions)} of {manifest.matches}, "
            f"entries: {sum(versions.values())} of {manifest.entries}."
        )
    wrong = [match async for match in store.matches() if match not in versions or await store.fsck(match)]
    if wrong:
        raise BadBackup(
            f"The restored log is damaged: {join_names(wrong)} different. Restore again into an empty service."
        )


def _restore_keys(settings: Settings, folder: Path, manifest: Manifest) -> None:
    """Writes the keys, unless the file already has them, as on Kubernetes, where the file is a read-only secret.

    A key that was revoked after the backup stays revoked.
    """
    if KEYS in manifest.files and not read_keys(settings.keys_file).supersedes(kept := read_keys(folder / KEYS)):
        write_keys(settings.keys_file, kept)


async def _restore_archives(settings: Settings, folder: Path, manifest: Manifest) -> None:
    objects, count = Objects(settings.archives), 0
    for kept in map(decode_archive, _frames(folder / ARCHIVES)):
        stored = await objects.get(object_name(kept.match))
        if stored is None:
            await objects.put(object_name(kept.match), kept.file)
        elif stored != kept.file and not _is_signed_again(stored, kept.file):
            raise BadBackup(
                f"A different archive of match {kept.match} already exists and was left unchanged. Compare both."
            )
        count += 1
    if count != manifest.archives:
        raise BadBackup(f"The backup {folder} contains {count} archives instead of {manifest.archives}.")


def _is_signed_again(stored: bytes, kept: bytes) -> bool:
    """Returns whether two files differ only in their signatures, so that the existing file may stay."""
    try:
        return sign(unpack(stored), NO_SIGNER) == sign(unpack(kept), NO_SIGNER)
    except BadArchive:
        return False


async def restore_records(records: Records, folder: Path, manifest: Manifest) -> None:
    """Fills an empty database with the rows of a backup; raises `BadBackup` if the backup lacks rows of a table."""
    async with refill(records, manifest.revision) as refilling:
        for name in refilling.tables:
            if name not in manifest.tables:
                raise BadBackup(f"The backup {folder} has no rows of the table {name}.")
            with (folder / TABLES / f"{name}.jsonl").open("rb") as file:
                put = await refilling.put(name, map(decode_row, file))
            if put != manifest.tables[name]:
                raise BadBackup(f"The backup {folder} has {put} rows of {name} instead of {manifest.tables[name]}.")


async def _take_in_archives(settings: Settings, records: Records, store: LogStore) -> None:
    """Registers archives that are newer than the backup, so that no match continues from an older log."""
    logs = Logs(store, ColdStorage(records, Objects(settings.archives)))
    books = Bookkeeper(store, records, Catalogue(settings.data_sets), logs=logs)
    await retry_until_available(partial(books.take_in_archives, {match async for match in store.matches()}))
