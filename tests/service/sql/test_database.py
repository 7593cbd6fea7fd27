"""The database, on SQLite and on Postgres."""

import asyncio
import gc
import sqlite3
import threading
import traceback
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import aiosqlite
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import exc, func, text
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError, SQLAlchemyError
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from chronik.domain.engine.match.match import Status
from chronik.service.identity.auth import Scope, token_hash
from chronik.service.identity.register import People
from chronik.service.sql import database
from chronik.service.sql.database import (
    CheckpointRow,
    MatchRow,
    NoDatabase,
    PlayerRow,
    PositionRow,
    Records,
    SqliteConnection,
    TokenRow,
    no_database_error,
    open_records,
)
from chronik.service.sql.lobby import Lobby
from chronik.service.sql.migrations import upgrade
from chronik.service.sql.migrations.applying import check, config
from chronik.service.sql.migrations.steps import steps
from chronik.service.sql.outages import is_outage
from chronik.service.web.problems.problem import Problem
from tests.support.cases import for_each
from tests.support.service.forks import CONTEXT
from tests.support.service.sql import migrating

PLAYER = "ab" * 16
PROCESSES = 4
CANARY = "canary-7731@example.org"
CONNECTIONS = 15


def a_match(number: int, **changes: Any) -> MatchRow:
    fields: dict[str, Any] = {
        "id": f"{number:032x}",
        "game": "katharina",
        "rules": "1",
        "status": "open",
        "seat_count": 2,
        "seats": f'[{{"player":"{PLAYER}"}},{{"open":true}}]',
        "opened_by": PLAYER,
        "opened_at": 1_000 + number // 2,
        "version": 1,
        "head": "0" * 64,
    }
    return MatchRow(**(fields | changes))


async def keep(records: Records, *rows: MatchRow | PlayerRow | TokenRow | CheckpointRow | PositionRow) -> None:
    async with records.session() as session:
        session.add_all(rows)


async def test_the_migrations_match_the_table_classes(records: Records) -> None:
    await records.migrate()
    async with records.writes.begin() as connection:
        await connection.run_sync(check)


@pytest.mark.parametrize("contact", [CANARY, f"{CANARY}\n[SQL: {CANARY}"])
async def test_database_errors_contain_no_values_of_rows(records: Records, contact: str) -> None:
    """Postgres prints the whole refused row."""
    await records.migrate()
    with pytest.raises(IntegrityError) as refused:
        await keep(records, PlayerRow(id="ab", name="Ann", contact=contact, created_at=0))
    told = "".join(traceback.format_exception(refused.value)) + repr(refused.value)
    assert CANARY not in told
    assert "players" in told or "CHECK constraint failed" in told


async def test_the_file_names_of_steps_agree_with_alembic(records: Records) -> None:
    async with records.writes.begin() as connection:
        known = await connection.run_sync(lambda one: ScriptDirectory.from_config(config(one)).walk_revisions())
    assert steps() == tuple(step.revision for step in known)


async def test_a_start_without_missing_steps_does_not_import_alembic(records: Records) -> None:
    await records.migrate()
    with patch("chronik.service.sql.migrations.applying.apply") as applied:
        await records.migrate()
        assert not applied.called
        async with records.writes.connect() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = :one"), {"one": steps()[1]})
            await connection.run_sync(upgrade)
        assert applied.call_args.args[1] == steps()[0]


async def test_processes_that_start_at_once_migrate_once(bare_database: str) -> None:
    processes = [CONTEXT.Process(target=migrating, args=(bare_database,)) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    for process in processes:
        await asyncio.to_thread(process.join)
    assert [process.exitcode for process in processes] == [0] * PROCESSES


async def test_a_migration_waits_longer_than_a_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PRAGMAS", ("busy_timeout=50", "journal_mode=WAL"))
    file = tmp_path / "chronik.db"
    records = Records(f"sqlite+aiosqlite:///{file}")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="database is locked"):
            await keep(records, a_match(1))
        waits = asyncio.create_task(records.migrate())
        await asyncio.sleep(0.5)
        assert not waits.done()
        other.execute("COMMIT")
    await waits
    await keep(records, a_match(1))
    await records.close()


async def test_a_task_has_one_session_at_a_time(sqlite_records: Records) -> None:
    records = sqlite_records
    async with records.reading():
        for nested in (records.reading, records.session):
            with pytest.raises(AssertionError, match="a session within a session"):
                async with nested():
                    pass
        await asyncio.create_task(records.ping())
    await records.ping()


