"""Backups: the drill, and every damaged backup that must be refused."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from redis import Redis
from sqlmodel import select

from chronik.domain.engine.proof.archive import pack, sign, unpack
from chronik.service.backup import restoring, taking
from chronik.service.backup.manifest import NAME, BadBackup, Manifest, NewFile, facts_of
from chronik.service.backup.restoring import check_backup, logs, restore
from chronik.service.backup.taking import LOGS, encode_frame, take_backup
from chronik.service.cli.cli import main
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import object_name
from chronik.service.log import retry
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.copies import check_is_restored
from chronik.service.log.durability import Unsupported
from chronik.service.log.heartbeats import Heartbeats
from chronik.service.log.keys import keys
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.server_status import read_server_statuses
from chronik.service.log.store import LogStore
from chronik.service.matches import archivist
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.matches.integrity import find_flaws
from chronik.service.matches.rebuild import rebuild
from chronik.service.running.clock import milliseconds, rfc3339
from chronik.service.running.settings import Settings
from chronik.service.signing.keys import OwnKeys, read_keys, write_keys
from chronik.service.sql.database import MatchRow, NoDatabase, PlayerRow, Records, open_records
from tests.support.engine.edits import file_by_later_version
from tests.support.engine.signers import ADA
from tests.support.engine.sittings import Sitting
from tests.support.service.apps import settings_for, until
from tests.support.service.cold import Cold
from tests.support.service.engines import Scribe
from tests.support.service.s3 import BUCKET, CALLER, s3_server
from tests.support.service.sql import migrated
from tests.support.service.stored import items_of, put, send
from tests.support.service.tables import Person, good, play_on, seated, serving

LOAD = game_loader(Catalogue({}))


def bundled_settings(data: Path) -> Settings:
    """Returns the settings of a service with the bundled Valkey and without limits."""
    return replace(settings_for("", data), redis_url=None)


@asynccontextmanager
async def open_match(url: str) -> AsyncIterator[LogStore]:
    store = LogStore(url)
    try:
        yield store
    finally:
        await store.close()


async def test_a_backup_taken_during_play_restores_to_a_service_that_continues(
    engine: BundledValkey, tmp_path: Path
) -> None:
    """Plays while the backup is taken; then restores, checks, compares, plays on and rebuilds."""
    settings, copy = bundled_settings(tmp_path / "data"), tmp_path / "copy"
    write_keys(settings.keys_file, OwnKeys().with_new_key(rfc3339(milliseconds())))
    async with serving(replace(settings, redis_url=engine.url)) as house:
        match, people = await seated(house)
        await play_on(match, people, 12)
        bots = await people[0].open("mine", "greedy")
        under_way = asyncio.create_task(play_on(match, people, 6, seed=2))
        manifest = await take_backup(settings, engine.url, copy)
        await under_way
        last = {kept.match: kept.items[-1].version for kept in logs(copy)}
        views = [await person.view(match, at=last[match]) for person in people]
    assert not manifest.missing
    assert (set(last), manifest.tables["players"]) == ({match, bots}, 2)
    assert {stat.S_IMODE(one.stat().st_mode) for one in copy.rglob("*") if one.is_file()} == {0o600}

    fresh = Settings(data=tmp_path / "new", database_url=f"sqlite+aiosqlite:///{tmp_path / 'new' / 'chronik.db'}")
    with BundledValkey.start(fresh.data) as other:
        await restore(fresh, other.url, copy, check_backup(copy))
        assert read_keys(fresh.keys_file) == read_keys(settings.keys_file)
        async with open_match(engine.url) as first, open_match(other.url) as second:
            for one in last:
                assert await find_flaws(second, one, LOAD, decide=True) == ()
                (was, secret), (now, its) = await first.read_log(one), await second.read_log(one)
                assert (secret, now.last, now.items) == (its, last[one], was.items[: len(now.items)])
            beats = await Heartbeats(second).all()
            assert beats.silences == (await Heartbeats(first).all()).silences
            assert beats.last is not None, "the time in between counts as an outage"
            with pytest.raises(BadBackup, match="log already contains matches"):
                await restore(fresh, other.url, copy, manifest)
            async with serving(replace(fresh, redis_url=other.url)) as restored:
                again = [Person(restored.client, one.player, one.token) for one in people]
                assert [await person.view(match, at=last[match]) for person in again] == views
                before = good(await again[0].get(f"/matches/{match}"))["version"]
                assert (await play_on(match, again, 1))["version"] > before
                await until(lambda: are_books_current(restored.records, second))
            records = Records(fresh.database_url)
            rebuilt = await rebuild(second, records, Catalogue({}))
            assert (rebuilt.matches, rebuilt.parked) == (2, 0)
            assert await are_books_current(records, second)
            await records.close()


async def are_books_current(records: Records, store: LogStore) -> bool:
    """Returns whether the lobby's tables agree with the logs."""
    async with records.reading() as session:
        books = {row.id: (row.version, row.head) for row in (await session.exec(select(MatchRow))).all()}
    tails = {match: await store.tail(match, 0) async for match in store.matches()}
    return books == {match: (tail.last, tail.head.hex()) for match, tail in tails.items()}


