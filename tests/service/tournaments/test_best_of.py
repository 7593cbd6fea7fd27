"""Tables of several games in the service: each game begun, opened and counted once, whoever dies or is at it too."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import cycle

import msgspec
from sqlmodel import select

from domain.engine.match.events import Cause
from domain.tournament.proof.rejudge import prove
from domain.tournament.record.commands import RuleTable
from domain.tournament.record.events import GameAdded
from domain.tournament.record.log import Entry
from domain.tournament.record.state import Progress, Tournament, opened_games
from service.log.store import LogStore
from service.matches.live import LiveMatches
from service.sql.database import Records
from service.tournaments.results import Imported
from service.tournaments.steward import Steward
from service.tournaments.store import Tournaments
from service.tournaments.tables import TableRow
from service.workers.bookkeeper import Bookkeeper, Step
from service.workers.rebuild import rebuild
from tests.support.service.keepers import CATALOGUE, Crash, Mortal, caught_up
from tests.support.service.rounds import ORGANISER, close, matches_of, sound, started


def waiting(tournament: Tournament) -> list[str]:
    """The matches of the games that can be played now."""
    return [game.match for *_, game in opened_games(tournament) if not game.closed]


def added(log: tuple[Entry, ...]) -> list[GameAdded]:
    return [one.e for one in log if isinstance(one.e, GameAdded)]


async def test_games_follow_each_other_whatever_dies_when(own_store: LogStore, records: Records) -> None:
    tournament, steps = await started(records, 2, 31, best_of=3), cycle(Step)
    while games := waiting(tournament):
        for match in games:
            await close(own_store, match)
            keeper = Mortal(own_store, records, CATALOGUE)
            keeper.dies = next(steps)
            try:
                await keeper.follow()
            except Crash:
                await caught_up(Bookkeeper(own_store, records, CATALOGUE))
        tournament = await sound(records, tournament.id)
    assert tournament.rounds[0].progress is Progress.CLOSED
    log = await Tournaments(records).log(tournament.id)
    assert prove(tournament.id, log).tournament == tournament
    assert max(Counter((one.table, one.game) for one in added(log)).values()) == 1
    games = [game.match for *_, game in opened_games(tournament)]
    async with records.reading() as session:
        rows = (await session.exec(select(TableRow).where(TableRow.tournament == tournament.id))).all()
    assert {(row.match, row.started, row.game) for row in rows} == {
        (game.match, True, game.number) for *_, game in opened_games(tournament)
    }
    assert (await rebuild(own_store, records, CATALOGUE)).results == Imported(same=tuple(sorted(games)))


async def test_two_stewards_open_the_next_game_once_with_the_seats_swapped(
    own_store: LogStore, sqlite_records: Records
) -> None:
    tournament = await started(sqlite_records, 1, 32, best_of=3)
    stewards = [Steward(LiveMatches(own_store, CATALOGUE, 10), Tournaments(sqlite_records)) for _ in range(2)]
    tournaments = Tournaments(sqlite_records)
    for number in (1, 2):
        await asyncio.gather(*(one.open_tables(tournament.id) for one in stewards))
        (match,) = matches_of(tournament)
        batches = (await own_store.tail(match, 0)).batches
        assert [msgspec.json.decode(batch)["e"][0]["t"] for batch in batches].count("opened") == 1
        if number == 1:
            await tournaments.submit(tournament.id, ORGANISER, RuleTable(1, 1, (9, 8), (1, 2), Cause.TIME, game=1))
            tournament = await sound(sqlite_records, tournament.id)
    first, second = tournament.rounds[0].tables[0].games
    assert first.entrants == second.entrants[::-1]
    assert await stewards[0].open_tables(tournament.id) == 0


async def test_of_two_organisers_at_once_and_the_log_of_a_match_one_game_comes(
    own_store: LogStore, records: Records, database: str
) -> None:
    tournament = await started(records, 1, 33, best_of=3)
    (match,) = matches_of(tournament)
    await close(own_store, match)
    others = Records(database)
    ruling = RuleTable(1, 1, (9, 8), (1, 2), Cause.TIME, game=1)

    async def follow() -> None:
        await caught_up(Bookkeeper(own_store, others, CATALOGUE))

    every = [Tournaments(one).submit(tournament.id, ORGANISER, ruling) for one in (records, others)]
    await asyncio.gather(*every, follow(), return_exceptions=True)
    await caught_up(Bookkeeper(own_store, records, CATALOGUE))
    found = await sound(records, tournament.id)
    assert [one.game for one in added(await Tournaments(records).log(tournament.id))] == [2]
    assert [game.number for game in found.rounds[0].tables[0].games] == [1, 2]
    assert prove(tournament.id, await Tournaments(records).log(tournament.id)).tournament == found
    await others.close()


async def test_a_game_that_nobody_needs_any_more_is_called_off(own_store: LogStore, sqlite_records: Records) -> None:
    """By whoever looks next, should the process die that has recorded the ruling."""
    tournament = await started(sqlite_records, 1, 34, best_of=3)
    tournaments, matches = Tournaments(sqlite_records), LiveMatches(own_store, CATALOGUE, 10)
    steward = Steward(matches, tournaments)
    await steward.open_tables(tournament.id)
    (match,) = matches_of(tournament)
    assert await steward.open_tables(tournament.id) == 0, "it is needed"
    await tournaments.submit(tournament.id, ORGANISER, RuleTable(1, 1, (0, 1), (2, 1), Cause.NO_SHOW))
    assert await steward.open_tables(tournament.id) == 1
    assert await steward.open_tables(tournament.id) == 0
    live = await matches.fresh(match)
    assert live is not None
    assert live.match.closed is not None
    assert live.match.closed.reason.value == "called-off"
    await caught_up(Bookkeeper(own_store, sqlite_records, CATALOGUE))
    (table,) = (await sound(sqlite_records, tournament.id)).rounds[0].tables
    assert table.games[0].closed
    assert table.result is not None
    assert table.result.places == (2, 1)
