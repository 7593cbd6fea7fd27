"""The match worker over a fake log: every match that waits is found, by a hint, a check or a search."""

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

from chronik.service.log.members import Members
from chronik.service.log.outcomes import Damaged, NotLoaded, Unavailable
from chronik.service.matches import match_worker
from chronik.service.matches.match_worker import CHECKS_WITHOUT_LOG, NO_SUCH_MATCH, MatchWorker, Progress
from tests.service.matches.test_turn_queue import let_tasks_run

LOG = structlog.get_logger("test")


class Logs:
    """A fake log store with the version of each match; `listed` are unfinished, `damaged` cannot be read."""

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
    """Logs that grow but cannot be found for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, int] = {}

    def __setitem__(self, match: str, last: int) -> None:
        self.kept[match] = last

    def __getitem__(self, match: str) -> int:
        return self.kept[match]


class Duty:
    """A duty that does the work up to the end of the log; matches called `idle…` never have any."""

    def __init__(self, logs: Logs) -> None:
        self.logs = logs
        self.turns = list[tuple[str, int]]()
        self.done: dict[str, int] = {}

    def also_handles(self, match: str, version: int) -> bool:
        return match.startswith("brought")

    def recall_progress(self, match: str, version: int) -> Progress | None:
        return Progress(0, 0)

    async def take_turn(self, match: str, version: int, hinted_at: int) -> Progress | None:
        self.turns.append((match, version))
        if match.startswith("idle"):
            return None
        if not self.logs.last.get(match):
            return NO_SUCH_MATCH
        self.done[match] = self.logs.last[match]
        return Progress(self.done[match])


class Hints:
    """Hints that the test sends."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.begun.set()
        self.give: Callable[[str, int], None] = lambda *_: None

    def listen(self, listener: Callable[[str, int], None]) -> None:
        self.give = listener


class Shares(Members):
    """Members of which this process has all matches except some."""

    def __init__(self) -> None:
        super().__init__()
        self.others = set[str]()

    def owns(self, match: str) -> bool:
        return match not in self.others

    def give(self, *matches: str) -> None:
        """Gives these matches, and no others, to another process."""
        self.others = set(matches)
        for listener in self._listeners:
            listener()


class Scene:
    """A match worker with its hints, its logs and the work it has done."""

    def __init__(self, kind: type[MatchWorker] = MatchWorker) -> None:
        self.logs, self.hints = Logs(), Hints()
        self.duty, self.members = Duty(self.logs), Shares()
        made: Any = kind
        self.worker: MatchWorker = made(
            self.duty, self.logs, self.hints, self.logs, self.members, LOG, "it has to wait", at_once=2
        )

    def waiting(self) -> set[str]:
        """Returns the matches that still need work."""
        return {match for match, last in self.logs.last.items() if self.duty.done.get(match, 0) < last}


@asynccontextmanager
async def running_worker(scene: Scene) -> AsyncIterator[Scene]:
    running = asyncio.create_task(scene.worker.run())
    await let_tasks_run()
    yield scene
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def list_tracked(scene: Scene) -> set[str]:
    """Returns the tracked matches: those that get a turn if all are scheduled."""
    before = len(scene.duty.turns)
    scene.worker.schedule_all()
    await let_tasks_run()
    return {match for match, _ in scene.duty.turns[before:]}


async def grow_with_hint(scene: Scene) -> None:
    """Lets a match grow, and sends the hint."""
    scene.hints.give("one", scene.logs.grow("one"))
    await let_tasks_run()


async def grow_without_hint(scene: Scene) -> None:
    """Lets a tracked match grow without a hint, and runs the regular check."""
    await grow_with_hint(scene)
    scene.logs.grow("one")
    await scene.worker.recheck_tracked()


async def grow_unknown(scene: Scene) -> None:
    """Lets an unknown match grow without a hint, and runs the search."""
    scene.logs.grow("one")
    await scene.worker.search()


class Deaf(MatchWorker):
    """A worker that ignores hints."""

    def receive_hint(self, match: str, version: int) -> None:
        pass


class Trusting(MatchWorker):
    """A worker that does not check tracked matches."""

    async def recheck_tracked(self) -> None:
        pass


class Forgetful(MatchWorker):
    """A worker that does not search."""

    async def search(self) -> None:
        pass


