"""Several organisers at once, and a database that goes away: every command is recorded once, without a gap."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from chronik.domain.tournament.record.commands import Penalise
from chronik.domain.tournament.record.events import Penalised
from chronik.domain.tournament.record.state import Progress
from chronik.service.log.outcomes import Contended
from chronik.service.log.store import LogStore
from chronik.service.matches import bookkeeper
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.running.settings import database_url
from chronik.service.sql.database import PlayerRow, Records
from chronik.service.sql.outages import is_outage
from chronik.service.tournaments.log import Key
from chronik.service.tournaments.store import Tournaments
from tests.support.service.keepers import CATALOGUE, caught_up
from tests.support.service.plumbing import build, calling
from tests.support.service.rounds import ORGANISER, arrivals, close, load_and_check, matches_of, start_tournament
from tests.support.service.sql import OwnPostgres

COMMANDS = 8


def penalty_of(hundredths: int) -> Penalise:
    """Returns a command that adds one entry."""
    return Penalise(1, hundredths)


async def count_penalties(records: Records, tournament: str) -> Counter[int]:
    """Returns how often each of those commands is in the log."""
    record = await Tournaments(records).log(tournament)
    return Counter(one.e.hundredths for one in record if isinstance(one.e, Penalised))


async def insist(tournaments: Tournaments, tournament: str, number: int) -> list[Exception]:
    """Repeats a command with the same key until it is answered; returns the errors until then."""
    met: list[Exception] = []
    while True:
        try:
            await tournaments.submit(tournament, ORGANISER, penalty_of(number), key=Key(f"{number}", f"{number}"))
        except Exception as error:
            met.append(error)
            await asyncio.sleep(0.05)
        else:
            return met


async def test_concurrent_commands_by_several_organisers_are_each_recorded_once(
    records: Records, database: str
) -> None:
    tournament = await start_tournament(records, 1, 31)
    others = Records(database)
    offices = [Tournaments(one) for one in (records, records, others)]
    commands = [insist(offices[number % 3], tournament.id, number) for number in range(1, 2 * COMMANDS + 1)]
    met = [error for one in await asyncio.gather(*commands) for error in one]
    assert {type(error) for error in met} <= {Contended}
    assert await count_penalties(records, tournament.id) == Counter(range(1, 2 * COMMANDS + 1))
    assert (await load_and_check(records, tournament.id)).version == tournament.version + 2 * COMMANDS
    await others.close()


@asynccontextmanager
async def losing_the_reply(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Commits the next transaction, but loses its answer."""
    real: Callable[[Records], Any] = Records.session
    lost = False

    @asynccontextmanager
    async def session(self: Records) -> AsyncIterator[Any]:
        nonlocal lost
        async with real(self) as found:
            yield found
        if not lost:
            lost = True
            raise OperationalError("COMMIT", {}, ConnectionError())

    with monkeypatch.context() as patched:
        patched.setattr(Records, "session", session)
        yield


@pytest.mark.parametrize("keyed", [True, False], ids=["with its key", "control: without a key"])
async def test_a_command_whose_answer_was_lost_can_be_repeated(
    records: Records, monkeypatch: pytest.MonkeyPatch, keyed: bool
) -> None:
    tournament, tournaments = await start_tournament(records, 1, 32), Tournaments(records)
    key = Key("once", "once") if keyed else None
    async with losing_the_reply(monkeypatch):
        with pytest.raises(OperationalError):
            await tournaments.submit(tournament.id, ORGANISER, penalty_of(7), key=key)
        await tournaments.submit(tournament.id, ORGANISER, penalty_of(7), key=key)
    assert await count_penalties(records, tournament.id) == {7: 1 if keyed else 2}
    await load_and_check(records, tournament.id)


@pytest.fixture
def own_postgres() -> Iterator[OwnPostgres]:
    """Returns a Postgres for this test only."""
    with tempfile.TemporaryDirectory(prefix="chronik-pg-", ignore_cleanup_errors=True) as folder:
        server = OwnPostgres(Path(folder))
        server.start()
        yield server
        server.kill()


class Newcomers:
    """A series of players who register one after another."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.registered: list[str] = []
        self.refused: list[httpx.Response] = []

    async def register_until(self, done: asyncio.Event) -> None:
        while not done.is_set():
            answer = await self.client.post("/api/v1/players", json={"name": "Ann"})
            if answer.status_code == 201:
                self.registered.append(answer.json()["player"])
            else:
                self.refused.append(answer)
            await asyncio.sleep(0.02)


async def test_a_postgres_killed_under_load_neither_loses_nor_doubles_a_command(
    own_store: LogStore, own_postgres: OwnPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookkeeper, "PAUSE", 0.02)
    server = own_postgres
    url = database_url(server.url)
    records, others = Records(url), Records(url)
    await records.migrate()
    tournament, done = await start_tournament(records, COMMANDS, 33), asyncio.Event()
    books = asyncio.create_task(Bookkeeper(own_store, others, CATALOGUE).run())
    async with calling(build(records)) as client, asyncio.TaskGroup() as group:
        newcomers = Newcomers(client)
        group.create_task(newcomers.register_until(done))
        organisers = [
            group.create_task(organise(Tournaments(one), tournament.id, numbers))
            for one, numbers in ((records, range(1, 60, 2)), (others, range(2, 60, 2)))
        ]
        for number, match in enumerate(matches_of(tournament)):
            await close(own_store, match)
            if number % 4 == 1:
                await asyncio.to_thread(server.kill)
                await asyncio.sleep(0.2)
                await asyncio.to_thread(server.start)
            await asyncio.sleep(0.1)
        done.set()
    met = [error for organiser in organisers for error in organiser.result()]
    assert met
    assert all(is_outage(error) or isinstance(error, Contended) for error in met), set(map(repr, met))
    books.cancel()
    await asyncio.gather(books, return_exceptions=True)
    await caught_up(Bookkeeper(own_store, records, CATALOGUE))
    assert await count_penalties(records, tournament.id) == Counter(range(1, 60))
    found = await load_and_check(records, tournament.id)
    assert found.rounds[0].progress is Progress.CLOSED
    assert len(arrivals(await Tournaments(records).log(tournament.id))) == COMMANDS
    assert newcomers.refused
    assert {answer.status_code for answer in newcomers.refused} == {503}
    for answer in newcomers.refused:
        assert answer.json()["detail"] == "The database does not answer. Try again in a moment."
        assert int(answer.headers["retry-after"]) >= 1
    async with records.reading() as session:
        kept = set((await session.exec(select(PlayerRow.id))).all())
    assert set(newcomers.registered) <= kept
    assert len(set(newcomers.registered)) == len(newcomers.registered)
    await records.close()
    await others.close()


async def organise(tournaments: Tournaments, tournament: str, numbers: range) -> list[Exception]:
    met: list[Exception] = []
    for number in numbers:
        met += await insist(tournaments, tournament, number)
        await asyncio.sleep(0.01)
    return met
