"""The log in a cluster: every match is in its slot and confirmed by a second server, even while slots move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from chronik.service.backup.restoring import check_backup, logs, restore
from chronik.service.backup.taking import take_backup
from chronik.service.doctor.finding import Finding, Weight
from chronik.service.doctor.log_server import check_log_servers
from chronik.service.log import cluster as module
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.copies import put_back
from chronik.service.log.durability import Unsupported
from chronik.service.log.heartbeats import Heartbeats
from chronik.service.log.keys import PARTITIONS, TAGS, keys, partition, tag
from chronik.service.log.outcomes import Conflict, Damaged, NoSecret, ReadOnly, Unavailable, Unconfirmed
from chronik.service.log.server_status import read_server_statuses
from chronik.service.log.store import LogStore, Tail
from chronik.service.log.topology import REST, Topology, slot
from chronik.service.log.wire import Address
from tests.support.service.apps import (
    PATIENCE,
    Player,
    card,
    good,
    opened,
    play_on,
    register,
    serving,
    settings_for,
    until,
)
from tests.support.service.cluster import Cluster, Node, cluster
from tests.support.service.engines import Scribe
from tests.support.service.events import watching
from tests.support.service.ports import free_port
from tests.support.service.trips import count_trips


@pytest.fixture(scope="module")
def six() -> Iterator[Cluster]:
    with cluster(node_timeout_ms=5_000) as running:
        yield running


async def test_the_doctor_finds_nothing_unsafe_in_a_sound_cluster(six: Cluster) -> None:
    found = await findings_on(six)
    assert len(found) > len(six.nodes)
    assert [one.sentence for one in found if one.weight is not Weight.GOOD] == []
    assert sum("it stops accepting writes" in one.sentence for one in found) == len(six.nodes)


@pytest.mark.parametrize(
    ("setting", "value", "weight", "words"),
    [
        ("min-replicas-to-write", "0", Weight.UNSAFE, "min-replicas-to-write is 0"),
        ("min-replicas-to-write", "2", Weight.UNSAFE, "more than its replicas (1), so it accepts no writes"),
        ("min-replicas-max-lag", "0", Weight.UNSAFE, "min-replicas-max-lag is 0"),
        ("min-replicas-max-lag", "10", Weight.NOTE, "min-replicas-max-lag is 10 instead of 2"),
        ("cluster-require-full-coverage", "yes", Weight.UNSAFE, "all matches stop"),
        ("cluster-node-timeout", "15000", Weight.NOTE, "cluster-node-timeout is 15 s instead of a few"),
        ("cluster-node-timeout", "500", Weight.NOTE, "cluster-node-timeout is 0.5 s instead of a few"),
    ],
)
async def test_the_doctor_names_the_server_with_different_settings(
    six: Cluster, setting: str, value: str, weight: Weight, words: str
) -> None:
    await asyncio.to_thread(six.settle)
    one = six.masters()[0]
    before = one.ask("CONFIG", "GET", setting)[setting]
    one.ask("CONFIG", "SET", setting, value)
    try:
        (found,) = [it for it in await findings_on(six) if it.weight is not Weight.GOOD]
    finally:
        one.ask("CONFIG", "SET", setting, before)
    assert (found.weight, found.sentence.startswith(f"{one.name}: ")) == (weight, True)
    assert words in found.sentence


async def test_the_doctor_reports_the_servers_that_do_not_answer(six: Cluster) -> None:
    await asyncio.to_thread(six.settle)
    master = six.masters()[0]
    replica = six.replica_of(master)
    replica.kill()
    try:
        found = " ".join(one.sentence for one in await findings_on(six) if one.weight is Weight.UNSAFE)
    finally:
        replica.start()
    assert f"{master.name}: It currently has no replica" in found
    assert f"The server at {replica.name} does not answer" in found
    await asyncio.to_thread(six.settle)


async def test_the_doctor_reports_a_server_that_forbids_config_get(six: Cluster) -> None:
    for node in six.nodes:
        node.ask("ACL", "SETUSER", "hosted", "on", ">hidden", "~*", "+@all", "-config")
    url = six.url.replace("redis://", "redis://hosted:hidden@", 1)
    try:
        found = list(check_log_servers(url, await read_server_statuses(url)))
    finally:
        for node in six.nodes:
            node.ask("ACL", "DELUSER", "hosted")
    assert sum("does not report its cluster settings" in one.sentence for one in found) == len(six.nodes)


async def findings_on(six: Cluster) -> list[Finding]:
    """Returns all findings of the doctor on the cluster."""
    return list(check_log_servers(six.url, await read_server_statuses(six.url)))


@pytest.fixture
async def store(six: Cluster) -> AsyncIterator[LogStore]:
    await asyncio.to_thread(six.settle)
    store = LogStore(six.url, timeout=PATIENCE)
    yield store
    await store.close()


def home(six: Cluster, match: str) -> Node:
    return six.master_of(slot(tag(partition(match))))


def scribes(count: int = PARTITIONS) -> list[Scribe]:
    """Returns a writer for each of some partitions."""
    found = dict[int, Scribe]()
    while len(found) < count:
        scribe = Scribe()
        if partition(scribe.match) < count:
            found.setdefault(partition(scribe.match), scribe)
    return list(found.values())


async def test_matches_in_all_partitions_can_be_written_read_listed_and_followed(six: Cluster, store: LogStore) -> None:
    begun = await store.index_end()
    writers = scribes()
    await asyncio.gather(*(writer.write(store, 1, 2) for writer in writers))
    heard = dict[str, int]()
    while len(heard) < PARTITIONS or min(heard.values()) < 3:
        grown = await store.read_hints(begun, 2_000)
        begun |= {hint.partition: hint.position for hint in grown}
        heard |= {hint.match: hint.version for hint in grown}
    assert heard == {writer.match: 3 for writer in writers}
    for writer in writers:
        tail, secret = await store.read_log(writer.match)
        assert (list(tail.batches), tail.head, secret) == (writer.written, writer.head, writer.secret)
        assert (await store.tail(writer.match, 1)).items == tail.items[1:]
        assert await store.secret(writer.match) == writer.secret
        assert await store.fsck(writer.match) == ()
        with pytest.raises(Conflict):
            await store.append(Scribe(writer.match).batch()) if await store.keep_secret(
                writer.match, bytes(32)
            ) else None
    assert {match async for match in store.matches()} >= set(heard)
    assert await store.find_grown(dict.fromkeys(heard, 2)) == set(heard)
    assert await store.find_grown(heard) == frozenset()
    orphan = Scribe()
    await store.keep_secret(orphan.match, orphan.secret)
    assert [match async for match in store.orphans()] == [orphan.match]
    assert await store.drop_secret(orphan.match)
    with pytest.raises(NoSecret):
        await store.append(orphan.batch())
    await store.trim_indexes(begun)
    await store.check_writable()
    assert await Heartbeats(store).beat(1_000, 0) == await Heartbeats(store).beat(1_000, 0)


async def test_a_backup_of_a_cluster_is_restored_into_a_single_server(
    six: Cluster, store: LogStore, engine: BundledValkey, tmp_path: Path
) -> None:
    writers = scribes()
    await asyncio.gather(*(writer.write(store, 1, 2) for writer in writers))
    settings = settings_for(six.url, tmp_path / "here")
    copy = tmp_path / "copy"
    manifest = await take_backup(settings, six.url, copy)
    there = settings_for(engine.url, tmp_path / "there")
    held = {kept.match: kept for kept in logs(copy)}
    assert set(held) >= {writer.match for writer in writers}
    await restore(there, engine.url, copy, check_backup(copy))
    again = await take_backup(there, engine.url, tmp_path / "again")
    assert (again.matches, again.entries) == (manifest.matches, manifest.entries)
    one = held[writers[0].match]
    await asyncio.to_thread(home(six, one.match).ask, "DEL", keys(one.match).log, keys(one.match).secret)
    await put_back(await store.servers(), one.match, one.secret, one.items)
    assert await store.fsck(one.match) == ()
    assert (await store.read_log(one.match))[0].items == one.items


class Load:
    """Writers that append and read back, and stop at the first error."""

    def __init__(self, store: LogStore) -> None:
        self.writers = scribes()
        self._store = store
        self._stop = False
        self._tasks = [asyncio.create_task(self._write(writer)) for writer in self.writers]

    async def _write(self, writer: Scribe) -> None:
        while not self._stop or writer.version < 3:
            await writer.write(self._store, 1)
            assert (await self._store.tail(writer.match, 0)).head == writer.head

    async def stop(self) -> int:
        self._stop = True
        await asyncio.gather(*self._tasks)
        return sum(writer.version for writer in self.writers)


@pytest.fixture
async def other(six: Cluster) -> AsyncIterator[LogStore]:
    """Returns a store that the cluster takes for another process."""
    store = LogStore(six.url, timeout=PATIENCE)
    await store.ping()
    yield store
    await store.close()


async def test_moving_slots_under_load_causes_no_visible_error(six: Cluster, store: LogStore, other: LogStore) -> None:
    load = Load(store)
    moved = [slot(tag(n)) for n in range(3)]
    for one in moved:
        source = six.master_of(one)
        target = next(node for node in six.masters() if node is not source)
        await asyncio.to_thread(six.move, one, target, 1)
    half = moved[0]
    source = six.master_of(half)
    target = next(node for node in six.masters() if node is not source)
    await asyncio.to_thread(six.begin_move, half, source, target)
    await asyncio.sleep(0.2)  # new matches are opened at the target, existing ones stay at the source
    late = next(writer for writer in iter(Scribe, None) if partition(writer.match) == 0)
    await late.write(store, 1)
    assert (await other.tail(late.match, 0)).head == late.head
    assert await other.fsck(late.match) == ()
    while await asyncio.to_thread(six.move_keys, half, source, target, 1):
        pass
    await asyncio.to_thread(six.end_move, half, source, target)
    written = await load.stop()
    assert written > 3 * PARTITIONS
    for writer in load.writers:
        assert list((await other.tail(writer.match, 0)).batches) == writer.written


async def test_a_key_that_has_not_moved_yet_is_read_from_the_source_of_its_slot(
    six: Cluster, store: LogStore, other: LogStore
) -> None:
    writers = [writer for writer in (Scribe() for _ in range(200)) if partition(writer.match) == 0]
    await asyncio.gather(*(writer.write(store, 1, 2) for writer in writers))
    one = slot(tag(0))
    source = six.master_of(one)
    target = next(node for node in six.masters() if node is not source)
    source.ask("DEL", f"{tag(0)}:pulse")
    six.begin_move(one, source, target)
    await check_all_readable(other, writers)
    for number, writer in enumerate(writers):  # moves some of the logs and some of the secrets
        at = keys(writer.match)
        for key in (*((at.log,) if number % 2 else ()), *((at.secret,) if number % 3 else ())):
            source.ask("MIGRATE", target.host, target.port, key, 0, 5_000)
    late = LogStore(six.url, timeout=PATIENCE)
    await check_all_readable(late, writers)
    await late.close()
    while six.move_keys(one, source, target, 100):
        pass
    six.end_move(one, source, target)


async def check_all_readable(store: LogStore, writers: Sequence[Scribe]) -> None:
    """Checks that everything the writers wrote is there, read together and one by one."""
    tails = await asyncio.gather(*(store.tail(writer.match, 1) for writer in writers))
    wholes = [await store.read_log(writer.match) for writer in writers]
    for writer, tail, (whole, secret) in zip(writers, tails, wholes, strict=True):
        assert (list(whole.batches), whole.head, secret) == (writer.written, writer.head, writer.secret)
        assert (tail.items, tail.before) == (whole.items[1:], whole.items[0].head)


async def test_while_slots_move_an_unconfirmed_reply_does_not_mean_that_a_match_is_missing(
    six: Cluster, store: LogStore
) -> None:
    writer = next(writer for writer in iter(Scribe, None) if partition(writer.match) == 0)
    await writer.write(store, 1)
    source = six.master_of(slot(tag(0)))
    target = next(node for node in six.masters() if node is not source)
    mine = [one for one in TAGS if six.master_of(slot(one)) is source]
    for one in mine:
        source.ask("DEL", f"{one}:pulse")
        six.begin_move(slot(one), source, target)
    fresh = LogStore(six.url, timeout=PATIENCE)
    for read in (partial(fresh.tail, after=0), fresh.read_log):
        with pytest.raises(Unavailable, match="no second server has confirmed"):
            await read(match=writer.match)
    six.call_off(slot(mine[-1]), source, target)
    assert (await fresh.tail(writer.match, 0)).head == writer.head, "another slot of the same server will do"
    for one in mine[:-1]:
        six.call_off(slot(one), source, target)
    await fresh.close()


async def test_the_first_configured_server_that_answers_names_all_others(six: Cluster, engine: BundledValkey) -> None:
    await asyncio.to_thread(six.settle)
    port = free_port()
    with redis.Redis.from_url(engine.url) as client:
        client.config_set("port", port)
    one = six.nodes[4].name
    store = LogStore(f"redis://127.0.0.1:1,{one}/0", timeout=PATIENCE)
    writer = Scribe()
    await writer.write(store, 1)
    assert (await store.tail(writer.match, 0)).last == 1
    await store.close()
    away, alone = LogStore("redis://127.0.0.1:1,127.0.0.1:2"), LogStore(f"redis://127.0.0.1:{port},127.0.0.1:2")
    with pytest.raises(Unavailable, match="cannot be reached"):
        await away.ping()
    with pytest.raises(Unsupported, match="is not part of a cluster"):
        await alone.ping()
    for store in (away, alone):
        await store.close()


class FakeTopology(Topology):
    """A topology that a test changes: some tags have other servers, and no master is known until the next look-up."""

    def __init__(self, urls: Sequence[str], timeout: float) -> None:
        super().__init__(urls, timeout)
        self.others: dict[str, Address] = {}
        self.forgotten = False

    async def learn(self, doubted: Address | None = None) -> None:
        await super().learn(doubted)
        self.forgotten = False

    def master(self, tag: str) -> Address:
        if self.forgotten:
            raise Unavailable(f"no server of the cluster serves the slot {slot(tag)}")
        return self.others.get(tag) or super().master(tag)

    def servers(self) -> frozenset[Address]:
        return super().servers() | frozenset(self.others.values())


@pytest.fixture
async def fake_topology(store: LogStore, monkeypatch: pytest.MonkeyPatch) -> FakeTopology:
    """Replaces the store's topology."""
    made: list[FakeTopology] = []

    def make(urls: Sequence[str], timeout: float) -> FakeTopology:
        made.append(FakeTopology(urls, timeout))
        return made[-1]

    monkeypatch.setattr(module, "Topology", make)
    await store.servers()
    return made[0]


