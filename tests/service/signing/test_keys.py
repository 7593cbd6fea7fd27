"""The operator's keys: created, readable only by their owner, rotated, revoked, lost, and never shown."""

from __future__ import annotations

import stat
from datetime import UTC, datetime
from pathlib import Path

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from chronik.domain.log.signature import NO_SIGNER, key_id_of
from chronik.service.cli.cli import main
from chronik.service.cli.client import fetch_keys
from chronik.service.running.settings import Settings
from chronik.service.signing.keys import BadKeys, KeySet, OwnKeys, load_keys, read_keyring, read_keys, write_keys
from tests.support.engine.signers import SECRETS

pytestmark = pytest.mark.usefixtures("lines_go_where_they_went")

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the path of this test's keys, which do not exist yet."""
    path = tmp_path / "secret" / "keys.json"
    monkeypatch.setenv("CHRONIK_KEYS", str(path))
    return path


def read_output(capsys: pytest.CaptureFixture[str]) -> str:
    told = capsys.readouterr()
    return told.out + told.err


def make_keys(count: int) -> OwnKeys:
    keys = OwnKeys()
    for _ in range(count):
        keys = keys.with_new_key(NOON)
    return keys


def test_only_the_owner_can_read_a_new_key(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "keys", "create"]) == 0
    told = read_output(capsys)
    (key,) = read_keys(file).keys
    assert told == f"key {key.key_id}\nfile {file}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["keys.json"]
    assert key.key_id == key_id_of(bytes.fromhex(key.public_key))


def test_the_newest_key_signs_and_old_keys_stay_without_their_secrets(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        assert main(["admin", "keys", "create"]) == 0
    created = [line.removeprefix("key ") for line in read_output(capsys).splitlines() if line.startswith("key ")]
    assert main(["admin", "keys", "list"]) == 0
    told = read_output(capsys)
    keys = read_keys(file)
    assert [line.split()[0] for line in told.splitlines()] == created == [one.key_id for one in keys.keys]
    assert [line.split()[-1] for line in told.splitlines()] == ["published", "published", "signs"]
    assert [bool(one.secret_key) for one in keys.keys] == [False, False, True]
    assert keys.signer.key_id == created[-1]


def test_a_revoked_key_is_published_as_revoked_and_never_signs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "keys", "create"]) == 0
    (key,) = read_keys(file).keys
    read_output(capsys)
    assert main(["admin", "keys", "revoke", key.key_id]) == 0
    told = read_output(capsys)
    assert told.splitlines()[:2] == [f"revoked {key.key_id}", f"file {file}"]
    assert "No key signs now" in told
    keys = load_keys(Settings(keys=file))
    assert (keys.signer, keys.keys[0].secret_key) == (NO_SIGNER, "")
    (published,) = msgspec.json.decode(msgspec.json.encode(keys.published))["keys"]
    assert published["revoked_at"] is not None
    assert main(["admin", "keys", "list"]) == 0
    assert read_output(capsys).split()[-1] == "revoked"


def test_a_secret_whose_key_the_set_marks_as_revoked_does_not_sign(file: Path) -> None:
    """An edited file may still have the secret, or the key twice."""
    (key,) = make_keys(1).keys
    revoked = replace(key, revoked_at=NOON)
    for keys in (OwnKeys((revoked,)), OwnKeys((replace(revoked, secret_key=""), key))):
        write_keys(file, keys)
        assert load_keys(Settings(keys=file)).signer is NO_SIGNER


