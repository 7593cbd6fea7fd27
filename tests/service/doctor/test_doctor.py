"""The doctor: it reports each planted fault in a sentence, and finds nothing unsafe in a sound service."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from chronik.service.cli.cli import main
from chronik.service.doctor.clocks import check_clock, check_time_sync
from chronik.service.doctor.configuration import check_settings
from chronik.service.doctor.database import check_database as tables
from chronik.service.doctor.diagnosis import diagnose
from chronik.service.doctor.disk import check_file_system, check_space, check_write_time, mount_of
from chronik.service.doctor.files import (
    check_data_directory,
    check_database_file,
    check_keys_file,
    check_open_files,
    uses_data_directory,
)
from chronik.service.doctor.finding import Finding, Weight
from chronik.service.doctor.log_server import check_log_server, check_log_servers
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.server_status import ServerStatus, read_server_statuses
from chronik.service.log.store import LogStore
from chronik.service.running.clock import milliseconds, rfc3339
from chronik.service.running.settings import Settings
from chronik.service.signing.keys import OwnKeys, write_keys
from chronik.service.sql.inspection import DatabaseFacts, inspect_database
from chronik.service.sql.migrations.steps import steps
from tests.support.cases import for_each
from tests.support.service.sql import migrated
from tests.support.service.stored import send

MOUNTS = """\
22 27 0:21 / / rw,relatime - ext4 /dev/vda rw
23 22 0:22 / /srv/in\\040memory rw - tmpfs tmpfs rw,size=1024k
24 22 0:23 / /srv/far rw - nfs4 host:/export rw,vers=4.2
25 22 0:24 / /srv/layer rw - overlay overlay rw,lowerdir=/l
26 22 0:25 / /srv/quick rw - ext4 /dev/vdb rw,nobarrier
27 22 0:26 / /srv/shown ro - ext4 /dev/vdc rw
28 22 0:27 / /srv/covered rw - tmpfs tmpfs rw
29 22 0:28 / /srv/covered rw - xfs /dev/vdd rw
"""


@pytest.fixture
def sound_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the disk a good one, although the tests may write to memory or into a container."""
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS.partition("\n")[0])
    monkeypatch.setattr("chronik.service.doctor.disk.MOUNTS", mounts)
    monkeypatch.setattr("chronik.service.doctor.disk.QUICKEST_MS", 0.0)
    monkeypatch.setattr("chronik.service.doctor.disk.counted_share", lambda *_: 1.0)


def unsafe(found: Iterable[Finding]) -> str:
    """Returns the sentences of all unsafe findings."""
    return " ".join(one.sentence for one in found if one.weight is Weight.UNSAFE)


def is_sound(found: Iterable[Finding]) -> bool:
    return not any(one.weight is Weight.UNSAFE for one in found)


@for_each(
    ("place", "word"),
    [
        ("/srv/in memory/data", "in memory"),
        ("/srv/far", "network disk (nfs4)"),
        ("/srv/layer/data", "container's layer"),
        ("/srv/quick/data", "nobarrier"),
        ("/srv/shown", "read-only"),
    ],
)
def test_a_file_system_that_can_lose_writes_is_unsafe(place: str, word: str) -> None:
    assert word in unsafe(check_file_system("disk", Path(place), mount_of(Path(place), MOUNTS)))


@for_each("place", ["/", "/srv", "/srv/farther", "/srv/covered/data"])
def test_a_local_file_system_is_safe(place: str) -> None:
    assert is_sound(check_file_system("disk", Path(place), mount_of(Path(place), MOUNTS)))


def test_a_full_disk_and_a_disk_that_does_not_sync_are_unsafe() -> None:
    here = Path("/srv")
    assert "Only 19% of the disk" in unsafe(check_space("disk", here, 0.19, 2**30))
    assert is_sound(check_space("disk", here, 0.21, 2**30))
    assert is_sound(check_space("disk", here, 0.15, 150 * 2**30)), "of a large disk the share does not count"
    assert "Only 1% of the disk" in unsafe(check_space("disk", here, 0.009, 9 * 2**30))
    assert "writes are not synced" in unsafe(check_write_time("disk", here, 0.002, 0.1))
    assert is_sound(check_write_time("disk", here, 0.05, 9.0))
    assert [one.weight for one in check_write_time("disk", here, 31.0, 90.0)] == [Weight.NOTE]


