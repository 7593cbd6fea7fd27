"""Clocks in a running service: time is called once, also with several processes, restarts and wrong clocks."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from structlog.testing import capture_logs

from chronik.domain.katharina.commands import Resolve
from chronik.projections.thinking.bot import Bot
from chronik.service.identity.auth import Scope
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore
from chronik.service.matches import match_worker
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.timekeeper import Timekeeper
from chronik.service.matches.turn_queue import LONGEST_TRANSIENT
from chronik.service.matches.unfinished import Unfinished
from chronik.service.running.clock import milliseconds
from chronik.service.running.settings import Settings
from tests.support.service.apps import PATIENCE, until
from tests.support.service.match_workers import MatchWorkers, track_match_workers
from tests.support.service.tables import Person, good, play_on, refused, seated, serving

BEAT = 0.02
SCOPES = (Scope.PLAY, Scope.REFEREE)


class VirtualClock:
    """A clock that the test moves; all processes of the test use it."""

    def __init__(self, workers: MatchWorkers | None = None) -> None:
        self.moment = milliseconds()
        self.workers = workers

    def __call__(self) -> int:
        return self.moment

    def after(self, seconds: float) -> None:
        self.moment += round(1_000 * seconds)

    async def wait_until_idle(self) -> None:
        """Waits until all timekeepers and bots have done what is due on this clock."""
        assert self.workers is not None
        await self.workers.wait_until_idle()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualClock]:
    monkeypatch.setattr("chronik.service.matches.turn_queue.CLOCK_CHECK_SECONDS", BEAT)
    # The log server uses the real clock: a slow machine must not cause an outage.
    monkeypatch.setattr("chronik.service.matches.outages.LONGEST_GAP_MS", 3_600_000)
    with track_match_workers() as workers:
        yield VirtualClock(workers)


async def idle(_: Timekeeper) -> None:
    """Replaces `Timekeeper.keep` with one that does nothing."""
    await asyncio.Event().wait()


@pytest.fixture
def no_timekeeper() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Timekeeper, "keep", idle)
        yield patched


async def lines(person: Person, match: str) -> list[dict[str, Any]]:
    """Returns the audit of a match."""
    found: list[dict[str, Any]] = good(await person.get(f"/matches/{match}/audit"))["entries"]
    return found


async def calls(person: Person, match: str) -> list[int]:
    """Returns the seats on which time was called, in order."""
    return [entry["line"]["seat"] for entry in await lines(person, match) if entry["line"]["key"] == "time-over"]


async def wait_for_calls(person: Person, match: str, times: int) -> list[dict[str, Any]]:
    """Waits until time was called this many times, and returns the audit."""

    async def was_called_enough() -> bool:
        return len(await calls(person, match)) >= times

    await until(was_called_enough)
    return await lines(person, match)


async def waiting(person: Person, match: str) -> list[int]:
    seats = good(await person.get(f"/matches/{match}"))["seats"]
    return [seat["seat"] for seat in seats if seat.get("waiting")]


async def test_a_seat_that_runs_out_of_time_gets_the_default_answer(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        match, (ann, ben) = await seated(house, clock={"command": 30})
        clock.after(10)
        good(await ann.answer(match))
        clock.after(19.9)
        await clock.wait_until_idle()
        assert await calls(ann, match) == []
        clock.after(0.1)
        audit = await wait_for_calls(ann, match, 1)
        assert {(entry["seat"], entry["by"]) for entry in audit if entry["cause"] == audit[-1]["cause"]} == {
            (None, "clock")
        }
        assert await calls(ann, match) == [1]
        clock.after(29.9)
        await clock.wait_until_idle()
        assert await calls(ann, match) == [1], "the next prompt has its full time"
        good(await ben.answer(match))


async def test_two_processes_call_time_only_once_on_each_seat(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house, serving(settings, clock):
        match, (ann, ben) = await seated(house, clock={"command": 10})
        for turn in range(1, 4):
            before = good(await ann.get(f"/matches/{match}"))["version"]
            seats = await waiting(ann, match)
            clock.after(10)
            await until(partial(has_grown, ann, match, before))
            await clock.wait_until_idle()
            audit = await lines(ben, match)
            new = Counter(entry["line"]["seat"] for entry in audit[before:] if entry["line"]["key"] == "time-over")
            assert new == dict.fromkeys(seats, 1), f"in round {turn}"


async def has_grown(person: Person, match: str, before: int) -> bool:
    return bool(good(await person.get(f"/matches/{match}"))["version"] > before)


async def test_time_that_ran_out_without_a_timekeeper_is_called_once_by_the_next_process(
    settings: Settings, clock: VirtualClock, no_timekeeper: pytest.MonkeyPatch
) -> None:
    async with serving(settings, clock) as house:
        match, people = await seated(house, clock={"command": 10, "match": 60, "increment": 2})
        clock.after(86_400)
        ann, _ = people
        refused(await ann.answer(match), 422, "time-over")
        assert await calls(ann, match) == []
    no_timekeeper.undo()
    async with serving(settings, clock) as house, serving(settings, clock):
        ann, ben = (person.at(house) for person in people)
        await wait_for_calls(ann, match, 2)
        await clock.wait_until_idle()
        assert await calls(ann, match) == [0, 1]
        left = {seat["seat"]: seat for seat in good(await ann.get(f"/matches/{match}"))["clock"]["seats"]}
        assert [left[seat]["match_left"] for seat in (0, 1)] == [50_000, 50_000]
        good(await ben.answer(match))


async def nothing(_: Unfinished) -> frozenset[str]:
    return frozenset()


async def test_control_a_timekeeper_that_does_not_search_misses_a_match_without_a_hint(
    settings: Settings, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings, clock) as house:
        match, people = await seated(house, clock={"command": 10})
    clock.after(60)
    with monkeypatch.context() as forgetful:
        forgetful.setattr(Unfinished, "matches", nothing)
        async with serving(settings, clock) as house:
            await clock.wait_until_idle()
            assert await calls(people[0].at(house), match) == []
    async with serving(settings, clock) as house:
        await wait_for_calls(people[0].at(house), match, 2)


async def test_a_clock_that_jumps_forward_and_back_does_not_take_time_twice(
    settings: Settings, clock: VirtualClock
) -> None:
    async with serving(settings, clock) as house:
        match, (ann, ben) = await seated(house, clock={"match": 100})
        clock.after(10)
        good(await ann.answer(match))
        clock.after(-86_400)
        await clock.wait_until_idle()
        good(await ben.answer(match))
        assert await calls(ann, match) == []
        clock.after(86_400)
        left = good(await ann.get(f"/matches/{match}"))["clock"]["seats"]
        assert [seat["match_left"] for seat in left] == [90_000, 90_000]
        clock.after(30 * 86_400)
        await wait_for_calls(ann, match, 2)
        clock.after(-30 * 86_400)
        await clock.wait_until_idle()
        over = good(await ann.get(f"/matches/{match}"))
        assert over["status"] == "finished" or all(not seat["match_left"] for seat in over["clock"]["seats"])


async def test_a_clock_that_is_set_back_while_all_matches_wait_is_noticed(
    settings: Settings, clock: VirtualClock
) -> None:
    clock.after(30 * 86_400)
    async with serving(settings, clock) as house:
        await clock.wait_until_idle()
        clock.after(-30 * 86_400)
        match, (ann, _) = await seated(house, clock={"command": 10})
        await clock.wait_until_idle()
        clock.after(10)
        await wait_for_calls(ann, match, 2)


async def test_a_bot_takes_over_a_seat_that_runs_out_of_time(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house, serving(settings, clock):
        rules = {"command": 10, "at_zero": "bot", "bot": "greedy"}
        match, (ann, ben) = await seated(house, clock=rules)
        good(await ben.answer(match))
        clock.after(10)
        await wait_for_calls(ann, match, 1)
        seats = good(await ben.get(f"/matches/{match}"))["seats"]
        assert (seats[0]["player"], seats[0]["bot"]) == (ann.player, "greedy")
        refused(await ann.answer(match), 422, "bot-plays")
        assert "bot" not in seats[1]
        for _ in range(4):
            await until(partial(is_asked, ben, match))
            good(await ben.answer(match))
        assert {entry["by"] for entry in await lines(ben, match) if entry["seat"] == 0 and entry["version"] > 5} == {
            "bot"
        }


async def test_a_bot_that_took_over_gives_the_default_answer_if_its_command_is_refused(
    settings: Settings, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game's default answer is given for its seat, so that the other seat does not wait for ever."""
    stubborn = Bot("greedy", lambda view, options, luck: Resolve(perform=False, bonus=True), needs_view=False)
    monkeypatch.setattr("chronik.service.bots.driver.bot", lambda game, level, data_set: stubborn)
    async with serving(settings, clock) as house:
        match, (ann, ben) = await seated(house, clock={"command": 10, "at_zero": "bot", "bot": "greedy"})
        good(await ben.answer(match))
        clock.after(10)
        await wait_for_calls(ann, match, 1)
        for _ in range(4):
            await until(partial(is_asked, ben, match))
            good(await ben.answer(match))