async def test_connections_to_a_removed_server_are_closed(
    six: Cluster, store: LogStore, fake_topology: FakeTopology, engine: BundledValkey
) -> None:
    port = free_port()
    servers, gone, index = await store.servers(), Address("127.0.0.1", port), f"{tag(0)}:followed"
    with redis.Redis.from_url(engine.url) as client:
        client.config_set("port", port)

        def open_there() -> int:
            return sum(one["name"] == "chronik" for one in client.client_list())

        def nothing_open() -> bool:
            fake_topology.doubt(None)
            return open_there() == 0

        fake_topology.others = {tag(0): gone}
        (wire,) = [one for one in servers.all() if one.address == gone]
        await wire.read(("PING",))
        following = asyncio.create_task(servers.follow({index: "0-0"}, 60_000))
        await until_true(lambda: open_there() == 2)
        count = await count_trips(store)
        fake_topology.others = {}
        fake_topology.doubt(None)
        await until_true(lambda: open_there() == 1)
        client.xadd(index, {"it": "grows"})
        assert len(await following) == 1, "the blocking read is answered"
        await until_true(nothing_open)
        assert count.trips == 0
    writer = Scribe()
    await writer.write(store, 1)
    assert (await store.tail(writer.match, 0)).head == writer.head


async def test_a_read_in_a_slot_without_a_known_master_starts_a_lookup(
    six: Cluster, store: LogStore, fake_topology: FakeTopology
) -> None:
    begun, writer = await store.index_end(), Scribe()
    await writer.write(store, 1)
    fake_topology.forgotten = True
    assert {hint.match for hint in await store.read_hints(begun, 5_000)} == {
        writer.match
    }  # a hint may be returned twice
    await asyncio.sleep(2 * REST)
    fake_topology.forgotten = True
    with pytest.raises(Unavailable, match="no server of the cluster serves"):
        await Heartbeats(store).beat(1_000, 0)
    await until_true(lambda: not fake_topology.forgotten)