@pytest.fixture
async def copy(engine: BundledValkey, own_store: LogStore, tmp_path: Path) -> Path:
    """Returns a backup of two matches, whose batches are never decided."""
    for _ in range(2):
        await Scribe().write(own_store, 1, 2, 1)
    settings = bundled_settings(tmp_path / "data")
    await take_backup(settings, engine.url, tmp_path / "copy")
    return tmp_path / "copy"


def remove_a_match(copy: Path) -> None:
    kept = list(logs(copy))[:1]
    (copy / LOGS).write_bytes(b"".join(map(encode_frame, kept)))


def flip_a_byte(copy: Path) -> None:
    content = bytearray((copy / LOGS).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / LOGS).write_bytes(content)


def rewrite_manifest(copy: Path, change: Callable[[Manifest], Manifest]) -> None:
    manifest = msgspec.json.decode((copy / NAME).read_bytes(), type=Manifest)
    (copy / NAME).write_bytes(msgspec.json.encode(change(manifest)))


async def test_an_archive_of_a_newer_version_is_copied_and_not_reported_missing(tmp_path: Path) -> None:
    sitting, objects = Sitting(6, 2).play(), Objects(tmp_path / "archives")
    match, copy = sitting.match.id, tmp_path / "copy"
    copy.mkdir()
    await objects.put(object_name(match), file_by_later_version(sitting.archive()))
    await objects.put(object_name("0" * 32), b"no archive")
    found = await taking.copy_archives(objects, copy, {})
    assert (found.matches, [one.match for one in found.missing]) == ({match}, ["0" * 32])


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (remove_a_match, "damaged: logs is different"),
        (flip_a_byte, "damaged: logs is different"),
        (lambda copy: (copy / "sql" / "players.jsonl").unlink(), "damaged: sql/players.jsonl is missing"),
        (lambda copy: (copy / NAME).unlink(), "not a complete backup"),
        (lambda copy: (copy / NAME).write_bytes((copy / NAME).read_bytes()[:-9]), "not a manifest"),
        (lambda copy: rewrite_manifest(copy, lambda told: replace(told, revision="9999")), "a newer Chronik"),
    ],
)
async def test_a_backup_that_is_damaged_or_incomplete_is_refused(
    copy: Path, spoil: Callable[[Path], Any], word: str
) -> None:
    assert check_backup(copy).matches == 2
    spoil(copy)
    with pytest.raises(BadBackup, match=word):
        check_backup(copy)


