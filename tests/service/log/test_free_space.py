"""Free space: how much may be recorded at each level, and the refusals when there is too little."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
import structlog.testing

from chronik.service.identity.auth import Scope
from chronik.service.log import free_space_watch
from chronik.service.log.free_space import AMPLE, SOME, FreeSpace, Space, free_disk_share, free_memory_share
from chronik.service.log.free_space_watch import FreeSpaceWatch, free_memory
from chronik.service.log.outcomes import ReadOnly, ScarceSpace
from tests.support.service.apps import until
from tests.support.service.tables import GAME, ONE_LOOP, House, good, refused, seated

pytestmark = ONE_LOOP

TABLE = {"game": GAME, "seats": [{"t": "mine"}, {"t": "open"}]}


@pytest.fixture
def house(shared_house: House) -> House:
    """One application for all tests of this file."""
    return shared_house


def fix_space(free_space: FreeSpace, space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixes the state of free space, whatever the watch measures."""
    monkeypatch.setattr(free_space, "update", lambda _: False)
    monkeypatch.setattr(free_space, "space", space)


async def test_a_margin_keeps_the_state_from_flickering_as_free_space_changes() -> None:
    free_space = FreeSpace()
    steps = [(0.5, "enough"), (0.21, "enough"), (0.19, "scarce"), (0.21, "scarce"), (0.23, "enough")]
    steps += [(0.04, "little"), (0.06, "little"), (0.08, "scarce"), (0.04, "little"), (0.3, "enough")]
    before = Space.ENOUGH
    for free, wanted in steps:
        assert free_space.update(free) == (Space(wanted) is not before), free
        assert free_space.space.value == wanted, free
        before = free_space.space


async def test_scarce_space_stops_openings_and_too_little_stops_all_recording() -> None:
    free_space = FreeSpace()
    free_space.check(opening=True)
    free_space.update(0.1)
    free_space.check()
    with pytest.raises(ScarceSpace):
        free_space.check(opening=True)
    free_space.update(0.01)
    with pytest.raises(ReadOnly) as refusal:
        free_space.check()
    assert refusal.value.code == "FULL"


class Disk:
    """The facts of a disk as `os.statvfs` returns them."""

    f_frsize = 4096

    def __init__(self, size: int, free: int) -> None:
        self.f_blocks, self.f_bavail = size // 4096, free // 4096


async def test_a_disk_with_many_free_bytes_is_not_judged_by_its_free_share(monkeypatch: pytest.MonkeyPatch) -> None:
    def share(size: int, free: int) -> float:
        monkeypatch.setattr("os.statvfs", lambda _: Disk(size, free))
        return free_disk_share(Path())

    assert share(1 << 20, 1 << 18) == 0.25
    assert share(100 * AMPLE, AMPLE) == 1.0
    few = FreeSpace()
    few.update(share(100 * AMPLE, SOME))
    assert few.space is Space.SCARCE
    few.update(share(100 * AMPLE, SOME - 4096))
    assert few.space is Space.LITTLE


async def test_memory_counts_only_if_it_has_a_limit() -> None:
    assert free_memory_share(900, 1000) == pytest.approx(0.1)
    assert free_memory_share(1200, 1000) == 0
    assert free_memory_share(900, 0) == 1


