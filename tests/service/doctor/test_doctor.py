"""The doctor: each fault that is planted is told in a sentence, and a sound service is found sound."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from service.clock import milliseconds, rfc3339
from service.commands.cli import main
from service.doctor.clocks import clock, kept_in_step
from service.doctor.configuration import configuration
from service.doctor.database import database as tables
from service.doctor.disk import keeping, mount_of, space, syncing
from service.doctor.files import data_directory, database_file, keeps_something, keys_file, open_files
from service.doctor.finding import Finding, Weight
from service.doctor.log_server import log_server, log_servers
from service.doctor.visit import visit
from service.log.bundled import BundledValkey
from service.log.condition import Condition, conditions
from service.log.store import LogStore
from service.settings import Settings
from service.signing.keys import OwnKeys, write_keys
from service.sql.inspection import DatabaseFacts, inspected
from service.sql.migrations.steps import steps
from tests.support.service.sql import migrated

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
    """The disk of whoever runs the tests is a good one, though what they write may lie in memory or in a container."""
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS.partition("\n")[0])
    monkeypatch.setattr("service.doctor.disk.MOUNTS", mounts)
    monkeypatch.setattr("service.doctor.disk.QUICKEST_MS", 0.0)
    monkeypatch.setattr("service.doctor.disk.counted", lambda *_: 1.0)


def unsafe(found: Iterable[Finding]) -> str:
    """All sentences about what is unsafe."""
    return " ".join(one.sentence for one in found if one.weight is Weight.UNSAFE)


def sound(found: Iterable[Finding]) -> bool:
    return not any(one.weight is Weight.UNSAFE for one in found)


@pytest.mark.parametrize(
    ("place", "word"),
    [
        ("/srv/in memory/data", "in memory"),
        ("/srv/far", "disk of the network (nfs4)"),
        ("/srv/layer/data", "container's own layer"),
        ("/srv/quick/data", "nobarrier"),
        ("/srv/shown", "read-only"),
    ],
)
def test_a_disk_that_does_not_keep_what_it_is_given(place: str, word: str) -> None:
    assert word in unsafe(keeping("disk", Path(place), mount_of(Path(place), MOUNTS)))


@pytest.mark.parametrize("place", ["/", "/srv", "/srv/farther", "/srv/covered/data"])
def test_a_disk_that_keeps_it(place: str) -> None:
    assert sound(keeping("disk", Path(place), mount_of(Path(place), MOUNTS)))


def test_a_disk_that_is_full_or_does_not_sync() -> None:
    here = Path("/srv")
    assert "Only 19% of the disk" in unsafe(space("disk", here, 0.19, 2**30))
    assert sound(space("disk", here, 0.21, 2**30))
    assert sound(space("disk", here, 0.15, 150 * 2**30)), "of a large disk the share does not count"
    assert "Only 1% of the disk" in unsafe(space("disk", here, 0.009, 9 * 2**30))
    assert "not synced at all" in unsafe(syncing("disk", here, 0.002, 0.1))
    assert sound(syncing("disk", here, 0.05, 9.0))
    assert [one.weight for one in syncing("disk", here, 31.0, 90.0)] == [Weight.NOTE]


def test_files_that_others_may_read(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    assert sound(data_directory(data))
    settings = Settings(data=data)
    write_keys(settings.keys_file, OwnKeys().with_new_key(rfc3339(milliseconds())))
    assert [one.weight for one in keys_file(settings)] == [Weight.GOOD]
    file = data / "chronik.db"
    file.write_bytes(b"")
    file.chmod(0o644)
    assert sound(database_file(file)), "the directory keeps others out"
    settings.keys_file.chmod(0o644)
    assert "others have access" in unsafe(keys_file(settings))
    assert f"{file} is no directory" in unsafe(data_directory(file))
    data.chmod(0o755)
    assert "lets others in (mode 755)" in unsafe(data_directory(data))
    assert "Others can read" in unsafe(database_file(file))
    assert "no key in" in unsafe(keys_file(replace(settings, keys=data / "other.json")))
    assert "1024 files open" in unsafe(open_files(1024))
    assert sound(open_files(4096))


@pytest.mark.parametrize(
    ("environ", "word"),
    [
        ({"CHRONIK_REDIS_ULR": "redis://there"}, "the nearest is CHRONIK_REDIS_URL"),
        ({"CHRONIK_TRUSTED_PROXIES": "0.0.0.0/0"}, "believes 0.0.0.0/0"),
        ({"CHRONIK_TRUSTED_PROXIES": "10.0.0.7,::/0"}, "believes ::/0"),
        ({"CHRONIK_TRUSTED_PROXIES": "8.0.0.0/8"}, "believes 8.0.0.0/8"),
        ({"CHRONIK_WEAK_DURABILITY": "1"}, "may lose what it acknowledged"),
        ({"CHRONIK_RATE_ADDRESS": "0"}, "no limit"),
    ],
)
def test_settings_that_allow_too_much(environ: dict[str, str], word: str) -> None:
    assert word in unsafe(configuration(Settings.from_environment(environ), environ))


def test_where_nothing_is_kept_nobody_looks(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o755)
    elsewhere = Settings(
        data=tmp_path / "data",
        redis_url="redis://there",
        database_url="postgresql+asyncpg://there/chronik",
        archive_url="s3://archives",
    )
    assert not keeps_something(elsewhere)
    for here in (
        {"redis_url": None},
        {"database_url": Settings.from_environment({}).database_url},
        {"archive_url": None},
    ):
        assert keeps_something(replace(elsewhere, **here))


def test_settings_that_make_sense() -> None:
    environ = {"CHRONIK_TRUSTED_PROXIES": "172.16.0.0/12,203.0.113.7,fd00::/8", "CHRONIK_HOST": "0.0.0.0"}
    assert [one.weight for one in configuration(Settings.from_environment(environ), environ)] == [Weight.GOOD]


def test_clocks_that_disagree() -> None:
    assert "3500 ms ahead" in unsafe(clock("database", 3_500, 2))
    assert "1500 ms behind" in unsafe(clock("database", -1_500, 2))
    assert sound(clock("database", 1_500, 2_000)), "a slow trip is no proof"
    assert sound((*kept_in_step(5), *kept_in_step(0), *kept_in_step(None)))


async def test_a_server_of_the_log_that_forgets(engine: BundledValkey, own_store: LogStore) -> None:
    (told,) = await conditions(engine.url)
    assert sound(log_servers(engine.url, [told]))
    assert abs(told.ahead_ms) < 1_000
    for setting, value, word in (
        ("appendfsync", "everysec", "appendfsync is everysec"),
        ("maxmemory-policy", "allkeys-lru", "maxmemory-policy is allkeys-lru"),
        ("maxmemory", "0", "no maxmemory"),
        ("maxmemory", str(1 << 60), "more than its machine has"),
    ):
        ((_, before),) = await own_store._single.wire.read(("CONFIG", "GET", setting))
        await own_store._single.wire.read(("CONFIG", "SET", setting, value))
        assert word in unsafe(log_servers(engine.url, await conditions(engine.url)))
        await own_store._single.wire.read(("CONFIG", "SET", setting, before))
    old = replace(told.durability, server="Redis", version="7.2.4")
    for changed, word in (
        (replace(told, last_write="err"), "last write to its file failed"),
        (replace(told, memory=98, memory_limit=100), "uses 98% of the memory it may, so nothing is recorded"),
        (replace(told, memory=85, memory_limit=100), "uses 85% of the memory it may, so no match is opened"),
        (replace(told, durability=old), "update to 7.2.11"),
    ):
        assert isinstance(changed, Condition)
        assert word in unsafe(log_server(changed))
    weights = [one.weight for one in log_servers("redis://elsewhere", [told])]
    assert weights.count(Weight.NOTE) == 2, "no password, and no encryption"


@pytest.mark.usefixtures("sound_disk")
async def test_the_doctor_finds_a_running_service_sound(engine: BundledValkey, own_store: LogStore) -> None:
    data = engine.directory.path
    (data / "chronik.db").write_bytes(migrated())
    settings = Settings(data=data, database_url=f"sqlite+aiosqlite:///{data / 'chronik.db'}")
    found = [one async for one in visit(settings, {})]
    assert sound(found), unsafe(found)
    assert any("syncs every write" in one.sentence for one in found), "its Valkey was asked over its socket"
    await own_store._single.wire.read(("REPLICAOF", "127.0.0.1", "1"))
    assert "is a replica" in unsafe([one async for one in visit(settings, {})])


@pytest.mark.usefixtures("sound_disk")
def test_the_doctor_changes_nothing_and_ends_with_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in os.environ if name.startswith("CHRONIK_")]:
        monkeypatch.delenv(name)
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    (data / "chronik.db").write_bytes(migrated())
    (data / "engine.json").write_text('{"engine":"valkey","version":"9.0.0","form":2}')
    before = standing(data)
    assert main(["doctor", "--data", str(data)]) == 0, capsys.readouterr()
    assert "0 unsafe" in capsys.readouterr().out
    assert standing(data) == before
    (data / "engine.json").write_text('{"engine":"valkey","version":"99.0.0","form":2}')
    assert main(["doctor", "--data", str(data)]) == 1
    assert "newer than the bundled" in capsys.readouterr().out


def standing(folder: Path) -> dict[str, tuple[int, bytes]]:
    """What stands in a folder."""
    return {one.name: (stat.S_IMODE(one.stat().st_mode), one.read_bytes()) for one in sorted(folder.iterdir())}


async def test_what_a_database_says(database: str) -> None:
    told = await inspected(database)
    assert told is not None
    assert (told.revision, dict(told.weak), told.read_only) == (
        steps()[0],
        {"fsync": "off"} if told.kind == "Postgres" else {},  # the tests' own Postgres
        False,
    )
    assert (told.ahead_ms is None) == (told.kind == "SQLite")
    assert sound(tables(replace(told, weak={})))


def test_a_database_of_another_version_or_one_that_forgets(tmp_path: Path) -> None:
    told = DatabaseFacts(kind="Postgres", version=(18,), revision=steps()[0])
    assert sound(tables(told))
    assert sound(tables(replace(told, revision=steps()[1])))
    assert sound(tables(replace(told, version=(15,), waits_for="*")))
    assert sound(tables(None))
    for changed, word in (
        (replace(told, revision="9999"), "a newer version"),
        (replace(told, weak={"synchronous_commit": "off"}), "synchronous_commit is off"),
        (replace(told, read_only=True), "takes no writes"),
        (replace(told, version=(14,)), "no fixes any more"),
        (replace(told, waits_for=""), "synchronous_standby_names is empty"),
    ):
        assert word in unsafe(tables(changed))
    mended = [
        [one.weight for one in tables(DatabaseFacts(kind="SQLite", version=version, revision=steps()[0]))]
        for version in ((3, 51, 2), (3, 50, 7), (3, 53, 0))
    ]
    assert [Weight.NOTE in one for one in mended] == [True, False, False]
