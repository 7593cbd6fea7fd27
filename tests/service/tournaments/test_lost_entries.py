"""A database without its last entries, as one that was promoted or restored: what a process knew of them is let go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from sqlmodel import col, delete, update

from domain.engine.match.events import Cause
from domain.tournament.record.commands import PairRound, Penalise, Register, RegisterMany, Withdraw
from domain.tournament.record.events import TournamentEvent
from domain.tournament.record.state import Tournament, fold
from service.log.store import LogStore
from service.matches.feed.own import OwnRoundPaired
from service.people.register import People
from service.sql.database import Records
from service.tournaments.feed import Follower, TournamentFeeds
from service.tournaments.paired import PairedRounds
from service.tournaments.ratings import Ratings
from service.tournaments.store import Tournaments
from service.tournaments.tables import EventRow, TableRow, TournamentRow
from service.workers.bookkeeper import Bookkeeper
from tests.service.workers.test_own_events import paired
from tests.support.service.keepers import CATALOGUE, caught_up
from tests.support.service.rounds import ORGANISER, arrivals, close, matches_of, sound, started

PENALTY = Penalise(1, 100, Cause.OTHER)


async def lost(records: Records, tournament: str, version: int) -> None:
    """The log of a tournament ends at a version, 0 where it is gone: nobody has heard of what came after it."""
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


async def test_who_knew_the_lost_entries_goes_on_from_those_that_are_there(records: Records) -> None:
    tournament = await started(records, 3, 41)
    ours, theirs = Tournaments(records), Tournaments(records)
    assert await ours.submit(tournament.id, ORGANISER, PENALTY)
    await lost(records, tournament.id, tournament.version)
    assert await ours.find(tournament.id) == tournament
    assert await ours.submit(tournament.id, ORGANISER, PENALTY)
    await lost(records, tournament.id, tournament.version)
    assert await theirs.submit(tournament.id, ORGANISER, Withdraw(3))
    assert await ours.submit(tournament.id, ORGANISER, Withdraw(4))
    found = await ours.find(tournament.id)
    assert found == await Tournaments(records).find(tournament.id) == await sound(records, tournament.id)
    assert found.penalties == ()


async def test_a_command_that_was_decided_meanwhile_is_decided_again(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await started(records, 3, 42)
    ours, theirs = Tournaments(records), Tournaments(records)
    assert await ours.submit(tournament.id, ORGANISER, PENALTY)
    real, decided = ours.dry_run, list[Tournament]()

    async def slow(known: Tournament, *more: Any) -> tuple[TournamentEvent, ...]:
        events = await real(known, *more)
        decided.append(known)
        if len(decided) == 1:
            await lost(records, tournament.id, tournament.version)
            assert await theirs.submit(tournament.id, ORGANISER, Withdraw(3))
        return events

    monkeypatch.setattr(ours, "dry_run", slow)
    recorded = await ours.submit(tournament.id, ORGANISER, Withdraw(4))
    assert [known.version for known in decided] == [tournament.version + 1] * 2
    assert recorded is not None
    assert recorded.tournament == await sound(records, tournament.id)


async def test_the_books_go_on(own_store: LogStore, records: Records) -> None:
    keeper, tournament = Bookkeeper(own_store, records, CATALOGUE), await started(records, 3, 43)
    assert await keeper.arrivals.tournaments.submit(tournament.id, ORGANISER, PENALTY)
    await lost(records, tournament.id, tournament.version)
    match = matches_of(tournament)[0]
    await close(own_store, match)
    await caught_up(keeper)
    assert arrivals(await Tournaments(records).log(tournament.id)) == [match]
    await sound(records, tournament.id)


async def test_a_tournament_that_was_lost_is_none(sqlite_records: Records) -> None:
    tournament = await started(sqlite_records, 1, 44)
    known = Tournaments(sqlite_records)
    assert await known.find(tournament.id)
    await lost(sqlite_records, tournament.id, 0)
    assert await known.find(tournament.id) is None
    assert await known.submit(tournament.id, ORGANISER, PENALTY) is None


@pytest.mark.parametrize("another", [False, True])
async def test_the_streams_of_lost_entries_end_and_who_comes_back_is_told_of_the_others(
    sqlite_records: Records, another: bool
) -> None:
    tournament, other = [await started(sqlite_records, 3, seed) for seed in (45, 46)]
    records = Tournaments(sqlite_records)
    assert await records.submit(tournament.id, ORGANISER, PENALTY)
    feeds, followers = TournamentFeeds(records), [Follower(one.id) for one in (tournament, other)]
    for follower in followers:
        await feeds.welcome(follower, None)
    await feeds._ask()
    assert not any(follower.outbox.closed.is_set() for follower in followers), "the control"
    await lost(sqlite_records, tournament.id, tournament.version)
    if another:
        assert await Tournaments(sqlite_records).submit(tournament.id, ORGANISER, Withdraw(3))
    await feeds._ask()
    assert [follower.outbox.closed.is_set() for follower in followers] == [True, False]
    again = Follower(tournament.id)
    await feeds.welcome(again, tournament.version + 1)
    await feeds._ask()
    assert not again.outbox.closed.is_set()
    assert again.told == await sound(sqlite_records, tournament.id)


async def test_who_was_paired_in_a_lost_entry_is_told_of_the_other_pairing(sqlite_records: Records) -> None:
    people, name = People(sqlite_records), "a" * 32
    players = [(await people.register(one)).player for one in ("Ann", "Bob", "Cem")]
    ours = Tournaments(sqlite_records)
    await paired(ours, name, players)
    asked = PairedRounds(ours)
    (alone,) = idle(await asked.rounds(players))
    end = (await ours.log(name))[-1].n
    await lost(sqlite_records, name, 4)
    table = (players.index(alone) + 1, (players.index(alone) + 1) % 3 + 1)
    assert await Tournaments(sqlite_records).submit(name, players[0], PairRound(1, fixed=(table,)))
    assert (await ours.log(name))[-1].n == end, "the control: it ends at the same version"
    assert idle(await asked.rounds(players)) not in ([], [alone])


def idle(told: Mapping[str, Sequence[OwnRoundPaired]]) -> list[str]:
    """Who has no table."""
    return [player for player, (one,) in told.items() if one.table is None]


async def test_who_entered_in_a_lost_entry_has_not_entered(sqlite_records: Records) -> None:
    people, names = People(sqlite_records), ("a" * 32, "b" * 32)
    ann, bob, cem = [(await people.register(name)).player for name in ("Ann", "Bob", "Cem")]
    ours = Tournaments(sqlite_records)
    ratings = Ratings(ours)
    for name in names:
        await paired(ours, name, (ann, bob))
    await ratings.pools()
    assert [set(ratings.entered(one)) for one in (ann, bob, cem)] == [set(names), set(names), set()]
    await lost(sqlite_records, names[0], 1)
    await lost(sqlite_records, names[1], 0)
    entered = RegisterMany((Register(player=ann), Register(player=cem)))
    theirs = Tournaments(sqlite_records)
    assert await theirs.submit(names[0], ann, entered)
    assert await theirs.submit(names[0], ann, PairRound(1))
    await ratings.pools()
    assert [set(ratings.entered(one)) for one in (ann, bob, cem)] == [{names[0]}, set(), {names[0]}]