async def test_a_missing_connection_is_an_error_after_a_short_wait(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "POOL_SECONDS", 0.1)
    records = Records(sqlite_database)
    async with AsyncExitStack() as taken, asyncio.timeout(10):
        for _ in range(CONNECTIONS):
            await (await taken.enter_async_context(AsyncSession(records.engine))).connection()
        with pytest.raises(exc.TimeoutError) as told:
            await records.ping()
    assert is_outage(told.value)
    await records.ping()
    await records.close()


async def test_a_session_commits_at_its_end_and_rolls_back_on_an_error(records: Records) -> None:
    await keep(records, a_match(1))

    async def fail() -> None:
        async with records.session() as session:
            session.add(a_match(2))
            await session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with records.reading() as session:
        assert [row.id for row in (await session.exec(select(MatchRow))).all()] == [a_match(1).id]


@pytest.mark.parametrize(
    "wrong",
    [
        a_match(1, id="short"),
        a_match(1, status="lost"),
        a_match(1, status="finished"),
        a_match(1, seat_count=0),
        a_match(1, version=0),
        a_match(1, head=""),
        a_match(1, disclosure="nobody"),
        PlayerRow(id=PLAYER, name="", created_at=1),
        PlayerRow(id="1", name="ann", created_at=1),
        TokenRow(id=PLAYER, hash="0" * 64, player="cd" * 16, scopes="play", created_at=1),
        CheckpointRow(projection="lobby", match=PLAYER, version=-1),
    ],
)
async def test_the_tables_refuse_invalid_rows(records: Records, wrong: MatchRow | PlayerRow | TokenRow) -> None:
    with pytest.raises(IntegrityError):
        await keep(records, type(wrong)(**wrong.model_dump()))


async def test_writers_that_read_first_take_turns(records: Records) -> None:
    await keep(records, CheckpointRow(projection="lobby", match=PLAYER, version=0))

    async def step() -> None:
        async with records.session() as session:
            query = select(CheckpointRow).where(col(CheckpointRow.match) == PLAYER).with_for_update()
            row = (await session.exec(query)).one()
            await asyncio.sleep(0)
            row.version += 1

    await asyncio.gather(*(step() for _ in range(20)))
    async with records.reading() as session:
        assert (await session.exec(select(CheckpointRow.version))).one() == 20


