"""The log store with a real engine."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from unittest.mock import AsyncMock, MagicMock

import msgspec
import pytest
from redis.asyncio import Redis

from chronik.domain.engine.match.log import MAX_BATCH
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.durability import Durability, advisory, durability, refusal_reason, weakness
from chronik.service.log.idempotency import SeenKeys, is_same_key, is_same_request, make_mark
from chronik.service.log.keys import keys, partition
from chronik.service.log.outcomes import Conflict, Damaged, NoSecret, OutcomeUnknown, ReadOnly, Unavailable
from chronik.service.log.servers import SingleServer
from chronik.service.log.store import PIPELINE_BATCHES, Append, LogStore
from chronik.service.log.wire import Command, Reply
from tests.service.log.proxy import start_proxy
from tests.support.cases import for_each
from tests.support.service.engines import Scribe
from tests.support.service.stored import send
from tests.support.service.trips import count_trips


async def test_an_appended_batch_is_read_back(store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(store, 2, 1, 3)
    tail = await store.tail(scribe.match, 0)
    assert (list(tail.batches), tail.head, tail.last, tail.before) == (scribe.written, scribe.head, 6, b"")
    assert [item.version for item in tail.items] == [2, 3, 6]
    later = await store.tail(scribe.match, 3)
    assert (later.batches, later.before) == (tuple(scribe.written[2:]), tail.items[1].head)
    end = await store.tail(scribe.match, 6)
    assert (end.items, end.before, end.head, end.last) == ((), scribe.head, scribe.head, 6)
    assert await store.fsck(scribe.match) == ()


async def test_a_tail_can_start_inside_a_batch(store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(store, 2, 1, 3)
    for after in (4, 5):
        tail = await store.tail(scribe.match, after)
        assert (tail.batches, tail.before, tail.last) == (tuple(scribe.written[2:]), b"", 6)


async def test_reading_a_match_that_does_not_exist_returns_no_entries(store: LogStore) -> None:
    match = Scribe().match
    for after in (0, 7):
        tail = await store.tail(match, after)
        assert (tail.items, tail.head, tail.last, tail.before) == ((), b"", 0, b"")
    assert await store.secret(match) is None
    assert await store.fsck(match) == ("there is no log",)


async def test_reading_a_tail_beyond_the_end_returns_the_last_version(store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(store, 2)
    tail = await store.tail(scribe.match, 9)
    assert (tail.items, tail.last, tail.head) == ((), 2, scribe.head)


async def test_the_secret_is_stored_before_the_log_and_never_shown(store: LogStore) -> None:
    scribe = Scribe()
    secret = b"\x00secret\xff" * 4
    assert await store.keep_secret(scribe.match, secret) == secret
    assert await store.keep_secret(scribe.match, bytes(32)) == secret, "the first one stays"
    assert await store.secret(scribe.match) == secret
    batch = msgspec.structs.replace(scribe.batch(), secret=secret)
    await store.append(batch)
    assert await store.secret(scribe.match) == secret
    assert "secret" not in repr(batch)
    assert batch.batch.decode() not in repr(batch)
    for changed in ({"expected": 1, "version": 2}, {"secret": None}):
        with pytest.raises(ValueError, match="opening"):
            msgspec.structs.replace(batch, **changed)


async def test_a_match_is_opened_only_with_its_stored_secret(store: LogStore) -> None:
    scribe = Scribe()
    with pytest.raises(NoSecret):
        await store.append(scribe.batch())
    assert await store.keep_secret(scribe.match, os.urandom(32)) != scribe.secret
    with pytest.raises(NoSecret):
        await store.append(scribe.batch())
    assert (await store.tail(scribe.match, 0)).last == 0


async def test_a_secret_is_dropped_only_if_its_match_has_no_log(own_store: LogStore) -> None:
    begun, opened = Scribe(), Scribe()
    await own_store.keep_secret(begun.match, begun.secret)
    await opened.write(own_store, 1)
    assert [match async for match in own_store.orphans()] == [begun.match]
    assert [await own_store.drop_secret(scribe.match) for scribe in (begun, opened)] == [True, False]
    assert await own_store.secret(opened.match) == opened.secret
    assert await own_store.secret(begun.match) is None
    with pytest.raises(NoSecret):  # an opener that has paused, and tries again
        await own_store.append(begun.batch())
    await begun.write(own_store, 1)
    assert [match async for match in own_store.orphans()] == []


async def test_the_log_stores_the_idempotency_mark_of_each_batch(store: LogStore) -> None:
    scribe = Scribe()
    await scribe.append(store, scribe.batch(3, key="seat-0 once", fingerprint="a request"))
    (item,) = (await store.tail(scribe.match, 0)).items
    assert item.mark == make_mark("seat-0 once", "a request")
    assert is_same_key(item.mark, make_mark("seat-0 once", "another"))
    assert not is_same_request(item.mark, make_mark("seat-0 once", "another"))
    assert not is_same_key(item.mark, make_mark("seat-1 once", "a request"))


def test_an_idempotency_key_counts_as_seen_if_its_first_four_bytes_were_seen() -> None:
    seen, marks = SeenKeys(), [bytes((0, 0, 0, 1)) + bytes(20), bytes((0, 0, 2, 0)) + bytes(20)]
    seen.add(marks)
    assert [seen.may_contain(one) for one in marks] == [True, True]
    assert seen.may_contain(marks[0][:4] + b"x" * 20), "no more than that is kept"
    assert not seen.may_contain(bytes((0, 1, 0, 0)) + bytes(20)), "four bytes across two keys"
    seen.add([bytes((0, 1, 0, 0)) + bytes(20)])
    assert seen.may_contain(bytes((0, 1, 0, 0)) + bytes(20))
    assert not SeenKeys().may_contain(bytes(24))


async def test_an_append_to_an_old_version_is_a_conflict(store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(store, 2)
    with pytest.raises(Conflict) as conflict:
        await store.append(msgspec.structs.replace(scribe.batch(), expected=1))
    assert conflict.value.at == 2
    with pytest.raises(Conflict):
        await store.append(msgspec.structs.replace(scribe.batch(2), expected=3))
    with pytest.raises(Conflict):
        await store.append(Scribe(scribe.match).batch())


async def test_an_append_to_a_different_head_is_a_conflict(store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(store, 2)
    with pytest.raises(Conflict) as conflict:
        await store.append(msgspec.structs.replace(scribe.batch(), head=os.urandom(32)))
    assert conflict.value.at == 2


async def test_nothing_is_stored_of_a_batch_for_an_old_version(store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(store, 3)
    stale = scribe.batch(5)
    await scribe.write(store, 2)
    with pytest.raises(Conflict):
        await store.append(stale)
    assert list((await store.tail(scribe.match, 0)).batches) == scribe.written
    assert await store.fsck(scribe.match) == ()


async def test_a_reader_never_sees_half_a_batch(store: LogStore) -> None:
    scribe = Scribe()
    writing = asyncio.create_task(scribe.write(store, *[50] * 40))
    sizes = set[int]()
    while not writing.done():
        sizes.add((await store.tail(scribe.match, 0)).last)
    await writing
    assert len(sizes) > 3
    assert all(size % 50 == 0 for size in sizes)


async def test_appends_in_the_same_tick_share_a_round_trip_but_get_separate_answers(store: LogStore) -> None:
    scribes = [Scribe() for _ in range(20)]
    await asyncio.gather(*(scribe.write(store, 1) for scribe in scribes))
    good = [store.append(scribe.batch(2)) for scribe in scribes]
    stale = [store.append(Scribe(scribe.match).batch()) for scribe in scribes]
    count = await count_trips(store)
    answers = await asyncio.gather(*good, *stale, return_exceptions=True)
    assert count.trips == 1
    assert answers[:20] == [None] * 20
    assert [type(answer) for answer in answers[20:]] == [Conflict] * 20


async def test_a_pipeline_has_a_limited_number_and_size_of_appends(store: LogStore) -> None:
    scribes = [Scribe() for _ in range(2 * PIPELINE_BATCHES + 1)]
    await asyncio.gather(*(store.keep_secret(scribe.match, scribe.secret) for scribe in scribes))
    batches = [scribe.batch() for scribe in scribes]
    count = await count_trips(store)
    await asyncio.gather(*map(store.append, batches))
    assert count.trips == 3
    for scribe, batch in zip(scribes, batches, strict=True):
        scribe.landed(batch)
    big = [msgspec.structs.replace(scribe.batch(), batch=b"x" * MAX_BATCH) for scribe in scribes[:8]]
    count = await count_trips(store)
    await asyncio.gather(*map(store.append, big))
    assert count.trips == 2
    with pytest.raises(ValueError, match="256 KiB"):
        msgspec.structs.replace(big[0], batch=b"x" * (MAX_BATCH + 1))


def test_an_empty_batch_is_refused() -> None:
    batch = Scribe().batch()
    with pytest.raises(ValueError, match="at least one"):
        msgspec.structs.replace(batch, version=0)
    with pytest.raises(ValueError, match="24 bytes"):
        msgspec.structs.replace(batch, mark=b"short")


async def test_an_append_cancelled_at_once_is_not_sent(store: LogStore) -> None:
    scribe = Scribe()
    task = asyncio.create_task(store.append(scribe.batch()))
    asyncio.get_running_loop().call_soon(task.cancel)
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0.05)
    assert (await store.tail(scribe.match, 0)).last == 0


async def test_the_append_script_is_loaded_again_after_a_flush(store: LogStore, store_url: str) -> None:
    scribe, other = Scribe(), Scribe()
    await scribe.write(store, 1)
    await other.write(store, 1)
    async with Redis.from_url(store_url) as redis:
        await redis.script_flush()
    count = await count_trips(store)
    await asyncio.gather(scribe.write(store, 2), other.write(store, 1))
    assert count.trips <= 2  # less when a test beside this one has loaded it
    assert list((await store.tail(scribe.match, 0)).batches) == scribe.written


async def test_a_lost_answer_is_an_unknown_outcome_and_a_repeat_counts_once(
    store_url: str, store: LogStore, tmp_path: Path
) -> None:
    scribe = Scribe()
    await scribe.write(store, 1)
    async with start_proxy(store_url, tmp_path / "s") as (proxy, url):
        through = LogStore(url)
        batch = scribe.batch(2)
        proxy.swallow = b"EVALSHA"
        with pytest.raises(OutcomeUnknown):
            await through.append(batch)
        assert sum(asked.count(b"EVALSHA") for asked in proxy.seen) == 1
        with pytest.raises(Conflict):
            await through.append(batch)
        await through.close()
    assert [item.mark for item in (await store.tail(scribe.match, 0)).items][1:] == [batch.mark]


async def test_parameters_in_the_address_cannot_enable_resending(store_url: str, tmp_path: Path) -> None:
    scribe = Scribe()
    async with start_proxy(store_url, tmp_path / "s") as (proxy, url):
        store = LogStore(f"{url}?retry_on_timeout=yes&socket_timeout=0.1&protocol=3&decode_responses=yes")
        proxy.swallow = b"EVALSHA"
        with pytest.raises(OutcomeUnknown):
            await store.append(scribe.batch())
        assert sum(asked.count(b"EVALSHA") for asked in proxy.seen) == 1
        await store.close()


async def test_control_a_plain_client_executes_a_resent_command_twice(store_url: str, tmp_path: Path) -> None:
    name = f"control:{os.urandom(8).hex()}"
    async with start_proxy(store_url, tmp_path / "s") as (proxy, _):
        named, word = proxy.engine.username or None, proxy.engine.password
        async with Redis(unix_socket_path=str(tmp_path / "s"), username=named, password=word) as plain:
            proxy.swallow = b"XADD"
            await plain.xadd(name, {"e": "once"})
            assert await plain.xlen(name) == 2
            await plain.delete(name)


async def test_the_reason_why_a_server_is_unreachable_is_one_sentence() -> None:
    store = LogStore("redis://127.0.0.1:1")
    with pytest.raises(Unavailable, match=r"^the server cannot be reached \(Error .*[^.]\)$"):
        await store.tail("0" * 32, 0)
    await store.close()


async def test_a_missing_engine_is_unavailable(tmp_path: Path) -> None:
    store = LogStore(f"unix://{tmp_path / 'nobody'}")
    with pytest.raises(Unavailable):
        await store.append(Scribe().batch())
    with pytest.raises(Unavailable):
        await store.ping()
    with pytest.raises(Unavailable):
        await store.tail("m", 0)
    with pytest.raises(Unavailable):
        await store.read_hints({}, 10)
    await store.close()


async def test_a_paused_server_is_an_unknown_outcome_and_a_repeat_counts_once(
    engine: BundledValkey, own_store: LogStore
) -> None:
    scribe, impatient = Scribe(), LogStore(engine.url, timeout=0.5)
    await scribe.write(own_store, 1)
    await impatient.ping()
    batch = scribe.batch(2)
    os.kill(engine.pid, signal.SIGSTOP)
    try:
        with pytest.raises(OutcomeUnknown):
            await impatient.append(batch)
        with pytest.raises(Unavailable):  # a new connection gets no word either, so nothing was sent
            await impatient.ping()
    finally:
        os.kill(engine.pid, signal.SIGCONT)
        await impatient.close()
    with pytest.raises(Conflict):  # the append sent before the pause was done after it
        await own_store.append(batch)
    assert (await own_store.tail(scribe.match, 0)).last == 3
    assert await own_store.fsck(scribe.match) == ()


async def test_when_memory_is_full_whole_batches_are_refused_and_old_ones_kept(
    engine: BundledValkey, own_store: LogStore
) -> None:
    scribe = Scribe()
    await scribe.write(own_store, 2)
    async with Redis.from_url(engine.url) as redis:
        await redis.config_set("maxmemory", 1)
        with pytest.raises(ReadOnly):
            await own_store.append(scribe.batch(30))
        assert list((await own_store.tail(scribe.match, 0)).batches) == scribe.written
        await redis.config_set("maxmemory", 0)
    await scribe.write(own_store, 30)
    assert await own_store.fsck(scribe.match) == ()


async def test_a_replica_is_read_only(engine: BundledValkey, own_store: LogStore) -> None:
    async with Redis.from_url(engine.url) as redis:
        await redis.replicaof("127.0.0.1", 1)
        with pytest.raises((ReadOnly, Unavailable)):
            await Scribe().write(own_store, 1)
        await redis.replicaof("NO", "ONE")
    await Scribe().write(own_store, 1)


RACER = """
import asyncio, os, sys
from chronik.service.log.store import Conflict, LogStore
from tests.support.service.engines import Scribe

