"""Results: from the logs of matches into the logs of their tournaments, each once, despite crashes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.dialects import sqlite
from sqlmodel import col, delete, select, update

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record.commands import RuleTable
from chronik.domain.tournament.record.events import ResultArrived, RoundClosed
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.state import Progress, Tournament
from chronik.service.log.keys import keys
from chronik.service.log.outcomes import Conflict
from chronik.service.log.store import LogStore
from chronik.service.matches import bookkeeper
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.lobby_table import LobbySnapshot, read_rows, write_changes
from chronik.service.matches.rebuild import Rebuilt, rebuild
from chronik.service.operating.metrics import REGISTRY
from chronik.service.sql.database import CheckpointRow, Records
from chronik.service.sql.parked import PARKED, find_parked
from chronik.service.tournaments.match_scheduler import MatchScheduler
from chronik.service.tournaments.results import OWED, Imported
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import EventRow, TableRow
from tests.support.service.keepers import CATALOGUE, caught_up
from tests.support.service.processes import chronik
from tests.support.service.rounds import (
    ORGANISER,
    arrivals,
    close,
    load_and_check,
    matches_of,
    play_table,
    start_tournament,
)
from tests.support.service.stored import send


async def rebuilt(store: LogStore, records: Records) -> Rebuilt:
    return await rebuild(store, records, CATALOGUE)


@pytest.fixture
async def database_beside(tmp_path: Path) -> AsyncIterator[Records]:
    """Returns a second database, as it was before an older backup was restored."""
    records = Records(f"sqlite+aiosqlite:///{tmp_path / 'beside.db'}")
    await records.migrate()
    yield records
    await records.close()


async def test_a_closed_match_gives_its_table_a_result_and_the_last_result_closes_the_round(
    own_store: LogStore, records: Records
) -> None:
    keeper, tournament = Bookkeeper(own_store, records, CATALOGUE), await start_tournament(records, 3, 1)
    first, second, third = matches_of(tournament)
    await close(own_store, second)
    await caught_up(keeper)
    found = await load_and_check(records, tournament.id)
    assert found.rounds[0].progress is Progress.STARTED
    row = (await Tournaments(records).log(tournament.id))[-1]
    log = play_table(second)
    assert row.e == ResultArrived(second, log.match.version, log.head.hex(), "finished", *_outcome(found, second))
    assert (row.by, row.n) == ("", tournament.version + 1)
    await close(own_store, third)
    await close(own_store, first)
    await caught_up(keeper)
    record = await Tournaments(records).log(tournament.id)
    assert arrivals(record) == [second, first, third], "those of one pass in the order of their tables"
    assert record[-1].e == RoundClosed(1)
    assert (await load_and_check(records, tournament.id)).rounds[0].progress is Progress.CLOSED
    assert (await rebuilt(own_store, records)).results == Imported(same=tuple(sorted((first, second, third))))
    assert await Tournaments(records).log(tournament.id) == record


def _outcome(tournament: Tournament, match: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    found = tournament.game_of_match(match)
    assert found is not None
    assert found[1].result is not None
    points, places = found[1].result.points, found[1].result.places
    assert len(points) == 2
    assert places in ((1, 2), (2, 1), (1, 1))
    assert (points[0] >= points[1]) == (places[0] <= places[1])
    return points, places


async def test_a_pass_records_results_of_several_tournaments_but_none_of_running_matches(
    own_store: LogStore, sqlite_records: Records
) -> None:
    keeper = Bookkeeper(own_store, sqlite_records, CATALOGUE)
    one, other = [await start_tournament(sqlite_records, 2, seed) for seed in (2, 3)]
    (a, b), (c, _) = matches_of(one), matches_of(other)
    for match in (a, b):
        await close(own_store, match)
    await close(own_store, c, play_table(c).batches[:-1])
    await caught_up(keeper)
    assert (await load_and_check(sqlite_records, one.id)).rounds[0].progress is Progress.CLOSED
    assert (await load_and_check(sqlite_records, other.id)).version == other.version
    assert (await rebuilt(own_store, sqlite_records)).results == Imported(same=tuple(sorted((a, b))))


async def test_a_match_without_a_result_leaves_its_table_waiting_for_a_ruling(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await start_tournament(sqlite_records, 2, 4)
    long, ruled = matches_of(tournament)
    with monkeypatch.context() as patched:
        patched.setattr("chronik.domain.engine.match.decide.MAX_ENTRIES", 60)
        log = play_table.__wrapped__(long)
        await close(own_store, long, log.batches)
    tournaments = Tournaments(sqlite_records)
    await tournaments.submit(tournament.id, ORGANISER, RuleTable(1, 2, (3, 1), (1, 2), Cause.TIME))
    await close(own_store, ruled)
    await caught_up(Bookkeeper(own_store, sqlite_records, CATALOGUE))
    found = await load_and_check(sqlite_records, tournament.id)
    row = (await tournaments.log(tournament.id))[-2].e
    assert isinstance(row, ResultArrived)
    assert (row.match, row.version, row.reason, row.points, row.places) == (long, log.match.version, "too-long", (), ())
    assert found.rounds[0].tables[0].result is None
    second = found.rounds[0].tables[1].result
    assert second is not None
    assert second.points == (3, 1), "what a referee has ruled stands"
    assert found.rounds[0].progress is Progress.STARTED
    await tournaments.submit(tournament.id, ORGANISER, RuleTable(1, 1, (1, 1), (1, 1), Cause.TIME))
    assert (await load_and_check(sqlite_records, tournament.id)).rounds[0].progress is Progress.CLOSED
    assert (await rebuilt(own_store, sqlite_records)).results == Imported(same=tuple(sorted((long, ruled))))


async def test_two_bookkeepers_and_a_rebuild_side_by_side_record_each_result_once(
    own_store: LogStore, records: Records, database: str
) -> None:
    others, done, met = Records(database), asyncio.Event(), set[str]()
    tournaments = [await start_tournament(records, 6, seed) for seed in (8, 9)]

    async def keep(keeper: Bookkeeper) -> None:
        while not done.is_set():
            try:
                await keeper.follow()
            except Exception as error:
                met.add(type(error).__name__)
            await asyncio.sleep(0.02)

    async with asyncio.TaskGroup() as group:
        for one in (records, others):
            group.create_task(keep(Bookkeeper(own_store, one, CATALOGUE)))
        for pair in zip(*map(matches_of, tournaments), strict=True):
            await asyncio.gather(*(close(own_store, match) for match in pair))
        await rebuilt(own_store, others)
        await asyncio.sleep(0.2)
        done.set()
    await caught_up(Bookkeeper(own_store, records, CATALOGUE))
    assert met <= {"Conflict"}, met
    for tournament in tournaments:
        assert (await load_and_check(records, tournament.id)).rounds[0].progress is Progress.CLOSED
    results = (await rebuilt(own_store, records)).results
    assert (len(results.same), results.new, results.drifted) == (12, (), ())
    await others.close()


async def test_a_result_of_a_match_that_the_lobby_lacked_is_confirmed_by_a_rebuild(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It began after the matches were listed, and was finished before their rows were deleted."""
    first, second = matches_of(await start_tournament(sqlite_records, 2, 21))
    await close(own_store, first)
    await close(own_store, second)
    await caught_up(Bookkeeper(own_store, sqlite_records, CATALOGUE))

    async def list_first(_: LogStore) -> AsyncIterator[str]:
        yield first

    monkeypatch.setattr(LogStore, "matches", list_first)
    results = (await rebuilt(own_store, sqlite_records)).results
    assert (sorted(results.same), results.drifted) == (sorted((first, second)), ())
    await send(own_store, ("DEL", keys(second).log, keys(second).secret))
    results = (await rebuilt(own_store, sqlite_records)).results  # control
    assert (results.same, results.drifted) == ((first,), (second,))


