"""The attendant over a log that is made up: whatever waits is found, by a hint, by a look or by a search."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from service.log.outcomes import Damaged, Unavailable
from service.matches.live import NotLoaded
from service.workers import attendant
from service.workers.attendant import LOOKS_FOR_NOTHING, NOT_THERE, Attendant, Look
from service.workers.members import Members
from tests.service.workers.test_turns import all_is_quiet

LOG = structlog.get_logger("test")


class Logs:
    """A log store and its books: how far each match has come; `listed` are unfinished, `damaged` cannot be read."""

    def __init__(self) -> None:
        self.last: dict[str, int] = {}
        self.listed = set[str]()
        self.damaged = set[str]()
        self.away = False
        self.reads = Counter[str]()

    def grow(self, match: str, by: int = 1) -> int:
        self.listed.add(match)
        self.last[match] = self.last.get(match, 0) + by
        return self.last[match]

    async def tail(self, match: str, _: int) -> Any:
        self.reads[match] += 1
        if self.away:
            raise Unavailable("no answer")
        if match in self.damaged:
            raise Damaged(match, "the head is missing")
        return SimpleNamespace(last=self.last.get(match, 0))

    async def matches(self) -> frozenset[str]:
        if self.away:
            raise Unavailable("no answer")
        return frozenset(self.listed)


class Away(dict[str, int]):
    """Logs that grow and are not there, for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, int] = {}

    def __setitem__(self, match: str, last: int) -> None:
        self.kept[match] = last

    def __getitem__(self, match: str) -> int:
        return self.kept[match]


class Duty:
    """Does what is to be done up to where the log stands; in matches called `idle…` nothing ever is."""

    def __init__(self, logs: Logs) -> None:
        self.logs = logs
        self.turns = list[tuple[str, int]]()
        self.done: dict[str, int] = {}

    def takes(self, match: str, version: int) -> bool:
        return match.startswith("brought")

    def glance(self, match: str, version: int) -> Look | None:
        return Look(0, 0)

    async def turn(self, match: str, version: int, heard: int) -> Look | None:
        self.turns.append((match, version))
        if match.startswith("idle"):
            return None
        if not self.logs.last.get(match):
            return NOT_THERE
        self.done[match] = self.logs.last[match]
        return Look(self.done[match])


class Hints:
    """Hints that a test gives."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.begun.set()
        self.give: Callable[[str, int], None] = lambda *_: None

    def listen(self, listener: Callable[[str, int], None]) -> None:
        self.give = listener


class Shares(Members):
    """Everything is this process's own but some matches."""

    def __init__(self) -> None:
        super().__init__()
        self.others = set[str]()

    def owns(self, match: str) -> bool:
        return match not in self.others

    def give(self, *matches: str) -> None:
        """The matches of others from now on."""
        self.others = set(matches)
        for listener in self._listeners:
            listener()


class Scene:
    """An attendant, what it hears, what it reads and what it has done."""

    def __init__(self, kind: type[Attendant] = Attendant) -> None:
        self.logs, self.hints = Logs(), Hints()
        self.duty, self.members = Duty(self.logs), Shares()
        made: Any = kind
        self.attendant: Attendant = made(
            self.duty, self.logs, self.hints, self.logs, self.members, LOG, "it has to wait", at_once=2
        )

    def waiting(self) -> set[str]:
        """The matches in which something is left to be done."""
        return {match for match, last in self.logs.last.items() if self.duty.done.get(match, 0) < last}


@asynccontextmanager
async def attended(scene: Scene) -> AsyncIterator[Scene]:
    running = asyncio.create_task(scene.attendant.run())
    await all_is_quiet()
    yield scene
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def hint(scene: Scene) -> None:
    """A match grows, and a hint tells of it."""
    scene.hints.give("one", scene.logs.grow("one"))
    await all_is_quiet()


async def lost_hint(scene: Scene) -> None:
    """A match that is in hand grows, and nobody tells; so long goes by that the ones in hand are looked at."""
    await hint(scene)
    scene.logs.grow("one")
    await scene.attendant.look_after_those_in_hand()


async def left_waiting(scene: Scene) -> None:
    """A match waits that this process has never heard of; so long goes by that it searches."""
    scene.logs.grow("one")
    await scene.attendant.search()