async def test_an_interrupted_backup_is_refused(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log's server fails in the middle, and the disk is full at the end."""
    for _ in range(2):
        await Scribe().write(own_store, 1, 2)
    whole, asked = LogStore.read_log, list[str]()

    async def once(self: LogStore, match: str) -> Any:
        asked.append(match)
        if len(asked) > 1:
            raise Unavailable("it has gone")
        return await whole(self, match)

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(retry, "SECONDS", 0.0)
        patched.setattr(retry, "PAUSE", 0.0)
        patched.setattr(LogStore, "read_log", once)
        with pytest.raises(Unavailable):
            await take_backup(bundled_settings(tmp_path / "data"), engine.url, tmp_path / "cut")
        patched.setattr(LogStore, "read_log", whole)
        patched.setattr(os, "fsync", full)
        with pytest.raises(BadBackup, match="cannot be written: No space left"):
            await take_backup(bundled_settings(tmp_path / "data"), engine.url, tmp_path / "full")
    for folder in (tmp_path / "cut", tmp_path / "full"):
        assert list(folder.iterdir()) != []
        with pytest.raises(BadBackup, match="not a complete backup"):
            check_backup(folder)


def test_if_a_file_cannot_be_created_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "sql").write_bytes(b"in the way of the folder")
    with pytest.raises(BadBackup, match=r"The file sql/players\.jsonl of the backup cannot be written: File exists\."):
        NewFile(tmp_path, "sql/players.jsonl")


async def test_a_backup_that_lacks_matches_is_refused_even_if_its_hashes_are_valid(
    copy: Path, own_store: LogStore, engine: BundledValkey
) -> None:
    """The hashes in the manifest are valid."""
    remove_a_match(copy)
    rewrite_manifest(copy, lambda told: replace(told, files={**told.files, LOGS: facts_of(copy / LOGS)}))
    manifest = check_backup(copy)
    fresh = bundled_settings(copy.parent / "new")
    async for match in own_store.matches():
        await send(own_store, ("DEL", keys(match).log, keys(match).secret))
    with pytest.raises(BadBackup, match=r"Matches: 1 of 2, entries: 4 of 8\."):
        await restore(fresh, engine.url, copy, manifest)