async def race(url, match, batches):
    store, scribe = LogStore(url), Scribe(match)
    await store.ping()
    print("ready", flush=True)
    sys.stdin.readline()
    conflicts = 0
    while batches:
        tail = await store.tail(match, 0)
        scribe.version, scribe.head = tail.last, tail.head
        try:
            await store.append(scribe.batch(2))
            batches -= 1
        except Conflict:
            conflicts += 1
    print(conflicts)
    await store.close()

asyncio.run(race(sys.argv[1], sys.argv[2], 100))
"""


async def test_every_batch_of_two_racing_processes_is_stored_once(store: LogStore, store_url: str) -> None:
    scribe = Scribe()
    await scribe.write(store, 1)
    racers = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", RACER, store_url, scribe.match, stdin=PIPE, stdout=PIPE
        )
        for _ in range(2)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert await racer.stdout.readline() == b"ready\n"
    said = await asyncio.gather(*(racer.communicate(b"go\n") for racer in racers))
    assert [racer.returncode for racer in racers] == [0, 0]
    assert sum(int(out) for out, _ in said) > 0, "they never met"
    assert (await store.tail(scribe.match, 0)).last == 1 + 2 * 100 * 2
    assert await store.fsck(scribe.match) == ()


async def test_a_new_entry_wakes_a_follower(store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(store, 1)
    positions = await store.index_end()
    assert sorted(positions) == list(range(16))
    following = asyncio.create_task(store.read_hints(positions, 5000))
    await asyncio.sleep(0.05)
    assert not following.done()
    await scribe.write(store, 3)
    (grown,) = [grown for grown in await following if grown.match == scribe.match]
    assert (grown.partition, grown.version) == (partition(scribe.match), 4)
    assert await hints_of(store, positions | {grown.partition: grown.position}, scribe) == []


async def hints_of(store: LogStore, positions: dict[int, str], scribe: Scribe) -> list[int]:
    return [grown.version for grown in await store.read_hints(positions, 0) if grown.match == scribe.match]


async def test_a_blocking_read_may_last_longer_than_the_timeout(store_url: str) -> None:
    store = LogStore(store_url, timeout=1)
    assert await store.read_hints(dict.fromkeys(range(16), "$"), 1_200) == ()
    await store.close()


async def test_trimming_an_index_keeps_unread_hints(own_store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(own_store, *[1] * 350)
    grown = await own_store.read_hints({}, 0)
    first, middle, last = grown[0], grown[249], grown[-1]
    here = first.partition
    assert await own_store.index_start() == {here: first.position}
    await own_store.trim_indexes({here: middle.position})
    kept = await own_store.read_hints({}, 0)
    assert first.position < (await own_store.index_start())[here] == kept[0].position <= middle.position
    assert await own_store.read_hints({here: middle.position}, 0) == grown[250:]
    await own_store.trim_indexes({here: last.position})
    await own_store.trim_indexes({})
    assert (await own_store.index_end())[here] == last.position


async def test_a_match_whose_hint_was_lost_is_found_and_announced_again(own_store: LogStore) -> None:
    scribes = [Scribe() for _ in range(40)]
    await asyncio.gather(*(scribe.write(own_store, 2, 1) for scribe in scribes))
    versions = {scribe.match: scribe.version for scribe in scribes}
    assert await own_store.find_grown(versions) == frozenset()
    assert await own_store.find_grown(versions | {Scribe().match: 0}) == frozenset()
    await scribes[3].write(own_store, 1)
    behind = versions | {scribes[5].match: 2, scribes[6].match: 0, scribes[7].match: 1}
    assert await own_store.find_grown(behind) == {scribes[n].match for n in (3, 5, 6, 7)}
    assert await own_store.find_grown({}) == frozenset()
    positions = await own_store.index_end()
    await own_store.announce(scribes[3].match, 4)
    (hint,) = await own_store.read_hints(positions, 0)
    assert (hint.match, hint.version) == (scribes[3].match, 4)


async def test_a_hint_about_a_batch_that_conflicts_does_no_harm(own_store: LogStore) -> None:
    scribe = Scribe()
    await scribe.write(own_store, 1)
    with pytest.raises(Conflict):
        await own_store.append(Scribe(scribe.match).batch(3))
    told = [hint.version for hint in await own_store.read_hints({}, 0)]
    assert told[-2:] == [1, 3]
    assert set(told) == {1, 3}, "the first one twice, where the server did not have the script"


async def test_a_log_removed_while_it_is_read_is_not_taken_for_a_missing_secret(
    own_store: LogStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaves, without = Scribe(), Scribe()
    await leaves.write(own_store, 2)
    await without.write(own_store, 2)
    await send(own_store, ("DEL", keys(without.match).secret))
    read = SingleServer.read

    async def between(server: SingleServer, *commands: Command) -> list[Reply]:
        """The log leaves after it was read, and before its secret is."""
        replies = await read(server, *commands)
        if commands[0][0] != "XRANGE":
            return replies
        gone = await own_store.remove(leaves.match, leaves.version, leaves.head)
        return [replies[0], None if gone else replies[1]]

    monkeypatch.setattr(SingleServer, "read", between)
    tail, secret = await own_store.read_log(leaves.match)
    assert (tail.last, secret) == (0, None)
    tail, secret = await own_store.read_log(without.match)  # the control
    assert (tail.last, secret) == (2, None)


async def test_a_match_whose_slot_moves_during_a_listing_is_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One slot moves to the first server after it was scanned; another one moves the other way."""
    back, forth = "0" * 32, "1" * 32
    there: list[set[str]] = [{forth}, {back}]
    asked: list[int] = []

    def server(number: int) -> AsyncMock:
        async def scan(command: Command) -> list[Reply]:
            found = [keys(match).log.encode() for match in there[number]]
            asked.append(number)
            if len(asked) == 1:
                there[0], there[1] = {back}, {forth}
            return [[b"0", found]]

        return AsyncMock(read=scan)

    store = LogStore("redis://nowhere")
    cluster = MagicMock(masters=lambda: [server(0), server(1)])
    monkeypatch.setattr(store, "servers", AsyncMock(return_value=cluster))
    assert sorted([match async for match in store.matches()]) == [back, forth]
    assert asked == [0, 1, 0]


