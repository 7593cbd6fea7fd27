"""Outages in a running service: no clock runs while no match can be played, exact to one heartbeat."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from chronik.domain.engine.match.events import SilencePassed
from chronik.domain.engine.match.match import Match
from chronik.domain.games import game
from chronik.service.identity.auth import Scope
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.durability import check_is_ours
from chronik.service.log.heartbeats import Heartbeats
from chronik.service.log.keys import Silence
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore
from chronik.service.matches.clock_summary import clock_summary
from chronik.service.matches.outages import HEARTBEAT_MS, LAST_OUTAGE_VERSION, LONGEST_GAP_MS, Outages
from chronik.service.matches.timekeeper import Timekeeper
from chronik.service.running.clock import milliseconds
from chronik.service.running.settings import Settings
from tests.service.matches.test_timekeeper import VirtualClock, calls, idle, lines
from tests.support.engine.recount import recounted
from tests.support.engine.timed import Timed, each
from tests.support.service.apps import settings_for, until
from tests.support.service.processes import served
from tests.support.service.tables import GAME, House, Person, good, refused, seated, serving

OUTAGES = (1.5, 6.0, 60.0, 600.0)
LAST, SILENCES = "{beat}:last", "{beat}:silences"
SCOPES = (Scope.PLAY, Scope.REFEREE)
AGES = 100_000
SLOW = 5_000
"""The tolerance for a slow machine, in milliseconds."""


@pytest.fixture
async def redis(own_url: str) -> AsyncIterator[Redis]:
    """The log server itself, to read its keys and to set back the last heartbeat."""
    async with Redis.from_url(own_url) as redis:
        yield redis


@pytest.fixture
def settings(own_url: str, tmp_path: Path) -> Settings:
    return settings_for(own_url, tmp_path)


async def send_heartbeat(store: LogStore) -> list[Silence]:
    """Sends one heartbeat, and returns all recorded outages."""
    _, silences = await Heartbeats(store).beat(LONGEST_GAP_MS, 0)
    return list(silences)


async def set_last_heartbeat(redis: Redis, since: int) -> None:
    """Sets the last heartbeat to a moment, and deletes all recorded outages."""
    await redis.delete(SILENCES)
    await redis.set(LAST, f"{since} 0")


async def test_the_first_heartbeat_ever_records_no_outage(own_store: LogStore) -> None:
    assert await send_heartbeat(own_store) == []
    assert await send_heartbeat(own_store) == []


@pytest.mark.parametrize("seconds", OUTAGES)
async def test_the_first_heartbeat_after_a_gap_records_the_outage(
    own_store: LogStore, redis: Redis, seconds: float
) -> None:
    since = milliseconds() - round(1_000 * seconds)
    await set_last_heartbeat(redis, since)
    before = milliseconds()
    [silence] = await send_heartbeat(own_store)
    assert silence.since == since
    assert before <= silence.until == silence.number <= milliseconds()
    assert await send_heartbeat(own_store) == [silence]


async def test_there_is_no_outage_while_one_of_two_processes_sends_heartbeats(
    own_store: LogStore, redis: Redis
) -> None:
    for _ in range(20):
        await set_last_heartbeat(redis, milliseconds() - HEARTBEAT_MS)  # the heartbeat of the other process
        assert await send_heartbeat(own_store) == []


async def test_many_processes_that_start_at_once_record_one_outage(own_url: str, redis: Redis) -> None:
    await set_last_heartbeat(redis, milliseconds() - 60_000)
    async with AsyncExitStack() as stack:
        stores = [LogStore(own_url) for _ in range(20)]
        for store in stores:
            stack.push_async_callback(store.close)
        told = await asyncio.gather(*map(send_heartbeat, stores))
    assert len({tuple(silences) for silences in told}) == 1
    assert len(told[0]) == 1


async def test_a_server_with_only_heartbeats_and_outages_is_accepted_as_ours(own_store: LogStore, redis: Redis) -> None:
    await set_last_heartbeat(redis, milliseconds() - 60_000)
    await send_heartbeat(own_store)
    assert sorted(await redis.keys()) == [LAST.encode(), SILENCES.encode()]
    await check_is_ours(await own_store.servers())


async def test_a_process_killed_half_way_through_a_heartbeat_leaves_two_adjacent_outages(
    own_store: LogStore, redis: Redis
) -> None:
    now = milliseconds()
    await redis.set(LAST, f"{now - 100_000} 0")
    await redis.xadd(SILENCES, {"since": now - 100_000, "until": now - 40_000}, "1-0")
    first, second = await send_heartbeat(own_store)
    assert (first.until, first.number) == (second.since, 1)
    assert second.until >= now
    assert await send_heartbeat(own_store) == [first, second]


async def test_setting_a_clock_back_neither_looks_like_an_outage_nor_hides_one(
    own_store: LogStore, redis: Redis
) -> None:
    await redis.set(LAST, f"{milliseconds() + 3_600_000} 0")
    assert await send_heartbeat(own_store) == []
    kept = await redis.get(LAST)
    assert isinstance(kept, bytes)
    moment, number = kept.split()
    assert (abs(int(moment) - milliseconds()) < 60_000, number) == (True, b"0")
    await redis.set(LAST, b"%d 0" % (int(moment) - 5_000))
    assert len(await send_heartbeat(own_store)) == 1


def next_outage(silences: Outages, since: int, passed: int) -> Silence | None:
    """Returns the next outage for a match that is counted up to `since` and has passed the outage `passed`."""
    return silences.next_to_pass(replace(waiting_since(since), silence=passed), milliseconds())


@pytest.mark.parametrize("forward", [0, 3_600_000])
async def test_the_first_outage_after_lost_ones_has_a_higher_number(
    own_store: LogStore, redis: Redis, forward: int
) -> None:
    """A replica without the last outage was promoted by hand, and its clock may be behind."""
    silences, now = Outages(Heartbeats(own_store), milliseconds), milliseconds()
    await redis.xadd(SILENCES, {"since": now - 60_000, "until": now + SLOW}, f"{now + forward}-0")
    await silences.send_heartbeat()
    lost = next_outage(silences, now - 60_000, 0)
    assert lost == Silence(now + forward, now - 60_000, now + SLOW)
    await set_last_heartbeat(redis, now - 30_000)
    await silences.send_heartbeat()
    later = next_outage(silences, now - 30_000, lost.number)
    assert later is not None
    assert (later.number > lost.number, later.since) == (True, now - 30_000)
    await silences.send_heartbeat()
    assert next_outage(silences, now - 60_000, 0) == lost
    assert next_outage(silences, now - 30_000, lost.number) == later


async def test_after_all_records_were_lost_matches_still_pass_over_the_next_outage(
    own_store: LogStore, redis: Redis
) -> None:
    await set_last_heartbeat(redis, milliseconds() - 60_000)
    (lost,) = await send_heartbeat(own_store)
    await redis.delete(LAST, SILENCES)
    assert await send_heartbeat(own_store) == []
    assert await redis.get(LAST) is not None
    await set_last_heartbeat(redis, milliseconds() - 30_000)
    while milliseconds() <= lost.number:  # noqa: ASYNC110  (its number is a moment; two never end in the same one)
        await asyncio.sleep(0.001)
    silences = Outages(Heartbeats(own_store), milliseconds)
    await silences.send_heartbeat()
    assert next_outage(silences, milliseconds() - 20_000, lost.number) is not None


async def test_a_process_that_knows_lost_outages_reads_the_whole_list_again(own_store: LogStore, redis: Redis) -> None:
    """The log server lost its data, its clock is behind, and a new process has recorded the next outage."""
    silences, now = Outages(Heartbeats(own_store), milliseconds), milliseconds()
    await redis.xadd(SILENCES, {"since": now - 60_000, "until": now - 50_000}, f"{now + 3_600_000}-0")
    await silences.send_heartbeat()
    await set_last_heartbeat(redis, now - 30_000)
    (recorded,) = await send_heartbeat(own_store)
    await silences.send_heartbeat()
    assert next_outage(silences, now - 20_000, 0) == recorded
    told = Mock()
    silences.listen(told)
    await silences.send_heartbeat()
    assert next_outage(silences, now - 20_000, 0) == recorded
    told.assert_not_called()


async def test_a_heartbeat_needs_only_one_write_with_or_without_an_outage(own_store: LogStore, redis: Redis) -> None:
    async def count_writes() -> int:
        told = await redis.info("commandstats")
        return sum(told.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in ("set", "xadd"))

    for since in (milliseconds(), milliseconds() - 60_000):
        await set_last_heartbeat(redis, since)
        before = await count_writes()
        await send_heartbeat(own_store)
        assert await count_writes() == before + 1


class Log:
    """A fake log that counts heartbeats, and returns the given outages."""

    def __init__(self) -> None:
        self.beats = 0
        self.silences: list[Silence] = []

    async def beat(self, _: int, after: int) -> tuple[bool, Sequence[Silence]]:
        self.beats += 1
        await asyncio.sleep(0)
        return False, [one for one in self.silences if one.number > after]


def build_outages(log: Log, now: Callable[[], int]) -> Outages:
    stand_in: Any = log
    return Outages(stand_in, now)


async def test_the_list_of_outages_is_trusted_for_two_heartbeats_unless_the_clock_was_set_back() -> None:
    log, now = Log(), VirtualClock()
    silences = build_outages(log, now)
    asked = []
    for seconds in (0, 0.999, 0.001, 0.001, -3_600, 0, 3_600):
        now.after(seconds)
        await asyncio.gather(silences.wait_until_known(), silences.wait_until_known())
        asked.append(log.beats)
    assert asked == [1, 1, 1, 2, 3, 3, 4]


async def test_concurrent_callers_share_one_heartbeat_while_the_log_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = Log()

    async def failing(*_: Any) -> Any:
        log.beats += 1
        await asyncio.sleep(0)
        raise Unavailable("no answer")

    monkeypatch.setattr(log, "beat", failing)
    silences = build_outages(log, milliseconds)
    told = await asyncio.gather(*(silences.wait_until_known() for _ in range(20)), return_exceptions=True)
    assert [type(one) for one in told] == [Unavailable] * 20
    assert log.beats == 1


async def test_a_response_that_was_delayed_by_an_outage_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    log, now = Log(), VirtualClock()
    silences = build_outages(log, now)
    real, log.silences = log.beat, []

    async def slow(*given: Any) -> Any:
        found = await real(*given)
        if log.beats == 1:
            now.after(60)
            log.silences = [Silence(1, now() - 60_000, now())]
        return found

    monkeypatch.setattr(log, "beat", slow)
    await silences.wait_until_known()
    assert log.beats == 2
    assert silences.next_to_pass(waiting_since(0), now()) == log.silences[0]


def waiting_since(moment: int) -> Match:
    """Returns a match whose clock is counted up to a moment."""
    match = Timed(each(10)).match
    assert match.timing is not None
    return replace(match, timing=replace(match.timing, at=moment))


async def test_a_match_with_many_outages_keeps_entries_for_play() -> None:
    log, now = Log(), VirtualClock()
    silences = build_outages(log, now)
    log.silences = [Silence(1, now() - 60_000, now() - 1)]
    await silences.wait_until_known()
    match = waiting_since(0)
    assert silences.next_to_pass(replace(match, version=LAST_OUTAGE_VERSION - 1), now()) == log.silences[0]
    assert silences.next_to_pass(replace(match, version=LAST_OUTAGE_VERSION), now()) is None


async def test_a_process_keeps_sending_heartbeats_while_its_log_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chronik.service.matches.outages.HEARTBEAT_MS", 1)
    log, failures = Log(), 3
    real = log.beat

    async def failing(*given: Any) -> Any:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise Unavailable("no answer")
        return await real(*given)

    monkeypatch.setattr(log, "beat", failing)
    beating = asyncio.create_task(build_outages(log, milliseconds).keep())
    await until(lambda: is_true(log.beats > 2))
    beating.cancel()


async def is_true(true: bool) -> bool:
    return true


@pytest.fixture
def no_real_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine must not cause an outage in tests with a virtual clock."""
    monkeypatch.setattr("chronik.service.matches.outages.LONGEST_GAP_MS", 50_000)


