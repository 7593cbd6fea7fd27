"""Backup and restore: the drill, and every backup that must be refused."""

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

from service.backup import restoring
from service.backup.manifest import NAME, BadBackup, Manifest, NewFile, facts_of
from service.backup.restoring import checked_backup, logs, restore
from service.backup.taking import LOGS, framed, take_backup
from service.clock import milliseconds, rfc3339
from service.cold.objects import Objects
from service.cold.storage import name_of
from service.commands.cli import main
from service.log import patience
from service.log.bundled import BundledValkey
from service.log.condition import conditions
from service.log.durability import Unsupported
from service.log.keys import keys
from service.log.outcomes import Unavailable
from service.log.store import LogStore
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue
from service.settings import Settings
from service.signing.keys import OwnKeys, read_keys, write_keys
from service.sql.database import MatchRow, NoDatabase, PlayerRow, Records, opened_records
from service.workers import archivist
from service.workers.rebuild import rebuild
from service.workers.soundness import flaws
from tests.support.engine.sittings import Sitting
from tests.support.service.apps import settings_for, until
from tests.support.service.cold import Cold
from tests.support.service.engines import Scribe
from tests.support.service.s3 import BUCKET, CALLER, s3_server
from tests.support.service.sql import migrated
from tests.support.service.stored import items_of, put
from tests.support.service.tables import Person, good, play_on, seated, serving

LOAD = load_game(Catalogue({}))


def bundled(data: Path) -> Settings:
    """The settings of a service that brings its own Valkey, and limits nobody."""
    return replace(settings_for("", data), redis_url=None)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[LogStore]:
    store = LogStore(url)
    try:
        yield store
    finally:
        await store.close()


async def test_the_drill(engine: BundledValkey, tmp_path: Path) -> None:
    """Play while it is backed up; restore, check, compare, play on, rebuild."""
    settings, copy = bundled(tmp_path / "data"), tmp_path / "copy"
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
        await restore(fresh, other.url, copy, checked_backup(copy))
        assert read_keys(fresh.keys_file) == read_keys(settings.keys_file)
        async with opened(engine.url) as first, opened(other.url) as second:
            for one in last:
                assert await flaws(second, one, LOAD, decide=True) == ()
                (was, secret), (now, its) = await first.whole(one), await second.whole(one)
                assert (secret, now.last, now.items) == (its, last[one], was.items[: len(now.items)])
            assert (await second.beats()).silences == (await first.beats()).silences
            assert (await second.beats()).last is not None, "what lies between is time in which nobody could play"
            with pytest.raises(BadBackup, match="matches in the log already"):
                await restore(fresh, other.url, copy, manifest)
            async with serving(replace(fresh, redis_url=other.url)) as restored:
                again = [Person(restored.client, one.player, one.token) for one in people]
                assert [await person.view(match, at=last[match]) for person in again] == views
                before = good(await again[0].get(f"/matches/{match}"))["version"]
                assert (await play_on(match, again, 1))["version"] > before
                await until(lambda: kept_books(restored.records, second))
            records = Records(fresh.database_url)
            rebuilt = await rebuild(second, records, Catalogue({}))
            assert (rebuilt.matches, rebuilt.parked) == (2, 0)
            assert await kept_books(records, second)
            await records.close()


async def kept_books(records: Records, store: LogStore) -> bool:
    """Whether the books are what the logs say."""
    async with records.reading() as session:
        books = {row.id: (row.version, row.head) for row in (await session.exec(select(MatchRow))).all()}
    tails = {match: await store.tail(match, 0) async for match in store.matches()}
    return books == {match: (tail.last, tail.head.hex()) for match, tail in tails.items()}


@pytest.fixture
async def copy(engine: BundledValkey, own_store: LogStore, tmp_path: Path) -> Path:
    """A backup of two matches, as bytes that nobody decides."""
    for _ in range(2):
        await Scribe().write(own_store, 1, 2, 1)
    settings = bundled(tmp_path / "data")
    await take_backup(settings, engine.url, tmp_path / "copy")
    return tmp_path / "copy"


def without_a_match(copy: Path) -> None:
    kept = list(logs(copy))[:1]
    (copy / LOGS).write_bytes(b"".join(map(framed, kept)))


def flipped(copy: Path) -> None:
    content = bytearray((copy / LOGS).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / LOGS).write_bytes(content)