def test_a_revoked_signing_key_is_noted_because_nothing_is_signed(tmp_path: Path) -> None:
    settings, keys = Settings(data=tmp_path), OwnKeys().with_new_key(rfc3339(milliseconds()))
    write_keys(settings.keys_file, keys.with_revoked_key(keys.keys[0].key_id, rfc3339(milliseconds())))
    (found,) = check_keys_file(settings)
    assert found.weight is Weight.NOTE
    assert "is revoked, so nothing is signed" in found.sentence


def test_files_that_other_users_can_read_are_unsafe(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    assert is_sound(check_data_directory(data))
    settings = Settings(data=data)
    write_keys(settings.keys_file, OwnKeys().with_new_key(rfc3339(milliseconds())))
    assert [one.weight for one in check_keys_file(settings)] == [Weight.GOOD]
    file = data / "chronik.db"
    file.write_bytes(b"")
    file.chmod(0o644)
    assert is_sound(check_database_file(file)), "the directory keeps others out"
    settings.keys_file.chmod(0o644)
    assert "other users can access it" in unsafe(check_keys_file(settings))
    assert f"{file} is not a directory" in unsafe(check_data_directory(file))
    data.chmod(0o755)
    assert "(mode 755)" in unsafe(check_data_directory(data))
    assert "Other users can read" in unsafe(check_database_file(file))
    assert "no key in" in unsafe(check_keys_file(replace(settings, keys=data / "other.json")))
    assert "1024 open files" in unsafe(check_open_files(1024))
    assert is_sound(check_open_files(4096))


@for_each(
    ("environ", "word"),
    [
        ({"CHRONIK_REDIS_ULR": "redis://there"}, "Did you mean CHRONIK_REDIS_URL"),
        ({"CHRONIK_TRUSTED_PROXIES": "0.0.0.0/0"}, "trusts 0.0.0.0/0"),
        ({"CHRONIK_TRUSTED_PROXIES": "10.0.0.7,::/0"}, "trusts ::/0"),
        ({"CHRONIK_TRUSTED_PROXIES": "8.0.0.0/8"}, "trusts 8.0.0.0/8"),
        ({"CHRONIK_WEAK_DURABILITY": "1"}, "may lose acknowledged commands"),
        ({"CHRONIK_RATE_ADDRESS": "0"}, "no limit"),
    ],
)
def test_settings_that_allow_too_much_are_unsafe(environ: dict[str, str], word: str) -> None:
    assert word in unsafe(check_settings(Settings.from_environment(environ), environ))


def test_the_data_directory_is_checked_only_if_something_is_stored_there(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o755)
    elsewhere = Settings(
        data=tmp_path / "data",
        redis_url="redis://there",
        database_url="postgresql+asyncpg://there/chronik",
        archive_url="s3://archives",
    )
    assert not uses_data_directory(elsewhere)
    for here in (
        {"redis_url": None},
        {"database_url": Settings.from_environment({}).database_url},
        {"archive_url": None},
    ):
        assert uses_data_directory(replace(elsewhere, **here))


def test_reasonable_settings_are_safe() -> None:
    environ = {"CHRONIK_TRUSTED_PROXIES": "172.16.0.0/12,203.0.113.7,fd00::/8", "CHRONIK_HOST": "0.0.0.0"}
    assert [one.weight for one in check_settings(Settings.from_environment(environ), environ)] == [Weight.GOOD]


def test_a_clock_that_differs_by_more_than_a_second_is_unsafe() -> None:
    assert "3500 ms ahead" in unsafe(check_clock("database", 3_500, 2))
    assert "1500 ms behind" in unsafe(check_clock("database", -1_500, 2))
    assert is_sound(check_clock("database", 1_500, 2_000)), "a slow trip is no proof"
    assert is_sound((*check_time_sync(5), *check_time_sync(0), *check_time_sync(None)))


async def test_a_log_server_that_can_lose_data_is_unsafe(engine: BundledValkey, own_store: LogStore) -> None:
    (told,) = await read_server_statuses(engine.url)
    assert is_sound(check_log_servers(engine.url, [told]))
    assert abs(told.ahead_ms) < 1_000
    for setting, value, word in (
        ("appendfsync", "everysec", "appendfsync is everysec"),
        ("maxmemory-policy", "allkeys-lru", "maxmemory-policy is allkeys-lru"),
        ("maxmemory", "0", "no maxmemory"),
        ("maxmemory", str(1 << 60), "more than the machine has"),
    ):
        ((_, before),) = await send(own_store, ("CONFIG", "GET", setting))
        await send(own_store, ("CONFIG", "SET", setting, value))
        assert word in unsafe(check_log_servers(engine.url, await read_server_statuses(engine.url)))
        await send(own_store, ("CONFIG", "SET", setting, before))
    old = replace(told.durability, server="Redis", version="7.2.4")
    for changed, word in (
        (replace(told, last_write="err"), "last write to its file failed"),
        (replace(told, memory=98, memory_limit=100), "uses 98% of its maxmemory, so nothing can be recorded"),
        (replace(told, memory=85, memory_limit=100), "uses 85% of its maxmemory, so no match can be opened"),
        (replace(told, durability=old), "update to 7.2.11"),
    ):
        assert isinstance(changed, ServerStatus)
        assert word in unsafe(check_log_server(changed))
    weights = [one.weight for one in check_log_servers("redis://elsewhere", [told])]
    assert weights.count(Weight.NOTE) == 2, "no password, and no encryption"


@pytest.mark.usefixtures("sound_disk")
async def test_the_doctor_finds_nothing_unsafe_in_a_running_service(engine: BundledValkey, own_store: LogStore) -> None:
    data = engine.directory.path
    (data / "chronik.db").write_bytes(migrated())
    settings = Settings(data=data, database_url=f"sqlite+aiosqlite:///{data / 'chronik.db'}")
    found = [one async for one in diagnose(settings, {})]
    assert is_sound(found), unsafe(found)
    assert any("syncs every write" in one.sentence for one in found), "its Valkey was asked over its socket"
    await send(own_store, ("REPLICAOF", "127.0.0.1", "1"))
    assert "is a replica" in unsafe([one async for one in diagnose(settings, {})])


@pytest.mark.usefixtures("sound_disk")
def test_the_doctor_changes_nothing_and_its_exit_code_shows_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in os.environ if name.startswith("CHRONIK_")]:
        monkeypatch.delenv(name)
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    (data / "chronik.db").write_bytes(migrated())
    (data / "engine.json").write_text('{"engine":"valkey","version":"9.0.0","form":2}')
    before = files_in(data)
    assert main(["doctor", "--data", str(data)]) == 0, capsys.readouterr()
    assert "0 unsafe" in capsys.readouterr().out
    assert files_in(data) == before
    (data / "engine.json").write_text('{"engine":"valkey","version":"99.0.0","form":2}')
    assert main(["doctor", "--data", str(data)]) == 1
    assert "newer than the bundled" in capsys.readouterr().out


