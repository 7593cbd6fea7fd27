"""A service with keys: the key set that it publishes, what it signs, and clients that verify with the set alone."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import httpx
import msgspec
import pytest

from chronik.domain.engine.proof.archive import pack, sign, unpack
from chronik.domain.engine.proof.verification import verify
from chronik.domain.log.signature import Signature, Signed
from chronik.domain.tournament.proof.verification import verify as verify_tournament
from chronik.service.cli.cli import main
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.running.settings import Settings
from chronik.service.signing.keys import OwnKeys, read_keyring, write_keys
from tests.support.engine.signers import EVE
from tests.support.service.apps import good, register, running, serving, until

WELL_KNOWN = "/.well-known/chronik-keys.json"
LOAD = game_loader(Catalogue({}))
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def keys(settings: Settings) -> OwnKeys:
    """Creates two keys of the service, the older one without its secret."""
    keys = OwnKeys().with_new_key(NOON).with_new_key(NOON)
    write_keys(settings.keys_file, keys)
    return keys


async def play_match(client: httpx.AsyncClient) -> str:
    """Returns a match that two bots have played."""
    ada = await register(client, "Ada")
    table = {"game": "katharina", "seats": [{"t": "bot", "level": "random"}] * 2}
    match = str(good(await client.post("/api/v1/matches", json=table, headers=ada.headers))["id"])

    async def over() -> bool:
        return bool(good(await client.get(f"/api/v1/matches/{match}"))["status"] == "finished")

    await until(over)
    return match


async def archive(client: httpx.AsyncClient, match: str) -> bytes:
    return (await client.get(f"/api/v1/matches/{match}/archive")).raise_for_status().content


async def test_without_a_key_the_key_set_is_empty_and_nothing_is_signed(settings: Settings) -> None:
    async with running(settings) as (_, client):
        answer = await client.get(WELL_KNOWN)
        assert (answer.status_code, answer.json()) == (200, {"keys": []})
        assert unpack(await archive(client, await play_match(client))).signature == b""


async def test_the_key_set_is_public_and_cacheable(settings: Settings, keys: OwnKeys) -> None:
    async with running(settings) as (_, client):
        answer = await client.get(WELL_KNOWN)
        assert answer.content == msgspec.json.encode(keys.published)
        assert [one["key_id"] for one in answer.json()["keys"]] == [one.key_id for one in keys.keys]
        assert keys.keys[1].secret_key not in answer.text
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "public, max-age=300"
        assert answer.headers["access-control-allow-origin"] == "*"
        again = await client.get(WELL_KNOWN, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == "public, max-age=300"


async def test_a_client_checks_an_archive_with_the_published_set(settings: Settings, keys: OwnKeys) -> None:
    async with running(settings) as (_, client):
        keyring = read_keyring((await client.get(WELL_KNOWN)).content)
        file = unpack(await archive(client, await play_match(client)))
    found = verify(file, LOAD, keyring=keyring)
    assert (found.ok, found.signature) == (True, Signature(Signed.GOOD, keys.signer.key_id))


async def test_a_bundle_is_signed_and_so_is_every_match_in_it(settings: Settings, keys: OwnKeys) -> None:
    async with running(settings) as (_, client):
        olga = await register(client, "Olga")
        plan = {
            "title": "Spring Cup",
            "game": "katharina",
            "stages": [{"method": "swiss", "table": 2, "rounds": 1}],
            "scoring": "match-points",
        }
        tournaments = "/api/v1/tournaments"
        made = good(await client.post(tournaments, json=plan, headers=olga.headers))
        here = f"{tournaments}/{made['id']}"
        for _ in range(2):
            good(await client.post(f"{here}/entrants", json={"t": "bot", "level": "random"}, headers=olga.headers))
        good(await client.post(f"{here}/rounds", json={"round": 1}, headers=olga.headers))
        good(await client.post(f"{here}/rounds/1/start", json={}, headers=olga.headers))

        async def is_closed() -> bool:
            return bool(good(await client.get(here))["rounds"][0]["progress"] == "closed")

        await until(is_closed)
        whole = (await client.get(f"{here}/bundle?names=true")).content
        keyring = read_keyring((await client.get(WELL_KNOWN)).content)
    lines = whole.splitlines(keepends=True)
    found = verify_tournament(lines, LOAD, keyring=keyring)
    assert (found.ok, found.signature) == (True, Signature(Signed.GOOD, keys.signer.key_id)), found
    (file,) = [msgspec.json.decode(line)["file"] for line in lines if line.startswith(b'{"kind":"archive"')]
    assert unpack(msgspec.convert(file, bytes)).manifest.key_id == keys.signer.key_id


async def test_verify_reads_keys_from_a_file_or_from_the_service(
    settings: Settings, keys: OwnKeys, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run_verify(*arguments: object) -> tuple[int, str]:
        code = await asyncio.to_thread(main, ["verify", *map(str, arguments)])
        told = capsys.readouterr()
        return code, told.out + told.err

    signed, unsigned, forged, eves = (tmp_path / f"{name}.chronik" for name in ("signed", "unsigned", "forged", "eve"))
    kept, empty = tmp_path / "kept.json", tmp_path / "empty.json"
    empty.write_bytes(b'{"keys":[]}')
    async with serving(settings) as client:
        url = str(client.base_url).rstrip("/")
        signed.write_bytes(await archive(client, await play_match(client)))
        kept.write_bytes((await client.get(WELL_KNOWN)).content)
        for source in (url, f"{url}/", url + WELL_KNOWN):
            assert (await run_verify(signed, "--keys", source))[0] == 0
        code, told = await run_verify(signed, "--keys", f"{url}/nothing")
        assert (code, "answered with 404" in told) == (2, True)
    code, told = await run_verify(signed, "--keys", url)
    assert (code, "No service answers" in told) == (2, True)

    played = unpack(signed.read_bytes())
    named = played.manifest.key_id
    unsigned.write_bytes(pack(sign(played, type(EVE)())))
    eves.write_bytes(pack(sign(played, EVE)))
    forged.write_bytes(pack(sign(played, type(EVE)(named, EVE.sign))))
    for file, arguments, expected, word, sentence in (
        (signed, ("--keys", kept), 0, "good", f"It is signed by {named}."),
        (unsigned, ("--keys", kept), 1, "unverified", "It is unsigned."),
        (eves, ("--keys", kept), 1, "unverified", f"It is signed with a key that is not known ({EVE.key_id})."),
        (forged, ("--keys", kept), 1, "altered", f"The signature is not one of the key {named}"),
        (signed, (), 0, "good", f"It is signed with a key that is not known ({named})."),
        (unsigned, (), 0, "good", "It is unsigned."),
        (unsigned, ("--keys", empty), 0, "good", "It is unsigned."),
    ):
        code, told = await run_verify(file, *arguments)
        assert (code, f"{file}: {word}: " in told, sentence in told) == (expected, True, True), told
    for missing, problem in ((tmp_path / "none.json", "No such file"), (signed, "not a set of public keys")):
        code, told = await run_verify(signed, "--keys", missing)
        assert (code, problem in told, told.count("\n")) == (2, True, 1)


async def test_a_file_from_before_a_key_rotation_verifies_with_the_new_key_set(settings: Settings) -> None:
    before = OwnKeys().with_new_key(NOON)
    write_keys(settings.keys_file, before)
    async with running(settings) as (_, client):
        old = unpack(await archive(client, await play_match(client)))
    write_keys(settings.keys_file, before.with_new_key(NOON))
    async with running(settings) as (_, client):
        new = unpack(await archive(client, old.manifest.match))
        keyring = read_keyring((await client.get(WELL_KNOWN)).content)
    assert old.manifest.key_id != new.manifest.key_id
    assert all(verify(one, LOAD, keyring=keyring).ok for one in (old, new))


async def test_an_archive_from_before_a_revocation_is_served_with_a_valid_signature(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The old file counts as unsigned, whatever date it has; with an earlier receipt of its end it counts as signed."""
    before = OwnKeys().with_new_key(NOON)
    write_keys(settings.keys_file, before)
    async with running(settings) as (_, client):
        old = await archive(client, match := await play_match(client))
    revoked = before.with_revoked_key(before.keys[0].key_id, NOON)
    write_keys(settings.keys_file, revoked)
    async with running(settings) as (_, client):
        unsigned = unpack(await archive(client, match))
    assert unsigned.manifest.key_id in ("", before.keys[0].key_id), "a service without a good key signs nothing"
    write_keys(settings.keys_file, revoked.with_new_key(NOON))
    async with running(settings) as (_, client):
        new = unpack(await archive(client, match))
        published = (await client.get(WELL_KNOWN)).content
    keyring = read_keyring(published)
    assert new.manifest.key_id == keyring_newest(published)
    assert verify(new, LOAD, keyring=keyring).ok
    assert not verify(unpack(old), LOAD, keyring=keyring).ok

    file, keys = tmp_path / "old.chronik", tmp_path / "keys.json"
    file.write_bytes(old)
    keys.write_bytes(published)
    for arguments, expected, sentence in (
        ((), 1, f"It is signed with a revoked key ({before.keys[0].key_id})"),
        (("--head", new.manifest.head), 0, "a revoked key; the head known from elsewhere covers all of it."),
    ):
        code = await asyncio.to_thread(main, ["verify", str(file), "--keys", str(keys), *arguments])
        assert (code, sentence in capsys.readouterr().out) == (expected, True)


def keyring_newest(published: bytes) -> str:
    """Returns the id of the newest key of a published set."""
    return str(msgspec.json.decode(published)["keys"][-1]["key_id"])
