"""Seeking under difficulties: unreadable matches, and requests that race with each other."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from msgspec import Raw

from chronik.domain.engine.match.commands import LeaveSeat, OpenMatch
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.canonical import encode
from chronik.service.identity.register import People
from chronik.service.log.keys import keys
from chronik.service.log.outcomes import OutcomeUnknown, Unavailable
from chronik.service.log.store import LogStore
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.play import Recorded, Submission, play
from chronik.service.running.clock import milliseconds
from chronik.service.seeks import seeking as module
from chronik.service.seeks.seeking import Seeking
from chronik.service.seeks.seeks import SeekRow, Seeks, SeekState, Terms
from chronik.service.sql.database import Records
from tests.support.service.tables import House, good, refused

OPENING = encode(OpenMatch(chairs=(SeatHolder(),) * 2, options=Raw(b"{}"))).decode()
CLOCKS = count(61)
Happens = Callable[[], Awaitable[None]]


def terms_of(key: str) -> Terms:
    return Terms(sha256(key.encode()).hexdigest(), "katharina", OPENING)


def process(store: LogStore, records: Records, now: Callable[[], int] = milliseconds) -> Seeking:
    """Builds the seek worker of one process."""
    return Seeking(LiveMatches(store, Catalogue({}), 50), Seeks(records, now))


async def players(records: Records, *names: str) -> list[str]:
    return [(await People(records).register(name)).player for name in names]


async def find_seek(seeking: Seeking, seek: str, player: str) -> SeekRow:
    row = await seeking.seeks.find(seek, player)
    assert row is not None
    return row


async def find_seated(seeking: Seeking, row: SeekRow) -> set[str]:
    """Returns the players in the match of a seek."""
    live = await seeking.find_table(row.match or "")
    assert live is not None
    return {chair.player for chair in live.match.chairs if chair.player}


async def damage(store: LogStore, match: str) -> None:
    await store.ask(("DEL", keys(match).log))
    await store.ask(("SET", keys(match).log, "x"))


async def lose_data_set(house: House, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the data set of a match from a running service."""
    pinned = house.matches.catalogue.rules_of
    live = await house.matches.find(match)
    assert live is not None
    lost = live.match.opened
    house.matches.forget(match)
    monkeypatch.setattr(house.matches.catalogue, "rules_of", lambda opened: None if opened == lost else pinned(opened))