async def until_true(holds: Callable[[], bool]) -> None:
    async def is_so() -> bool:
        return holds()

    await until(is_so)


async def test_an_unconfirmed_write_is_neither_acknowledged_nor_shown(six: Cluster) -> None:
    await asyncio.to_thread(six.settle)
    store, other = LogStore(six.url), LogStore(six.url)
    await other.ping()
    writer, silent = Scribe(), Scribe()
    await writer.write(store, 1)
    while home(six, silent.match) is not home(six, writer.match):
        silent = Scribe()
    replica = six.replica_of(home(six, writer.match))
    replica.pause()
    try:
        batch = writer.batch()
        with pytest.raises(Unconfirmed):
            await store.append(batch)
        with pytest.raises((Unconfirmed, ReadOnly)):
            await store.keep_secret(silent.match, silent.secret)
        for reader in (store, other):
            with pytest.raises(Unavailable, match="no second server has confirmed"):
                await reader.tail(writer.match, 0)
        await asyncio.sleep(1)
        with pytest.raises(ReadOnly, match="NOREPLICAS"):
            await store.append(silent.batch())
    finally:
        replica.go_on()
    await asyncio.to_thread(six.settle)
    assert (await other.tail(writer.match, 0)).head == batch.new_head, "what was written stays"
    await store.close()
    await other.close()