async def is_asked(person: Person, match: str) -> bool:
    seats = good(await person.get(f"/matches/{match}"))["seats"]
    return person.player in {seat["player"] for seat in seats if seat.get("waiting")}


async def test_time_is_not_called_during_a_pause(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        match, (ann, _) = await seated(house, clock={"command": 10})
        referee = await house.person("Ref", *SCOPES)
        good(await referee.post(f"/matches/{match}/pauses", {"paused": True}))
        clock.after(3_600)
        await clock.wait_until_idle()
        assert await calls(ann, match) == []
        good(await referee.post(f"/matches/{match}/pauses", {"paused": False}))
        clock.after(9.9)
        await clock.wait_until_idle()
        assert await calls(ann, match) == []
        clock.after(0.1)
        await wait_for_calls(ann, match, 2)


async def test_bots_do_not_play_during_a_pause_but_continue_after_it(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        ann = await house.person("Ann")
        referee = await house.person("Ref", *SCOPES)
        match = await ann.open("mine", "random", "random")

        async def only_ann() -> bool:
            return await waiting(ann, match) == [0]

        await until(only_ann)
        good(await referee.post(f"/matches/{match}/pauses", {"paused": True}))
        with capture_logs() as said:
            await clock.wait_until_idle()
        assert not [line for line in said if "Rejected" in line.get("error", "")], "a bot played on"
        refused(await ann.answer(match), 422, "paused")
        good(await referee.post(f"/matches/{match}/pauses", {"paused": False}))
        good(await ann.answer(match))
        await until(only_ann)


async def test_a_timekeeper_survives_a_log_that_does_not_answer(
    settings: Settings, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any) -> Any:
        raise Unavailable("no answer")

    async with serving(settings, clock) as house:
        match, (ann, _) = await seated(house, clock={"command": 10})
        await clock.wait_until_idle()
        with monkeypatch.context() as broken, capture_logs() as said:
            broken.setattr(LogStore, "tail", away)
            clock.after(10)
            await until(lambda: has_waited(said))
        clock.after(LONGEST_TRANSIENT)
        await wait_for_calls(ann, match, 2)


async def test_time_that_ran_out_while_a_log_was_missing_is_called_once_it_returns(
    settings: Settings, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log is missing for a moment while its slot moves to another server."""
    monkeypatch.setattr(match_worker, "RECHECK_SECONDS", BEAT)
    missed = asyncio.Event()

    async def absent(*_: Any) -> None:
        missed.set()

    async with serving(settings, clock) as house:
        match, (ann, _) = await seated(house, clock={"command": 10})
        await clock.wait_until_idle()
        with monkeypatch.context() as moving:
            moving.setattr(LiveMatches, "find_fresh", absent)
            clock.after(10)
            async with asyncio.timeout(PATIENCE):
                await missed.wait()
        await wait_for_calls(ann, match, 2)


async def has_waited(said: list[Any]) -> bool:
    return "a clock has to wait" in {line["event"] for line in said}


async def test_matches_without_a_clock_are_not_touched(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        match, people = await seated(house)
        clock.after(86_400)
        await clock.wait_until_idle()
        assert await calls(people[0], match) == []
        assert (await play_on(match, people, 4))["status"] == "running"
        assert "clock" not in good(await people[0].get(f"/matches/{match}"))


async def test_time_is_called_in_real_time(settings: Settings) -> None:
    async with serving(settings) as house:
        match, (ann, _) = await seated(house, clock={"command": 1, "at_zero": "forfeit"})
        card = good(await ann.get(f"/matches/{match}"))
        await wait_for_calls(ann, match, 2)
        over = next(entry for entry in await lines(ann, match) if entry["line"]["key"] == "time-over")
        assert datetime.fromisoformat(over["at"]).timestamp() <= milliseconds() / 1_000
        assert card["clock"]["seats"][0]["answer_left"] <= 1_000
        assert card["clock"]["seats"][0]["due_at"]