def rewritten(copy: Path, change: Callable[[Manifest], Manifest]) -> None:
    manifest = msgspec.json.decode((copy / NAME).read_bytes(), type=Manifest)
    (copy / NAME).write_bytes(msgspec.json.encode(change(manifest)))


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (without_a_match, "damaged: logs is not as"),
        (flipped, "damaged: logs is not as"),
        (lambda copy: (copy / "sql" / "players.jsonl").unlink(), "damaged: sql/players.jsonl is missing"),
        (lambda copy: (copy / NAME).unlink(), "no complete backup"),
        (lambda copy: (copy / NAME).write_bytes((copy / NAME).read_bytes()[:-9]), "not the manifest"),
        (lambda copy: rewritten(copy, lambda told: replace(told, revision="9999")), "a newer Chronik"),
    ],
)
async def test_a_backup_that_is_damaged_or_incomplete_is_refused(
    copy: Path, spoil: Callable[[Path], Any], word: str
) -> None:
    assert checked_backup(copy).matches == 2
    spoil(copy)
    with pytest.raises(BadBackup, match=word):
        checked_backup(copy)


async def test_what_was_broken_off_is_no_backup(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log's server goes away in the midst of it, and a disk is full at the end of it."""
    for _ in range(2):
        await Scribe().write(own_store, 1, 2)
    whole, asked = LogStore.whole, list[str]()

    async def once(self: LogStore, match: str) -> Any:
        asked.append(match)
        if len(asked) > 1:
            raise Unavailable("it has gone")
        return await whole(self, match)

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(patience, "SECONDS", 0.0)
        patched.setattr(patience, "PAUSE", 0.0)
        patched.setattr(LogStore, "whole", once)
        with pytest.raises(Unavailable):
            await take_backup(bundled(tmp_path / "data"), engine.url, tmp_path / "cut")
        patched.setattr(LogStore, "whole", whole)
        patched.setattr(os, "fsync", full)
        with pytest.raises(BadBackup, match="cannot be written: No space left"):
            await take_backup(bundled(tmp_path / "data"), engine.url, tmp_path / "full")
    for folder in (tmp_path / "cut", tmp_path / "full"):
        assert list(folder.iterdir()) != []
        with pytest.raises(BadBackup, match="no complete backup"):
            checked_backup(folder)


def test_a_file_that_cannot_even_be_begun_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "sql").write_bytes(b"in the way of the folder")
    with pytest.raises(BadBackup, match=r"The file sql/players\.jsonl of the backup cannot be written: File exists\."):
        NewFile(tmp_path, "sql/players.jsonl")


async def test_a_match_that_is_not_there_is_counted(copy: Path, own_store: LogStore, engine: BundledValkey) -> None:
    """Even where somebody has made the hashes fit."""
    without_a_match(copy)
    rewritten(copy, lambda told: replace(told, files={**told.files, LOGS: facts_of(copy / LOGS)}))
    manifest = checked_backup(copy)
    fresh = bundled(copy.parent / "new")
    async for match in own_store.matches():
        await own_store._single.wire.read(("DEL", keys(match).log, keys(match).secret))
    with pytest.raises(BadBackup, match=r"Matches: 1 of 2, entries: 4 of 8\."):
        await restore(fresh, engine.url, copy, manifest)