async def test_readers_in_the_same_tick_share_one_confirmation(six: Cluster, store: LogStore, other: LogStore) -> None:
    writers = [writer for writer in (Scribe() for _ in range(200)) if partition(writer.match) == 5]
    await asyncio.gather(*(writer.write(store, 1) for writer in writers))
    master = home(six, writers[0].match)
    before = count_waits(master)
    await asyncio.gather(*(store.tail(writer.match, 0) for writer in writers))
    assert count_waits(master) == before, "it has confirmed these itself"
    await asyncio.gather(*(other.tail(writer.match, 0) for writer in writers))
    assert count_waits(master) == before + 1
    await asyncio.gather(*(other.read_log(writer.match) for writer in writers))
    assert count_waits(master) == before + 1, "it has had these confirmed before"


def count_waits(node: Node) -> int:
    """Returns how many WAIT commands a server has received."""
    return int(node.ask("INFO", "commandstats")["cmdstat_wait"]["calls"])


async def test_a_damaged_match_does_not_affect_others_that_are_read_with_it(
    six: Cluster, store: LogStore, other: LogStore
) -> None:
    good, damaged, *_ = (one for one in (Scribe() for _ in range(200)) if partition(one.match) == 5)
    await asyncio.gather(*(writer.write(store, 1) for writer in (good, damaged)))
    home(six, damaged.match).ask("XADD", keys(damaged.match).log, "2-0", "b", "{}")
    for read in (partial(other.tail, after=0), other.read_log):
        tail, damage = await asyncio.gather(
            other.tail(good.match, 0), read(match=damaged.match), return_exceptions=True
        )
        assert isinstance(tail, Tail), tail
        assert tail.head == good.head
        assert isinstance(damage, Damaged), damage
    home(six, damaged.match).ask("DEL", *keys(damaged.match)[:2])