async def test_all_matches_are_listed(own_store: LogStore) -> None:
    scribes = [Scribe() for _ in range(60)]
    await asyncio.gather(*(scribe.write(own_store, 1) for scribe in scribes))
    assert sorted([match async for match in own_store.matches()]) == sorted(scribe.match for scribe in scribes)


MORE = ("b", '{"e":[1]}', "h", "h" * 32, "k", "k" * 24)
DAMAGES: dict[str, tuple[str, ...]] = {
    "the batch after version 1 has 1 events, but its version is 5": ("XDEL", "log", "4-0"),
    "the last id ever used": ("XDEL", "log", "5-0"),
    "3 were added": ("XTRIM", "log", "MAXLEN", "2"),
    "the batch after version 5 has 1 events, but its version is 7": ("XADD", "log", "7-0", *MORE),
    "not a batch": ("XADD", "log", "6-0", "f", "x"),
    "is not a batch": ("XADD", "log", "6-1", *MORE),
    "the batch at version 6 cannot be read": ("XADD", "log", "6-0", "b", "{", *MORE[2:]),
    "a batch has no head": ("XADD", "log", "6-0", *MORE[:3], "", *MORE[4:]),
    "two batches have the same idempotency key": ("XADD", "log", "6-0", *MORE[:5], "SECOND"),
    "the secret is missing": ("DEL", "secret"),
    "something else": ("LPUSH", "log", "x"),
    "there is no log": ("DEL", "log"),
}


