"""Archives in cold storage are signed again: completely, once each, and only the signature changes."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from chronik.domain.engine.proof.archive import Archive, pack, sign, unpack
from chronik.domain.log.signature import NO_SIGNER
from chronik.service.cli.cli import main
from chronik.service.cold import storage
from chronik.service.cold.archive_rows import find_archives_to_sign, record_signed
from chronik.service.cold.storage import file_hash
from chronik.service.log.store import LogStore
from chronik.service.matches import archivist, signing_again
from chronik.service.matches.archives import find_or_build_archive
from chronik.service.matches.signing_again import sign_again
from chronik.service.running.settings import Settings
from chronik.service.signing.keys import OwnKeys, write_keys
from chronik.service.sql.database import Records
from tests.support.engine.signers import ADA, BEN
from tests.support.service.cold import CATALOGUE, Cold, Crash

pytestmark = pytest.mark.usefixtures("lines_go_where_they_went")

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)


@pytest.fixture
def cold(store: LogStore, sqlite_records: Records, tmp_path: Path) -> Cold:
    return Cold(store, sqlite_records, tmp_path / "archives")


async def make_signed_archives(cold: Cold, *seeds: int) -> list[str]:
    """Returns archives that Ada's key has signed, with rows that say so."""
    matches: list[str] = []
    for seed in seeds:
        sitting, _ = await cold.archive_match(seed)
        match = sitting.match.id
        file = pack(sign(unpack(cold.file(match).read_bytes()), ADA))
        cold.file(match).write_bytes(file)
        await record_signed(cold.records, match, file_hash(file), len(file), ADA.key_id)
        matches.append(match)
    return matches


async def sign_all(cold: Cold) -> list[str]:
    waiting = await find_archives_to_sign(cold.records, BEN.key_id)
    return [await sign_again(cold.storage, CATALOGUE, BEN, one) for one in waiting]


async def check_signed(cold: Cold, match: str, before: Archive) -> None:
    """Checks that an archive differs only in Ben's signature, and that its row says so."""
    file = cold.file(match).read_bytes()
    assert unpack(file) == sign(before, BEN)
    row = await cold.row(match)
    assert (row.hash, row.size, row.key_id) == (file_hash(file), len(file), BEN.key_id)
    assert (row.version, row.head) == (before.manifest.n, before.manifest.head)
    assert [one.name for one in cold.file(match).parent.iterdir()] == [f"{match}.chronik"]


async def test_only_the_signature_of_an_archive_changes(cold: Cold) -> None:
    (match,) = await make_signed_archives(cold, 61)
    plain, _ = await cold.archive_match(62)
    before = {one: unpack(cold.file(one).read_bytes()) for one in (match, plain.match.id)}
    rows = {one: await cold.row(one) for one in before}
    assert await sign_all(cold) == ["", ""]
    for one, archive in before.items():
        await check_signed(cold, one, archive)
        assert (await cold.row(one)).left_at == rows[one].left_at
    assert await sign_all(cold) == [], "there is nothing left to do"


