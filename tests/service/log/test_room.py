"""Room: how much may be recorded with so much space, and what is refused in words when there is too little."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import structlog.testing

from service.log.outcomes import NoRoom, ReadOnly
from service.log.room import AMPLE, SOME, Room, Space, free_of_disk, free_of_memory
from service.people.auth import Scope
from service.workers import room_watch
from service.workers.room_watch import RoomWatch
from tests.support.service.tables import GAME, ONE_LOOP, House, good, refused, seated

pytestmark = ONE_LOOP

TABLE = {"game": GAME, "seats": [{"t": "mine"}, {"t": "open"}]}


@pytest.fixture
def house(shared_house: House) -> House:
    """One application for all tests of this file."""
    return shared_house


def stays(room: Room, space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has a room be what it is said to be, whatever its watch finds."""
    monkeypatch.setattr(room, "take", lambda _: False)
    monkeypatch.setattr(room, "space", space)


async def test_what_may_be_recorded_follows_the_space_and_does_not_waver() -> None:
    room = Room()
    steps = [(0.5, "enough"), (0.21, "enough"), (0.19, "scarce"), (0.21, "scarce"), (0.23, "enough")]
    steps += [(0.04, "little"), (0.06, "little"), (0.08, "scarce"), (0.04, "little"), (0.3, "enough")]
    before = Space.ENOUGH
    for free, wanted in steps:
        assert room.take(free) == (Space(wanted) is not before), free
        assert room.space.value == wanted, free
        before = room.space


async def test_scarce_means_no_openings_and_little_means_nothing() -> None:
    room = Room()
    room.expect(opening=True)
    room.take(0.1)
    room.expect()
    with pytest.raises(NoRoom):
        room.expect(opening=True)
    room.take(0.01)
    with pytest.raises(ReadOnly) as refusal:
        room.expect()
    assert refusal.value.code == "FULL"


class Disk:
    """What a system says of a disk."""

    f_frsize = 4096

    def __init__(self, size: int, free: int) -> None:
        self.f_blocks, self.f_bavail = size // 4096, free // 4096


async def test_of_a_large_disk_the_share_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def share(size: int, free: int) -> float:
        monkeypatch.setattr("os.statvfs", lambda _: Disk(size, free))
        return free_of_disk(Path())

    assert share(1 << 20, 1 << 18) == 0.25
    assert share(100 * AMPLE, AMPLE) == 1.0
    few = Room()
    few.take(share(100 * AMPLE, SOME))
    assert few.space is Space.SCARCE
    few.take(share(100 * AMPLE, SOME - 4096))
    assert few.space is Space.LITTLE


async def test_memory_counts_where_somebody_has_bounded_it() -> None:
    assert free_of_memory(900, 1000) == pytest.approx(0.1)
    assert free_of_memory(1200, 1000) == 0
    assert free_of_memory(900, 0) == 1


async def test_the_watch_sees_disk_and_memory_and_says_so_once(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = iter((0.5, 0.1, 0.1, 0.01, 0.01, 0.5))
    monkeypatch.setattr(room_watch, "free_of_disk", lambda _: next(found))
    room = Room()
    watch = RoomWatch(room, house.store, tmp_path)
    with structlog.testing.capture_logs() as lines:
        for _ in range(6):
            await watch.look()
    assert [line["event"][:12] for line in lines if "disk" in line] == ["space is sca", "there is too", "there is eno"]
    assert room.space is Space.ENOUGH
    told = (await house.client.get("/metrics")).text
    assert 'chronik_free_space{of="disk"} 0.5' in told


async def test_the_memory_of_the_server_is_what_it_says(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def says(self: object, *_: object) -> list[bytes]:
        return [b"# Memory\r\nused_memory:900\r\nmaxmemory:1000\r\nmaxmemory_policy:noeviction\r\n"]

    assert 0 < await house.store.free_memory() <= 1
    monkeypatch.setattr("service.log.wire.Wire.read", says)
    assert await house.store.free_memory() == pytest.approx(0.1)


async def test_with_scarce_space_what_has_begun_goes_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    key = "0123456789abcdef-before"
    match = good(await ann.post("/matches", TABLE, key=key))["id"]
    stays(house.matches.room, Space.SCARCE, monkeypatch)
    answer = await ann.post("/matches", TABLE)
    refused(answer, 503, "no-new-matches")
    assert answer.headers["Retry-After"] == "60"
    assert [one async for one in house.store.orphans()] == []
    assert good(await ann.post("/matches", TABLE, key=key))["id"] == match
    good(await ben.post(f"/matches/{match}/seats", {}))
    assert good(await house.client.get("/health/ready"))["status"] == "ok"


async def test_with_little_space_everything_is_read_and_nothing_recorded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = good(await ann.post("/matches", TABLE))["id"]
    key = "0123456789abcdef-once"
    good(await ben.post(f"/matches/{match}/seats", {}, key=key))
    command = (await ann.options(match))["options"][0]
    stays(house.matches.room, Space.LITTLE, monkeypatch)
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
        await house.matches.silences._beat()  # nobody can play: no clock may run
    stays(house.matches.room, Space.ENOUGH, monkeypatch)
    good(await ann.command(match, command))


@pytest.mark.parametrize("clock", [None, {"command": 600}], ids=["no clock", "a clock"])
async def test_with_little_space_what_was_answered_is_answered_again(
    house: House, shared_other: House, monkeypatch: pytest.MonkeyPatch, clock: dict[str, Any] | None
) -> None:
    match, (ann, ben) = await seated(house, clock=clock)
    referee = await house.person("Rhea", Scope.REFEREE)
    await referee.view(match, **{"as": "referee"})
    for person in (ann, ben):
        await person.at(shared_other).view(match)  # from here on it stands behind
    command = (await ann.options(match))["options"][0]
    first = await ann.command(match, command, key="0123456789abcdef-once")
    good(first)
    theirs = (await ben.options(match))["options"][0]
    for there in (house, shared_other):
        stays(there.matches.room, Space.LITTLE, monkeypatch)
        monkeypatch.setattr(there.matches.silences, "_asked", None)  # as a moment later
    for there in (shared_other, house):
        again = await ann.at(there).command(match, command, key="0123456789abcdef-once")
        assert (again.status_code, again.content) == (200, first.content)
        good(await ben.at(there).command(match, theirs, params={"dry_run": "true"}))
        refused(await ben.at(there).command(match, theirs), 503, "read-only")
        await referee.at(there).view(match, **{"as": "referee"})
