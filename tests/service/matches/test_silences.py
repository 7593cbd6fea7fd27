"""Silences in service: whoever dies, and whatever is away, no clock runs while nobody can play; exact to one beat."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from domain.engine.match.events import SilencePassed
from domain.engine.match.match import Match
from domain.games import game
from service.clock import milliseconds
from service.http.clock_summary import clock_summary
from service.log.bundled import BundledValkey
from service.log.keys import Silence
from service.log.outcomes import Unavailable
from service.log.store import LogStore
from service.matches.silences import BEAT_MS, LONGEST_MS, ROOM, Silences
from service.people.auth import Scope
from service.settings import Settings
from service.workers.timekeeper import Timekeeper
from tests.service.workers.test_timekeeper import VirtualClock, calls, idle, lines
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
"""How much longer than it should anything may take here, in milliseconds."""


@pytest.fixture
async def redis(engine: BundledValkey) -> AsyncIterator[Redis]:
    """The engine itself, to look behind the store and to turn back its beats."""
    async with Redis.from_url(engine.url) as redis:
        yield redis


@pytest.fixture
def settings(engine: BundledValkey, tmp_path: Path) -> Settings:
    return settings_for(engine.url, tmp_path)


async def beat(store: LogStore) -> list[Silence]:
    """One beat; all silences that there have been."""
    _, silences = await store.beat(LONGEST_MS, 0)
    return list(silences)


async def silent(redis: Redis, since: int) -> None:
    """Nobody has beaten since a moment, and there was no silence before."""
    await redis.delete(SILENCES)
    await redis.set(LAST, f"{since} 0")


async def test_the_first_beat_of_all_tells_of_no_silence(own_store: LogStore) -> None:
    assert await beat(own_store) == []
    assert await beat(own_store) == []


@pytest.mark.parametrize("seconds", OUTAGES)
async def test_whoever_beats_first_after_a_gap_records_the_silence(
    own_store: LogStore, redis: Redis, seconds: float
) -> None:
    since = milliseconds() - round(1_000 * seconds)
    await silent(redis, since)
    before = milliseconds()
    [silence] = await beat(own_store)
    assert silence.since == since
    assert before <= silence.until == silence.number <= milliseconds()
    assert await beat(own_store) == [silence]


async def test_where_one_of_two_beats_on_there_is_no_silence(own_store: LogStore, redis: Redis) -> None:
    for _ in range(20):
        await silent(redis, milliseconds() - BEAT_MS)  # the beat of whoever is still there
        assert await beat(own_store) == []


async def test_many_that_start_at_once_record_one_silence(engine: BundledValkey, redis: Redis) -> None:
    await silent(redis, milliseconds() - 60_000)
    async with AsyncExitStack() as stack:
        stores = [LogStore(engine.url) for _ in range(20)]
        for store in stores:
            stack.push_async_callback(store.close)
        told = await asyncio.gather(*map(beat, stores))
    assert len({tuple(silences) for silences in told}) == 1
    assert len(told[0]) == 1


async def test_a_service_starts_where_there_are_beats_and_silences(own_store: LogStore, redis: Redis) -> None:
    await silent(redis, milliseconds() - 60_000)
    await beat(own_store)
    assert sorted(await redis.keys()) == [LAST.encode(), SILENCES.encode()]
    await own_store.check_is_ours()


async def test_a_starter_that_was_killed_half_way_leaves_one_silence_after_another(
    own_store: LogStore, redis: Redis
) -> None:
    now = milliseconds()
    await redis.set(LAST, f"{now - 100_000} 0")
    await redis.xadd(SILENCES, {"since": now - 100_000, "until": now - 40_000}, "1-0")
    first, second = await beat(own_store)
    assert (first.until, first.number) == (second.since, 1)
    assert second.until >= now
    assert await beat(own_store) == [first, second]


async def test_a_clock_that_was_put_back_is_no_silence_and_hides_none(own_store: LogStore, redis: Redis) -> None:
    await redis.set(LAST, f"{milliseconds() + 3_600_000} 0")
    assert await beat(own_store) == []
    kept = await redis.get(LAST)
    assert isinstance(kept, bytes)
    moment, number = kept.split()
    assert (abs(int(moment) - milliseconds()) < 60_000, number) == (True, b"0")
    await redis.set(LAST, b"%d 0" % (int(moment) - 5_000))
    assert len(await beat(own_store)) == 1


def known_of(silences: Silences, since: int, passed: int) -> Silence | None:
    """What a match has still to pass that was counted up to a moment, and has passed a silence."""
    return silences.to_pass(replace(waiting_since(since), silence=passed), milliseconds())


@pytest.mark.parametrize("forward", [0, 3_600_000])
async def test_a_silence_after_others_were_lost_has_a_later_number(
    own_store: LogStore, redis: Redis, forward: int
) -> None:
    """A replica was promoted by hand that had not heard of the last one, and the clock there may be behind."""
    silences, now = Silences(own_store, milliseconds), milliseconds()
    await redis.xadd(SILENCES, {"since": now - 60_000, "until": now + SLOW}, f"{now + forward}-0")
    await silences._beat()
    lost = known_of(silences, now - 60_000, 0)
    assert lost == Silence(now + forward, now - 60_000, now + SLOW)
    await silent(redis, now - 30_000)
    await silences._beat()
    later = known_of(silences, now - 30_000, lost.number)
    assert later is not None
    assert (later.number > lost.number, later.since) == (True, now - 30_000)
    await silences._beat()
    assert silences._all == [lost, later]


async def test_matches_pass_a_silence_that_is_the_first_after_all_was_lost(own_store: LogStore, redis: Redis) -> None:
    await silent(redis, milliseconds() - 60_000)
    (lost,) = await beat(own_store)
    await redis.delete(LAST, SILENCES)
    assert await beat(own_store) == []
    assert await redis.get(LAST) is not None
    await silent(redis, milliseconds() - 30_000)
    silences = Silences(own_store, milliseconds)
    await silences._beat()
    assert known_of(silences, milliseconds() - 20_000, lost.number) is not None


async def test_who_knows_of_later_silences_than_there_are_is_told_all_anew(own_store: LogStore, redis: Redis) -> None:
    """All was lost, the clock there is behind, and a process that has just begun recorded the next one."""
    silences, now = Silences(own_store, milliseconds), milliseconds()
    await redis.xadd(SILENCES, {"since": now - 60_000, "until": now - 50_000}, f"{now + 3_600_000}-0")
    await silences._beat()
    await silent(redis, now - 30_000)
    (recorded,) = await beat(own_store)
    await silences._beat()
    assert known_of(silences, now - 20_000, 0) == recorded
    asked = silences._last
    await silences._beat()
    assert (silences._all, silences._last) == ([recorded], asked)


async def test_a_beat_writes_once_whether_there_was_a_silence_or_not(own_store: LogStore, redis: Redis) -> None:
    async def written() -> int:
        told = await redis.info("commandstats")
        return sum(told.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in ("set", "xadd"))

    for since in (milliseconds(), milliseconds() - 60_000):
        await silent(redis, since)
        before = await written()
        await beat(own_store)
        assert await written() == before + 1


class Log:
    """A log that counts how often it is asked, and tells of one silence."""

    def __init__(self) -> None:
        self.beats = 0
        self.silences: list[Silence] = []

    async def beat(self, _: int, after: int) -> tuple[bool, Sequence[Silence]]:
        self.beats += 1
        await asyncio.sleep(0)
        return False, [one for one in self.silences if one.number > after]


def known_from(log: Log, now: Callable[[], int]) -> Silences:
    stand_in: Any = log
    return Silences(stand_in, now)


async def test_what_a_process_knows_holds_for_two_beats_and_not_after_the_clock_was_put_back() -> None:
    log, now = Log(), VirtualClock()
    silences = known_from(log, now)
    asked = []
    for seconds in (0, 0.999, 0.001, 0.001, -3_600, 0, 3_600):
        now.after(seconds)
        await asyncio.gather(silences.known(), silences.known())
        asked.append(log.beats)
    assert asked == [1, 1, 1, 2, 3, 3, 4]


async def test_all_who_ask_while_the_log_is_away_wait_for_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()

    async def failing(*_: Any) -> Any:
        log.beats += 1
        await asyncio.sleep(0)
        raise Unavailable("no answer")

    monkeypatch.setattr(log, "beat", failing)
    silences = known_from(log, milliseconds)
    told = await asyncio.gather(*(silences.known() for _ in range(20)), return_exceptions=True)
    assert [type(one) for one in told] == [Unavailable] * 20
    assert log.beats == 1


async def test_an_answer_that_was_on_its_way_through_a_silence_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    log, now = Log(), VirtualClock()
    silences = known_from(log, now)
    real, log.silences = log.beat, []

    async def slow(*given: Any) -> Any:
        found = await real(*given)
        if log.beats == 1:
            now.after(60)
            log.silences = [Silence(1, now() - 60_000, now())]
        return found

    monkeypatch.setattr(log, "beat", slow)
    await silences.known()
    assert log.beats == 2
    assert silences.to_pass(waiting_since(0), now()) == log.silences[0]


def waiting_since(moment: int) -> Match:
    """A match with a clock, counted up to a moment."""
    match = Timed(each(10)).match
    assert match.timing is not None
    return replace(match, timing=replace(match.timing, at=moment))


async def test_a_service_that_comes_and_goes_ends_no_match() -> None:
    log, now = Log(), VirtualClock()
    silences = known_from(log, now)
    log.silences = [Silence(1, now() - 60_000, now() - 1)]
    await silences.known()
    match = waiting_since(0)
    assert silences.to_pass(replace(match, version=ROOM - 1), now()) == log.silences[0]
    assert silences.to_pass(replace(match, version=ROOM), now()) is None


async def test_a_process_beats_on_while_its_log_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.matches.silences.BEAT_MS", 1)
    log, failures = Log(), 3
    real = log.beat

    async def failing(*given: Any) -> Any:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise Unavailable("no answer")
        return await real(*given)

    monkeypatch.setattr(log, "beat", failing)
    beating = asyncio.create_task(known_from(log, milliseconds).beat())
    await until(lambda: said_to_be(log.beats > 2))
    beating.cancel()


async def said_to_be(true: bool) -> bool:
    return true


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine makes no silence of its own while a test goes by a clock of its own."""
    monkeypatch.setattr("service.matches.silences.LONGEST_MS", 50_000)