async def test_a_match_can_be_played_followed_undone_and_booked_while_its_slot_moves(
    six: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "chronik.service.app.LogStore", partial(LogStore, timeout=6.0)
    )  # as busy as this machine may be
    await asyncio.to_thread(six.settle)
    for node in six.masters():
        node.ask("FLUSHALL")
    settings = settings_for(six.url, tmp_path)
    async with serving(settings) as here, serving(settings) as there, AsyncExitStack() as stack:
        ann = await register(here)
        match = await opened(here, ann, "mine", "random")
        watcher = await stack.enter_async_context(watching(there, match, "0", ann.headers, after=0))
        moving = asyncio.create_task(move_slot_around(six, match))
        await play_on(here, match, [ann], commands=3)
        begun = (await card(here, match))["version"]
        await send_twice(here, there, match, ann)
        await undo_last(here, there, match, ann)
        assert await moving >= 2
        await play_on(there, match, [ann], commands=1)
        await check_unconfirmed_command(six, here, there, match, ann)
        version = (await card(there, match))["version"]
        await watcher.frames(version)
        where = {"as": "0", "at": str(watcher.version)}
        seen = await here.get(f"/api/v1/katharina/matches/{match}/view", params=where, headers=ann.headers)
        assert good(seen)["view"] == watcher.view
        assert version > begun

        async def booked() -> bool:
            page = good(await there.get("/api/v1/matches", params={"status": "running"}))
            return [row["id"] for row in page["matches"]] == [match]

        await until(booked)


