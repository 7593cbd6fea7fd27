"""A database without its last entries, after a failover or a restore: a process drops what it has cached of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from sqlmodel import col, delete, update

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record.commands import PairRound, Penalise, Register, RegisterMany, Withdraw
from chronik.domain.tournament.record.events import TournamentEvent
from chronik.domain.tournament.record.state import Tournament, fold
from chronik.service.identity.register import People
from chronik.service.log.store import LogStore
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.people.own_feed import OwnRoundPaired
from chronik.service.people.paired_rounds import PairedRounds
from chronik.service.sql.database import Records
from chronik.service.tournaments.feed import Follower, TournamentFeeds
from chronik.service.tournaments.ratings import Ratings
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import EventRow, TableRow, TournamentRow
from tests.service.people.test_own_events import pair_first_round
from tests.support.service.keepers import CATALOGUE, caught_up
from tests.support.service.rounds import ORGANISER, arrivals, close, load_and_check, matches_of, start_tournament

PENALTY = Penalise(1, 100, Cause.OTHER)


async def cut_log(records: Records, tournament: str, version: int) -> None:
    """Cuts the log of a tournament off after a version, or deletes it with 0, as a failover can."""
    before = fold(Tournament(tournament), (await Tournaments(records).log(tournament))[:version])
    async with records.session() as session:
        of = col(TableRow.tournament) == tournament
        await session.exec(delete(TableRow).where(of, col(TableRow.round) > len(before.rounds)))
        await session.exec(delete(EventRow).where(col(EventRow.tournament) == tournament, col(EventRow.n) > version))
        row = col(TournamentRow.id) == tournament
        if version:
            await session.exec(update(TournamentRow).where(row).values(version=version, phase=before.phase.value))
        else:
            await session.exec(delete(TournamentRow).where(row))


async def test_a_process_that_cached_lost_entries_continues_from_the_existing_log(records: Records) -> None:
    tournament = await start_tournament(records, 3, 41)
    ours, theirs = Tournaments(records), Tournaments(records)
    assert await ours.submit(tournament.id, ORGANISER, PENALTY)
    await cut_log(records, tournament.id, tournament.version)
    assert await ours.find(tournament.id) == tournament
    assert await ours.submit(tournament.id, ORGANISER, PENALTY)
    await cut_log(records, tournament.id, tournament.version)
    assert await theirs.submit(tournament.id, ORGANISER, Withdraw(3))
    assert await ours.submit(tournament.id, ORGANISER, Withdraw(4))
    found = await ours.find(tournament.id)
    assert found == await Tournaments(records).find(tournament.id) == await load_and_check(records, tournament.id)
    assert found.penalties == ()


async def test_a_command_decided_during_a_failover_is_decided_again(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await start_tournament(records, 3, 42)
    ours, theirs = Tournaments(records), Tournaments(records)
    assert await ours.submit(tournament.id, ORGANISER, PENALTY)
    real, decided = ours.decisions.decide, list[Tournament]()

    async def slow(known: Tournament, *more: Any) -> tuple[TournamentEvent, ...]:
        events = await real(known, *more)
        decided.append(known)
        if len(decided) == 1:
            await cut_log(records, tournament.id, tournament.version)
            assert await theirs.submit(tournament.id, ORGANISER, Withdraw(3))
        return events

    monkeypatch.setattr(ours.decisions, "decide", slow)
    recorded = await ours.submit(tournament.id, ORGANISER, Withdraw(4))
    assert [known.version for known in decided] == [tournament.version + 1] * 2
    assert recorded is not None
    assert recorded.tournament == await load_and_check(records, tournament.id)


async def test_results_are_recorded_after_entries_were_lost(own_store: LogStore, records: Records) -> None:
    keeper, tournament = Bookkeeper(own_store, records, CATALOGUE), await start_tournament(records, 3, 43)
    assert await keeper.arrivals.tournaments.submit(tournament.id, ORGANISER, PENALTY)
    await cut_log(records, tournament.id, tournament.version)
    match = matches_of(tournament)[0]
    await close(own_store, match)
    await caught_up(keeper)
    assert arrivals(await Tournaments(records).log(tournament.id)) == [match]
    await load_and_check(records, tournament.id)


async def test_a_lost_tournament_is_not_found(sqlite_records: Records) -> None:
    tournament = await start_tournament(sqlite_records, 1, 44)
    known = Tournaments(sqlite_records)
    assert await known.find(tournament.id)
    await cut_log(sqlite_records, tournament.id, 0)
    assert await known.find(tournament.id) is None
    assert await known.submit(tournament.id, ORGANISER, PENALTY) is None


@pytest.mark.parametrize("another", [False, True])
async def test_a_feed_that_sent_lost_entries_ends_and_a_reconnect_sends_the_existing_ones(
    sqlite_records: Records, another: bool
) -> None:
    tournament, other = [await start_tournament(sqlite_records, 3, seed) for seed in (45, 46)]
    records = Tournaments(sqlite_records)
    assert await records.submit(tournament.id, ORGANISER, PENALTY)
    feeds, followers = TournamentFeeds(records), [Follower(one.id) for one in (tournament, other)]
    for follower in followers:
        await feeds.add(follower, None)
    await feeds.poll()
    assert not any(follower.outbox.closed.is_set() for follower in followers), "the control"
    await cut_log(sqlite_records, tournament.id, tournament.version)
    if another:
        assert await Tournaments(sqlite_records).submit(tournament.id, ORGANISER, Withdraw(3))
    await feeds.poll()
    assert [follower.outbox.closed.is_set() for follower in followers] == [True, False]
    again = Follower(tournament.id)
    await feeds.add(again, tournament.version + 1)
    await feeds.poll()
    assert not again.outbox.closed.is_set()
    assert again.state == await load_and_check(sqlite_records, tournament.id)


async def test_a_player_whose_pairing_was_in_a_lost_entry_is_sent_the_replacement_pairing(
    sqlite_records: Records,
) -> None:
    people, name = People(sqlite_records), "a" * 32
    players = [(await people.register(one)).player for one in ("Ann", "Bob", "Cem")]
    ours = Tournaments(sqlite_records)
    await pair_first_round(ours, name, players)
    asked = PairedRounds(ours)
    (alone,) = without_table(await asked.rounds(players))
    end = (await ours.log(name))[-1].n
    await cut_log(sqlite_records, name, 4)
    table = (players.index(alone) + 1, (players.index(alone) + 1) % 3 + 1)
    assert await Tournaments(sqlite_records).submit(name, players[0], PairRound(1, fixed=(table,)))
    assert (await ours.log(name))[-1].n == end, "the control: it ends at the same version"
    assert without_table(await asked.rounds(players)) not in ([], [alone])


def without_table(told: Mapping[str, Sequence[OwnRoundPaired]]) -> list[str]:
    """Returns an entrant without a table."""
    return [player for player, (one,) in told.items() if one.table is None]


async def test_a_player_whose_registration_was_in_a_lost_entry_is_not_registered(sqlite_records: Records) -> None:
    people, names = People(sqlite_records), ("a" * 32, "b" * 32)
    ann, bob, cem = [(await people.register(name)).player for name in ("Ann", "Bob", "Cem")]
    ours = Tournaments(sqlite_records)
    ratings = Ratings(ours)
    for name in names:
        await pair_first_round(ours, name, (ann, bob))
    await ratings.pools()
    assert [set(ratings.tournaments_of(one)) for one in (ann, bob, cem)] == [set(names), set(names), set()]
    await cut_log(sqlite_records, names[0], 1)
    await cut_log(sqlite_records, names[1], 0)
    entered = RegisterMany((Register(player=ann), Register(player=cem)))
    theirs = Tournaments(sqlite_records)
    assert await theirs.submit(names[0], ann, entered)
    assert await theirs.submit(names[0], ann, PairRound(1))
    await ratings.pools()
    assert [set(ratings.tournaments_of(one)) for one in (ann, bob, cem)] == [{names[0]}, set(), {names[0]}]
