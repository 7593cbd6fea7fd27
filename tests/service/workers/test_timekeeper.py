"""Clocks in service: whose time is over is called once, whoever runs, stops, restarts or has a wrong clock."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from structlog.testing import capture_logs

from service.clock import milliseconds
from service.log.outcomes import Unavailable
from service.log.store import LogStore
from service.matches.live import LiveMatches
from service.people.auth import Scope
from service.settings import Settings
from service.workers import attendant
from service.workers.timekeeper import Timekeeper
from service.workers.turns import LONGEST_OUTAGE
from service.workers.unfinished import Unfinished
from tests.support.service.apps import PATIENCE, until
from tests.support.service.attendants import Attendants, watched
from tests.support.service.tables import Person, good, play_on, refused, seated, serving

BEAT = 0.02
SCOPES = (Scope.PLAY, Scope.REFEREE)


class VirtualClock:
    """A clock that a test puts forward and back; all processes of the test go by it."""

    def __init__(self, attendants: Attendants | None = None) -> None:
        self.moment = milliseconds()
        self.attendants = attendants

    def __call__(self) -> int:
        return self.moment

    def after(self, seconds: float) -> None:
        self.moment += round(1_000 * seconds)

    async def settled(self) -> None:
        """Returns when all timekeepers and bots have done what is due by this clock."""
        assert self.attendants is not None
        await self.attendants.are_at_rest()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualClock]:
    monkeypatch.setattr("service.workers.turns.BEAT_SECONDS", BEAT)
    # The engine goes by a clock of its own: a busy machine shall make no silence.
    monkeypatch.setattr("service.matches.silences.LONGEST_MS", 3_600_000)
    with watched() as attendants:
        yield VirtualClock(attendants)


async def idle(_: Timekeeper) -> None:
    """A process that keeps no time."""
    await asyncio.Event().wait()


@pytest.fixture
def no_timekeeper() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Timekeeper, "keep", idle)
        yield patched


async def lines(person: Person, match: str) -> list[dict[str, Any]]:
    """The audit of a match."""
    found: list[dict[str, Any]] = good(await person.get(f"/matches/{match}/audit"))["entries"]
    return found


async def calls(person: Person, match: str) -> list[int]:
    """The seats whose time was called, in order."""
    return [entry["line"]["seat"] for entry in await lines(person, match) if entry["line"]["key"] == "time-over"]


async def called(person: Person, match: str, times: int) -> list[dict[str, Any]]:
    """The audit of a match when so many times have been called."""

    async def so_often() -> bool:
        return len(await calls(person, match)) >= times

    await until(so_often)
    return await lines(person, match)


async def waiting(person: Person, match: str) -> list[int]:
    seats = good(await person.get(f"/matches/{match}"))["seats"]
    return [seat["seat"] for seat in seats if seat.get("waiting")]


async def test_a_seat_that_does_not_answer_is_answered_for(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        match, (ann, ben) = await seated(house, clock={"command": 30})
        clock.after(10)
        good(await ann.answer(match))
        clock.after(19.9)
        await clock.settled()
        assert await calls(ann, match) == []
        clock.after(0.1)
        audit = await called(ann, match, 1)
        assert {(entry["seat"], entry["by"]) for entry in audit if entry["cause"] == audit[-1]["cause"]} == {
            (None, "clock")
        }
        assert await calls(ann, match) == [1]
        clock.after(29.9)
        await clock.settled()
        assert await calls(ann, match) == [1], "the next question has a time of its own"
        good(await ben.answer(match))


async def test_two_processes_call_every_time_once(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house, serving(settings, clock):
        match, (ann, ben) = await seated(house, clock={"command": 10})
        for turn in range(1, 4):
            before = good(await ann.get(f"/matches/{match}"))["version"]
            seats = await waiting(ann, match)
            clock.after(10)
            await until(partial(grown, ann, match, before))
            await clock.settled()
            audit = await lines(ben, match)
            new = Counter(entry["line"]["seat"] for entry in audit[before:] if entry["line"]["key"] == "time-over")
            assert new == dict.fromkeys(seats, 1), f"in round {turn}"


async def grown(person: Person, match: str, before: int) -> bool:
    return bool(good(await person.get(f"/matches/{match}"))["version"] > before)


async def test_a_time_that_ended_while_nobody_kept_it_is_over_and_called_once_by_the_next(
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
        await called(ann, match, 2)
        await clock.settled()
        assert await calls(ann, match) == [0, 1]
        left = {seat["seat"]: seat for seat in good(await ann.get(f"/matches/{match}"))["clock"]["seats"]}
        assert [left[seat]["match_left"] for seat in (0, 1)] == [50_000, 50_000]
        good(await ben.answer(match))


async def nothing(_: Unfinished) -> frozenset[str]:
    return frozenset()


async def test_control_a_timekeeper_that_trusts_its_memory_misses_what_it_did_not_hear(
    settings: Settings, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings, clock) as house:
        match, people = await seated(house, clock={"command": 10})
    clock.after(60)
    with monkeypatch.context() as forgetful:
        forgetful.setattr(Unfinished, "matches", nothing)
        async with serving(settings, clock) as house:
            await clock.settled()
            assert await calls(people[0].at(house), match) == []
    async with serving(settings, clock) as house:
        await called(people[0].at(house), match, 2)


async def test_a_clock_that_jumps_ahead_and_back_takes_nobodys_time_twice(
    settings: Settings, clock: VirtualClock
) -> None:
    async with serving(settings, clock) as house:
        match, (ann, ben) = await seated(house, clock={"match": 100})
        clock.after(10)
        good(await ann.answer(match))
        clock.after(-86_400)
        await clock.settled()
        good(await ben.answer(match))
        assert await calls(ann, match) == []
        clock.after(86_400)
        left = good(await ann.get(f"/matches/{match}"))["clock"]["seats"]
        assert [seat["match_left"] for seat in left] == [90_000, 90_000]
        clock.after(30 * 86_400)
        await called(ann, match, 2)
        clock.after(-30 * 86_400)
        await clock.settled()
        over = good(await ann.get(f"/matches/{match}"))
        assert over["status"] == "finished" or all(not seat["match_left"] for seat in over["clock"]["seats"])


async def test_a_clock_that_is_put_back_while_all_wait_is_noticed(settings: Settings, clock: VirtualClock) -> None:
    clock.after(30 * 86_400)
    async with serving(settings, clock) as house:
        await clock.settled()
        clock.after(-30 * 86_400)
        match, (ann, _) = await seated(house, clock={"command": 10})
        await clock.settled()
        clock.after(10)
        await called(ann, match, 2)


async def test_a_bot_takes_over_and_plays_on(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house, serving(settings, clock):
        rules = {"command": 10, "at_zero": "bot", "bot": "greedy"}
        match, (ann, ben) = await seated(house, clock=rules)
        good(await ben.answer(match))
        clock.after(10)
        await called(ann, match, 1)
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


async def test_after_three_default_answers_in_a_row_a_bot_plays_on(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        match, (ann, ben) = await seated(house, clock={"command": 10, "bot": "greedy"})
        for times in (1, 2, 3):
            while await is_asked(ben, match):
                good(await ben.answer(match))
            clock.after(10)
            audit = await called(ann, match, times)
            assert [entry["line"]["params"]["missed"] for entry in audit if entry["line"]["key"] == "time-over"] == [
                *range(1, times + 1)
            ]
        refused(await ann.post(f"/matches/{match}/resignations", None), 422, "bot-plays")
        for _ in range(3):
            await until(partial(is_asked, ben, match))
            good(await ben.answer(match))


async def is_asked(person: Person, match: str) -> bool:
    seats = good(await person.get(f"/matches/{match}"))["seats"]
    return person.player in {seat["player"] for seat in seats if seat.get("waiting")}


async def test_who_lets_its_time_pass_is_out_where_that_was_agreed(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        match, (ann, ben, _) = await seated(house, 3, clock={"command": 10, "at_zero": "forfeit"})
        good(await ann.answer(match))
        good(await ben.answer(match))
        clock.after(10)
        await called(ann, match, 1)
        seats = good(await ann.get(f"/matches/{match}"))["seats"]
        assert [bool(seat.get("forfeited")) for seat in seats] == [False, False, True]
        good(await ben.answer(match))
        clock.after(10)
        await called(ann, match, 2)
        over = good(await ann.get(f"/matches/{match}"))
        assert (over["ending"], over["result"]) == ("forfeited", {"points": [0, 0, 0], "places": [2, 1, 2]})


async def test_nothing_is_called_in_a_pause(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        match, (ann, _) = await seated(house, clock={"command": 10})
        referee = await house.person("Ref", *SCOPES)
        good(await referee.post(f"/matches/{match}/pauses", {"paused": True}))
        clock.after(3_600)
        await clock.settled()
        assert await calls(ann, match) == []
        good(await referee.post(f"/matches/{match}/pauses", {"paused": False}))
        clock.after(9.9)
        await clock.settled()
        assert await calls(ann, match) == []
        clock.after(0.1)
        await called(ann, match, 2)


async def test_bots_rest_in_a_pause_and_go_on_after_it(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        ann = await house.person("Ann")
        referee = await house.person("Ref", *SCOPES)
        match = await ann.open("mine", "random", "random")

        async def only_ann() -> bool:
            return await waiting(ann, match) == [0]

        await until(only_ann)
        good(await referee.post(f"/matches/{match}/pauses", {"paused": True}))
        with capture_logs() as said:
            await clock.settled()
        assert not [line for line in said if "Rejected" in line.get("error", "")], "a bot played on"
        refused(await ann.answer(match), 422, "paused")
        good(await referee.post(f"/matches/{match}/pauses", {"paused": False}))
        good(await ann.answer(match))
        await until(only_ann)


async def test_a_timekeeper_outlives_a_log_that_does_not_answer(
    settings: Settings, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any) -> Any:
        raise Unavailable("no answer")

    async with serving(settings, clock) as house:
        match, (ann, _) = await seated(house, clock={"command": 10})
        await clock.settled()
        with monkeypatch.context() as broken, capture_logs() as said:
            broken.setattr(LogStore, "tail", away)
            clock.after(10)
            await until(lambda: has_waited(said))
        clock.after(LONGEST_OUTAGE)
        await called(ann, match, 2)


async def test_a_time_that_ends_while_a_match_is_not_there_is_called_once_it_is(
    settings: Settings, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is for a moment when its slot moves."""
    monkeypatch.setattr(attendant, "IN_HAND_SECONDS", BEAT)
    missed = asyncio.Event()

    async def absent(*_: Any) -> None:
        missed.set()

    async with serving(settings, clock) as house:
        match, (ann, _) = await seated(house, clock={"command": 10})
        await clock.settled()
        with monkeypatch.context() as moving:
            moving.setattr(LiveMatches, "fresh", absent)
            clock.after(10)
            async with asyncio.timeout(PATIENCE):
                await missed.wait()
        await called(ann, match, 2)


async def has_waited(said: list[Any]) -> bool:
    return "a clock has to wait" in {line["event"] for line in said}


async def test_matches_without_a_clock_are_left_alone(settings: Settings, clock: VirtualClock) -> None:
    async with serving(settings, clock) as house:
        match, people = await seated(house)
        clock.after(86_400)
        await clock.settled()
        assert await calls(people[0], match) == []
        assert (await play_on(match, people, 4))["status"] == "running"
        assert "clock" not in good(await people[0].get(f"/matches/{match}"))


async def test_in_real_time_a_second_is_a_second(settings: Settings) -> None:
    async with serving(settings) as house:
        match, (ann, _) = await seated(house, clock={"command": 1, "at_zero": "forfeit"})
        card = good(await ann.get(f"/matches/{match}"))
        await called(ann, match, 2)
        over = next(entry for entry in await lines(ann, match) if entry["line"]["key"] == "time-over")
        assert datetime.fromisoformat(over["at"]).timestamp() <= milliseconds() / 1_000
        assert card["clock"]["seats"][0]["answer_left"] <= 1_000
        assert card["clock"]["seats"][0]["due_at"]