async def damage_log(store: LogStore, store_url: str, problem: str) -> Scribe:
    """Yields a log of three batches after a command has damaged it."""
    scribe = Scribe()
    for size, key in ((1, "first"), (3, "second"), (1, "third")):
        await scribe.append(store, scribe.batch(size, key=key))
    assert await store.fsck(scribe.match) == ()
    command, name, *words = DAMAGES[problem]
    at = keys(scribe.match)._asdict()[name]
    again = make_mark("second", "another request")
    async with Redis.from_url(store_url) as redis:
        if command == "LPUSH":
            await redis.delete(at)
        await redis.execute_command(command, at, *(again if word == "SECOND" else word for word in words))
    return scribe


@pytest.mark.parametrize("problem", DAMAGES)
async def test_fsck_finds_planted_damage(store: LogStore, store_url: str, problem: str) -> None:
    scribe = await damage_log(store, store_url, problem)
    assert problem in "; ".join(await store.fsck(scribe.match))


@pytest.mark.parametrize("problem", ["not a batch", "is not a batch", "something else"])
async def test_reading_a_damaged_log_raises_an_error(store: LogStore, store_url: str, problem: str) -> None:
    scribe = await damage_log(store, store_url, problem)
    with pytest.raises(Damaged):
        await store.tail(scribe.match, 0)


