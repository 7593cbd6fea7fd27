"""A flipped bit in a match is found: by the sweep of a running service, and by `chronik fsck`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis
from structlog.testing import capture_logs

from service.commands.cli import main
from service.log.bundled import BundledValkey
from service.log.keys import keys
from service.log.outcomes import Unavailable
from service.log.store import Append, LogStore
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue
from service.observing.metrics import SWEPT
from service.routes.about.operations import metrics
from service.settings import Settings
from service.workers import sweep
from service.workers.background import background
from service.workers.soundness import flaw, flaws
from service.workers.sweep import Sweep
from tests.support.crash.power import growing_log
from tests.support.engine.sittings import Sitting
from tests.support.service.apps import running as running_app
from tests.support.service.apps import until

LOAD = load_game(Catalogue({}))


def running(seed: int) -> Sitting:
    """A match in the middle, with an undo in it."""
    return Sitting(seed, 3).play(undos=1, upto=70)


async def keep(store: LogStore, sitting: Sitting) -> str:
    """Puts a match into a store, and gives its id."""
    await store.append(
        Append(
            match=sitting.match.id,
            expected=0,
            head=b"",
            new_head=sitting.head,
            entries=tuple(sitting.stored),
            key="k",
            fingerprint="f",
            secret=sitting.keys.secret,
        )
    )
    return sitting.match.id


async def plant(url: str, match: str, entries: list[bytes]) -> None:
    """Makes the log of a match hold other bytes, as if they had always been there."""
    at = keys(match).log
    async with Redis.from_url(url) as redis, redis.pipeline(transaction=True) as together:
        together.delete(at)
        for version, entry in enumerate(entries, 1):
            together.xadd(at, {"e": entry}, id=f"{version}-0")
        await together.execute()


def flipped(entries: list[bytes], entry: int, byte: int, bit: int = 0) -> list[bytes]:
    """The entries with one bit of one of them the other way."""
    altered = bytearray(entries[entry])
    altered[byte] ^= 1 << bit
    return [*entries[:entry], bytes(altered), *entries[entry + 1 :]]


async def test_any_flipped_bit_is_found_and_what_is_untouched_is_good(store: LogStore, store_url: str) -> None:
    sitting, random = running(1), Random(1)
    match = await keep(store, sitting)
    assert await flaws(store, match, LOAD) == ()
    assert await flaws(store, match, LOAD, decide=True) == ()
    named = 0
    for _ in range(40):
        entry = random.randrange(len(sitting.stored))
        byte = random.randrange(len(sitting.stored[entry]))
        await plant(store_url, match, flipped(sitting.stored, entry, byte, random.randrange(8)))
        assert await store.fsck(match) == ()  # the control: without the chain nothing shows
        found = await flaw(store, match, LOAD)
        assert found is not None, (entry, byte)
        assert found.damage
        named += found.entry == entry + 1
    assert named > 20
    await plant(store_url, match, sitting.stored)
    assert await flaws(store, match, LOAD) == ()


async def test_a_flipped_bit_that_only_the_chain_knows_of(store: LogStore, store_url: str) -> None:
    sitting = running(2)
    match = await keep(store, sitting)
    stored = sitting.stored[40]
    await plant(store_url, match, flipped(sitting.stored, 40, stored.index(b',"', stored.index(b'"at":')) - 1))
    found = await flaw(store, match, LOAD)
    assert found is not None
    assert found.entry in (None, 41)  # within a batch the other entries tell the time as well
    assert found.sentence


async def test_a_head_or_a_secret_that_is_another(store: LogStore, store_url: str) -> None:
    for at, says in (("head", "heads"), ("secret", "The secret is not the one")):
        match = await keep(store, running(3 + len(at)))
        async with Redis.from_url(store_url) as redis:
            name = keys(match)._asdict()[at]
            kept = await redis.get(name)
            assert isinstance(kept, bytes)
            value = bytearray(kept)
            value[5] ^= 1
            await redis.set(name, bytes(value))
        found = await flaw(store, match, LOAD)
        assert found is not None
        assert says in found.sentence


async def test_a_game_that_is_not_loaded_is_no_damage(store: LogStore, store_url: str) -> None:
    sitting = running(4)
    match = await keep(store, sitting)
    assert await flaws(store, match, lambda _: None) == ()
    (found,) = await flaws(store, match, lambda _: None, decide=True)
    assert not found.damage
    assert "not loaded" in found.sentence
    await plant(store_url, match, flipped(sitting.stored, 30, -5))
    (found,) = await flaws(store, match, lambda _: None)
    assert found.damage


async def test_a_round_finds_the_one_that_is_damaged_and_marks_nothing(
    engine: BundledValkey, own_store: LogStore
) -> None:
    sittings = [running(seed) for seed in range(10, 14)]
    for sitting in sittings:
        await keep(own_store, sitting)
    ours = Sweep(own_store, LOAD, rate=100)
    before = {outcome: SWEPT.labels(outcome)._value.get() for outcome in ("good", "damaged")}
    with capture_logs() as quiet:
        assert await ours.round() == 0
    assert quiet == []
    altered = sittings[2]
    entry = next(n for n, stored in enumerate(altered.stored) if n > 30 and b'"cmd":' in stored)
    await plant(engine.url, altered.match.id, flipped(altered.stored, entry, altered.stored[entry].index(b'"n":') + 4))
    async with Redis.from_url(engine.url) as redis:
        written = (await redis.info("replication"))["master_repl_offset"], await redis.dbsize()
        with capture_logs() as told:
            begun = asyncio.get_running_loop().time()
            assert await ours.round() == 1
            assert asyncio.get_running_loop().time() - begun >= 4 / 100
        assert ((await redis.info("replication"))["master_repl_offset"], await redis.dbsize()) == written
    (line,) = told
    assert (line["event"], line["match"], line["entry"]) == ("a match is damaged", altered.match.id, entry + 1)
    after = {outcome: SWEPT.labels(outcome)._value.get() for outcome in ("good", "damaged")}
    assert (after["good"] - before["good"], after["damaged"] - before["damaged"]) == (7, 1)
    counted: Any = metrics.fn()
    assert not any(sitting.match.id in counted.content.decode() for sitting in sittings)


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
        await asyncio.wait_for(Sweep(store, LOAD, 0.0).run(), 0.1)
    assert not rounds
    with capture_logs():
        async with background(sweep=Sweep(store, LOAD, 5.0).run()):
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
        assert capsys.readouterr() == ("2 matches: all good\n", "")
    monkeypatch.setenv("CHRONIK_REDIS_URL", "redis://127.0.0.1:1")
    assert main(["fsck", "--data", str(data), "--decide"]) == 0
    assert capsys.readouterr() == ("2 matches: all good\n", "")
    log, stored = growing_log(data), sittings[0].stored[20]
    content = bytearray(log.read_bytes())
    assert content.count(stored) == 1
    content[content.index(stored) + stored.index(b'"n":') + 4] ^= 1
    log.write_bytes(content)
    monkeypatch.delenv("CHRONIK_REDIS_URL")
    monkeypatch.setenv("CHRONIK_DATA", str(data))
    assert main(["fsck"]) == 1
    told = capsys.readouterr()
    first, last = told.out.splitlines()
    assert first.startswith(f"{sittings[0].match.id} (entry 21): Where entry 21 should stand")
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
