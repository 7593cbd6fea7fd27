"""The bookkeeper: after any crash, the lobby table equals one rebuilt from the logs."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace
from sqlmodel import delete, select

from chronik.domain.engine.match.commands import LeaveSeat, OpenMatch, TakeSeat
from chronik.domain.engine.match.match import Status
from chronik.domain.engine.seats import SeatHolder
from chronik.service.cold.logs import Logs
from chronik.service.log.idempotency import make_mark
from chronik.service.log.keys import Item, keys, partition
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore, Tail
from chronik.service.matches import bookkeeper
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.lobby_table import ChangeReader
from chronik.service.matches.play import Submission, new_key, open_match, play
from chronik.service.matches.positions import PROJECTION, move_positions, read_positions
from chronik.service.matches.rebuild import rebuild
from chronik.service.sql.database import CheckpointRow, MatchRow, PositionRow, Records
from chronik.service.sql.lobby import Lobby
from chronik.service.sql.parked import PARKED
from tests.support.service.apps import until
from tests.support.service.keepers import CATALOGUE, Crash, Mortal, Step, caught_up
from tests.support.service.stored import put, send

RULES = CATALOGUE.current("katharina")


class Players:
    """Players who open matches, take and leave seats, and play, at random."""

    def __init__(self, store: LogStore, seed: int) -> None:
        self.random = Random(seed)
        self.matches = LiveMatches(store, CATALOGUE, 100)
        self.ids: list[str] = []

    async def do_something(self) -> None:
        if not self.ids or self.random.random() < 0.15:
            await self.open()
            return
        live = await self.matches.find_fresh(self.random.choice(self.ids))
        assert live is not None
        if live.match.state is None:
            await self.sit_or_leave(live)
        elif live.match.closed is None:
            await self.answer(live)

    async def open(self, chairs: int = 2) -> str:
        assert RULES is not None
        match = self.random.randbytes(16).hex()
        table = (SeatHolder(player=self.random.randbytes(16).hex()), *[SeatHolder()] * (chairs - 1))
        await open_match(self.matches, RULES, OpenMatch(table, Raw(b"{}")), match, new_key(), "open")
        self.ids.append(match)
        return match

    async def sit_or_leave(self, live: Live) -> None:
        chairs = live.match.chairs
        if chairs[0].taken and self.random.random() < 0.3:
            await self.play(live, LeaveSeat(0), 0)
            return
        seat = next(number for number, chair in enumerate(chairs) if not chair.taken)
        await self.play(live, TakeSeat(seat, self.random.randbytes(16).hex()), seat)

    async def answer(self, live: Live) -> None:
        seat = self.random.choice(live.match.waiting)
        options = live.rules.game.options(live.match.state, seat)
        await self.play(live, options[self.random.randrange(len(options))], seat)

    async def play(self, live: Live, command: Any, seat: int) -> None:
        await play(self.matches, live, Submission(command=command, key=new_key(), fingerprint="f", seat=seat))

    async def finish(self, match: str) -> None:
        live = await self.matches.find_fresh(match)
        assert live is not None
        while live.match.closed is None:
            await (self.sit_or_leave(live) if live.match.state is None else self.answer(live))


async def table(records: Records) -> list[dict[str, Any]]:
    """Returns every row, and checks that its version is the one read."""
    async with records.reading() as session:
        rows = (await session.exec(select(MatchRow).order_by(MatchRow.id))).all()
        read = (await session.exec(select(CheckpointRow).where(CheckpointRow.projection == PROJECTION))).all()
    checkpoints = {row.match: row.version for row in read}
    assert checkpoints == {row.id: row.version for row in rows}
    return [row.model_dump() for row in rows]


async def rebuilt_table(store: LogStore, records: Records) -> list[dict[str, Any]]:
    """Rebuilds the table from the logs and returns its rows."""
    await rebuild(store, records, CATALOGUE)
    return await table(records)


STEPS = tuple(Step)


async def test_after_a_crash_at_any_step_the_bookkeeper_ends_with_the_same_table_as_a_rebuild(
    own_store: LogStore, records: Records
) -> None:
    players, keeper, died = Players(own_store, 1), Mortal(own_store, records, CATALOGUE), 0
    for turn in range(3 * len(STEPS)):
        for _ in range(4):
            await players.do_something()
        if turn % 3 == 0:
            keeper = Mortal(own_store, records, CATALOGUE)
            keeper.dies = STEPS[turn // 3 % len(STEPS)]
            with pytest.raises(Crash):
                await keeper.follow()
            died += 1
        elif turn % 3 == 1:
            await keeper.follow()
    await players.finish(players.ids[0])
    await caught_up(keeper)
    assert died == len(STEPS)
    kept = await table(records)
    assert {row["id"] for row in kept} == set(players.ids)
    assert kept == await rebuilt_table(own_store, records)
    finished = next(row for row in kept if row["id"] == players.ids[0])
    assert finished["status"] == "finished"
    assert '"places"' in finished["result"]
    async with records.reading() as session:
        assert len((await session.exec(select(PositionRow))).all()) == 16


async def test_matches_just_played_here_are_not_read_from_the_log(
    own_store: LogStore, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the opening to the end, the bookkeeper takes the match from memory, and the rows equal the logs."""
    players = Players(own_store, 13)
    keeper = Mortal(own_store, records, CATALOGUE, players.matches)
    with monkeypatch.context() as patched:
        patched.setattr(keeper, "matches", replace(keeper.matches, logs=Unread(own_store)))
        for turn, step in enumerate(STEPS):
            for _ in range(6):
                await players.do_something()
            keeper.dies = step
            with pytest.raises(Crash):
                await keeper.follow()
            if turn % 2:
                await caught_up(keeper)
        await players.finish(players.ids[0])
        await players.open()
        await caught_up(keeper)
    kept = await table(records)
    assert {row["id"] for row in kept} == set(players.ids)
    assert {row["status"] for row in kept} >= {"open", "finished"}
    assert kept == await rebuilt_table(own_store, records)


