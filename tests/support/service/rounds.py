"""A round of a tournament in SQL, and the logs of its matches, played by bots and written at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Literal

from msgspec import Raw
from sqlmodel import select

from chronik.domain.engine.match.options import options_of
from chronik.domain.games import game
from chronik.domain.tournament.record.commands import PairRound, Register, RegisterMany, StartRound
from chronik.domain.tournament.record.events import ResultArrived
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.plan import Method, Plan, Stage
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.projections.games import projection
from chronik.service.bots.levels import bot
from chronik.service.cli.simulation import Playout, play_out
from chronik.service.log.store import LogStore
from chronik.service.sql.database import PlayerRow, Records, put
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import TableRow, TournamentRow
from tests.support.service.stored import keep

GAME = "katharina"
ORGANISER = "0" * 32


async def start_tournament(
    records: Records, tables: int, seed: int, level: str = "random", best_of: Literal[1, 3, 5] = 1
) -> Tournament:
    """Starts a tournament of bots with one round of this many tables for two."""
    tournament = Random(seed).randbytes(16).hex()
    stage = Stage(Method.SWISS, 2, rounds=1, best_of=best_of)
    plan = Plan(GAME, (stage,), "match-points", Raw(options_of(game(GAME), {})))
    async with records.session() as session:
        await put(session, [PlayerRow(id=ORGANISER, name="Olga", created_at=0)])
    tournaments = Tournaments(records)
    await tournaments.create(tournament, "A round", "", plan, ORGANISER, game(GAME))
    fixed = tuple((2 * table - 1, 2 * table) for table in range(1, tables + 1))
    for command in (
        RegisterMany(tuple(Register(bot=level) for _ in range(2 * tables))),
        PairRound(1, fixed=fixed),
        StartRound(1),
    ):
        await tournaments.submit(tournament, ORGANISER, command)
    found = await tournaments.find(tournament)
    assert found is not None
    return found


def matches_of(tournament: Tournament) -> tuple[str, ...]:
    """Returns the matches of its tables in order; for several games at a table, the latest one."""
    return tuple(table.match for one in tournament.rounds for table in one.tables)


@cache
def play_table(match: str) -> Playout:
    """Returns the playout of a table's match by two bots."""
    random = bot(GAME, "random", None)
    return play_out(game(GAME), projection(GAME), match, Random(match).randbytes(32), (random, random))


async def close(store: LogStore, match: str, log: Sequence[bytes] = (), *, at_once: int = 100) -> None:
    """Writes the log of a match, or another given log, in several appends."""
    await keep(store, match, Random(match).randbytes(32), log or play_table(match).batches, at_once=at_once)


def arrivals(log: Sequence[Entry]) -> list[str]:
    """Returns the matches whose results were recorded, in the order of the log."""
    return [one.e.match for one in log if isinstance(one.e, ResultArrived)]


async def load_and_check(records: Records, tournament: str) -> Tournament:
    """Returns the tournament that its log gives, after a check that the rows agree and no result is doubled."""
    log = await Tournaments(records).log(tournament)
    assert [one.n for one in log] == list(range(1, len(log) + 1))
    found = fold(Tournament(tournament), log)
    async with records.reading() as session:
        row = (await session.exec(select(TournamentRow).where(TournamentRow.id == tournament))).one()
        tables = (await session.exec(select(TableRow).where(TableRow.tournament == tournament))).all()
    assert (row.version, row.phase) == (found.version, found.phase.value)
    results = arrivals(log)
    assert len(results) == len(set(results)), "a result twice"
    numbers = {one.e.match: one.n for one in log if isinstance(one.e, ResultArrived)}
    assert {table.match: table.arrived for table in tables if table.arrived is not None} == numbers
    return found