@pytest.mark.parametrize("dies", ["put", "record_signed"])
async def test_an_interrupted_run_continues_where_it_stopped(
    cold: Cold, monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    """The process dies before it writes the second file, or between that file and its row."""
    matches = await make_signed_archives(cold, 63, 64)
    before = {one: unpack(cold.file(one).read_bytes()) for one in matches}
    calls = 0

    async def die_second_time(*given: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise Crash
        await real(*given)

    where = cold.storage.objects if dies == "put" else signing_again
    real = getattr(where, dies)
    with monkeypatch.context() as patched:
        patched.setattr(where, dies, die_second_time)
        with pytest.raises(Crash):
            await sign_all(cold)
    assert len(await find_archives_to_sign(cold.records, BEN.key_id)) == 1
    assert await sign_all(cold) == [""]
    for one, archive in before.items():
        await check_signed(cold, one, archive)


async def test_a_damaged_archive_is_left_as_it_is(cold: Cold) -> None:
    """A new signature must not vouch for what the old file alone says."""
    matches = await make_signed_archives(cold, 65, 66, 67)
    damaged, altered, gone = (cold.file(one) for one in matches)
    damaged.write_bytes(damaged.read_bytes()[:-1])
    archive = unpack(altered.read_bytes())
    result = archive.manifest.result
    assert result is not None
    forged = replace(archive.manifest, result=replace(result, places=result.places[::-1]))
    altered.write_bytes(pack(sign(replace(archive, manifest=forged), ADA)))
    gone.unlink()
    stored = damaged.read_bytes(), altered.read_bytes()
    found = sorted(await sign_all(cold))
    assert [problem.partition(":")[0] for problem in found] == [
        "its archive is invalid",
        "its archive is missing",
        "the manifest of its archive differs from its log",
    ]
    assert (damaged.read_bytes(), altered.read_bytes(), gone.exists()) == (*stored, False)
    assert {(await cold.row(one)).key_id for one in matches} == {ADA.key_id}


async def test_an_archive_of_a_game_that_is_not_loaded_is_left_as_it_is(
    cold: Cold, monkeypatch: pytest.MonkeyPatch
) -> None:
    (match,) = await make_signed_archives(cold, 68)
    stored = cold.file(match).read_bytes()
    monkeypatch.setattr(type(CATALOGUE), "rules_of", lambda *_: None)
    assert await sign_all(cold) == ["its rules or its data set are not loaded in this process"]
    assert cold.file(match).read_bytes() == stored


async def test_a_file_signed_with_a_revoked_key_is_served_with_a_valid_signature(cold: Cold) -> None:
    sitting, _ = await cold.archive_match(69)
    file = cold.file(sitting.match.id)
    file.write_bytes(pack(sign(unpack(file.read_bytes()), ADA)))
    for signer, key in ((BEN, ADA), (replace(BEN, revoked=frozenset({ADA.key_id})), BEN), (NO_SIGNER, ADA)):
        handed_out = unpack(await find_or_build_archive(cold.logs, sitting.rules, sitting.match.id, signer))
        assert handed_out == sign(unpack(file.read_bytes()), key)


@pytest.fixture
async def data(own_store: LogStore, tmp_path: Path) -> Path:
    """Returns a data directory with two unsigned archives."""
    folder = tmp_path / "kept"
    folder.mkdir()
    records = Records(f"sqlite+aiosqlite:///{folder / 'chronik.db'}")
    try:
        await records.migrate()
        cold = Cold(own_store, records, folder / "archives")
        await cold.archive_match(70)
        await cold.archive_match(71)
    finally:
        await records.close()
    return folder


async def test_the_command_signs_stored_archives_and_names_those_it_cannot_sign(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run_sign() -> tuple[int, list[str]]:
        code = await asyncio.to_thread(main, ["admin", "keys", "sign", "--data", str(data)])
        told = capsys.readouterr()
        return code, (told.out + told.err).splitlines()

    assert await run_sign() == (1, ["There is no key to sign with; `chronik admin keys create` creates one."])
    keys = OwnKeys().with_new_key(NOON)
    write_keys(Settings(data=data).keys_file, keys)
    one, other = sorted((data / "archives").rglob("*.chronik"))
    whole = other.read_bytes()
    other.write_bytes(whole[:-1])
    code, lines = await run_sign()
    assert (code, lines[-1]) == (1, f"1 archives signed by {keys.signer.key_id}, 1 not signed")
    assert lines[0].startswith(f"{other.stem}: Its archive is invalid: ")
    other.write_bytes(whole)
    assert await run_sign() == (0, [f"1 archives signed by {keys.signer.key_id}"])
    with closing(sqlite3.connect(data / "chronik.db")) as records:
        rows = dict(records.execute("SELECT match, hash FROM archives"))
    for path in (one, other):
        assert unpack(path.read_bytes()).manifest.key_id == keys.signer.key_id
        assert rows[path.stem] == file_hash(path.read_bytes())
        assert path.name == storage.object_name(path.stem).rpartition("/")[2]