async def test_a_result_is_read_from_the_whole_log_if_another_bookkeeper_writes_its_row_meanwhile(
    own_store: LogStore, sqlite_records: Records
) -> None:
    """The checkpoint and the row of a match are read separately, and another process may commit in between."""
    tournament = await start_tournament(sqlite_records, 3, 11)
    match = matches_of(tournament)[0]
    await close(own_store, match)
    keeper = Bookkeeper(own_store, sqlite_records, CATALOGUE)
    await caught_up(keeper)
    async with sqlite_records.reading() as session:
        rows, owners = await read_rows(session, [match]), await keeper.arrivals.owners(session, [match])
    change = await keeper.matches.read(match, rows[match].version, LobbySnapshot({}, rows, owners))
    assert change is not None
    assert change.ended == await keeper.results.of(match)
    with pytest.raises(Conflict):
        async with sqlite_records.session() as session:
            await write_changes(session, [change])


async def test_a_result_that_differs_from_its_log_is_logged_and_kept(
    own_store: LogStore, records: Records, tmp_path: Path, engine: Any
) -> None:
    """A tampered result, and a result whose log is gone."""
    tournament = await start_tournament(records, 3, 10)
    wrong, lost, good = matches_of(tournament)
    for match in (wrong, lost, good):
        await close(own_store, match)
    await caught_up(Bookkeeper(own_store, records, CATALOGUE))
    changed = _with_other_points(await Tournaments(records).log(tournament.id), wrong)
    async with records.session() as session:
        row = (
            await session.exec(
                update(EventRow)
                .where(col(EventRow.tournament) == tournament.id, col(EventRow.n) == tournament.version + 1)
                .values(e=changed)
            )
        ).rowcount
    assert row == 1
    await send(own_store, ("DEL", keys(lost).log))
    record = await Tournaments(records).log(tournament.id)
    drifted = tuple(sorted((wrong, lost)))
    told = await rebuilt(own_store, records)
    assert told.results == Imported(same=(good,), drifted=drifted)
    assert await Tournaments(records).log(tournament.id) == record, "nobody but a referee changes it"
    if records.sqlite:
        said = chronik("rebuild", CHRONIK_REDIS_URL=engine.url, CHRONIK_DATABASE_URL=str(records.engine.url))
        assert said.returncode == 1
        assert said.stdout.splitlines() == [
            "matches read: 2",
            "results of tournaments: 1 as recorded, 0 missing until now, 2 drifted",
            *(f"{match}: the recorded result differs from the log; a referee must make a ruling" for match in drifted),
        ]