async def test_a_log_that_lost_its_end_takes_no_appends(store: LogStore, store_url: str) -> None:
    scribe = Scribe()
    await scribe.write(store, 1, 1)
    async with Redis.from_url(store_url) as redis:
        first = (await store.tail(scribe.match, 0)).items[0]
        await redis.xdel(keys(scribe.match).log, "2-0")
    with pytest.raises(Conflict):
        await store.append(scribe.batch())
    batch = msgspec.structs.replace(scribe.batch(), expected=1, version=2, head=first.head)
    with pytest.raises(Damaged):  # its id was used, and ids are never used again
        await store.append(batch)


async def test_the_bundled_engine_is_durable_and_a_weaker_setting_is_reported(
    engine: BundledValkey, own_store: LogStore
) -> None:
    (found,) = await durability(await own_store.servers())
    assert (found.server, refusal_reason(found), weakness(found), advisory(found)) == ("Valkey", "", "", "")
    async with Redis.from_url(engine.url) as redis:
        await redis.config_set("appendfsync", "everysec")
        await redis.config_set("maxmemory-policy", "allkeys-lru")
    assert [weakness(one) for one in await durability(await own_store.servers())] == [
        "This Valkey can lose what it acknowledged: appendfsync is everysec instead of always, "
        "maxmemory-policy is allkeys-lru instead of noeviction."
    ]