async def test_a_backup_names_the_matches_that_are_missing(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One match is only in the database, one is unreadable, one has no secret, and one was overlooked."""
    settings = bundled_settings(tmp_path / "data")
    scribes = [Scribe(f"{number:032x}") for number in range(4)]
    for one in scribes:
        await one.write(own_store, 1, 2)
    sound, lost, unread, unopened = (one.match for one in scribes)
    records = Records(settings.database_url)
    async with records.session() as session:
        for one in scribes[:2]:
            session.add(row(one))
    await send(own_store, ("DEL", keys(lost).log), ("DEL", keys(unopened).secret))
    await send(own_store, ("XADD", keys(unread).log, "9-9", "x", "y"))
    manifest = await take_backup(settings, engine.url, tmp_path / "copy")
    assert (manifest.matches, sorted(one.match for one in manifest.missing)) == (1, [lost, unread, unopened])
    with pytest.raises(BadBackup, match=r"is incomplete: .* are missing"):
        check_backup(tmp_path / "copy")
    assert check_backup(tmp_path / "copy", without_missing=True) == manifest

    async def overlooking(self: LogStore) -> AsyncIterator[str]:
        for match in tuple[str, ...]():
            yield match

    monkeypatch.setattr(LogStore, "matches", overlooking)
    overlooked = await take_backup(settings, engine.url, tmp_path / "other")
    assert sound in {one.match for one in overlooked.missing}
    await records.close()


def row(scribe: Scribe) -> MatchRow:
    """Returns the row of a match in the lobby's table."""
    return MatchRow(
        id=scribe.match,
        game="katharina",
        rules="1",
        status="open",
        seat_count=2,
        seats="[]",
        opened_at=1,
        version=scribe.version,
        head=scribe.head.hex(),
    )


async def test_archives_are_copied_and_missing_ones_are_named(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    settings = bundled_settings(tmp_path / "data")
    records = Records(settings.database_url)
    cold = Cold(own_store, records, settings.archives)
    gone, items = await cold.archive_match(1)
    in_grace, _ = await cold.finish_match(2)
    manifest = await take_backup(settings, engine.url, tmp_path / "copy")
    assert (manifest.missing, manifest.matches, manifest.archives) == ((), 1, 1)
    with BundledValkey.start(tmp_path / "new") as other:
        fresh = replace(settings, data=tmp_path / "new", database_url=f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
        await restore(fresh, other.url, tmp_path / "copy", check_backup(tmp_path / "copy"))
        async with open_match(other.url) as store:
            restored = Cold(store, Records(fresh.database_url), fresh.archives)
            whole, secret = await restored.logs.read_log(gone.match.id)
            assert [one.batch for one in whole.items] == [one.batch for one in items]
            assert secret == gone.keys.secret
            assert (await store.tail(in_grace.match.id, 0)).last == in_grace.match.version
            await restored.records.close()
    in_a_bucket = replace(settings, archive_url="s3://archives/here")
    manifest = await take_backup(in_a_bucket, engine.url, tmp_path / "bucket")
    assert (manifest.missing, manifest.archives_at) == ((), "s3://archives/here")
    cold.file(gone.match.id).unlink()
    manifest = await take_backup(settings, engine.url, tmp_path / "other")
    assert [one.match for one in manifest.missing] == [gone.match.id]
    await records.close()
    empty, held = (
        replace(bundled_settings(tmp_path / "empty"), archive_url=tmp_path / "none"),
        check_backup(tmp_path / "bucket"),
    )
    async for match in own_store.matches():
        await send(own_store, ("DEL", keys(match).log, keys(match).secret))
    with pytest.raises(BadBackup, match="archives of this backup are in s3://archives/here"):
        await restore(empty, engine.url, tmp_path / "bucket", held)


async def test_an_archive_that_is_newer_than_the_backup_replaces_the_log_in_it(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    settings = replace(bundled_settings(tmp_path / "data"), archive_url=BUCKET)
    fresh = replace(settings, data=tmp_path / "new", database_url=f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    played = Sitting(1, 2).play()
    match, items = played.match.id, items_of(played.match.id, played.keys.secret, played.stored)
    with s3_server() as url, BundledValkey.start(fresh.data) as other:
        for name, value in {**CALLER, "AWS_ENDPOINT_URL": url}.items():
            monkeypatch.setenv(name, value)
        async with open_records(settings.database_url) as records:
            cold = Cold(own_store, records, BUCKET)
            await put(own_store, match, items[:12], played.keys.secret)
            await cold.books.catch_up([match])
            await take_backup(settings, engine.url, tmp_path / "copy")
            await put(own_store, match, items[12:])
            await cold.books.catch_up([match])
            unknown, _ = await cold.archive_match(2)
        await restore(fresh, other.url, tmp_path / "copy", check_backup(tmp_path / "copy"))
        async with open_match(other.url) as store, open_records(fresh.database_url) as records:
            assert (await store.tail(match, 0)).last == items[11].version
            for one, version in ((match, items[-1].version), (unknown.match.id, unknown.match.version)):
                assert (await Cold(store, records, BUCKET).logs.read_log(one))[0].last == version
            async with records.reading() as session:
                rows = (await session.exec(select(MatchRow))).all()
            assert {row.id: row.status for row in rows} == {match: "finished", unknown.match.id: "finished"}


async def test_a_different_archive_in_the_bucket_is_not_overwritten(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    settings = bundled_settings(tmp_path / "data")
    async with open_records(settings.database_url) as records:
        gone, _ = await Cold(own_store, records, settings.archives).archive_match(1)
    await take_backup(settings, engine.url, tmp_path / "copy")
    fresh = replace(settings, data=tmp_path / "new", database_url=f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    with s3_server() as url, BundledValkey.start(fresh.data) as other:
        for name, value in {**CALLER, "AWS_ENDPOINT_URL": url}.items():
            monkeypatch.setenv(name, value)
        there = Objects(BUCKET)
        await there.put(object_name(gone.match.id), b"of another end")
        with pytest.raises(BadBackup, match="different archive of match"):
            await restore(
                replace(fresh, archive_url=BUCKET), other.url, tmp_path / "copy", check_backup(tmp_path / "copy")
            )
        assert await there.get(object_name(gone.match.id)) == b"of another end"


async def test_an_archive_signed_again_after_the_backup_is_kept(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    settings = bundled_settings(tmp_path / "data")
    async with open_records(settings.database_url) as records:
        cold = Cold(own_store, records, settings.archives)
        gone, _ = await cold.archive_match(1)
    await take_backup(settings, engine.url, tmp_path / "copy")
    signed = pack(sign(unpack(cold.file(gone.match.id).read_bytes()), ADA))
    fresh = replace(settings, data=tmp_path / "new", database_url=f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    with s3_server() as url, BundledValkey.start(fresh.data) as other:
        for name, value in {**CALLER, "AWS_ENDPOINT_URL": url}.items():
            monkeypatch.setenv(name, value)
        there = Objects(BUCKET)
        await there.put(object_name(gone.match.id), signed)
        bucket = replace(fresh, archive_url=BUCKET)
        await restore(bucket, other.url, tmp_path / "copy", check_backup(tmp_path / "copy"))
        assert await there.get(object_name(gone.match.id)) == signed


async def test_nothing_is_restored_into_a_service_that_is_not_empty(
    copy: Path, own_store: LogStore, engine: BundledValkey, tmp_path: Path
) -> None:
    manifest = check_backup(copy)
    with pytest.raises(BadBackup, match="log already contains matches"):
        await restore(bundled_settings(tmp_path / "new"), engine.url, copy, manifest)
    async for match in own_store.matches():
        await send(own_store, ("DEL", keys(match).log, keys(match).secret))
    records = Records((used := bundled_settings(tmp_path / "used")).database_url)
    async with records.session() as session:
        session.add(PlayerRow(id="0" * 32, name="Ann", created_at=1))
    await records.close()
    with pytest.raises(NoDatabase, match="not empty"):
        await restore(used, engine.url, copy, manifest)
    assert [one async for one in own_store.matches()] == []
    with pytest.raises(BadBackup, match="is not empty"):
        await take_backup(bundled_settings(tmp_path / "data"), engine.url, copy)


async def test_existing_keys_are_kept_and_different_keys_are_refused(engine: BundledValkey, tmp_path: Path) -> None:
    settings, copy = bundled_settings(tmp_path / "data"), tmp_path / "copy"
    write_keys(settings.keys_file, OwnKeys().with_new_key(rfc3339(milliseconds())))
    async with serving(replace(settings, redis_url=engine.url)):
        manifest = await take_backup(settings, engine.url, copy)
    with BundledValkey.start(tmp_path / "log") as other:
        fresh = replace(bundled_settings(tmp_path / "new"), keys=settings.keys_file)
        inode = settings.keys_file.stat().st_ino  # a secret of Kubernetes cannot be written
        await restore(fresh, other.url, copy, manifest)
        assert settings.keys_file.stat().st_ino == inode
    another = bundled_settings(tmp_path / "another")
    write_keys(another.keys_file, OwnKeys().with_new_key(rfc3339(milliseconds())))
    with BundledValkey.start(another.data) as other:
        with pytest.raises(BadBackup, match="other keys"):
            await restore(another, other.url, copy, manifest)
        async with open_match(other.url) as store:
            await check_is_restored(await store.servers())  # it has not begun


async def test_a_key_revoked_after_the_backup_stays_revoked(engine: BundledValkey, tmp_path: Path) -> None:
    """A restore must not make a leaked key valid again."""
    settings, copy = bundled_settings(tmp_path / "data"), tmp_path / "copy"
    keys = OwnKeys().with_new_key(rfc3339(milliseconds()))
    write_keys(settings.keys_file, keys)
    async with serving(replace(settings, redis_url=engine.url)):
        manifest = await take_backup(settings, engine.url, copy)
    revoked = keys.with_revoked_key(keys.keys[0].key_id, rfc3339(milliseconds()))
    for number, here in enumerate((revoked, revoked.with_new_key(rfc3339(milliseconds())))):
        with BundledValkey.start(tmp_path / f"log {number}") as other:
            fresh = bundled_settings(tmp_path / f"new {number}")
            write_keys(fresh.keys_file, here)
            await restore(fresh, other.url, copy, manifest)
            assert read_keys(fresh.keys_file) == here


async def test_a_partly_restored_log_is_neither_served_nor_backed_up(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, manifest = bundled_settings(tmp_path / "new"), check_backup(copy)

    async def full(*_: object) -> None:
        raise NoDatabase("The database does not answer: database or disk is full.")

    with BundledValkey.start(fresh.data) as other:
        with monkeypatch.context() as patched:
            patched.setattr(restoring, "restore_records", full)
            with pytest.raises(NoDatabase):
                await restore(fresh, other.url, copy, manifest)
        broken_off = pytest.raises(Unsupported, match="was interrupted, restore again into an empty log")
        async with open_match(other.url) as store:
            assert [match async for match in store.matches()] != []
            with broken_off:  # serving, rebuilding and checking begin with this check
                await check_is_restored(await store.servers())
        with broken_off:
            await read_server_statuses(other.url)
        with broken_off:
            await take_backup(fresh, other.url, tmp_path / "half")
        with broken_off:
            await restore(fresh, other.url, copy, manifest)
        with Redis.from_url(other.url) as server:
            server.flushall()
        await restore(fresh, other.url, copy, manifest)
        async with open_match(other.url) as store:
            await check_is_restored(await store.servers())


async def test_rows_are_restored_into_another_kind_of_database(
    copy: Path, own_store: LogStore, engine: BundledValkey, database: str, tmp_path: Path
) -> None:
    settings = bundled_settings(tmp_path / "people")
    records = Records(settings.database_url)
    async with serving(replace(settings, redis_url=engine.url)) as house:
        ann = await house.person("Ann „Ä“ \u2028\n")
        await ann.open("mine", "open")
    await take_backup(settings, engine.url, tmp_path / "first")
    async for match in own_store.matches():
        await send(own_store, ("DEL", keys(match).log, keys(match).secret))
    there = replace(bundled_settings(tmp_path / "there"), database_url=database)
    await restore(there, engine.url, tmp_path / "first", check_backup(tmp_path / "first"))
    await take_backup(there, engine.url, tmp_path / "second")
    one, two = (check_backup(tmp_path / name) for name in ("first", "second"))
    assert one.tables["players"] == 1
    assert {name: facts for name, facts in one.files.items() if name.startswith("sql/")} == {
        name: facts for name, facts in two.files.items() if name.startswith("sql/")
    }
    await records.close()


def test_the_commands_start_the_bundled_valkey_if_no_service_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands start the bundled Valkey."""
    for name in [name for name in os.environ if name.startswith("CHRONIK_")]:
        monkeypatch.delenv(name)
    data = tmp_path / "data"
    with BundledValkey.start(data) as valkey:
        asyncio.run(write_backup(valkey.url))
    assert main(["backup", "--data", str(data), str(tmp_path / "copy")]) == 1
    assert "There is no database" in capsys.readouterr().err
    (data / "chronik.db").write_bytes(migrated())
    assert main(["backup", "--data", str(data), str(tmp_path / "copy")]) == 0
    assert "matches: 1, entries: 3, archives: 0, rows of 15 tables: 0" in capsys.readouterr().out
    assert main(["restore", "--data", str(tmp_path / "new"), str(tmp_path / "copy")]) == 0
    assert main(["restore", "--data", str(tmp_path / "new"), str(tmp_path / "copy")]) == 1
    assert "log already contains matches" in capsys.readouterr().err
    with BundledValkey.start(data):
        assert main(["backup", "--data", str(data), str(tmp_path / "hot")]) == 0
        assert main(["restore", "--data", str(data), str(tmp_path / "copy")]) == 1
        assert "A service is running on" in capsys.readouterr().err


async def write_backup(url: str) -> None:
    async with open_match(url) as store:
        await Scribe().write(store, 3)