@pytest.mark.parametrize("how", ["damaged", "not loaded"])
async def test_players_are_seated_in_another_match_if_one_cannot_be_read(
    house: House, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, carl = [await house.person(name) for name in ("Ann", "Bob", "Carl")]
    duel: dict[str, Any] = {"game": "katharina", "seats": 2, "clock": {"command": next(CLOCKS)}}
    first = good(await ann.post("/seeks", duel))
    other = good(await bob.post("/seeks", duel | {"clock": {"command": next(CLOCKS)}}))
    if how == "damaged":
        await damage(house.store, first["match"])
    else:
        await lose_data_set(house, first["match"], monkeypatch)
    assert [one["match"] for one in good(await carl.get("/seeks"))["seeks"]] == [other["match"]]
    (mine,) = good(await ann.get("/me/seeks"))["seeks"]
    assert (mine["state"], mine["match"], mine["full"]) == ("open", None, False)
    if how == "damaged":  # a new match with these terms would need the same data set
        again = good(await ann.post("/seeks", duel))
        assert (again["id"] == first["id"], again["match"] == first["match"]) == (True, False)
        second = good(await carl.post("/seeks", duel))
        assert (second["match"], second["full"]) == (again["match"], True)
    else:
        assert good(await ann.ask("DELETE", f"/seeks/{first['id']}"))["state"] == "withdrawn"
        monkeypatch.undo()
        third = good(await carl.post("/seeks", duel))
        assert (third["match"] == first["match"], third["full"]) == (False, False)


async def test_a_seek_in_a_damaged_match_can_be_withdrawn(house: House) -> None:
    ann = await house.person("Ann")
    first = good(await ann.post("/seeks", {"game": "katharina", "seats": 2, "clock": {"command": next(CLOCKS)}}))
    await damage(house.store, first["match"])
    for _ in range(2):
        told = good(await ann.ask("DELETE", f"/seeks/{first['id']}"))
        assert (told["state"], told["match"]) == ("withdrawn", None)
    refused(await ann.get(f"/matches/{first['match']}"), 500, "match-damaged")


async def test_if_the_log_does_not_answer_a_seek_gets_a_503_problem(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even a repeated withdrawal reads the match for its response."""
    ann = await house.person("Ann")
    seek = good(await ann.post("/seeks", {"game": "katharina", "seats": 2, "clock": {"command": 59}}))
    good(await ann.ask("DELETE", f"/seeks/{seek['id']}"))

    async def away(self: LogStore, *_: Any) -> Any:
        raise Unavailable("gone")

    with monkeypatch.context() as patched:
        patched.setattr(LogStore, "tail", away)
        patched.setattr(LogStore, "read_log", away)
        refused(await ann.ask("DELETE", f"/seeks/{seek['id']}"), 503, "not-ready")
    good(await ann.ask("DELETE", f"/seeks/{seek['id']}"))


async def test_other_expired_seeks_end_although_one_match_is_damaged(
    own_store: LogStore, sqlite_records: Records
) -> None:
    now = [milliseconds()]
    ann, bob, carl = await players(sqlite_records, "Ann", "Bob", "Carl")
    seeking = process(own_store, sqlite_records, lambda: now[0])
    first = await seeking.seek("1" * 32, ann, terms_of("a"), 1_000)
    second = await seeking.seek("2" * 32, bob, terms_of("b"), 1_000)
    assert first is not None
    assert second is not None
    assert first.match is not None
    await damage(own_store, first.match)
    now[0] += 2_000
    await process(own_store, sqlite_records, lambda: now[0]).end_expired()
    assert [(await find_seek(seeking, *one)).state for one in (("1" * 32, ann), ("2" * 32, bob))] == ["expired"] * 2
    assert await find_seated(seeking, second) == set()
    third = await seeking.seek("3" * 32, carl, terms_of("a"), 1_000)
    assert third is not None
    assert third.match != first.match
    assert await find_seated(seeking, third) == {carl}


async def test_a_seek_that_cannot_be_ended_does_not_stop_other_seeks(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [milliseconds()]
    ann, bob, carl = await players(sqlite_records, "Ann", "Bob", "Carl")
    seeking = process(own_store, sqlite_records, lambda: now[0])
    first, second = [
        await seeking.seek(key * 32, one, terms_of(f"away {key}"), 1_000) for key, one in (("1", ann), ("2", bob))
    ]
    assert first is not None
    assert second is not None

    async def lose_answer(matches: LiveMatches, live: Live, submission: Submission) -> Recorded:
        if live.match.id == first.match and isinstance(submission.command, LeaveSeat):
            raise OutcomeUnknown("the server's answer was lost")
        return await play(matches, live, submission)

    async def in_order(self: Seeks, terms: str | None = None) -> Sequence[SeekRow]:
        return [row for row in (first, second) if terms in (None, row.terms)]

    now[0] += 2_000
    with monkeypatch.context() as away:
        away.setattr(module, "play", lose_answer)
        away.setattr(Seeks, "list_expired", in_order)
        await seeking.end_expired()
        assert [(await find_seek(seeking, row.id, row.player)).state for row in (first, second)] == ["open", "expired"]
        with pytest.raises(OutcomeUnknown):
            await seeking.seek("4" * 32, ann, terms_of("away 1"), 1_000)
        third = await seeking.seek("3" * 32, carl, terms_of("away 1"), 1_000)
        assert third is not None
        assert await find_seated(seeking, third) == {ann, carl}
    await seeking.end_expired()
    assert (await find_seek(seeking, first.id, ann)).state == "matched"


class Crossed(Seeking):
    """A process with hooks that run just before and just after a player takes a seat."""

    def __init__(self, store: LogStore, records: Records, before: Happens, after: Happens) -> None:
        super().__init__(LiveMatches(store, Catalogue({}), 50), Seeks(records))
        self.before, self.after = before, after

    async def _sit_down(self, live: Live, player: str, entropy: str) -> None:
        await self.before()
        await super()._sit_down(live, player, entropy)
        await self.after()


class Halted(Seeks):
    """Seeks of a process that pauses before it writes an end."""

    def __init__(self, records: Records, now: Callable[[], int] = milliseconds) -> None:
        super().__init__(records, now)
        self.reached, self.written = asyncio.Event(), asyncio.Event()

    async def end(self, row: SeekRow, state: SeekState) -> None:
        self.reached.set()
        await self.written.wait()
        await super().end(row, state)


@pytest.mark.parametrize("how", ["withdrawn", "expired"])
@pytest.mark.parametrize("others", [True, False])
@pytest.mark.parametrize("answered", ["first", "last"])
async def test_a_seek_that_ends_while_its_player_takes_a_seat_gets_the_right_state(
    store: LogStore, sqlite_records: Records, how: str, others: bool, answered: str
) -> None:
    ann, bob = await players(sqlite_records, "Ann", "Bob")
    terms = terms_of(f"{how} {others} {answered}")
    late = milliseconds() + 90_000
    halted = Halted(sqlite_records, (lambda: late) if how == "expired" else milliseconds)
    other = Seeking(LiveMatches(store, Catalogue({}), 50), halted)
    if others:
        assert await process(store, sqlite_records).seek("1" * 32, bob, terms, 100_000) is not None
    ending: list[asyncio.Task[None]] = []

    async def end() -> None:
        row = await find_seek(other, "2" * 32, ann)
        ending.append(asyncio.create_task(other.withdraw(row) if how == "withdrawn" else other.end_expired()))
        await halted.reached.wait()

    async def write() -> None:
        halted.written.set()
        await ending[0]

    async def wait() -> None:
        pass

    crossed = Crossed(store, sqlite_records, end, wait if answered == "first" else write)
    asked = await crossed.seek("2" * 32, ann, terms, 60_000)
    assert asked is not None
    assert asked.state == ("matched" if others else "open" if answered == "first" else how)
    await write()
    row = await find_seek(other, "2" * 32, ann)
    assert row.state == ("matched" if others else how)
    assert await find_seated(other, row) == ({ann, bob} if others else set())


async def test_a_new_seek_keeps_the_seat_when_the_earlier_seek_ends(store: LogStore, sqlite_records: Records) -> None:
    (ann,) = await players(sqlite_records, "Ann")
    one, terms = process(store, sqlite_records), terms_of("5")
    assert await one.seek("1" * 32, ann, terms, 60_000) is not None

    class Slow(Seeks):
        async def end(self, row: SeekRow, state: SeekState) -> None:
            await super().end(row, state)
            assert await one.seek("2" * 32, ann, terms, 60_000) is not None

    other = Seeking(LiveMatches(store, Catalogue({}), 50), Slow(sqlite_records))
    await other.withdraw(await find_seek(one, "1" * 32, ann))
    assert (await find_seek(one, "1" * 32, ann)).state == "withdrawn"
    newer = await find_seek(one, "2" * 32, ann)
    assert (newer.state, await find_seated(one, newer)) == ("open", {ann})
