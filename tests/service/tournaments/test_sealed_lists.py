"""Lists in matches: each match opens once with exactly the sealed lists, despite crashes, erasures and tampering."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

import pytest
from msgspec import Raw
from msgspec.structs import replace
from sqlmodel import col, delete, select, update
from structlog.testing import capture_logs

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.events import Closed, Opened
from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record.commands import (
    Cancel,
    OpenRegistration,
    PairRound,
    Register,
    SealDeck,
    StartRound,
    TournamentCommand,
)
from chronik.domain.tournament.record.plan import Decks, Method, Plan, Stage
from chronik.domain.tournament.record.state import Progress, Tournament
from chronik.domain.tournament.record.table import Game, Table
from chronik.service.log.store import LogStore
from chronik.service.matches.live import LiveMatches
from chronik.service.sql.database import PlayerRow, Records, Session, put
from chronik.service.tournaments import store
from chronik.service.tournaments.log import Key, append
from chronik.service.tournaments.match_scheduler import MatchScheduler, Opening
from chronik.service.tournaments.sealed_lists import commitment_of, problems_of, seal
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import DeckRow
from tests.support.engine.lists import LISTS
from tests.support.service.keepers import Crash
from tests.support.service.lists_app import RULES, WithLists
from tests.support.service.rounds import ORGANISER, matches_of
from tests.support.service.sealed_lists import BROUGHT, DECKS, PLAYERS, seal_lists, start_round

pytestmark = pytest.mark.parametrize(
    "database", ["sqlite", *(["postgres"] if os.environ.get("CHRONIK_LONG") else [])], indirect=True
)

Step: TypeAlias = Callable[[Tournament], tuple[TournamentCommand, tuple[DeckRow, ...]]]
"""A command for a tournament, and the rows that are written with it."""


class Halfway(MatchScheduler):
    """A match scheduler that dies after opening a match, before it records that."""

    async def _open(self, opening: Opening, table: Table, game: Game) -> None:
        await self._open_match(opening, game)
        raise Crash


def matches_over(store: LogStore) -> LiveMatches:
    return LiveMatches(store, WithLists({}), 10)


async def logs(store: LogStore, matches: Sequence[str]) -> list[tuple[bytes, ...]]:
    return [tuple(item.batch for item in (await store.tail(match, 0)).items) for match in matches]


async def test_each_match_is_withheld_and_begins_with_the_lists_of_its_seats(store: LogStore, records: Records) -> None:
    tournament, matches = await start_round(records), matches_over(store)
    assert await MatchScheduler(matches, Tournaments(records)).open_tables(tournament.id) == 2
    for table in tournament.rounds[0].tables:
        live = await matches.find_fresh(table.match)
        assert live is not None
        assert live.match.opened is not None
        assert live.match.opened.held
        assert live.match.state.lists == tuple(BROUGHT[number] for number in table.entrants)
        assert live.match.waiting == (0,), "nobody is asked for a list"


async def test_the_tables_of_a_round_that_starts_during_a_search_wait_for_the_next_one(
    store: LogStore, records: Records
) -> None:
    id, calm = (await seal_lists(records)).id, Tournaments(records)

    class Meanwhile(Tournaments):
        """A match scheduler that reads the tournament just before a round is paired and started."""

        async def find(self, tournament: str) -> Tournament | None:
            found = await super().find(tournament)
            for command in (PairRound(1), StartRound(1)):
                await calm.submit(tournament, ORGANISER, command)
            return found

    assert await MatchScheduler(matches_over(store), Meanwhile(records)).open_tables(id) == 0
    assert await MatchScheduler(matches_over(store), calm).open_tables(id) == 2


async def test_a_round_that_two_organisers_start_at_once_starts_only_once_with_the_sealed_lists(
    store: LogStore, records: Records, database: str
) -> None:
    """Both pair, start and open the tables, while a player seals another list."""
    others = Records(database)
    both, id = (Tournaments(records), Tournaments(others)), (await seal_lists(records)).id

    async def at_once(command: TournamentCommand, *more: Awaitable[object]) -> list[object]:
        asked = [one.submit(id, ORGANISER, command) for one in both]
        return await asyncio.gather(*asked, *more, return_exceptions=True)

    await at_once(PairRound(1))
    tournament = await both[0].find(id)
    assert tournament is not None
    row = seal(tournament, 1, "4 5 6")
    *_, late = await at_once(
        StartRound(1), both[1].submit(id, PLAYERS[0], SealDeck(1, commitment_of(row)), rows=(row,))
    )
    await asyncio.gather(*(MatchScheduler(matches_over(store), one).open_tables(id) for one in both))
    kept = {number: deck for number, (deck, _) in (await both[0].decks(id)).items()}
    assert kept == dict(enumerate(DECKS, 1)) | ({} if isinstance(late, Rejected) else {1: "4 5 6"})
    tournament = await both[1].find(id)
    assert tournament is not None
    (round_,) = tournament.rounds
    assert round_.progress is Progress.STARTED
    assert [len(log) for log in await logs(store, matches_of(tournament))] == [1, 1]
    for table in round_.tables:
        live = await matches_over(store).find_fresh(table.match)
        assert live is not None
        assert live.match.state.lists == tuple(tuple(map(int, kept[number].split())) for number in table.entrants)
    assert prove(id, await both[0].log(id)).tournament == tournament
    await others.close()


async def test_erasing_a_list_does_not_change_an_open_match(store: LogStore, records: Records) -> None:
    tournament, tournaments = await start_round(records), Tournaments(records)
    ids = matches_of(tournament)
    with pytest.raises(Crash):
        await Halfway(matches_over(store), tournaments).open_tables(tournament.id)
    before = await logs(store, ids)
    async with records.session() as session:
        await session.exec(delete(DeckRow).where(col(DeckRow.tournament) == tournament.id))
    matches = matches_over(store)
    with capture_logs() as said:
        assert await MatchScheduler(matches, tournaments).open_tables(tournament.id) == 2
    assert not any(line["log_level"] == "error" for line in said)
    assert (await logs(store, ids))[0] == before[0]
    later = await matches.find_fresh(ids[1])
    assert later is not None
    assert later.match.waiting == (0, 1), "whose list is gone is asked for one"


async def test_a_table_is_not_opened_with_a_list_that_differs_from_the_sealed_one(
    store: LogStore, records: Records
) -> None:
    tournament, tournaments = await start_round(records), Tournaments(records)
    first, second = tournament.rounds[0].tables
    other = (col(DeckRow.tournament) == tournament.id, col(DeckRow.entrant) == first.entrants[0])
    async with records.session() as session:
        await session.exec(update(DeckRow).where(*other).values(deck="7 8 9"))
    with capture_logs() as said:
        await MatchScheduler(matches_over(store), tournaments).open_tables(tournament.id)
    assert [bool(log) for log in await logs(store, (first.match, second.match))] == [False, True]
    assert [line["event"] for line in said if line["log_level"] == "error"] == ["a table cannot be opened"]


async def test_calling_off_a_tournament_opens_and_closes_matches_that_were_not_open(
    store: LogStore, records: Records
) -> None:
    tournament, tournaments = await start_round(records), Tournaments(records)
    scheduler = MatchScheduler(matches_over(store), tournaments)
    await tournaments.submit(tournament.id, ORGANISER, Cancel())
    await scheduler.settle(tournament.id)
    for match in matches_of(tournament):
        live = await matches_over(store).find_fresh(match)
        assert live is not None
        assert isinstance(live.match.closed, Closed)
        assert isinstance(live.match.opened, Opened)
        assert live.match.opened.held
    found = await tournaments.find(tournament.id)
    assert found is not None
    assert all(one.deck is not None and one.deck.opened for one in found.entrants)


async def test_a_tournament_uses_the_rules_that_were_current_at_its_creation(store: LogStore, records: Records) -> None:
    tournament = await start_round(records)
    catalogue = WithLists({})
    newer = replace(RULES, game=replace(LISTS, version=2))
    catalogue.add(newer)
    assert catalogue.current("lists") is newer
    matches = LiveMatches(store, catalogue, 10)
    await MatchScheduler(matches, Tournaments(records)).open_tables(tournament.id)
    live = await matches.find_fresh(matches_of(tournament)[0])
    assert live is not None
    assert live.match.opened is not None
    assert (live.match.opened.rules, live.match.opened.facts) == (1, LISTS.facts)


async def test_a_list_is_judged_by_the_options_of_the_plan_and_advice_does_not_count(records: Records) -> None:
    tournament, catalogue = await start_round(records), WithLists({})
    assert problems_of(catalogue, tournament, "1 2 3") == (), "advice"
    assert [one.code for one in problems_of(catalogue, tournament, "9 9")] == ["size", "numbers"]
    unlisted = replace(tournament, plan=replace(tournament.planned, options=Raw(b'{"along":false}')))
    assert problems_of(catalogue, unlisted, "9 9") == ()


async def test_a_step_that_crashes_before_its_commit_leaves_nothing_and_can_be_repeated(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps: sealing and replacing a list, a list for a bot, pairing, starting, ending. A repeated request has a
    new salt.
    """
    tournaments, id = Tournaments(records), "5" * 32
    async with records.session() as session:
        await put(session, [PlayerRow(id=one, name="Somebody", created_at=0) for one in (ORGANISER, *PLAYERS[:1])])
    plan = Plan("lists", (Stage(Method.SWISS, 2, rounds=1),), "match-points", Raw(b"{}"), decks=Decks.AFTER)
    await tournaments.create(id, "Steps", "", plan, ORGANISER, LISTS)
    await tournaments.submit(id, ORGANISER, OpenRegistration())
    await tournaments.submit(id, PLAYERS[0], Register(player=PLAYERS[0]))
    await tournaments.submit(id, ORGANISER, Register(bot="random"))

    async def dying(session: Session, *entry: Any) -> bool:
        await append(session, *entry)
        raise Crash

    for number, (by, step) in enumerate(STEPS):
        found = await Tournaments(records).find(id)
        assert found is not None
        key, before = Key(f"{number}".zfill(64), "f" * 32), (found.version, await tournaments.decks(id))
        command, rows = step(found)
        monkeypatch.setattr(store, "append", dying)
        with pytest.raises(Crash):
            await Tournaments(records).submit(id, by, command, key=key, rows=rows)
        monkeypatch.setattr(store, "append", append)
        unchanged = await Tournaments(records).find(id)
        assert unchanged is not None
        assert (unchanged.version, await tournaments.decks(id)) == before
        for _ in range(2):
            command, rows = step(found)
            done = await Tournaments(records).submit(id, by, command, key=key, rows=rows)
            assert done is not None
            after = (done.tournament.version, await tournaments.decks(id))
            assert after[0] > before[0]
            if rows:
                sealed = [commitment_of(row) for row in await rows_of(records, id)]
                assert sealed == [one.deck.commitment for one in done.tournament.entrants if one.deck is not None]
    ended = await tournaments.find(id)
    assert ended is not None
    assert all(one.deck is not None and one.deck.opened for one in ended.entrants)


def sealing(number: int, deck: str) -> Step:
    """Returns a step that seals a list under a new salt, as each request does."""

    def step(tournament: Tournament) -> tuple[TournamentCommand, tuple[DeckRow, ...]]:
        row = seal(tournament, number, deck)
        return SealDeck(number, commitment_of(row)), (row,)

    return step


def bare(command: TournamentCommand) -> Step:
    """Returns a step without rows outside the log."""
    return lambda _: (command, ())


STEPS: Sequence[tuple[str, Step]] = (
    (PLAYERS[0], sealing(1, DECKS[0])),
    (PLAYERS[0], sealing(1, DECKS[1])),
    (ORGANISER, sealing(2, DECKS[2])),
    (ORGANISER, bare(PairRound(1))),
    (ORGANISER, bare(StartRound(1))),
    (ORGANISER, bare(Cancel())),
)


async def rows_of(records: Records, tournament: str) -> Sequence[DeckRow]:
    """Returns the stored lists, by entrant."""
    async with records.reading() as session:
        query = select(DeckRow).where(DeckRow.tournament == tournament).order_by(col(DeckRow.entrant))
        return (await session.exec(query)).all()