async def test_a_backup_that_misses_a_match_says_so(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that the database knows, one that cannot be read, one without a secret; and one that was overlooked."""
    settings = bundled(tmp_path / "data")
    scribes = [Scribe(f"{number:032x}") for number in range(4)]
    for one in scribes:
        await one.write(own_store, 1, 2)
    sound, lost, unread, unopened = (one.match for one in scribes)
    records = Records(settings.database_url)
    async with records.session() as session:
        for one in scribes[:2]:
            session.add(row(one))
    await own_store._single.wire.read(("DEL", keys(lost).log), ("DEL", keys(unopened).secret))
    await own_store._single.wire.read(("XADD", keys(unread).log, "9-9", "x", "y"))
    manifest = await take_backup(settings, engine.url, tmp_path / "copy")
    assert (manifest.matches, sorted(one.match for one in manifest.missing)) == (1, [lost, unread, unopened])
    with pytest.raises(BadBackup, match=r"misses matches: .* are not in it"):
        checked_backup(tmp_path / "copy")
    assert checked_backup(tmp_path / "copy", without_missing=True) == manifest

    async def overlooking(self: LogStore) -> AsyncIterator[str]:
        for match in tuple[str, ...]():
            yield match

    monkeypatch.setattr(LogStore, "matches", overlooking)
    overlooked = await take_backup(settings, engine.url, tmp_path / "other")
    assert sound in {one.match for one in overlooked.missing}
    await records.close()


def row(scribe: Scribe) -> MatchRow:
    """A match as the lobby's table has it."""
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


async def test_archives_go_along_and_one_that_is_missing_is_named(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    settings = bundled(tmp_path / "data")
    records = Records(settings.database_url)
    cold = Cold(own_store, records, settings.archives)
    gone, items = await cold.archived(1)
    in_grace, _ = await cold.ended(2)
    manifest = await take_backup(settings, engine.url, tmp_path / "copy")
    assert (manifest.missing, manifest.matches, manifest.archives) == ((), 1, 1)
    with BundledValkey.start(tmp_path / "new") as other:
        fresh = replace(settings, data=tmp_path / "new", database_url=f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
        await restore(fresh, other.url, tmp_path / "copy", checked_backup(tmp_path / "copy"))
        async with opened(other.url) as store:
            restored = Cold(store, Records(fresh.database_url), fresh.archives)
            whole, secret = await restored.logs.whole(gone.match.id)
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
        replace(bundled(tmp_path / "empty"), archive_url=tmp_path / "none"),
        checked_backup(tmp_path / "bucket"),
    )
    async for match in own_store.matches():
        await own_store._single.wire.read(("DEL", keys(match).log, keys(match).secret))
    with pytest.raises(BadBackup, match="archives of this backup are in s3://archives/here"):
        await restore(empty, engine.url, tmp_path / "bucket", held)


async def test_archives_that_are_newer_than_the_backup_win_before_anybody_plays_on(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    settings = replace(bundled(tmp_path / "data"), archive_url=BUCKET)
    fresh = replace(settings, data=tmp_path / "new", database_url=f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    played = Sitting(1, 2).play()
    match, items = played.match.id, items_of(played.match.id, played.keys.secret, played.stored)
    with s3_server() as url, BundledValkey.start(fresh.data) as other:
        for name, value in {**CALLER, "AWS_ENDPOINT_URL": url}.items():
            monkeypatch.setenv(name, value)
        async with opened_records(settings.database_url) as records:
            cold = Cold(own_store, records, BUCKET)
            await put(own_store, match, items[:12], played.keys.secret)
            await cold.books.catch_up([match])
            await take_backup(settings, engine.url, tmp_path / "copy")
            await put(own_store, match, items[12:])
            await cold.books.catch_up([match])
            unknown, _ = await cold.archived(2)
        await restore(fresh, other.url, tmp_path / "copy", checked_backup(tmp_path / "copy"))
        async with opened(other.url) as store, opened_records(fresh.database_url) as records:
            assert (await store.tail(match, 0)).last == items[11].version
            for one, version in ((match, items[-1].version), (unknown.match.id, unknown.match.version)):
                assert (await Cold(store, records, BUCKET).logs.whole(one))[0].last == version
            async with records.reading() as session:
                rows = (await session.exec(select(MatchRow))).all()
            assert {row.id: row.status for row in rows} == {match: "finished", unknown.match.id: "finished"}


async def test_an_archive_of_another_end_in_the_bucket_is_left_as_it_is(
    own_store: LogStore, engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    settings = bundled(tmp_path / "data")
    async with opened_records(settings.database_url) as records:
        gone, _ = await Cold(own_store, records, settings.archives).archived(1)
    await take_backup(settings, engine.url, tmp_path / "copy")
    fresh = replace(settings, data=tmp_path / "new", database_url=f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    with s3_server() as url, BundledValkey.start(fresh.data) as other:
        for name, value in {**CALLER, "AWS_ENDPOINT_URL": url}.items():
            monkeypatch.setenv(name, value)
        there = Objects(BUCKET)
        await there.put(name_of(gone.match.id), b"of another end")
        with pytest.raises(BadBackup, match="another archive of match"):
            await restore(
                replace(fresh, archive_url=BUCKET), other.url, tmp_path / "copy", checked_backup(tmp_path / "copy")
            )
        assert await there.get(name_of(gone.match.id)) == b"of another end"


async def test_where_something_is_nothing_is_restored(
    copy: Path, own_store: LogStore, engine: BundledValkey, tmp_path: Path
) -> None:
    manifest = checked_backup(copy)
    with pytest.raises(BadBackup, match="matches in the log already"):
        await restore(bundled(tmp_path / "new"), engine.url, copy, manifest)
    async for match in own_store.matches():
        await own_store._single.wire.read(("DEL", keys(match).log, keys(match).secret))
    records = Records((used := bundled(tmp_path / "used")).database_url)
    async with records.session() as session:
        session.add(PlayerRow(id="0" * 32, name="Ann", created_at=1))
    await records.close()
    with pytest.raises(NoDatabase, match="not empty"):
        await restore(used, engine.url, copy, manifest)
    assert [one async for one in own_store.matches()] == []
    with pytest.raises(BadBackup, match="is not empty"):
        await take_backup(bundled(tmp_path / "data"), engine.url, copy)


async def test_keys_that_are_there_already_stay_as_they_are_and_others_are_refused(
    engine: BundledValkey, tmp_path: Path
) -> None:
    settings, copy = bundled(tmp_path / "data"), tmp_path / "copy"
    write_keys(settings.keys_file, OwnKeys().with_new_key(rfc3339(milliseconds())))
    async with serving(replace(settings, redis_url=engine.url)):
        manifest = await take_backup(settings, engine.url, copy)
    with BundledValkey.start(tmp_path / "log") as other:
        fresh = replace(bundled(tmp_path / "new"), keys=settings.keys_file)
        inode = settings.keys_file.stat().st_ino  # a secret of Kubernetes cannot be written
        await restore(fresh, other.url, copy, manifest)
        assert settings.keys_file.stat().st_ino == inode
    another = bundled(tmp_path / "another")
    write_keys(another.keys_file, OwnKeys().with_new_key(rfc3339(milliseconds())))
    with BundledValkey.start(another.data) as other:
        with pytest.raises(BadBackup, match="other keys"):
            await restore(another, other.url, copy, manifest)
        async with opened(other.url) as store:
            await store.check_is_restored()  # it has not begun


async def test_nobody_serves_or_copies_what_was_restored_in_part(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, manifest = bundled(tmp_path / "new"), checked_backup(copy)

    async def full(*_: object) -> None:
        raise NoDatabase("The database does not answer: database or disk is full.")

    with BundledValkey.start(fresh.data) as other:
        with monkeypatch.context() as patched:
            patched.setattr(restoring, "_restore_records", full)
            with pytest.raises(NoDatabase):
                await restore(fresh, other.url, copy, manifest)
        broken_off = pytest.raises(Unsupported, match="broken off; then begin again with an empty log")
        async with opened(other.url) as store:
            assert [match async for match in store.matches()] != []
            with broken_off:  # who serves, who rebuilds and who checks ask this first
                await store.check_is_restored()
        with broken_off:
            await conditions(other.url)
        with broken_off:
            await take_backup(fresh, other.url, tmp_path / "half")
        with broken_off:
            await restore(fresh, other.url, copy, manifest)
        with Redis.from_url(other.url) as server:
            server.flushall()
        await restore(fresh, other.url, copy, manifest)
        async with opened(other.url) as store:
            await store.check_is_restored()


async def test_rows_go_from_one_kind_of_database_to_the_other(
    copy: Path, own_store: LogStore, engine: BundledValkey, database: str, tmp_path: Path
) -> None:
    settings = bundled(tmp_path / "people")
    records = Records(settings.database_url)
    async with serving(replace(settings, redis_url=engine.url)) as house:
        ann = await house.person("Ann „Ä“ \u2028\n")
        await ann.open("mine", "open")
    await take_backup(settings, engine.url, tmp_path / "first")
    async for match in own_store.matches():
        await own_store._single.wire.read(("DEL", keys(match).log, keys(match).secret))
    there = replace(bundled(tmp_path / "there"), database_url=database)
    await restore(there, engine.url, tmp_path / "first", checked_backup(tmp_path / "first"))
    await take_backup(there, engine.url, tmp_path / "second")
    one, two = (checked_backup(tmp_path / name) for name in ("first", "second"))
    assert one.tables["players"] == 1
    assert {name: facts for name, facts in one.files.items() if name.startswith("sql/")} == {
        name: facts for name, facts in two.files.items() if name.startswith("sql/")
    }
    await records.close()


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a service they start its Valkey themselves."""
    for name in [name for name in os.environ if name.startswith("CHRONIK_")]:
        monkeypatch.delenv(name)
    data = tmp_path / "data"
    with BundledValkey.start(data) as valkey:
        asyncio.run(written(valkey.url))
    assert main(["backup", "--data", str(data), str(tmp_path / "copy")]) == 1
    assert "There is no database" in capsys.readouterr().err
    (data / "chronik.db").write_bytes(migrated())
    assert main(["backup", "--data", str(data), str(tmp_path / "copy")]) == 0
    assert "matches: 1, entries: 3, archives: 0, rows of 15 tables: 0" in capsys.readouterr().out
    assert main(["restore", "--data", str(tmp_path / "new"), str(tmp_path / "copy")]) == 0
    assert main(["restore", "--data", str(tmp_path / "new"), str(tmp_path / "copy")]) == 1
    assert "matches in the log already" in capsys.readouterr().err
    with BundledValkey.start(data):
        assert main(["backup", "--data", str(data), str(tmp_path / "hot")]) == 0
        assert main(["restore", "--data", str(data), str(tmp_path / "copy")]) == 1
        assert "A service runs over" in capsys.readouterr().err


async def written(url: str) -> None:
    async with opened(url) as store:
        await Scribe().write(store, 3)
