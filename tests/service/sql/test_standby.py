"""Postgres with a standby: the primary dies, the standby is promoted, and every result is recorded once."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from chronik.service.doctor.database import check_database as doctor
from chronik.service.doctor.finding import Weight
from chronik.service.log.store import LogStore
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.rebuild import rebuild
from chronik.service.running.settings import database_url
from chronik.service.sql.database import Records
from chronik.service.sql.inspection import inspect_database
from chronik.service.tournaments.store import Tournaments
from tests.support.service.apps import until
from tests.support.service.keepers import CATALOGUE, caught_up
from tests.support.service.rounds import arrivals, close, matches_of, start_tournament
from tests.support.service.sql import OwnPostgres, connected

NOW = "SELECT pg_reload_conf()"
NOT_UNTIL_IT_IS_THERE_TOO = ("ALTER SYSTEM SET synchronous_standby_names = '*'", NOW)
WHATEVER_IS_THERE = ("ALTER SYSTEM RESET synchronous_standby_names", NOW)
HEAR_NO_MORE = ("ALTER SYSTEM SET primary_conninfo = ''", NOW)
HEARS = "SELECT count(*) FROM pg_stat_wal_receiver"


@pytest.fixture
def two() -> Iterator[tuple[OwnPostgres, OwnPostgres]]:
    """Yields a primary, and a standby that has what was committed there."""
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chronik-pg-"))) for _ in range(2)]
        with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
            ports = one.getsockname()[1], other.getsockname()[1]
        primary = OwnPostgres(folders[0], ports[0])
        primary.start()
        stack.callback(primary.kill)
        standby = OwnPostgres(folders[1], ports[1], primary)
        standby.start()
        stack.callback(standby.kill)
        yield primary, standby


async def check_advice(two: tuple[OwnPostgres, OwnPostgres]) -> None:
    """Checks that the doctor says whether commits wait for a standby, and makes them wait."""
    urls = [f"postgresql://postgres@127.0.0.1:{one.port}/postgres" for one in two]
    several = database_url(f"postgresql://postgres@127.0.0.1:{two[1].port},127.0.0.1:{two[0].port}/postgres")
    assert "synchronous_standby_names is empty" in await unsafe_of(several)
    assert "synchronous_standby_names" not in await unsafe_of(database_url(urls[0])), "no standby that we know of"
    await execute(two[0], *NOT_UNTIL_IT_IS_THERE_TOO)
    assert "synchronous_standby_names" not in await unsafe_of(several)
    assert "accepts no writes" in await unsafe_of(database_url(urls[1]))


async def unsafe_of(url: str) -> str:
    """Returns everything that the doctor calls unsafe in a database."""
    found = doctor(await inspect_database(url))
    return " ".join(one.sentence for one in found if one.weight is Weight.UNSAFE)


async def execute(server: OwnPostgres, *statements: str) -> None:
    """Executes statements on a server, one by one."""
    async with connected(f"postgresql://postgres@127.0.0.1:{server.port}/postgres") as asked:
        for statement in statements:
            await asked.execute(statement)


async def hears_nothing(standby: OwnPostgres) -> bool:
    """Returns whether a standby no longer receives anything."""
    async with connected(f"postgresql://postgres@127.0.0.1:{standby.port}/postgres") as asked:
        return bool(await asked.fetchval(HEARS) == 0)


def records_of(*servers: OwnPostgres) -> Records:
    """Returns the database with those two hosts."""
    hosts = ",".join(f"127.0.0.1:{one.port}" for one in servers)
    return Records(database_url(f"postgresql://postgres@{hosts}/postgres"))


async def until_caught_up(books: Bookkeeper) -> None:
    """Returns when the bookkeeper runs again after the outage."""

    async def goes_on() -> bool:
        try:
            await caught_up(books)
        except (SQLAlchemyError, OSError):
            return False
        return True

    await until(goes_on)


async def test_commits_wait_for_the_standby_that_the_doctor_asks_for_and_results_survive_a_failover_once(
    two: tuple[OwnPostgres, OwnPostgres], own_store: LogStore
) -> None:
    primary, standby = two
    await check_advice(two)
    records = records_of(standby, primary)  # the first of them does not accept writes yet
    alone = records_of(primary)
    await records.migrate()
    tournament = await start_tournament(records, 6, 31)
    first, second, *others = matches_of(tournament)
    books = Bookkeeper(own_store, records, CATALOGUE)
    await close(own_store, first)
    await caught_up(books)
    primary.kill()
    await close(own_store, second)
    with pytest.raises((SQLAlchemyError, OSError)):
        await caught_up(books)
    standby.promote()
    await until_caught_up(books)
    assert sorted(arrivals(await Tournaments(records).log(tournament.id))) == sorted([first, second])
    for match in others:
        await close(own_store, match)
    await caught_up(books)
    assert sorted(arrivals(await Tournaments(records).log(tournament.id))) == sorted(matches_of(tournament))
    rebuilt = await rebuild(own_store, records, CATALOGUE)
    assert (rebuilt.results.new, rebuilt.results.drifted) == ((), ())
    with pytest.raises((SQLAlchemyError, OSError)):
        await alone.ping()
    for one in (records, alone):
        await one.close()


async def test_a_result_that_the_standby_lacked_is_recorded_again_exactly_once(
    two: tuple[OwnPostgres, OwnPostgres], own_store: LogStore
) -> None:
    primary, standby = two
    await execute(primary, *NOT_UNTIL_IT_IS_THERE_TOO)
    records = records_of(standby, primary)
    await records.migrate()
    tournament = await start_tournament(records, 2, 37)
    first, second = matches_of(tournament)
    books = Bookkeeper(own_store, records, CATALOGUE)
    await close(own_store, first)
    await caught_up(books)
    await execute(primary, *WHATEVER_IS_THERE)
    await execute(standby, *HEAR_NO_MORE)
    await until(lambda: hears_nothing(standby))
    await close(own_store, second)
    await caught_up(books)
    assert arrivals(await Tournaments(records).log(tournament.id)) == [first, second]
    primary.kill()
    standby.promote()
    promoted = records_of(standby)
    assert arrivals(await Tournaments(promoted).log(tournament.id)) == [first], "its result is lost"
    await until_caught_up(books)
    assert arrivals(await Tournaments(records).log(tournament.id)) == [first, second]
    rebuilt = await rebuild(own_store, records, CATALOGUE)
    assert (rebuilt.results.new, rebuilt.results.drifted) == ((), ())
    for one in (records, promoted):
        await one.close()
