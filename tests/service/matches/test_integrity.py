"""A flipped bit in a stored match is found by the sweep of a running service, and by `chronik fsck`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis
from structlog.testing import capture_logs

from chronik.service.cli.cli import main
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.keys import Item, keys
from chronik.service.log.members import Members
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore
from chronik.service.matches import sweep
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.matches.integrity import find_chain_flaw, find_flaws
from chronik.service.matches.sweep import Sweep
from chronik.service.operating.metrics import REGISTRY, SWEPT, render_metrics
from chronik.service.running.background import Background
from chronik.service.running.settings import Settings
from tests.support.crash.power import growing_log
from tests.support.engine.edits import opened_later
from tests.support.engine.sittings import Sitting
from tests.support.service.apps import running as running_app
from tests.support.service.apps import until
from tests.support.service.sql import migrated
from tests.support.service.stored import flipped, items_of, plant, put

LOAD = game_loader(Catalogue({}))


def running(seed: int) -> Sitting:
    """Returns an unfinished match with an undo in it."""
    return Sitting(seed, 3).play(undos=1, upto=70)


def swept() -> dict[str, float]:
    """Returns how many matches were swept so far, by outcome."""
    name = "chronik_swept_matches_total"
    return {one: REGISTRY.get_sample_value(name, {"outcome": one}) or 0.0 for one in ("good", "damaged")}


async def keep(store: LogStore, sitting: Sitting) -> list[Item]:
    """Stores a match, and returns its items."""
    match, secret = sitting.match.id, sitting.keys.secret
    items = items_of(match, secret, sitting.stored)
    await put(store, match, items, secret)
    return items


async def test_any_flipped_bit_is_found_and_an_unchanged_match_has_no_flaw(store: LogStore) -> None:
    sitting, random = running(1), Random(1)
    items, match, unseen = await keep(store, sitting), sitting.match.id, 0
    assert await find_flaws(store, match, LOAD) == ()
    assert await find_flaws(store, match, LOAD, decide=True) == ()
    named = 0
    for _ in range(40):
        batch = random.randrange(len(items))
        byte = random.randrange(len(items[batch].batch))
        await plant(store, match, flipped(items, batch, byte, random.randrange(8)))
        unseen += await store.fsck(match) == ()  # the control: without the chain few flips are found
        found = await find_chain_flaw(store, match, LOAD)
        assert found is not None, (batch, byte)
        assert found.damage
        first = items[batch - 1].version if batch else 0
        named += found.entry is not None and first < found.entry <= items[batch].version
    assert named > 20
    assert unseen > 20
    await plant(store, match, items)
    assert await find_flaws(store, match, LOAD) == ()


async def test_a_match_opened_by_a_newer_version_is_not_reported_as_damaged(store: LogStore) -> None:
    sitting = running(3)
    (first, *items), match = await keep(store, sitting), sitting.match.id
    await plant(store, match, [first._replace(batch=opened_later(first.batch)), *items])
    (found,) = await find_flaws(store, match, LOAD, decide=True)
    assert not found.damage
    assert "newer version of Chronik" in found.sentence
    with capture_logs() as told, patch.object(SWEPT, "labels") as swept:
        assert await Sweep(store, LOAD, 1.0, Members()).check_match(match) is None
    assert told == []
    swept.assert_not_called()


async def test_a_flipped_bit_that_only_breaks_the_chain_is_found(store: LogStore) -> None:
    sitting = running(2)
    items = await keep(store, sitting)
    stored = items[20].batch
    await plant(store, sitting.match.id, flipped(items, 20, stored.index(b",", stored.index(b'"at":')) - 1))
    found = await find_chain_flaw(store, sitting.match.id, LOAD)
    assert found is not None
    assert found.entry is None
    assert found.sentence.startswith("Only the chain shows")


async def test_a_wrong_head_version_or_secret_is_found(store: LogStore, store_url: str) -> None:
    sitting = running(7)
    items, match = await keep(store, sitting), sitting.match.id
    for batch, says in ((20, "stored with the wrong version or head"), (len(items) - 1, "Only the chain shows")):
        head = bytes((items[batch].head[0] ^ 1,)) + items[batch].head[1:]
        await plant(store, match, [*items[:batch], items[batch]._replace(head=head), *items[batch + 1 :]])
        assert await store.fsck(match) == ()  # the control
        (found,) = await find_flaws(store, match, LOAD)
        assert says in found.sentence
    await plant(store, match, [*items[:-1], items[-1]._replace(version=items[-1].version + 1)])
    found_too = await find_chain_flaw(store, match, LOAD)
    assert found_too is not None
    assert "stored with the wrong version or head" in found_too.sentence
    await plant(store, match, items)
    async with Redis.from_url(store_url) as redis:
        await redis.set(keys(match).secret, bytes(32))
    (found,) = await find_flaws(store, match, LOAD)
    assert "The secret is not the one" in found.sentence


async def test_a_match_of_a_game_that_is_not_loaded_is_not_reported_as_damaged(store: LogStore) -> None:
    sitting = running(4)
    items, match = await keep(store, sitting), sitting.match.id
    assert await find_flaws(store, match, lambda _: None) == ()
    (found,) = await find_flaws(store, match, lambda _: None, decide=True)
    assert not found.damage
    assert "not loaded" in found.sentence
    await plant(store, match, flipped(items, 15, -5))
    (found,) = await find_flaws(store, match, lambda _: None)
    assert found.damage


async def test_a_round_of_the_sweep_finds_the_damaged_match_and_writes_nothing(
    engine: BundledValkey, own_store: LogStore
) -> None:
    sittings = [running(seed) for seed in range(10, 14)]
    kept = [await keep(own_store, sitting) for sitting in sittings]
    ours = Sweep(own_store, LOAD, rate=100, members=Members())
    before = swept()
    with capture_logs() as quiet:
        assert await ours.round() == 0
    assert quiet == []
    altered = sittings[2].match.id
    before_it, damaged = kept[2][19], kept[2][20]
    await plant(own_store, altered, flipped(kept[2], 20, damaged.batch.index(b'"e":') + 1))
    async with Redis.from_url(engine.url) as redis:
        written = (await redis.info("replication"))["master_repl_offset"], await redis.dbsize()
        with capture_logs() as told:
            begun = asyncio.get_running_loop().time()
            assert await ours.round() == 1
            assert asyncio.get_running_loop().time() - begun >= 4 / 100
        assert ((await redis.info("replication"))["master_repl_offset"], await redis.dbsize()) == written
    (line,) = told
    assert (line["event"], line["match"], line["entry"]) == ("a match is damaged", altered, before_it.version + 1)
    after = swept()
    assert (after["good"] - before["good"], after["damaged"] - before["damaged"]) == (7, 1)
    counts = render_metrics().decode()
    assert not any(sitting.match.id in counts for sitting in sittings)


async def test_a_match_that_leaves_the_log_during_a_sweep_is_not_reported_as_damaged(own_store: LogStore) -> None:
    sitting = running(16)
    items = await keep(own_store, sitting)
    ours = Sweep(own_store, LOAD, rate=100, members=Members())
    with capture_logs() as quiet:
        assert await ours.check_match("0" * 32) is None
    assert quiet == []
    await plant(own_store, sitting.match.id, flipped(items, 15, -5))
    with capture_logs() as told:
        assert await ours.check_match(sitting.match.id) is not None  # the control
    assert len(told) == 1


async def test_the_sweep_removes_only_secrets_without_a_log(own_store: LogStore) -> None:
    sitting = running(15)
    await keep(own_store, sitting)
    begun = "0" * 32
    await own_store.keep_secret(begun, bytes(32))
    assert await Sweep(own_store, LOAD, rate=100, members=Members()).round() == 0
    assert await own_store.secret(begun) is None
    assert await own_store.secret(sitting.match.id) == sitting.keys.secret


async def test_the_sweep_repeats_its_rounds_unless_its_rate_is_zero(
    store: LogStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "REST", 0.001)
    rounds = 0

    async def away(self: Sweep) -> int:
        nonlocal rounds
        rounds += 1
        raise Unavailable("gone")

    monkeypatch.setattr(Sweep, "round", away)

    async def has_gone_on() -> bool:
        return rounds > 1

    with suppress(TimeoutError):
        async with asyncio.timeout(0.1):
            await Sweep(store, LOAD, 0.0, Members()).run()
    assert not rounds
    with capture_logs():
        async with Background().running(sweep=Sweep(store, LOAD, 5.0, Members()).run()):
            await until(has_gone_on)


def test_fsck_finds_a_bit_flipped_on_the_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sittings = [running(20), Sitting(21, 2).play()]

    async def write(url: str) -> None:
        store = LogStore(url)
        for sitting in sittings:
            await keep(store, sitting)
        await store.close()

    data = tmp_path / "data"
    with BundledValkey.start(data) as engine:
        asyncio.run(write(engine.url))
        monkeypatch.setenv("CHRONIK_REDIS_URL", engine.url)
        monkeypatch.setenv("CHRONIK_DATA", str(tmp_path / "nothing"))
        assert main(["fsck"]) == 0
        told = capsys.readouterr()
        assert told.out == "2 matches: all good\n"
        assert told.err.startswith(f"There is no database {tmp_path / 'nothing' / 'chronik.db'}, so missing matches")
    monkeypatch.setenv("CHRONIK_REDIS_URL", "redis://127.0.0.1:1")
    (data / "chronik.db").write_bytes(migrated())
    assert main(["fsck", "--data", str(data), "--decide"]) == 0
    assert capsys.readouterr() == ("2 matches: all good\n", "")
    log, stored = growing_log(data), sittings[0].stored[20]
    content = bytearray(log.read_bytes())
    assert content.count(stored) == 1
    content[content.index(stored) + stored.index(b'"e":') + 1] ^= 1
    log.write_bytes(content)
    monkeypatch.delenv("CHRONIK_REDIS_URL")
    monkeypatch.setenv("CHRONIK_DATA", str(data))
    assert main(["fsck"]) == 1
    told = capsys.readouterr()
    first, last = told.out.splitlines()
    assert first.startswith(f"{sittings[0].match.id}: ")
    assert last == "2 matches: 1 damaged"
    assert told.err == ""


async def test_a_running_service_runs_the_sweep(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()

    async def round_(self: Sweep) -> int:
        assert self.rate == 2
        begun.set()
        return 0

    monkeypatch.setattr(sweep, "REST", 0.001)
    monkeypatch.setattr(Sweep, "round", round_)
    async with running_app(replace(settings, sweep_rate=2.0)), asyncio.timeout(60):
        await begun.wait()