class Past(VirtualClock):
    """A clock that begins in the past, so that an outage may end now, when the engine says that it does."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.after(-seconds)

    async def outage(self, redis: Redis) -> None:
        """The service is down from the moment of this clock until now."""
        await silent(redis, self.moment)
        self.moment = milliseconds()


async def silences_of(house: House, match: str) -> list[SilencePassed]:
    log = await house.matches.log(match)
    assert log is not None
    return [entry.e for entry in log.entries if isinstance(entry.e, SilencePassed)]


async def passed(house: House, match: str, times: int = 1) -> list[SilencePassed]:
    """The silences that a match has passed, when they are so many."""

    async def so_many() -> bool:
        return len(await silences_of(house, match)) >= times

    await until(so_many)
    return await silences_of(house, match)


async def times_left(house: House, match: str) -> list[tuple[int | None, int | None]]:
    """What each seat has left for its answer and for the match, by the clock that it is played by."""
    live = await house.matches.fresh(match)
    assert live is not None
    card = clock_summary(live.match, house.matches.now())
    assert card is not None
    return [(seat.answer_left, seat.match_left) for seat in card.seats]


async def counts_right(house: House, match: str) -> None:
    """What is left of the time of a match is what its entries make of it."""
    log = await house.matches.log(match)
    live = await house.matches.fresh(match)
    assert log is not None
    assert live is not None
    assert live.match.timing is not None
    left = [watch.left for watch in live.match.timing.watches]
    assert left == recounted(game(GAME), log.entries, AGES)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("seconds", [60, 600])
async def test_an_outage_puts_nobody_out(settings: Settings, redis: Redis, seconds: int) -> None:
    clock = Past(seconds + 2)
    async with serving(settings, clock) as house:
        match, people = await seated(house, 3, clock={"command": 4, "match": AGES, "at_zero": "forfeit"})
        clock.after(2)
    await clock.outage(redis)
    async with serving(settings, clock) as house, serving(settings, clock) as other:
        ann, ben, cleo = (person.at(house) for person in people)
        [silence] = await passed(house, match)
        assert silence.until - silence.since == pytest.approx(1_000 * seconds, abs=BEAT_MS + 30_000)
        assert await times_left(house, match) == [(2_000, 1_000 * AGES - 2_000)] * 3
        clock.after(1.999)
        good(await ann.answer(match))
        good(await ben.at(other).answer(match))
        assert await calls(ann, match) == []
        clock.after(0.001)
        await until(lambda: is_out(cleo, match))
        assert await calls(ann, match) == [2]
        assert len(await silences_of(house, match)) == 1
        await counts_right(house, match)


@pytest.mark.usefixtures("patient")
async def test_a_starter_that_was_killed_half_way_costs_nobody_time(settings: Settings, redis: Redis) -> None:
    clock = Past(600)
    async with serving(settings, clock) as house:
        match, people = await seated(house, clock={"command": 4, "match": AGES, "at_zero": "forfeit"})
        clock.after(2)
    since = clock()
    await clock.outage(redis)
    await redis.xadd(SILENCES, {"since": since, "until": since + 300_000}, "1-0")
    async with serving(settings, clock) as house:
        first, second = await passed(house, match, 2)
        assert (first.since, first.until) == (since, second.since)
        assert await times_left(house, match) == [(2_000, 1_000 * AGES - 2_000)] * 2
        good(await people[0].at(house).answer(match))
        await counts_right(house, match)


async def is_out(person: Person, match: str) -> bool:
    return bool(good(await person.get(f"/matches/{match}"))["seats"][2].get("forfeited"))


@pytest.mark.usefixtures("patient")
async def test_control_where_no_silence_is_passed_everybody_is_out(
    settings: Settings, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Silences, "to_pass", lambda *_: None)
    clock = Past(62)
    async with serving(settings, clock) as house:
        match, people = await seated(house, 3, clock={"command": 4, "at_zero": "forfeit"})
        clock.after(2)
    await clock.outage(redis)
    async with serving(settings, clock) as house:
        ann = people[0].at(house)
        await until(lambda: is_out(ann, match))
        assert await calls(ann, match) == [0, 1, 2]


@pytest.mark.usefixtures("patient")
async def test_nobody_is_refused_for_a_time_that_passed_in_a_silence(
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


@pytest.mark.usefixtures("patient")
async def test_a_deadline_that_fell_into_an_outage_is_moved_by_it(settings: Settings, redis: Redis) -> None:
    clock = Past(600)
    deadline = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(clock() // 1_000 + 300))
    async with serving(settings, clock) as house:
        match, people = await seated(house, clock={"deadline": deadline})
        clock.after(100)
    await clock.outage(redis)
    async with serving(settings, clock) as house:
        ann = people[0].at(house)
        await passed(house, match)
        clock.after(190)
        good(await ann.answer(match))
        clock.after(20)
        await until(lambda: called_once(ann, match))
        assert (await calls(ann, match))[0] == 1


async def called_once(person: Person, match: str) -> bool:
    return bool(await calls(person, match))


@pytest.mark.usefixtures("patient")
async def test_an_outage_in_a_pause_is_counted_once(settings: Settings, redis: Redis) -> None:
    clock = Past(700)
    async with serving(settings, clock) as house:
        match, people = await seated(house, clock={"match": AGES})
        referee = await house.person("Ref", *SCOPES)
        clock.after(20)
        good(await referee.post(f"/matches/{match}/pauses", {"paused": True}))
        clock.after(80)
    await clock.outage(redis)
    async with serving(settings, clock) as house:
        ann, referee = people[0].at(house), referee.at(house)
        await passed(house, match)
        clock.after(50)
        good(await referee.post(f"/matches/{match}/pauses", {"paused": False}))
        clock.after(5)
        assert await times_left(house, match) == [(None, 1_000 * (AGES - 25))] * 2
        good(await ann.answer(match))
        await counts_right(house, match)


@pytest.mark.usefixtures("patient")
async def test_matches_opened_after_a_silence_and_those_without_a_clock_know_nothing_of_it(
    settings: Settings, redis: Redis
) -> None:
    clock = Past(60)
    async with serving(settings, clock) as house:
        without, people = await seated(house)
        clocked, _ = await seated(house, clock={"match": AGES})
    await clock.outage(redis)
    async with serving(settings, clock) as house:
        ann = people[0].at(house)
        clock.after(1)
        (silence,) = await passed(house, clocked)
        clock.moment = max(clock.moment, silence.until)  # on a busy machine it lasted longer than a second more
        later, (eve, _) = await seated(house, clock={"match": AGES})
        clock.after(10)
        good(await ann.answer(without))
        good(await eve.answer(later))
        assert await silences_of(house, without) == []
        assert await silences_of(house, later) == []
        await counts_right(house, later)


async def test_no_clock_runs_while_the_log_is_away_from_two_processes(
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
        await counts_right(house, match)
        numbers = [silence.number for silence in await silences_of(house, match)]
        assert len(numbers) == len(set(numbers))


async def has_passed(house: House, match: str, least: float) -> bool:
    return any(silence.until - silence.since >= least for silence in await silences_of(house, match))


async def test_a_killed_process_takes_nobodys_time_and_while_another_lives_there_is_no_silence(
    settings: Settings, engine: BundledValkey, own_store: LogStore, tmp_path: Path
) -> None:
    where = {"CHRONIK_REDIS_URL": engine.url, "CHRONIK_DATABASE_URL": f"sqlite:///{tmp_path}/chronik.db"}
    with served(tmp_path / "data", where) as process:
        async with serving(settings) as house:
            match, people = await seated(house, clock={"match": AGES})
        await asyncio.sleep(2.5)
        assert all(one.until - one.since < 2_000 for one in await beat(own_store)), "the other one was there"
        process.stop(signal.SIGKILL)
        killed = milliseconds()
    await asyncio.sleep(1.5)
    started = milliseconds()
    async with serving(settings) as house:
        await until(lambda: has_passed(house, match, started - killed))
        silence = next(one for one in await silences_of(house, match) if one.until >= started)
        assert killed - BEAT_MS - SLOW <= silence.since <= killed
        assert silence.until <= milliseconds()
        good(await people[0].at(house).answer(match))
        await counts_right(house, match)