async def test_the_watch_measures_disk_and_memory_and_logs_a_change_once(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = iter((0.5, 0.1, 0.1, 0.01, 0.01, 0.5))
    monkeypatch.setattr(free_space_watch, "free_disk_share", lambda _: next(found))
    free_space = FreeSpace()
    watch = FreeSpaceWatch(free_space, house.store, tmp_path)
    with structlog.testing.capture_logs() as lines:
        for _ in range(6):
            await watch.measure()
    assert [line["event"][:12] for line in lines if "disk" in line] == ["space is sca", "there is too", "there is eno"]
    assert free_space.space is Space.ENOUGH
    told = (await house.client.get("/metrics")).text
    assert 'chronik_free_space{of="disk"} 0.5' in told


async def test_free_memory_is_read_from_the_server(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def says(self: object, *_: object) -> list[bytes]:
        return [b"# Memory\r\nused_memory:900\r\nmaxmemory:1000\r\nmaxmemory_policy:noeviction\r\n"]

    assert 0 < await free_memory(await house.store.servers()) <= 1
    monkeypatch.setattr("chronik.service.log.wire.Wire.read", says)
    assert await free_memory(await house.store.servers()) == pytest.approx(0.1)


async def test_with_scarce_space_running_matches_continue(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    key = "0123456789abcdef-before"
    match = good(await ann.post("/matches", TABLE, key=key))["id"]
    fix_space(house.matches.free_space, Space.SCARCE, monkeypatch)
    answer = await ann.post("/matches", TABLE)
    refused(answer, 503, "no-new-matches")
    assert answer.headers["Retry-After"] == "60"
    assert [one async for one in house.store.orphans()] == []
    assert good(await ann.post("/matches", TABLE, key=key))["id"] == match
    good(await ben.post(f"/matches/{match}/seats", {}))
    assert good(await house.client.get("/health/ready"))["status"] == "ok"


async def test_with_too_little_space_everything_is_readable_and_nothing_is_recorded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = good(await ann.post("/matches", TABLE))["id"]
    key = "0123456789abcdef-once"
    good(await ben.post(f"/matches/{match}/seats", {}, key=key))
    command = (await ann.options(match))["options"][0]
    fix_space(house.matches.free_space, Space.LITTLE, monkeypatch)
    for answer in (
        await ann.post("/matches", TABLE),
        await ann.command(match, command),
        await house.nobody().post("/players", {"name": "Eve"}),
        await ann.post("/me/tokens", {"scopes": ["play"], "label": "x"}),
        await ann.post("/tournaments", {}),
    ):
        refused(answer, 503, "read-only")
        assert answer.headers["Retry-After"] == "5"
    good(await ben.post(f"/matches/{match}/seats", {}, key=key))
    good(await ann.get(f"/{GAME}/matches/{match}/view"))
    good(await ann.command(match, command, params={"dry_run": "true"}))
    good(await ann.post("/me/exports", None))
    assert good(await house.client.get("/health/ready"))["status"] == "read-only"
    with pytest.raises(ReadOnly):
        await house.matches.outages.send_heartbeat()  # no player can play, so no clock may run
    fix_space(house.matches.free_space, Space.ENOUGH, monkeypatch)
    good(await ann.command(match, command))


async def cannot_play(house: House) -> bool:
    """Returns whether a process needs a heartbeat before it continues, and may not record one."""
    try:
        await house.matches.outages.wait_until_known()
    except ReadOnly:
        return True
    return False


@pytest.mark.parametrize("clock", [None, {"command": 600}], ids=["no clock", "a clock"])
async def test_with_too_little_space_a_repeated_request_gets_its_recorded_answer(
    house: House, shared_other: House, monkeypatch: pytest.MonkeyPatch, clock: dict[str, Any] | None
) -> None:
    match, (ann, ben) = await seated(house, clock=clock)
    referee = await house.person("Rhea", Scope.REFEREE)
    await referee.view(match, **{"as": "referee"})
    for person in (ann, ben):
        await person.at(shared_other).view(match)  # from here on the second process is behind
    command = (await ann.options(match))["options"][0]
    first = await ann.command(match, command, key="0123456789abcdef-once")
    good(first)
    theirs = (await ben.options(match))["options"][0]
    for there in (house, shared_other):
        fix_space(there.matches.free_space, Space.LITTLE, monkeypatch)
        await until(partial(cannot_play, there))
    for there in (shared_other, house):
        again = await ann.at(there).command(match, command, key="0123456789abcdef-once")
        assert (again.status_code, again.content) == (200, first.content)
        good(await ben.at(there).command(match, theirs, params={"dry_run": "true"}))
        refused(await ben.at(there).command(match, theirs), 503, "read-only")
        await referee.at(there).view(match, **{"as": "referee"})