def files_in(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Returns the modes and contents of the files in a folder."""
    return {one.name: (stat.S_IMODE(one.stat().st_mode), one.read_bytes()) for one in sorted(folder.iterdir())}


async def test_the_facts_of_a_database_are_read(database: str) -> None:
    told = await inspect_database(database)
    assert told is not None
    assert (told.revision, dict(told.weak), told.read_only) == (
        steps()[0],
        {"fsync": "off"} if told.kind == "Postgres" else {},  # the tests' own Postgres
        False,
    )
    assert (told.ahead_ms is None) == (told.kind == "SQLite")
    assert is_sound(tables(replace(told, weak={})))


def test_a_database_of_a_newer_version_or_with_weak_settings_is_unsafe(tmp_path: Path) -> None:
    told = DatabaseFacts(kind="Postgres", version=(18,), revision=steps()[0])
    assert is_sound(tables(told))
    assert is_sound(tables(replace(told, revision=steps()[1])))
    assert is_sound(tables(replace(told, version=(15,), waits_for="*")))
    assert is_sound(tables(None))
    for changed, word in (
        (replace(told, revision="9999"), "a newer version"),
        (replace(told, weak={"synchronous_commit": "off"}), "synchronous_commit is off"),
        (replace(told, read_only=True), "accepts no writes"),
        (replace(told, version=(14,)), "no longer gets security fixes"),
        (replace(told, waits_for=""), "synchronous_standby_names is empty"),
    ):
        assert word in unsafe(tables(changed))
    mended = [
        [one.weight for one in tables(DatabaseFacts(kind="SQLite", version=version, revision=steps()[0]))]
        for version in ((3, 51, 2), (3, 50, 7), (3, 53, 0))
    ]
    assert [Weight.NOTE in one for one in mended] == [True, False, False]