def test_a_key_stays_revoked_when_a_new_one_is_made(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = make_keys(2)
    write_keys(file, old)
    for key in old.keys:
        assert main(["admin", "keys", "revoke", key.key_id]) == 0
    moment = read_keys(file).keys[0].revoked_at
    assert main(["admin", "keys", "create"]) == 0
    assert main(["admin", "keys", "revoke", old.keys[0].key_id]) == 0
    read_output(capsys)
    assert main(["admin", "keys", "list"]) == 0
    assert [line.split()[-1] for line in read_output(capsys).splitlines()] == ["revoked", "revoked", "signs"]
    keys = read_keys(file)
    assert keys.keys[0].revoked_at == moment
    assert keys.signer.revoked == {one.key_id for one in old.keys}


def test_a_key_that_the_file_lacks_cannot_be_revoked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_keys(file, make_keys(1))
    before = file.read_bytes()
    assert main(["admin", "keys", "revoke", "0" * 16]) == 1
    assert "There is no key 0000000000000000" in read_output(capsys)
    assert file.read_bytes() == before


def test_a_set_without_a_revoked_key_is_published_as_before() -> None:
    """An older verifier reads the same bytes."""
    (key,) = make_keys(1).published.keys
    assert list(msgspec.to_builtins(key)) == ["key_id", "algorithm", "public_key", "created_at"]


def test_a_verifier_reads_which_keys_are_revoked() -> None:
    """The time does not matter; if a set contains a key twice, one revocation is enough."""
    one, two = make_keys(2).published.keys
    revoked = replace(one, revoked_at=datetime(2999, 1, 1, tzinfo=UTC))
    assert read_keyring(msgspec.json.encode(KeySet((revoked, two)))).revoked == {one.key_id}
    assert read_keyring(msgspec.json.encode(KeySet((revoked, two, one)))).revoked == {one.key_id}
    assert read_keyring(msgspec.json.encode(KeySet((one, two)))).revoked == frozenset()


def test_a_request_for_keys_bypasses_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cached set may lack a revocation."""
    asked: list[dict[str, str]] = []

    def get(_: httpx.Client, url: str, headers: dict[str, str]) -> httpx.Response:
        asked.append(headers)
        return httpx.Response(200, content=b'{"keys":[]}', request=httpx.Request("GET", url))

    monkeypatch.setattr(httpx.Client, "get", get)
    assert fetch_keys("http://localhost") == b'{"keys":[]}'
    assert asked == [{"Cache-Control": "no-cache"}]


def test_no_secret_is_ever_shown(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "keys", "create"]) == 0
    assert main(["admin", "keys", "list"]) == 0
    keys = read_keys(file)
    secret = keys.keys[0].secret_key
    assert len(secret) == 64
    published = msgspec.json.encode(keys.published).decode()
    for text in (read_output(capsys), repr(keys), repr(keys.signer), repr(keys.published), published, repr(Settings())):
        assert secret not in text
        assert repr(bytes.fromhex(secret)) not in text
    assert "secret" not in published


def test_without_a_key_file_nothing_is_signed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "keys", "list"]) == 0
    assert read_output(capsys) == ""
    assert load_keys(Settings(data=file.parent)) == OwnKeys()
    assert OwnKeys().signer is NO_SIGNER
    with pytest.raises(BadKeys, match=r"`chronik admin keys create` creates one"):
        load_keys(Settings(keys=file))


def test_keys_are_in_the_data_directory_by_default(tmp_path: Path) -> None:
    write_keys(tmp_path / "keys.json", make_keys(1))
    assert load_keys(Settings(data=tmp_path)).keys


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o602, 0o660, 0o620])
def test_a_key_file_that_others_can_access_is_refused(
    file: Path, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    write_keys(file, make_keys(1))
    file.chmod(mode)
    for arguments in (["admin", "keys", "list"], ["admin", "keys", "create"]):
        assert main(arguments) == 1
        assert f"chmod 600 {file}" in read_output(capsys)
    with pytest.raises(BadKeys, match="others"):
        load_keys(Settings(keys=file))


@pytest.mark.parametrize("mode", [0o400, 0o600, 0o640, 0o440])
def test_a_key_file_that_its_owner_and_group_can_read_is_accepted(file: Path, mode: int) -> None:
    write_keys(file, make_keys(1))
    file.chmod(mode)
    assert read_keys(file) == read_keys(file)


def test_a_published_set_can_replace_a_lost_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = make_keys(2)
    file.parent.mkdir()
    file.write_bytes(msgspec.json.encode(before.published))
    assert load_keys(Settings(keys=file)).signer is NO_SIGNER
    assert main(["admin", "keys", "create"]) == 0
    after = read_keys(file)
    assert after.published.keys[:2] == before.published.keys
    assert after.signer.key_id == after.keys[2].key_id


def test_an_invalid_key_file_is_refused_with_a_reason(file: Path) -> None:
    keys = make_keys(1)
    (key,) = keys.keys
    file.parent.mkdir()
    for content, told in (
        (b"", "is not a file of keys"),
        (b"[]", "is not a file of keys"),
        (msgspec.json.encode(OwnKeys((replace(key, public_key="zz"),))), "is not a file of keys"),
        (msgspec.json.encode(OwnKeys((replace(key, key_id="0" * 16),))), "does not match its key"),
        (msgspec.json.encode(OwnKeys((replace(key, secret_key=SECRETS[0].hex()),))), "does not belong"),
    ):
        file.write_bytes(content)
        file.chmod(0o600)
        with pytest.raises(BadKeys, match=told) as refused:
            read_keys(file)
        assert key.secret_key not in str(refused.value)
    with pytest.raises(BadKeys, match="cannot be read"):
        read_keys(file.parent)


def test_a_second_process_cannot_make_a_key_at_the_same_time(file: Path) -> None:
    write_keys(file, make_keys(1))
    beside = file.with_name("keys.json.part")
    beside.touch()
    before = file.read_bytes()
    with pytest.raises(BadKeys, match="another process is making a key"):
        write_keys(file, make_keys(2))
    assert (file.read_bytes(), beside.exists()) == (before, True)


def test_a_verifier_reads_only_a_published_set() -> None:
    published = make_keys(2).published
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