@for_each(
    ("engine_name", "version", "refused", "warned"),
    [
        ("Redis", "6.2.20", True, True),
        ("Redis", "7.0.15", False, True),
        ("Redis", "7.2.10", False, True),
        ("Redis", "7.2.11", False, False),
        ("Redis", "7.4.5", False, True),
        ("Redis", "8.0.3", False, True),
        ("Redis", "8.2.2", False, False),
        ("Redis", "8.4.0", False, False),
        ("Redis", "", True, True),
        ("Valkey", "8.1.3", False, True),
        ("Valkey", "9.1.2", False, False),
    ],
)
def test_an_old_engine_is_refused_or_causes_a_warning(
    engine_name: str, version: str, refused: bool, warned: bool
) -> None:
    found = Durability(engine_name, version, "standalone", "yes", "always", "no", "noeviction")
    assert (bool(refusal_reason(found)), bool(advisory(found))) == (refused, warned)
    assert weakness(found) == ""


def test_a_match_and_its_index_share_a_slot() -> None:
    for match in ("00" * 16, "a", "ff" * 16):
        assert {name[:5] for name in keys(match)} == {f"{{p{partition(match):02d}}}"}
    assert Append.__struct_config__.frozen


async def test_a_store_that_was_closed_opens_no_connection(store_url: str) -> None:
    store = LogStore(store_url)
    await store.ping()
    await store.close()
    with pytest.raises(Unavailable):
        await store.ping()