class Past(VirtualClock):
    """A clock that starts in the past, so that an outage can end at the real time, as the log server records it."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.after(-seconds)

    async def outage(self, redis: Redis) -> None:
        """Simulates an outage from the moment of this clock until now."""
        await set_last_heartbeat(redis, self.moment)
        self.moment = milliseconds()


async def list_outages(house: House, match: str) -> list[SilencePassed]:
    log = await house.matches.read_log(match)
    assert log is not None
    return [entry.e for entry in log.entries if isinstance(entry.e, SilencePassed)]


async def wait_until_passed(house: House, match: str, times: int = 1) -> list[SilencePassed]:
    """Waits until a match has passed this number of outages, and returns them."""

    async def has_passed_enough() -> bool:
        return len(await list_outages(house, match)) >= times

    await until(has_passed_enough)
    return await list_outages(house, match)


async def times_left(house: House, match: str) -> list[tuple[int | None, int | None]]:
    """Returns the time each seat has left for its answer and for the match."""
    live = await house.matches.find_fresh(match)
    assert live is not None
    card = clock_summary(live.match, house.matches.now())
    assert card is not None
    return [(seat.answer_left, seat.match_left) for seat in card.seats]


async def check_times(house: House, match: str) -> None:
    """Checks the remaining times of a match against a count from its entries."""
    log = await house.matches.read_log(match)
    live = await house.matches.find_fresh(match)
    assert log is not None
    assert live is not None
    assert live.match.timing is not None
    left = [watch.left for watch in live.match.timing.watches]
    assert left == recounted(game(GAME), log.entries, AGES)


@pytest.mark.usefixtures("no_real_outage")
async def test_no_seat_loses_on_time_during_an_outage(settings: Settings, redis: Redis) -> None:
    seconds = 600
    clock = Past(seconds + 2)
    async with serving(settings, clock) as house:
        match, people = await seated(house, 3, clock={"command": 4, "match": AGES, "at_zero": "forfeit"})
        clock.after(2)
    await clock.outage(redis)
    async with serving(settings, clock) as house, serving(settings, clock) as other:
        ann, ben, cleo = (person.at(house) for person in people)
        [silence] = await wait_until_passed(house, match)
        assert silence.until - silence.since == pytest.approx(1_000 * seconds, abs=HEARTBEAT_MS + 30_000)
        assert await times_left(house, match) == [(2_000, 1_000 * AGES - 2_000)] * 3
        clock.after(1.999)
        good(await ann.answer(match))
        good(await ben.at(other).answer(match))
        assert await calls(ann, match) == []
        clock.after(0.001)
        await until(lambda: is_out(cleo, match))
        assert await calls(ann, match) == [2]
        assert len(await list_outages(house, match)) == 1
        await check_times(house, match)


@pytest.mark.usefixtures("no_real_outage")
async def test_no_seat_loses_time_if_a_process_is_killed_half_way_through_a_heartbeat(
    settings: Settings, redis: Redis
) -> None:
    clock = Past(600)
    async with serving(settings, clock) as house:
        match, people = await seated(house, clock={"command": 4, "match": AGES, "at_zero": "forfeit"})
        clock.after(2)
    since = clock()
    await clock.outage(redis)
    await redis.xadd(SILENCES, {"since": since, "until": since + 300_000}, "1-0")
    async with serving(settings, clock) as house:
        first, second = await wait_until_passed(house, match, 2)
        assert (first.since, first.until) == (since, second.since)
        assert await times_left(house, match) == [(2_000, 1_000 * AGES - 2_000)] * 2
        good(await people[0].at(house).answer(match))
        await check_times(house, match)


async def is_out(person: Person, match: str) -> bool:
    return bool(good(await person.get(f"/matches/{match}"))["seats"][2].get("forfeited"))


@pytest.mark.usefixtures("no_real_outage")
async def test_control_if_outages_count_as_time_every_seat_loses_on_time(
    settings: Settings, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outages, "next_to_pass", lambda *_: None)
    clock = Past(62)
    async with serving(settings, clock) as house:
        match, people = await seated(house, 3, clock={"command": 4, "at_zero": "forfeit"})
        clock.after(2)
    await clock.outage(redis)
    async with serving(settings, clock) as house:
        ann = people[0].at(house)
        await until(lambda: is_out(ann, match))
        assert await calls(ann, match) == [0, 1, 2]


@pytest.mark.usefixtures("no_real_outage")
async def test_no_command_is_refused_for_time_that_passed_in_an_outage(
    settings: Settings, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Timekeeper, "keep", idle)
    clock = Past(600)
    async with serving(settings, clock) as house:
        match, people = await seated(house, clock={"command": 10})
        clock.after(9)
    await clock.outage(redis)
    async with serving(settings, clock) as house:
        ann, ben = (person.at(house) for person in people)
        good(await ann.answer(match, params={"dry_run": "true"}))
        good(await ann.answer(match))
        clock.after(1)
        refused(await ben.answer(match), 422, "time-over")
        assert [entry["line"]["key"] for entry in await lines(ann, match)].count("silence-passed") == 1


async def test_no_clock_runs_while_the_log_answers_none_of_the_processes(
    settings: Settings, engine: BundledValkey
) -> None:
    async with serving(settings) as house, serving(settings):
        match, (ann, _) = await seated(house, clock={"match": AGES})
        os.kill(engine.pid, signal.SIGSTOP)
        stopped = time.monotonic()
        await asyncio.sleep(1.5)
        os.kill(engine.pid, signal.SIGCONT)
        away = 1_000 * (time.monotonic() - stopped)
        await until(lambda: has_passed(house, match, away))
        good(await ann.answer(match))
        await check_times(house, match)
        numbers = [silence.number for silence in await list_outages(house, match)]
        assert len(numbers) == len(set(numbers))


async def has_passed(house: House, match: str, least: float) -> bool:
    return any(silence.until - silence.since >= least for silence in await list_outages(house, match))


async def test_an_outage_begins_when_the_last_process_is_killed(
    settings: Settings, engine: BundledValkey, own_store: LogStore, tmp_path: Path
) -> None:
    where = {"CHRONIK_REDIS_URL": engine.url, "CHRONIK_DATABASE_URL": f"sqlite:///{tmp_path}/chronik.db"}
    with served(tmp_path / "data", where) as process:
        async with serving(settings) as house:
            match, people = await seated(house, clock={"match": AGES})
        await asyncio.sleep(2.5)
        assert all(one.until - one.since < 2_000 for one in await send_heartbeat(own_store)), (
            "the other process was running"
        )
        process.stop(signal.SIGKILL)
        killed = milliseconds()
    await asyncio.sleep(1.5)
    started = milliseconds()
    async with serving(settings) as house:
        await until(lambda: has_passed(house, match, started - killed))
        silence = next(one for one in await list_outages(house, match) if one.until >= started)
        assert killed - HEARTBEAT_MS - SLOW <= silence.since <= killed
        assert silence.until <= milliseconds()
        good(await people[0].at(house).answer(match))
        await check_times(house, match)