def _with_other_points(record: tuple[Entry, ...], match: str) -> str:
    row = next(one.e for one in record if isinstance(one.e, ResultArrived) and one.e.match == match)
    changed = msgspec.structs.replace(row, points=tuple(points + 1 for points in row.points))
    return msgspec.json.encode(changed).decode()


async def test_a_result_that_arrived_before_its_table_was_known_is_recorded(
    own_store: LogStore, sqlite_records: Records
) -> None:
    """A backup from before the round was restored, and the round paired again."""
    keeper, tournament = Bookkeeper(own_store, sqlite_records, CATALOGUE), await start_tournament(sqlite_records, 2, 11)
    match = matches_of(tournament)[0]
    async with sqlite_records.session() as session:
        kept = await session.get_one(TableRow, match)
        again = TableRow(**kept.model_dump())
        await session.exec(delete(TableRow).where(col(TableRow.match) == match))
    await close(own_store, match)
    await caught_up(keeper)
    assert (await load_and_check(sqlite_records, tournament.id)).version == tournament.version
    async with sqlite_records.session() as session:
        session.add(again)
    assert await keeper.retry_results() == Imported(new=(match,))
    assert await keeper.retry_results() == Imported()
    assert arrivals(await Tournaments(sqlite_records).log(tournament.id)) == [match]
    await load_and_check(sqlite_records, tournament.id)