Way = Callable[[Scene], Awaitable[None]]
WAYS: tuple[tuple[Way, type[MatchWorker]], ...] = (
    (grow_with_hint, Deaf),
    (grow_without_hint, Trusting),
    (grow_unknown, Forgetful),
)


@pytest.mark.parametrize(("way", "_"), WAYS)
async def test_a_match_that_waits_for_work_is_found(way: Way, _: Any) -> None:
    async with running_worker(Scene()) as scene:
        await way(scene)
        assert not scene.waiting()


@pytest.mark.parametrize(("way", "kind"), WAYS)
async def test_control_without_one_of_the_three_ways_to_find_it_a_match_keeps_waiting(
    way: Way, kind: type[MatchWorker]
) -> None:
    async with running_worker(Scene(kind)) as scene:
        await way(scene)
        assert scene.waiting() == {"one"}


async def test_a_worker_searches_at_the_start_and_checks_its_matches_regularly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_worker, "RECHECK_SECONDS", 0.0)
    scene = Scene()
    scene.logs.grow("one")
    async with running_worker(scene):
        assert not scene.waiting()
        scene.logs.grow("one")
        await let_tasks_run()
        assert not scene.waiting()


async def test_the_first_search_waits_until_hints_are_followed() -> None:
    scene = Scene()
    scene.hints.begun.clear()
    scene.logs.grow("one")
    async with running_worker(scene):
        assert not scene.logs.reads
        scene.hints.begun.set()
        await let_tasks_run()
        assert not scene.waiting()


async def test_a_hint_about_work_that_is_finished_causes_no_turn() -> None:
    async with running_worker(Scene()) as scene:
        await grow_with_hint(scene)
        for version in (1, 1, 0):
            scene.hints.give("one", version)
        await let_tasks_run()
        assert scene.duty.turns == [("one", 1)]
        await scene.worker.recheck_tracked()
        assert scene.duty.turns == [("one", 1)]


async def test_a_match_in_memory_gets_no_turn_before_its_moment() -> None:
    scene = Scene()
    scene.duty.recall_progress = lambda match, version: Progress(version)  # type: ignore[method-assign]
    async with running_worker(scene):
        await grow_with_hint(scene)
        await scene.worker.recheck_tracked()
        assert not scene.duty.turns


async def test_a_match_that_never_needs_work_is_not_read_again() -> None:
    async with running_worker(Scene()) as scene:
        scene.hints.give("idle", scene.logs.grow("idle"))
        await let_tasks_run()
        scene.hints.give("idle", scene.logs.grow("idle"))
        await scene.worker.recheck_tracked()
        await scene.worker.search()
        assert scene.duty.turns == [("idle", 1)]
        assert not scene.logs.reads


async def test_a_search_forgets_finished_matches() -> None:
    async with running_worker(Scene()) as scene:
        scene.hints.give("idle", scene.logs.grow("idle"))
        await let_tasks_run()
        scene.logs.listed.clear()
        await scene.worker.search()
        assert await list_tracked(scene) == set()
        scene.hints.give("idle", 1)
        await let_tasks_run()
        assert scene.duty.turns == [("idle", 1)] * 2


