"""The operator's keys: made, kept for their owner alone, changed, lost, and never shown."""

from __future__ import annotations

import stat
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from domain.engine.proof.signature import NO_SIGNER, key_id_of
from service.commands.cli import main
from service.settings import Settings
from service.signing.keys import BadKeys, KeySet, OwnKeys, load_keys, read_keyring, read_keys, write_keys
from tests.support.engine.signers import SECRETS

pytestmark = pytest.mark.usefixtures("lines_go_where_they_went")

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the keys of this test lie; nothing is there yet."""
    path = tmp_path / "secret" / "keys.json"
    monkeypatch.setenv("CHRONIK_KEYS", str(path))
    return path


def said(capsys: pytest.CaptureFixture[str]) -> str:
    told = capsys.readouterr()
    return told.out + told.err


def kept(count: int) -> OwnKeys:
    keys = OwnKeys()
    for _ in range(count):
        keys = keys.with_new_key(NOON)
    return keys


def test_a_key_is_made_for_its_owner_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "keys", "create"]) == 0
    told = said(capsys)
    (key,) = read_keys(file).keys
    assert told == f"key {key.key_id}\nfile {file}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["keys.json"]
    assert key.key_id == key_id_of(bytes.fromhex(key.public_key))


def test_the_newest_signs_and_old_ones_stay_without_their_secrets(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        assert main(["admin", "keys", "create"]) == 0
    created = [line.removeprefix("key ") for line in said(capsys).splitlines() if line.startswith("key ")]
    assert main(["admin", "keys", "list"]) == 0
    told = said(capsys)
    keys = read_keys(file)
    assert [line.split()[0] for line in told.splitlines()] == created == [one.key_id for one in keys.keys]
    assert [line.split()[-1] for line in told.splitlines()] == ["published", "published", "signs"]
    assert [bool(one.secret_key) for one in keys.keys] == [False, False, True]
    assert keys.signer.key_id == created[-1]


def test_no_secret_is_ever_shown(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "keys", "create"]) == 0
    assert main(["admin", "keys", "list"]) == 0
    keys = read_keys(file)
    secret = keys.keys[0].secret_key
    assert len(secret) == 64
    published = msgspec.json.encode(keys.published).decode()
    for text in (said(capsys), repr(keys), repr(keys.signer), repr(keys.published), published, repr(Settings())):
        assert secret not in text
        assert repr(bytes.fromhex(secret)) not in text
    assert "secret" not in published


def test_without_a_file_there_is_nothing_to_sign_with(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "keys", "list"]) == 0
    assert said(capsys) == ""
    assert load_keys(Settings(data=file.parent)) == OwnKeys()
    assert OwnKeys().signer is NO_SIGNER
    with pytest.raises(BadKeys, match=r"`chronik admin keys create` makes one"):
        load_keys(Settings(keys=file))


def test_keys_lie_in_the_data_directory_where_no_setting_says_otherwise(tmp_path: Path) -> None:
    write_keys(tmp_path / "keys.json", kept(1))
    assert load_keys(Settings(data=tmp_path)).keys


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o602, 0o660, 0o620])
def test_a_secret_that_others_can_reach_is_refused(file: Path, mode: int, capsys: pytest.CaptureFixture[str]) -> None:
    write_keys(file, kept(1))
    file.chmod(mode)
    for arguments in (["admin", "keys", "list"], ["admin", "keys", "create"]):
        assert main(arguments) == 1
        assert f"chmod 600 {file}" in said(capsys)
    with pytest.raises(BadKeys, match="others"):
        load_keys(Settings(keys=file))


@pytest.mark.parametrize("mode", [0o400, 0o600, 0o640, 0o440])
def test_a_secret_that_its_owner_and_his_group_read_is_taken(file: Path, mode: int) -> None:
    write_keys(file, kept(1))
    file.chmod(mode)
    assert read_keys(file) == read_keys(file)


def test_a_published_set_takes_the_place_of_a_lost_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = kept(2)
    file.parent.mkdir()
    file.write_bytes(msgspec.json.encode(before.published))
    assert load_keys(Settings(keys=file)).signer is NO_SIGNER
    assert main(["admin", "keys", "create"]) == 0
    after = read_keys(file)
    assert after.published.keys[:2] == before.published.keys
    assert after.signer.key_id == after.keys[2].key_id


def test_what_is_no_file_of_keys_is_said(file: Path) -> None:
    keys = kept(1)
    (key,) = keys.keys
    file.parent.mkdir()
    for content, told in (
        (b"", "holds no keys"),
        (b"[]", "holds no keys"),
        (msgspec.json.encode(OwnKeys((replace(key, public_key="zz"),))), "holds no keys"),
        (msgspec.json.encode(OwnKeys((replace(key, key_id="0" * 16),))), "another name"),
        (msgspec.json.encode(OwnKeys((replace(key, secret_key=SECRETS[0].hex()),))), "does not belong"),
    ):
        file.write_bytes(content)
        file.chmod(0o600)
        with pytest.raises(BadKeys, match=told) as refused:
            read_keys(file)
        assert key.secret_key not in str(refused.value)
    with pytest.raises(BadKeys, match="cannot be read"):
        read_keys(file.parent)


def test_two_who_make_keys_do_not_undo_each_other(file: Path) -> None:
    write_keys(file, kept(1))
    beside = file.with_name("keys.json.part")
    beside.touch()
    before = file.read_bytes()
    with pytest.raises(BadKeys, match="somebody else is making a key"):
        write_keys(file, kept(2))
    assert (file.read_bytes(), beside.exists()) == (before, True)


def test_a_verifier_reads_the_published_set_and_nothing_else() -> None:
    published = kept(2).published
    assert list(read_keyring(msgspec.json.encode(published)).keys) == [one.key_id for one in published.keys]
    assert read_keyring(msgspec.json.encode(KeySet(()))).keys == {}
    (one, _) = published.keys
    for content in (
        b"",
        b"{}x",
        b'{"keys":{}}',
        msgspec.json.encode(KeySet((replace(one, key_id="0" * 16),))),
        msgspec.json.encode({"keys": [{**msgspec.to_builtins(one), "algorithm": "RSA"}]}),
    ):
        with pytest.raises(BadKeys):
            read_keyring(content)