async def test_a_match_played_before_a_restore_is_not_a_result_of_the_new_pairing(
    own_store: LogStore, sqlite_records: Records, database_beside: Records
) -> None:
    """The round is paired again with other entrants, so its tables have the ids of matches in the log."""
    before = await start_tournament(database_beside, 2, 15)
    matches = LiveMatches(own_store, CATALOGUE, 10)
    assert await MatchScheduler(matches, Tournaments(database_beside)).open_tables(before.id) == 2
    await close(own_store, (await start_tournament(database_beside, 1, 16)).rounds[0].tables[0].match)
    again = await start_tournament(sqlite_records, 2, 15, level="greedy")
    finished = await start_tournament(sqlite_records, 1, 16, level="greedy")
    assert matches_of(again) == matches_of(before)
    assert await MatchScheduler(matches, Tournaments(sqlite_records)).open_tables(again.id) == 2
    async with sqlite_records.reading() as session:
        opened = await session.exec(select(TableRow.opened).where(TableRow.tournament == again.id))
        assert not any(opened.all())
    await rebuilt(own_store, sqlite_records)
    assert (await load_and_check(sqlite_records, finished.id)).version == finished.version
    async with sqlite_records.reading() as session:
        assert await find_parked(session, matches_of(finished)) == set(matches_of(finished))


async def test_an_unreadable_tournament_parks_only_its_matches(own_store: LogStore, sqlite_records: Records) -> None:
    one, other = [await start_tournament(sqlite_records, 1, seed) for seed in (12, 13)]
    (poison,), (good,) = matches_of(one), matches_of(other)
    row = (col(EventRow.tournament) == one.id, col(EventRow.n) == 1)
    async with sqlite_records.session() as session:
        body = (await session.get_one(EventRow, (one.id, 1))).e
        await session.exec(update(EventRow).where(*row).values(e="{}"))
    await close(own_store, poison)
    await close(own_store, good)
    keeper = Bookkeeper(own_store, sqlite_records, CATALOGUE)
    for _ in range(2):
        with pytest.raises(bookkeeper.Unread):
            await keeper.follow()
    await caught_up(keeper)
    assert (await load_and_check(sqlite_records, other.id)).rounds[0].progress is Progress.CLOSED
    async with sqlite_records.reading() as session:
        assert await find_parked(session, (poison, good)) == {poison}
    assert REGISTRY.get_sample_value("chronik_parked_matches") == 1
    async with sqlite_records.session() as session:
        await session.exec(update(EventRow).where(*row).values(e=body))
    await keeper.try_parked()
    assert (await load_and_check(sqlite_records, one.id)).rounds[0].progress is Progress.CLOSED
    async with sqlite_records.reading() as session:
        assert not await find_parked(session, (poison, good))
    assert REGISTRY.get_sample_value("chronik_parked_matches") == 0


async def test_a_table_whose_data_set_is_not_loaded_is_parked_until_it_is_loaded(
    own_store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await start_tournament(sqlite_records, 1, 14)
    match = matches_of(tournament)[0]
    await close(own_store, match)
    with monkeypatch.context() as patched:
        patched.setattr(Catalogue, "rules_of", lambda *_: None)
        results = (await rebuilt(own_store, sqlite_records)).results
        assert results == Imported()
        async with sqlite_records.reading() as session:
            assert await find_parked(session, (match,)) == {match}
    keeper = Bookkeeper(own_store, sqlite_records, CATALOGUE)
    await keeper.try_parked()
    assert arrivals(await Tournaments(sqlite_records).log(tournament.id)) == [match]
    async with sqlite_records.reading() as session:
        assert await session.get(CheckpointRow, (PARKED, match)) is None


async def test_missing_results_are_searched_for_only_among_tables_without_one(sqlite_records: Records) -> None:
    """The search must not read all finished matches."""
    statement = OWED.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    async with sqlite_records.reading() as session:
        plan = str((await session.exec(text(f"EXPLAIN QUERY PLAN {statement}"))).all())  # type: ignore[call-overload]
    assert "SCAN tournament_tables USING INDEX ix_tournament_tables_owed" in plan
    assert "SCAN matches" not in plan
    assert "SEARCH matches USING INDEX sqlite_autoindex_matches_1 (id=?)" in plan