class Deaf(Attendant):
    """Hears nothing."""

    def heard(self, match: str, version: int) -> None:
        pass


class Trusting(Attendant):
    """Trusts that no hint is lost."""

    async def look_after_those_in_hand(self) -> None:
        pass


class Forgetful(Attendant):
    """Does not ask what was before it."""

    async def search(self) -> None:
        pass


Way = Callable[[Scene], Awaitable[None]]
WAYS: tuple[tuple[Way, type[Attendant]], ...] = ((hint, Deaf), (lost_hint, Trusting), (left_waiting, Forgetful))


@pytest.mark.parametrize(("way", "_"), WAYS)
async def test_what_waits_is_found(way: Way, _: Any) -> None:
    async with attended(Scene()) as scene:
        await way(scene)
        assert not scene.waiting()


@pytest.mark.parametrize(("way", "kind"), WAYS)
async def test_control_each_way_is_needed(way: Way, kind: type[Attendant]) -> None:
    async with attended(Scene(kind)) as scene:
        await way(scene)
        assert scene.waiting() == {"one"}


async def test_by_itself_it_searches_at_the_start_and_looks_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendant, "IN_HAND_SECONDS", 0.0)
    scene = Scene()
    scene.logs.grow("one")
    async with attended(scene):
        assert not scene.waiting()
        scene.logs.grow("one")
        await all_is_quiet()
        assert not scene.waiting()


async def test_it_searches_once_it_hears_so_that_nothing_falls_in_between() -> None:
    scene = Scene()
    scene.hints.begun.clear()
    scene.logs.grow("one")
    async with attended(scene):
        assert not scene.logs.reads
        scene.hints.begun.set()
        await all_is_quiet()
        assert not scene.waiting()


async def test_a_hint_of_what_is_done_brings_no_turn() -> None:
    async with attended(Scene()) as scene:
        await hint(scene)
        for version in (1, 1, 0):
            scene.hints.give("one", version)
        await all_is_quiet()
        assert scene.duty.turns == [("one", 1)]
        await scene.attendant.look_after_those_in_hand()
        assert scene.duty.turns == [("one", 1)]


async def test_what_is_known_from_memory_brings_no_turn_before_its_moment() -> None:
    scene = Scene()
    scene.duty.glance = lambda match, version: Look(version)  # type: ignore[method-assign]
    async with attended(scene):
        await hint(scene)
        await scene.attendant.look_after_those_in_hand()
        assert not scene.duty.turns


async def test_a_match_in_which_nothing_will_be_to_do_is_left_alone() -> None:
    async with attended(Scene()) as scene:
        scene.hints.give("idle", scene.logs.grow("idle"))
        await all_is_quiet()
        scene.hints.give("idle", scene.logs.grow("idle"))
        await scene.attendant.look_after_those_in_hand()
        await scene.attendant.search()
        assert scene.duty.turns == [("idle", 1)]
        assert not scene.logs.reads


async def test_what_is_over_is_forgotten_by_the_next_search() -> None:
    async with attended(Scene()) as scene:
        scene.hints.give("idle", scene.logs.grow("idle"))
        await all_is_quiet()
        scene.logs.listed.clear()
        await scene.attendant.search()
        assert not scene.attendant._done_with
        assert not scene.attendant._in_hand


async def test_what_cannot_be_played_here_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def not_loaded(*_: Any) -> Look | None:
        opened: Any = SimpleNamespace(game="chess")
        raise NotLoaded(opened)

    scene = Scene()
    monkeypatch.setattr(scene.duty, "turn", not_loaded)
    with capture_logs() as said:
        async with attended(scene):
            await hint(scene)
    assert not said
    assert scene.attendant._done_with == {"one"}


@pytest.mark.parametrize("way", [hint, left_waiting])
async def test_a_match_that_is_not_there_for_a_moment_is_found_again(way: Way) -> None:
    """Its slot may be on its way to another server."""
    async with attended(Scene()) as scene:
        away = scene.logs.last = Away()
        await way(scene)
        scene.logs.last = dict(away.kept)
        await scene.attendant.look_after_those_in_hand()
        assert not scene.waiting()