async def check_unconfirmed_command(
    six: Cluster, here: httpx.AsyncClient, there: httpx.AsyncClient, match: str, player: Player
) -> None:
    """Checks that an unconfirmed command has an unknown outcome, is shown by no read, and counts once if repeated."""
    place, headers = f"/api/v1/katharina/matches/{match}", {**player.headers, "idempotency-key": "cut off"}
    body = await answer_prompt(here, match, player)
    replica = six.replica_of(home(six, match))
    replica.pause()
    try:
        unknown = await here.post(f"{place}/commands", json=body, headers=headers)
        if unknown.json()["code"] == "not-ready":  # the bot was faster, so the log had to be read first
            replica.go_on()
            await asyncio.to_thread(six.settle)
            await check_unconfirmed_command(six, here, there, match, player)
            return
        assert (unknown.status_code, unknown.json()["code"]) == (503, "outcome-unknown")
        repeats = [again.post(f"{place}/commands", json=body, headers=headers) for again in (here, there)]
        looks = [again.get(f"{place}/view", headers=headers) for again in (here, there)]
        repeated, looked = await asyncio.gather(asyncio.gather(*repeats), asyncio.gather(*looks))
        assert [one.status_code for one in repeated] == [503] * 2
    finally:
        replica.go_on()
    await asyncio.to_thread(six.settle)
    first = good(await there.post(f"{place}/commands", json=body, headers=headers))
    # A look may be answered before the command is in the log, but never with the command.
    assert all(one.status_code == 503 or good(one)["version"] < first["version"] for one in looked)
    assert good(await here.post(f"{place}/commands", json=body, headers=headers)) == first


async def answer_prompt(client: httpx.AsyncClient, match: str, player: Player) -> Any:
    """Builds a command that answers a player's prompt, as soon as there is one."""
    asked: Any = {}

    async def is_asked() -> bool:
        asked.update(good(await client.get(f"/api/v1/katharina/matches/{match}/options", headers=player.headers)))
        return bool(asked["options"]) and not asked["prompts"][0]["sealed"]

    await until(is_asked)
    return {"command": asked["options"][0], "prompt": asked["prompts"][0]["id"]}


async def undo_last(here: httpx.AsyncClient, there: httpx.AsyncClient, match: str, player: Player) -> None:
    """Undoes the last command with the bot's consent; asks again if the bot's next command was faster."""
    async with asyncio.timeout(PATIENCE):
        while not await is_taken_back(there, match):
            last = (await card(here, match))["version"]
            await play_on(here, match, [player], commands=1)
            await answer_prompt(
                here, match, player
            )  # what was answered is open by then: a sealed choice is not taken back
            asked = {"to": last, "ask": True}
            said = await there.post(f"/api/v1/matches/{match}/undo", json=asked, headers=player.headers)
            if said.status_code < 300:
                with suppress(TimeoutError):
                    await until(lambda: is_taken_back(there, match), seconds=3)


async def is_taken_back(client: httpx.AsyncClient, match: str) -> bool:
    lines = good(await client.get(f"/api/v1/matches/{match}/audit"))["entries"]
    return "undone" in {entry["line"]["key"] for entry in lines}


async def move_slot_around(six: Cluster, match: str) -> int:
    """Moves the slot of a match to every other master; returns the number of moves."""
    one = slot(tag(partition(match)))
    first = home(six, match)
    targets = [node for node in six.masters() if node is not first]
    for target in targets:
        await asyncio.to_thread(six.move, one, target, 1)
    return len(targets)


async def send_twice(here: httpx.AsyncClient, there: httpx.AsyncClient, match: str, player: Player) -> None:
    """Returns an answer after checking that another process gives the same one to a repeat with the same key."""
    place, headers = f"/api/v1/katharina/matches/{match}", {**player.headers, "idempotency-key": "once"}

    body = await answer_prompt(here, match, player)
    first = good(await here.post(f"{place}/commands", json=body, headers=headers))
    assert good(await there.post(f"{place}/commands", json=body, headers=headers)) == first