class Unread(Logs, frozen=True):
    """Logs that must not be read."""

    async def tail(self, match: str, after: int) -> Tail:
        raise AssertionError("a log was read")


async def test_a_match_that_is_behind_in_memory_is_read_from_the_log(
    own_store: LogStore, sqlite_records: Records
) -> None:
    """Another process has added entries to the log, and the bookkeeper reads them there."""
    players, others = Players(own_store, 14), Players(own_store, 15)
    keeper = Bookkeeper(own_store, sqlite_records, CATALOGUE, players.matches)
    match = await players.open()
    await caught_up(keeper)
    await others.finish(match)
    live = players.matches.find_cached(match)
    assert live is not None
    assert live.match.closed is None, "the control: this process does not know that yet"
    await caught_up(keeper)
    assert [row["status"] for row in await table(sqlite_records)] == ["finished"]
    assert await table(sqlite_records) == await rebuilt_table(own_store, sqlite_records)


async def test_a_long_pass_is_split_into_transactions(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash in the middle of a pass, the finished transactions stay, and the next pass continues."""
    monkeypatch.setattr(bookkeeper, "AT_ONCE", 3)
    players = Players(own_store, 16)
    keeper = Mortal(own_store, sqlite_records, CATALOGUE, players.matches)
    for _ in range(10):
        await players.open()
    keeper.dies = Step.AFTER_COMMIT
    with pytest.raises(Crash):
        await keeper.follow()
    assert len(await table(sqlite_records)) == 3
    await caught_up(keeper)
    assert await table(sqlite_records) == await rebuilt_table(own_store, sqlite_records)


async def positions_of(records: Records) -> dict[int, str]:
    """Returns the positions of a database in the indexes."""
    async with records.reading() as session:
        return await read_positions(session)


async def trim_everything(store: LogStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the bookkeeper trim entry by entry, right up to the position of the table."""
    monkeypatch.setattr(bookkeeper, "KEPT_MS", 0)
    await send(store, ("CONFIG", "SET", "stream-node-max-entries", "1"))


async def count_hints(store: LogStore) -> int:
    return len(await store.read_hints({}, 0))


async def count_moments(store: LogStore) -> int:
    """Returns how many moments of partitions have hints; trimming keeps all hints of one millisecond, or none."""
    return len({(hint.partition, hint.position.partition("-")[0]) for hint in await store.read_hints({}, 0)})


async def test_index_entries_are_trimmed_once_all_tables_contain_them(
    own_store: LogStore, records: Records, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await trim_everything(own_store, monkeypatch)
    others = Records(database)
    keepers = [Bookkeeper(own_store, one, CATALOGUE) for one in (records, others)]
    players, done = Players(own_store, 9), asyncio.Event()
    met: set[str] = set()

    async def keep(keeper: Bookkeeper) -> None:
        while not done.is_set():
            try:
                await keeper.follow()
                await keeper.trim()
            except Exception as error:
                met.add(type(error).__name__)

    async with asyncio.TaskGroup() as group:
        for keeper in keepers:
            group.create_task(keep(keeper))
        for _ in range(120):
            await players.do_something()
        done.set()
    await caught_up(keepers[0])
    await keepers[0].trim()
    assert met <= {"Conflict"}, met
    assert await count_moments(own_store) <= 16
    kept = await table(records)
    await keepers[0].close_gaps()
    assert await table(records) == kept
    assert kept == await rebuilt_table(own_store, records)
    await others.close()


async def test_trimming_keeps_the_last_hour_of_the_indexes(own_store: LogStore, sqlite_records: Records) -> None:
    players, keeper = Players(own_store, 10), Bookkeeper(own_store, sqlite_records, CATALOGUE)
    await send(own_store, ("CONFIG", "SET", "stream-node-max-entries", "1"))
    for _ in range(10):
        await players.do_something()
    await caught_up(keeper)
    before = await count_hints(own_store)
    await keeper.trim()
    assert await count_hints(own_store) == before > 0


@pytest.mark.parametrize("backup", [True, False])
async def test_a_database_behind_the_indexes_finds_the_matches_that_were_trimmed(
    own_store: LogStore, sqlite_records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backup: bool
) -> None:
    """The database is new or was restored from a backup. As a control, following alone misses matches."""
    await trim_everything(own_store, monkeypatch)
    players, keeper = Players(own_store, 11), Bookkeeper(own_store, sqlite_records, CATALOGUE)
    restored = Records(f"sqlite+aiosqlite:///{tmp_path / 'restored.db'}")
    await restored.migrate()
    late = Bookkeeper(own_store, restored, CATALOGUE)
    for _ in range(30):
        await players.do_something()
    if backup:
        await caught_up(late)
    positions = await positions_of(restored)
    assert bool(positions) == backup
    for _ in range(40):
        await players.do_something()
    await caught_up(keeper)
    await keeper.trim()
    await caught_up(late)
    expected = await rebuilt_table(own_store, sqlite_records)
    assert await table(restored) != expected
    async with restored.session() as session:  # and back again to where it was
        await session.exec(delete(PositionRow))
        await move_positions(session, positions)
    await late.close_gaps()
    assert await table(restored) == expected
    await players.open()
    await caught_up(late)
    assert await table(restored) == await rebuilt_table(own_store, sqlite_records)
    await restored.close()


async def test_a_running_bookkeeper_closes_gaps_and_trims(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    await trim_everything(own_store, monkeypatch)
    monkeypatch.setattr(bookkeeper, "PAUSE", 0.01)
    monkeypatch.setattr(bookkeeper, "TRIM_SECONDS", 0.0)
    players = Players(own_store, 12)
    unheard = await players.open()
    await send(own_store, ("DEL", keys(unheard).partition_index))
    while partition(unheard) not in await own_store.index_start():
        await players.open()
    running = asyncio.create_task(Bookkeeper(own_store, sqlite_records, CATALOGUE).run())
    async with asyncio.timeout(60):
        while len(await table(sqlite_records)) < 40 or await count_hints(own_store) > 20:
            await players.open()
            await asyncio.sleep(0.02)
    assert unheard in {row["id"] for row in await table(sqlite_records)}
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_control_matches_are_lost_if_the_position_is_written_before_the_rows(
    own_store: LogStore, sqlite_records: Records
) -> None:
    """The control: if positions are written in their own transaction before the rows, a crash loses matches."""
    players, keeper = Players(own_store, 3), Mortal(own_store, sqlite_records, CATALOGUE)
    await players.open()
    positions = await own_store.index_end()
    async with sqlite_records.session() as session:
        for partition, position in positions.items():
            await session.merge(PositionRow(projection=PROJECTION, partition=partition, position=position))
    keeper.dies = Step.BEFORE_WRITE
    with suppress(Crash):
        await keeper.follow()
    await caught_up(keeper)
    assert await table(sqlite_records) != await rebuilt_table(own_store, sqlite_records)


async def test_a_match_that_cannot_be_read_is_parked_and_the_others_are_booked(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, keeper = Players(own_store, 4), Bookkeeper(own_store, sqlite_records, CATALOGUE)
    good, poison = await players.open(), await players.open()
    read = ChangeReader.read

    async def reading(self: ChangeReader, match: str, *known: Any) -> Any:
        if match == poison:
            raise ValueError("an entry nobody understands")
        return await read(self, match, *known)

    with monkeypatch.context() as patched:
        patched.setattr(ChangeReader, "read", reading)
        for _ in range(2):
            with pytest.raises(bookkeeper.Unread):
                await keeper.follow()
        assert await keeper.follow() >= 2
        assert [row["id"] for row in await table(sqlite_records)] == [good]
        await players.finish(good)
        await caught_up(keeper)
        assert (await table(sqlite_records))[0]["status"] == "finished"
        rebuilt_once = await rebuild(own_store, sqlite_records, CATALOGUE)
        assert (rebuilt_once.matches, rebuilt_once.parked) == (2, 1)
        assert [row["id"] for row in await table(sqlite_records)] == [good]
        await Bookkeeper(own_store, sqlite_records, CATALOGUE).try_parked()
        assert len(await table(sqlite_records)) == 1
    await Bookkeeper(own_store, sqlite_records, CATALOGUE).try_parked()
    assert {row["id"] for row in await table(sqlite_records)} == {good, poison}
    async with sqlite_records.reading() as session:
        assert not (await session.exec(select(CheckpointRow).where(CheckpointRow.projection == PARKED))).all()


async def test_matches_whose_bytes_are_damaged_are_parked(own_store: LogStore, sqlite_records: Records) -> None:
    players, keeper = Players(own_store, 5), Bookkeeper(own_store, sqlite_records, CATALOGUE)
    good = await players.open()
    for content in (b"{", b'{"at":1,"e":[{"t":"opened"}]}', b"\xff"):
        match = players.random.randbytes(16).hex()
        await put(own_store, match, [Item(1, content, bytes(32), make_mark("k", "f"))], bytes(32))
    for _ in range(2):
        with pytest.raises(bookkeeper.Unread):
            await keeper.follow()
    await caught_up(keeper)
    assert [row["id"] for row in await table(sqlite_records)] == [good]


async def test_no_match_is_parked_while_the_log_does_not_answer(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, keeper = Players(own_store, 6), Bookkeeper(own_store, sqlite_records, CATALOGUE)
    match = await players.open()

    async def away(*_: Any) -> Any:
        raise Unavailable("gone")

    with monkeypatch.context() as patched:
        patched.setattr(LogStore, "tail", away)
        patched.setattr(LogStore, "read_log", away)
        for _ in range(5):
            with pytest.raises(Unavailable):
                await keeper.follow()
    await caught_up(keeper)
    assert [row["id"] for row in await table(sqlite_records)] == [match]


async def test_a_bookkeeper_continues_after_a_crash(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookkeeper, "PAUSE", 0.01)
    players, keeper = Players(own_store, 7), Mortal(own_store, sqlite_records, CATALOGUE)
    running = asyncio.create_task(keeper.run())
    keeper.dies = Step.BEFORE_READ

    async def has_died() -> bool:
        return keeper.dies is None

    async def is_listed() -> bool:
        return bool(await table(sqlite_records))

    await until(has_died)
    match = await players.open()
    await until(is_listed)
    assert (await table(sqlite_records))[0]["id"] == match
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_pages_of_the_lobby_list_the_newest_first_and_never_shift(own_store: LogStore, records: Records) -> None:
    players, keeper, lobby = Players(own_store, 8), Bookkeeper(own_store, records, CATALOGUE), Lobby(records)
    for _ in range(5):
        await players.open()
        await asyncio.sleep(0.002)
    await caught_up(keeper)
    newest_first = players.ids[::-1]
    first = await lobby.page(limit=2)
    assert [row.id for row in first.rows] == newest_first[:2]
    for _ in range(3):
        await players.open()
    await players.finish(newest_first[3])
    await caught_up(keeper)
    second = await lobby.page(first.cursor, limit=2)
    third = await lobby.page(second.cursor, limit=2)
    assert [row.id for row in (*second.rows, *third.rows)] == newest_first[2:]
    assert third.cursor is None
    assert (await lobby.page(first.cursor, limit=2)).rows == second.rows

    async def ids(**filters: Any) -> list[str]:
        return [row.id for row in (await lobby.page(**filters)).rows]

    assert await ids(status=Status.FINISHED) == [newest_first[3]]
    assert len(await ids(status=Status.OPEN)) == 7
    assert await ids(status=Status.RUNNING) == []
    assert len(await ids(game="katharina")) == 8
    assert await ids(game="chess") == []
    opener = next(row for row in (await lobby.page()).rows if row.id == players.ids[0])
    player = opener.seats.split('"player":"')[1][:32]
    assert await ids(player=player) == [players.ids[0]]
    assert await ids(player="f" * 32) == []