async def test_what_was_done_in_a_match_before_it_was_not_there_is_asked_again() -> None:
    """Else the clock whose moment fell into that time would be called by nobody."""
    async with attended(Scene()) as scene:
        await hint(scene)
        scene.logs.last["one"] = 0
        scene.attendant.call_all()
        await all_is_quiet()
        scene.logs.last["one"] = 1
        await scene.attendant.look_after_those_in_hand()
        assert len(scene.duty.turns) == 3


async def test_a_match_that_is_not_there_is_not_looked_for_for_ever() -> None:
    async with attended(Scene()) as scene:
        scene.logs.listed.add("one")
        scene.hints.give("one", 1)
        await all_is_quiet()
        for _ in range(2 * LOOKS_FOR_NOTHING):
            await scene.attendant.look_after_those_in_hand()
        assert not scene.attendant._in_hand
        assert scene.logs.reads["one"] == LOOKS_FOR_NOTHING
        await scene.attendant.search()
        assert scene.logs.reads["one"] == LOOKS_FOR_NOTHING + 1


@pytest.mark.parametrize("in_hand", [False, True])
async def test_a_match_that_cannot_be_read_keeps_no_other_from_being_found(in_hand: bool) -> None:
    names = {"a", "b", "c", "d"}
    async with attended(Scene()) as scene:
        for name in names if in_hand else ():
            scene.hints.give(name, scene.logs.grow(name))
        await all_is_quiet()
        for name in names:
            scene.logs.grow(name)
        scene.logs.damaged = {"a", "c"}
        with capture_logs() as said:
            await (scene.attendant.look_after_those_in_hand() if in_hand else scene.attendant.search())
        assert scene.waiting() == {"a", "c"}
        assert {line["match"] for line in said} == {"a", "c"}


async def test_a_log_that_does_not_answer_ends_a_round_and_not_the_attendant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendant, "IN_HAND_SECONDS", 0.0)
    monkeypatch.setattr(attendant, "SEARCH_AGAIN_SECONDS", 0.0)
    scene = Scene()
    async with attended(scene):
        await hint(scene)
        with capture_logs() as said:
            scene.logs.away = True
            scene.logs.grow("one")
            scene.logs.grow("two")
            await all_is_quiet()
        assert scene.waiting() == {"one", "two"}
        assert {line["event"] for line in said} == {"the search stops"}
        scene.logs.away = False
        await all_is_quiet()
        assert "one" not in scene.waiting()
        await scene.attendant.search()
        assert not scene.waiting()


async def test_all_in_hand_can_be_called() -> None:
    async with attended(Scene()) as scene:
        for name in ("a", "b"):
            scene.hints.give(name, scene.logs.grow(name))
        await all_is_quiet()
        scene.attendant.call_all()
        await all_is_quiet()
        assert Counter(scene.duty.turns) == {("a", 1): 2, ("b", 1): 2}


async def test_what_is_others_is_left_to_them_unless_this_process_has_brought_it() -> None:
    async with attended(Scene()) as scene:
        scene.members.give("one", "brought")
        for name in ("one", "brought"):
            scene.hints.give(name, scene.logs.grow(name))
        await all_is_quiet()
        await scene.attendant.search()
        await scene.attendant.look_after_those_in_hand()
        assert scene.waiting() == {"one"}
        assert not scene.attendant._in_hand


async def test_what_others_have_left_is_found_at_once_by_whoever_takes_over() -> None:
    async with attended(Scene()) as scene:
        scene.members.give("one")
        scene.hints.give("one", scene.logs.grow("one"))
        await all_is_quiet()
        assert scene.waiting() == {"one"}
        scene.members.give()
        await all_is_quiet()
        assert not scene.waiting()


@pytest.mark.parametrize("ticks", range(6))
@pytest.mark.parametrize("cancelled_first", [True, False])
async def test_it_ends_though_work_is_shared_anew_at_the_same_moment(ticks: int, cancelled_first: bool) -> None:
    scene = Scene()
    running = asyncio.create_task(scene.attendant.run())
    await all_is_quiet()
    steps = (running.cancel, scene.members.give) if cancelled_first else (scene.members.give, running.cancel)
    steps[0]()
    for _ in range(ticks):
        await asyncio.sleep(0)
    steps[1]()
    await asyncio.wait((running,), timeout=2)
    assert running.cancelled()
