"""A flipped bit in a match is found: by the sweep of a running service, and by `chronik fsck`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis
from structlog.testing import capture_logs

from service.commands.cli import main
from service.log.bundled import BundledValkey
from service.log.keys import Item, keys
from service.log.outcomes import Unavailable
from service.log.store import LogStore
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue
from service.observing.metrics import SWEPT, counted
from service.settings import Settings
from service.workers import sweep
from service.workers.background import Background
from service.workers.members import Members
from service.workers.soundness import flaw, flaws
from service.workers.sweep import Sweep
from tests.support.crash.power import growing_log
from tests.support.engine.sittings import Sitting
from tests.support.service.apps import running as running_app
from tests.support.service.apps import until
from tests.support.service.sql import migrated
from tests.support.service.stored import flipped, items_of, plant, put

LOAD = load_game(Catalogue({}))


def running(seed: int) -> Sitting:
    """A match in the middle, with an undo in it."""
    return Sitting(seed, 3).play(undos=1, upto=70)


async def keep(store: LogStore, sitting: Sitting) -> list[Item]:
    """Puts a match into a store, and gives its items."""
    match, secret = sitting.match.id, sitting.keys.secret
    items = items_of(match, secret, sitting.stored)
    await put(store, match, items, secret)
    return items


async def test_any_flipped_bit_is_found_and_what_is_untouched_is_good(store: LogStore) -> None:
    sitting, random = running(1), Random(1)
    items, match, unseen = await keep(store, sitting), sitting.match.id, 0
    assert await flaws(store, match, LOAD) == ()
    assert await flaws(store, match, LOAD, decide=True) == ()
    named = 0
    for _ in range(40):
        batch = random.randrange(len(items))
        byte = random.randrange(len(items[batch].batch))
        await plant(store, match, flipped(items, batch, byte, random.randrange(8)))
        unseen += await store.fsck(match) == ()  # the control: without the chain little shows
        found = await flaw(store, match, LOAD)
        assert found is not None, (batch, byte)
        assert found.damage
        first = items[batch - 1].version if batch else 0
        named += found.entry is not None and first < found.entry <= items[batch].version
    assert named > 20
    assert unseen > 20
    await plant(store, match, items)
    assert await flaws(store, match, LOAD) == ()


async def test_a_flipped_bit_that_only_the_chain_knows_of(store: LogStore) -> None:
    sitting = running(2)
    items = await keep(store, sitting)
    stored = items[20].batch
    await plant(store, sitting.match.id, flipped(items, 20, stored.index(b",", stored.index(b'"at":')) - 1))
    found = await flaw(store, sitting.match.id, LOAD)
    assert found is not None
    assert found.entry is None
    assert found.sentence.startswith("Only the chain tells")


async def test_a_head_a_version_or_a_secret_that_is_another(store: LogStore, store_url: str) -> None:
    sitting = running(7)
    items, match = await keep(store, sitting), sitting.match.id
    for batch, says in ((20, "beside a batch is not its own"), (len(items) - 1, "Only the chain tells")):
        head = bytes((items[batch].head[0] ^ 1,)) + items[batch].head[1:]
        await plant(store, match, [*items[:batch], items[batch]._replace(head=head), *items[batch + 1 :]])
        assert await store.fsck(match) == ()  # the control
        (found,) = await flaws(store, match, LOAD)
        assert says in found.sentence
    await plant(store, match, [*items[:-1], items[-1]._replace(version=items[-1].version + 1)])
    found_too = await flaw(store, match, LOAD)
    assert found_too is not None
    assert "beside a batch is not its own" in found_too.sentence
    await plant(store, match, items)
    async with Redis.from_url(store_url) as redis:
        await redis.set(keys(match).secret, bytes(32))
    (found,) = await flaws(store, match, LOAD)
    assert "The secret is not the one" in found.sentence


async def test_a_game_that_is_not_loaded_is_no_damage(store: LogStore) -> None:
    sitting = running(4)
    items, match = await keep(store, sitting), sitting.match.id
    assert await flaws(store, match, lambda _: None) == ()
    (found,) = await flaws(store, match, lambda _: None, decide=True)
    assert not found.damage
    assert "not loaded" in found.sentence
    await plant(store, match, flipped(items, 15, -5))
    (found,) = await flaws(store, match, lambda _: None)
    assert found.damage


async def test_a_round_finds_the_one_that_is_damaged_and_marks_nothing(
    engine: BundledValkey, own_store: LogStore
) -> None:
    sittings = [running(seed) for seed in range(10, 14)]
    kept = [await keep(own_store, sitting) for sitting in sittings]
    ours = Sweep(own_store, LOAD, rate=100, members=Members())
    before = {outcome: SWEPT.labels(outcome)._value.get() for outcome in ("good", "damaged")}
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
    after = {outcome: SWEPT.labels(outcome)._value.get() for outcome in ("good", "damaged")}
    assert (after["good"] - before["good"], after["damaged"] - before["damaged"]) == (7, 1)
    counts = counted().decode()
    assert not any(sitting.match.id in counts for sitting in sittings)


async def test_a_match_that_leaves_after_it_was_listed_is_not_damaged(own_store: LogStore) -> None:
    sitting = running(16)
    items = await keep(own_store, sitting)
    ours = Sweep(own_store, LOAD, rate=100, members=Members())
    with capture_logs() as quiet:
        assert await ours.look("0" * 32) is None
    assert quiet == []
    await plant(own_store, sitting.match.id, flipped(items, 15, -5))
    with capture_logs() as told:
        assert await ours.look(sitting.match.id) is not None  # the control
    assert len(told) == 1


async def test_a_secret_without_a_log_is_swept_and_others_stay(own_store: LogStore) -> None:
    sitting = running(15)
    await keep(own_store, sitting)
    begun = "0" * 32
    await own_store.keep_secret(begun, bytes(32))
    assert await Sweep(own_store, LOAD, rate=100, members=Members()).round() == 0
    assert await own_store.secret(begun) is None
    assert await own_store.secret(sitting.match.id) == sitting.keys.secret


async def test_the_sweep_goes_on_for_ever_or_not_at_all(store: LogStore, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_command_finds_a_bit_flipped_on_the_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sittings = [running(20), Sitting(21, 2).play()]

    async def written(url: str) -> None:
        store = LogStore(url)
        for sitting in sittings:
            await keep(store, sitting)
        await store.close()

    data = tmp_path / "data"
    with BundledValkey.start(data) as engine:
        asyncio.run(written(engine.url))
        monkeypatch.setenv("CHRONIK_REDIS_URL", engine.url)
        monkeypatch.setenv("CHRONIK_DATA", str(tmp_path / "nothing"))
        assert main(["fsck"]) == 0
        told = capsys.readouterr()
        assert told.out == "2 matches: all good\n"
        assert told.err.startswith(f"There is no database {tmp_path / 'nothing' / 'chronik.db'} to say")
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


async def test_a_running_service_sweeps(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()

    async def round_(self: Sweep) -> int:
        assert self.rate == 2
        begun.set()
        return 0

    monkeypatch.setattr(sweep, "REST", 0.001)
    monkeypatch.setattr(Sweep, "round", round_)
    async with running_app(replace(settings, sweep_rate=2.0)), asyncio.timeout(60):
        await begun.wait()