async def test_sqlite_is_durable_and_enforces_references(sqlite_records: Records) -> None:
    async with sqlite_records.reading() as session:
        asked = [
            (await (await session.connection()).execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete")
        ]
    assert asked == ["wal", 2, 1, 5000, 1]


async def test_a_token_finds_its_player_until_it_is_revoked(records: Records) -> None:
    people = People(records)
    issued = await people.register("Ann", [Scope.ORGANISE, Scope.PLAY])
    principal = await people.find(token_hash(issued.token))
    assert principal is not None
    assert (principal.player, principal.token) == (issued.player, issued.id)
    assert principal.scopes == {Scope.PLAY, Scope.ORGANISE}
    second = await people.issue(issued.player, [Scope.PLAY], "phone")
    assert second is not None
    assert [line.id for line in await people.tokens(issued.player)] == [issued.id, second.id]
    assert not await people.revoke("cd" * 16, issued.id)
    assert await people.revoke(issued.player, issued.id)
    assert not await people.revoke(issued.player, issued.id)
    assert await people.find(token_hash(issued.token)) is None
    assert [line.label for line in await people.tokens(issued.player)] == ["phone"]


async def test_a_token_is_stored_as_its_hash_only(records: Records, database: str) -> None:
    people = People(records)
    issued = await people.register("Ann")
    assert issued.token not in repr(issued)
    async with records.reading() as session:
        row = (await session.exec(select(TokenRow))).one()
    assert issued.token not in repr(row)
    assert row.hash == token_hash(issued.token)


async def test_only_names_of_known_players_are_returned(records: Records) -> None:
    people = People(records)
    ann, ben = (await people.register("Ann")).player, (await people.register("Ben")).player
    assert await people.names([ann, ben, ann, "nobody"]) == {ann: "Ann", ben: "Ben"}
    assert await people.names([]) == {}


async def test_pages_list_every_match_once_even_while_new_ones_arrive(records: Records) -> None:
    lobby = Lobby(records)
    await keep(records, *(a_match(number) for number in range(11)))
    page = await lobby.page(limit=4)
    seen = [row.id for row in page.rows]
    await keep(records, a_match(50))
    while page.cursor:
        page = await lobby.page(page.cursor, limit=4)
        seen += [row.id for row in page.rows]
    assert seen == [a_match(number).id for number in reversed(range(11))]


async def test_a_full_page_with_nothing_after_it_has_no_cursor(records: Records) -> None:
    await keep(records, *(a_match(number) for number in range(4)))
    assert (await Lobby(records).page(limit=4)).cursor is None


async def test_the_lobby_can_be_filtered(records: Records) -> None:
    other = '[{"bot":"greedy"},{"open":true}]'
    await keep(
        records,
        a_match(1),
        a_match(2, status="running", started_at=5),
        a_match(3, status="finished", closed_at=9, seats=other),
        a_match(4, game="catan_cards", seats=other),
    )
    lobby = Lobby(records)

    async def list_matches(**narrowed: Any) -> list[int]:
        return [int(row.id, 16) for row in (await lobby.page(**narrowed)).rows]

    assert await list_matches(game="katharina") == [3, 2, 1]
    assert await list_matches(status=Status.RUNNING) == [2]
    assert await list_matches(player=PLAYER) == [2, 1]
    assert await list_matches(player="%") == []
    assert await list_matches(player=PLAYER, status=Status.OPEN, game="katharina") == [1]


@pytest.mark.parametrize("cursor", ["", "x", "%%", "MTAwMA", "é", "A" * 4000])
async def test_an_invented_cursor_is_refused_with_a_problem(sqlite_records: Records, cursor: str) -> None:
    with pytest.raises(Problem) as refused:
        await Lobby(sqlite_records).page(cursor)
    assert refused.value.status == 400


async def test_a_database_without_tables_is_not_ready(bare_database: str) -> None:
    records = Records(bare_database)
    with pytest.raises(Exception, match="players"):
        await records.ping()
    await records.migrate()
    await records.ping()
    await records.close()


async def test_the_folder_of_an_sqlite_file_is_created(tmp_path: Path) -> None:
    records = Records(f"sqlite+aiosqlite:///{tmp_path}/new/deep/chronik.db")
    await records.migrate()
    await records.close()
    assert (tmp_path / "new" / "deep" / "chronik.db").exists()


async def test_a_database_of_another_version_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """0.1 was never released: its tables are neither read nor overwritten."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'chronik.db'}"
    records = Records(url)
    async with records.writes.begin() as connection:
        await connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        await connection.execute(text("INSERT INTO alembic_version VALUES ('0003')"))
    await records.close()
    with pytest.raises(NoDatabase, match=r"^The database belongs to another version of Chronik; use a new one"):
        async with open_records(url):
            pass


async def test_only_the_owner_can_read_the_folder_of_a_database(tmp_path: Path) -> None:
    async with open_records(f"sqlite+aiosqlite:///{tmp_path / 'data' / 'chronik.db'}"):
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
        assert {file.stat().st_mode & 0o077 for file in (tmp_path / "data").iterdir()} == {0}


async def test_the_refusal_of_a_database_that_does_not_answer_quotes_its_driver(tmp_path: Path) -> None:
    (tmp_path / "chronik.db").mkdir()
    with pytest.raises(NoDatabase, match=r"^The database does not answer: unable to open database file\.$"):
        async with open_records(f"sqlite+aiosqlite:///{tmp_path / 'chronik.db'}"):
            pass
    with pytest.raises(
        NoDatabase, match=r"^The database does not answer: .*Connect call failed \('127\.0\.0\.1', 1\)\.$"
    ):
        async with open_records("postgresql+asyncpg://chronik:secret@127.0.0.1:1/chronik"):
            pass


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            IntegrityError("INSERT", {"token": "hidden"}, Exception("duplicate key\nDETAIL: (token)=(hidden)")),
            "duplicate key",
        ),
        (ArgumentError("postgresql://chronik:hidden@host"), "ArgumentError"),
    ],
)
def test_the_message_about_an_outage_contains_no_values(error: SQLAlchemyError, said: str) -> None:
    assert str(no_database_error(error)) == f"The database does not answer: {said}."


async def test_a_connection_cancelled_during_a_statement_is_closed_with_the_database(tmp_path: Path) -> None:
    slow = text(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT count(*) FROM n"
    )
    before = {*threading.enumerate()}
    records = Records(f"sqlite+aiosqlite:///{tmp_path}/chronik.sqlite")

    async def ask() -> None:
        async with records.reading() as session:
            await (await session.connection()).execute(slow)

    asked = asyncio.create_task(ask())
    for _ in range(2):  # the second cancellation comes while the connection is being closed
        await asyncio.sleep(0.05)
        asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await records.close()
    left = {*threading.enumerate()} - before
    assert not [thread for thread in left if "_connection_worker_thread" in thread.name]


async def test_a_connection_cancelled_before_it_was_open_is_closed_with_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, going = threading.Event(), threading.Event()
    connect = sqlite3.connect

    def slowly(*given: Any, **named: Any) -> Any:
        going.set()
        opened.wait(5)
        return connect(*given, **named)

    monkeypatch.setattr(sqlite3, "connect", slowly)
    before = {*threading.enumerate()}
    records = Records(f"sqlite+aiosqlite:///{tmp_path}/chronik.sqlite")
    asked = asyncio.create_task(records.ping())
    assert await asyncio.to_thread(going.wait, 5)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    asyncio.get_running_loop().call_later(0.2, opened.set)
    await records.close()
    assert not [thread for thread in {*threading.enumerate()} - before if "_connection_worker_thread" in thread.name]


async def test_emptying_the_write_ahead_log_can_be_cancelled(tmp_path: Path) -> None:
    records = Records(f"sqlite+aiosqlite:///{tmp_path}/chronik.sqlite")
    await records.migrate()
    with closing(sqlite3.connect(tmp_path / "chronik.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        scrubs = asyncio.create_task(records.scrub())
        await asyncio.sleep(0.1)
        scrubs.cancel()
        with pytest.raises(asyncio.CancelledError):
            await scrubs
    await records.close()


@pytest.mark.parametrize("rolls_back", [True, False])
async def test_a_cancelled_writer_keeps_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rolls_back: bool
) -> None:
    """The control closes connections without a rollback, as Python does."""
    if not rolls_back:
        monkeypatch.delattr(SqliteConnection, "close")
    monkeypatch.setattr(database, "PRAGMAS", ("busy_timeout=300", "journal_mode=WAL"))
    records, luck, locked = Records(f"sqlite+aiosqlite:///{tmp_path}/chronik.db"), Random(1), False
    await records.migrate()

    async def write() -> None:
        async with records.session() as session:
            await session.exec(select(func.count()))
            await asyncio.sleep(luck.random() / 250)
            await session.exec(select(func.count()))

    for _ in range(20 if rolls_back else 1_000):
        writers = [asyncio.create_task(write()) for _ in range(8)]
        await asyncio.sleep(luck.random() / 50)
        for writer in luck.sample(writers, 5):
            writer.cancel()
        answers = await asyncio.gather(*writers, return_exceptions=True)
        if locked := any(isinstance(answer, OperationalError) for answer in answers):
            break
    await records.close()
    assert locked is not rolls_back


@pytest.mark.parametrize("whole", [True, False])
async def test_a_writer_cancelled_at_the_end_reports_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, whole: bool
) -> None:
    """The control ends the transaction in the cancelled task itself."""
    records, rollback = Records(f"sqlite+aiosqlite:///{tmp_path}/chronik.db"), aiosqlite.Connection.rollback
    await records.migrate()

    async def write() -> None:
        if whole:
            async with records.session() as session:
                await session.exec(select(func.count()))
        else:
            async with AsyncSession(records.writes) as session, session.begin():
                await session.exec(select(func.count()))

    async def cancel_and_roll_back(connection: aiosqlite.Connection) -> None:
        writer.cancel()
        await rollback(connection)

    monkeypatch.setattr(aiosqlite.Connection, "rollback", cancel_and_roll_back)
    writer = asyncio.create_task(write())
    with pytest.raises(asyncio.CancelledError):
        await writer
    monkeypatch.undo()
    await records.close()
    assert [record.message for record in caplog.records] == ([] if whole else ["Exception during reset or similar"])


async def test_a_connection_in_use_is_closed_with_the_database(tmp_path: Path) -> None:
    """Otherwise the connection would cause a warning in whichever later test it is garbage-collected."""
    before = {*threading.enumerate()}
    records = Records(f"sqlite+aiosqlite:///{tmp_path}/chronik.sqlite")
    held = asyncio.Event()

    async def hold() -> None:
        async with records.reading() as session:
            await session.connection()
            held.set()
            await asyncio.Event().wait()

    holding = asyncio.create_task(hold())
    await held.wait()
    async with asyncio.timeout(2):
        await records.close()
    assert not [thread for thread in {*threading.enumerate()} - before if "_connection_worker_thread" in thread.name]
    holding.cancel()
    with pytest.raises((asyncio.CancelledError, ValueError)):
        await holding
    gc.collect()


@for_each(
    ("code", "is_temporary"), [("08003", True), ("08006", True), ("57P01", True), ("40001", True), ("23505", False)]
)
def test_a_lost_connection_is_recognised_as_an_outage_by_its_error_code(code: str, is_temporary: bool) -> None:
    """asyncpg reports a connection that Postgres closed during a query as a plain error with the code 08003."""

    class Reported(Exception):
        sqlstate = code

    assert is_outage(exc.DBAPIError("SELECT 1", None, Reported())) is is_temporary