async def test_a_match_that_is_not_loaded_here_gets_one_turn_only(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = list[str]()

    async def not_loaded(match: str, *_: Any) -> Progress | None:
        turns.append(match)
        opened: Any = SimpleNamespace(game="chess", rules=1, facts="")
        raise NotLoaded(opened)

    scene = Scene()
    monkeypatch.setattr(scene.duty, "take_turn", not_loaded)
    with capture_logs() as said:
        async with running_worker(scene):
            await grow_with_hint(scene)
            await grow_with_hint(scene)
            await scene.worker.search()
    assert not said
    assert turns == ["one"]


@pytest.mark.parametrize("way", [grow_with_hint, grow_unknown])
async def test_a_match_whose_log_is_missing_for_a_moment_is_found_again(way: Way) -> None:
    """Its slot may be moving to another server."""
    async with running_worker(Scene()) as scene:
        away = scene.logs.last = Away()
        await way(scene)
        scene.logs.last = dict(away.kept)
        await scene.worker.recheck_tracked()
        assert not scene.waiting()


async def test_a_match_whose_log_was_missing_is_worked_on_again() -> None:
    """Otherwise no process would call a clock that ran out during that time."""
    async with running_worker(Scene()) as scene:
        await grow_with_hint(scene)
        scene.logs.last["one"] = 0
        scene.worker.schedule_all()
        await let_tasks_run()
        scene.logs.last["one"] = 1
        await scene.worker.recheck_tracked()
        assert len(scene.duty.turns) == 3


async def test_a_match_without_a_log_is_checked_three_times_only() -> None:
    async with running_worker(Scene()) as scene:
        scene.logs.listed.add("one")
        scene.hints.give("one", 1)
        await let_tasks_run()
        for _ in range(2 * CHECKS_WITHOUT_LOG):
            await scene.worker.recheck_tracked()
        assert await list_tracked(scene) == set()
        assert scene.logs.reads["one"] == CHECKS_WITHOUT_LOG
        await scene.worker.search()
        assert scene.logs.reads["one"] == CHECKS_WITHOUT_LOG + 1


@pytest.mark.parametrize("known", [False, True])
async def test_the_search_finds_other_matches_although_one_cannot_be_read(known: bool) -> None:
    names = {"a", "b", "c", "d"}
    async with running_worker(Scene()) as scene:
        for name in names if known else ():
            scene.hints.give(name, scene.logs.grow(name))
        await let_tasks_run()
        for name in names:
            scene.logs.grow(name)
        scene.logs.damaged = {"a", "c"}
        with capture_logs() as said:
            await (scene.worker.recheck_tracked() if known else scene.worker.search())
        assert scene.waiting() == {"a", "c"}
        assert {line["match"] for line in said} == {"a", "c"}


async def test_a_log_that_does_not_answer_ends_a_round_but_not_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_worker, "RECHECK_SECONDS", 0.0)
    monkeypatch.setattr(match_worker, "SEARCH_AGAIN_SECONDS", 0.0)
    scene = Scene()
    async with running_worker(scene):
        await grow_with_hint(scene)
        with capture_logs() as said:
            scene.logs.away = True
            scene.logs.grow("one")
            scene.logs.grow("two")
            await let_tasks_run()
        assert scene.waiting() == {"one", "two"}
        assert {line["event"] for line in said} == {"the search stops"}
        scene.logs.away = False
        await let_tasks_run()
        assert "one" not in scene.waiting()
        await scene.worker.search()
        assert not scene.waiting()


async def test_all_matches_that_a_worker_tracks_can_be_scheduled_at_once() -> None:
    async with running_worker(Scene()) as scene:
        for name in ("a", "b"):
            scene.hints.give(name, scene.logs.grow(name))
        await let_tasks_run()
        scene.worker.schedule_all()
        await let_tasks_run()
        assert Counter(scene.duty.turns) == {("a", 1): 2, ("b", 1): 2}


async def test_matches_of_another_process_are_left_to_it_unless_the_duty_handles_them() -> None:
    async with running_worker(Scene()) as scene:
        scene.members.give("one", "brought")
        for name in ("one", "brought"):
            scene.hints.give(name, scene.logs.grow(name))
        await let_tasks_run()
        await scene.worker.search()
        await scene.worker.recheck_tracked()
        assert scene.waiting() == {"one"}
        assert await list_tracked(scene) == set()


async def test_a_process_that_gets_a_partition_finds_its_waiting_matches_at_once() -> None:
    async with running_worker(Scene()) as scene:
        scene.members.give("one")
        scene.hints.give("one", scene.logs.grow("one"))
        await let_tasks_run()
        assert scene.waiting() == {"one"}
        scene.members.give()
        await let_tasks_run()
        assert not scene.waiting()


@pytest.mark.parametrize("ticks", range(6))
@pytest.mark.parametrize("cancelled_first", [True, False])
async def test_a_cancelled_worker_ends_even_if_partitions_change_at_the_same_moment(
    ticks: int, cancelled_first: bool
) -> None:
    scene = Scene()
    running = asyncio.create_task(scene.worker.run())
    await let_tasks_run()
    steps = (running.cancel, scene.members.give) if cancelled_first else (scene.members.give, running.cancel)
    steps[0]()
    for _ in range(ticks):
        await asyncio.sleep(0)
    steps[1]()
    await asyncio.wait((running,), timeout=2)
    assert running.cancelled()
