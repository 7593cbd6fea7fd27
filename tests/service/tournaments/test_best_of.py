"""Tables of several games: each game is added, opened and counted once, despite crashes and concurrent processes."""

from __future__ import annotations

import asyncio

import msgspec

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record.commands import RuleTable
from chronik.domain.tournament.record.events import GameAdded
from chronik.domain.tournament.record.log import Entry
from chronik.service.log.store import LogStore
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.live import LiveMatches
from chronik.service.sql.database import Records
from chronik.service.tournaments.match_scheduler import MatchScheduler
from chronik.service.tournaments.store import Tournaments
from tests.support.service.keepers import CATALOGUE, caught_up
from tests.support.service.rounds import ORGANISER, close, load_and_check, matches_of, start_tournament


def games_added_in(log: tuple[Entry, ...]) -> list[GameAdded]:
    return [one.e for one in log if isinstance(one.e, GameAdded)]


async def test_two_match_schedulers_open_the_next_game_only_once_with_swapped_seats(
    own_store: LogStore, sqlite_records: Records
) -> None:
    tournament = await start_tournament(sqlite_records, 1, 32, best_of=3)
    schedulers = [MatchScheduler(LiveMatches(own_store, CATALOGUE, 10), Tournaments(sqlite_records)) for _ in range(2)]
    tournaments = Tournaments(sqlite_records)
    for number in (1, 2):
        await asyncio.gather(*(one.open_tables(tournament.id) for one in schedulers))
        (match,) = matches_of(tournament)
        batches = (await own_store.tail(match, 0)).batches
        assert [msgspec.json.decode(batch)["e"][0]["t"] for batch in batches].count("opened") == 1
        if number == 1:
            await tournaments.submit(tournament.id, ORGANISER, RuleTable(1, 1, (9, 8), (1, 2), Cause.TIME, game=1))
            tournament = await load_and_check(sqlite_records, tournament.id)
    first, second = tournament.rounds[0].tables[0].games
    assert first.entrants == second.entrants[::-1]
    assert await schedulers[0].open_tables(tournament.id) == 0


async def test_concurrent_rulings_and_a_match_result_add_only_one_game(
    own_store: LogStore, records: Records, database: str
) -> None:
    tournament = await start_tournament(records, 1, 33, best_of=3)
    (match,) = matches_of(tournament)
    await close(own_store, match)
    others = Records(database)
    ruling = RuleTable(1, 1, (9, 8), (1, 2), Cause.TIME, game=1)

    async def follow() -> None:
        await caught_up(Bookkeeper(own_store, others, CATALOGUE))

    every = [Tournaments(one).submit(tournament.id, ORGANISER, ruling) for one in (records, others)]
    await asyncio.gather(*every, follow(), return_exceptions=True)
    await caught_up(Bookkeeper(own_store, records, CATALOGUE))
    found = await load_and_check(records, tournament.id)
    assert [one.game for one in games_added_in(await Tournaments(records).log(tournament.id))] == [2]
    assert [game.number for game in found.rounds[0].tables[0].games] == [1, 2]
    assert prove(tournament.id, await Tournaments(records).log(tournament.id)).tournament == found
    await others.close()


async def test_a_game_that_is_no_longer_needed_is_called_off(own_store: LogStore, sqlite_records: Records) -> None:
    """If the process dies after it has recorded the ruling, the next search calls the game off."""
    tournament = await start_tournament(sqlite_records, 1, 34, best_of=3)
    tournaments, matches = Tournaments(sqlite_records), LiveMatches(own_store, CATALOGUE, 10)
    scheduler = MatchScheduler(matches, tournaments)
    await scheduler.open_tables(tournament.id)
    (match,) = matches_of(tournament)
    assert await scheduler.open_tables(tournament.id) == 0, "it is needed"
    await tournaments.submit(tournament.id, ORGANISER, RuleTable(1, 1, (0, 1), (2, 1), Cause.NO_SHOW))
    assert await scheduler.open_tables(tournament.id) == 1
    assert await scheduler.open_tables(tournament.id) == 0
    live = await matches.find_fresh(match)
    assert live is not None
    assert live.match.closed is not None
    assert live.match.closed.reason.value == "called-off"
    await caught_up(Bookkeeper(own_store, sqlite_records, CATALOGUE))
    (table,) = (await load_and_check(sqlite_records, tournament.id)).rounds[0].tables
    assert table.games[0].closed
    assert table.result is not None
    assert table.result.places == (2, 1)
