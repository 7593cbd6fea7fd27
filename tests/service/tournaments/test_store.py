"""The log of a tournament: many concurrent commands are recorded, each once and without a gap."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest
from msgspec import Raw
from sqlmodel import select

from chronik.domain.engine.match.options import options_of
from chronik.domain.games import game
from chronik.domain.tournament.record.commands import OpenRegistration, Penalise, Register, RegisterMany
from chronik.domain.tournament.record.plan import Method, Plan, Stage
from chronik.domain.tournament.record.state import Tournament
from chronik.service.identity.register import People
from chronik.service.log.outcomes import TRIES, Conflict
from chronik.service.people.erasure import Ghost, erase
from chronik.service.people.personal_data import HOLDINGS
from chronik.service.sql.database import PlayerRow, Records, Session, put
from chronik.service.tournaments import store
from chronik.service.tournaments.erasable import NoteText, OwnerErased
from chronik.service.tournaments.log import Key, append
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import ClubRow, DeckRow, NoteRow
from tests.support.service.rounds import GAME, ORGANISER, load_and_check

CROWD = 5 * TRIES


async def open_to_all(tournaments: Tournaments) -> str:
    """Returns a tournament with open registration."""
    tournament = secrets.token_hex(16)
    plan = Plan(GAME, (Stage(Method.SWISS, 2, rounds=3),), "match-points", Raw(options_of(game(GAME), {})))
    async with tournaments.records.session() as session:
        await put(session, [PlayerRow(id=ORGANISER, name="Olga", created_at=0)])
    await tournaments.create(tournament, "A rush", "", plan, ORGANISER, game(GAME))
    await tournaments.submit(tournament, ORGANISER, OpenRegistration())
    return tournament


async def test_players_who_enter_at_the_same_time_are_all_entered(records: Records, database: str) -> None:
    """This is tried in this process, and then with two processes."""
    others = Records(database)
    here, there = Tournaments(records), Tournaments(others)
    tournament = await open_to_all(here)
    entered: list[str] = []
    for desks in ((here,), (here, there)):
        crowd = [secrets.token_hex(16) for _ in range(CROWD)]
        asked = [
            desks[number % len(desks)].submit(tournament, player, Register(player=player))
            for number, player in enumerate(crowd)
        ]
        assert all(done is not None and done.entries for done in await asyncio.gather(*asked))
        entered += crowd
    found = await load_and_check(records, tournament)
    assert sorted(one.player for one in found.entrants) == sorted(entered)
    assert [one.number for one in found.entrants] == list(range(1, len(entered) + 1))
    await others.close()


async def test_a_command_that_locks_the_log_needs_no_second_connection(
    sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It conflicts until it locks the log, on a pool of one connection: everything is read on that connection."""
    tournaments, reading, held, size = Tournaments(sqlite_records), list[Session](), list[bool](), 15
    tournament = await open_to_all(tournaments)
    read = tournaments.read

    async def overtaken(session: Session, *given: Any) -> Tournament:
        held.append(session is reading[-1])
        if not held[-1]:
            raise Conflict
        return await append(session, *given)

    async def record_session(session: Session, name: str) -> Any:
        reading.append(session)
        return await read(session, name)

    async def idle() -> None:
        async with sqlite_records.reading() as session:
            await session.exec(select(NoteRow))
            taken.release()
            await over.wait()

    monkeypatch.setattr(store, "append", overtaken)
    monkeypatch.setattr(tournaments, "read", record_session)
    taken, over = asyncio.Semaphore(0), asyncio.Event()
    async with asyncio.timeout(20), asyncio.TaskGroup() as others:
        for _ in range(size - 1):
            others.create_task(idle())
        for _ in range(size - 1):
            await taken.acquire()
        key = Key("a" * 64, "b" * 64)
        done = await tournaments.submit(tournament, ORGANISER, Register(bot="random"), key=key)
        again = await tournaments.submit(tournament, ORGANISER, Register(bot="random"), key=key)
        over.set()
    assert held == [False] * TRIES + [True]
    assert done is not None
    assert done.entries
    assert again is not None
    assert again.entries == done.entries


async def test_an_author_who_is_erased_while_writing_a_note_gets_an_answer(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An erasure locks the player and then their tournaments; a command must do the same, or both deadlock."""
    tournaments, written = Tournaments(records), asyncio.Event()
    tournament = await open_to_all(tournaments)

    async def slow(*given: Any) -> Tournament:
        done = await append(*given)
        written.set()
        await asyncio.sleep(0.3)  # time for the erasure to lock what it can
        return done

    async def erase_organiser() -> Ghost | None:
        await written.wait()
        return await erase(records, HOLDINGS, ORGANISER)

    monkeypatch.setattr(store, "append", slow)
    words = NoteText("as agreed", ORGANISER)
    done, ghost = await asyncio.gather(
        tournaments.submit(tournament, ORGANISER, Register(bot="random"), words=words), erase_organiser()
    )
    assert done is not None
    assert done.entries
    assert ghost is not None
    async with records.reading() as session:
        assert not (await session.exec(select(NoteRow))).all()


async def test_nothing_is_stored_about_a_player_who_was_just_erased(records: Records) -> None:
    """A command is recorded without a note about them; with their list or club it is not recorded."""
    tournaments, people = Tournaments(records), People(records)
    tournament = await open_to_all(tournaments)
    ann, words = (await people.register("Ann")).player, "always late"
    await tournaments.submit(tournament, ORGANISER, Register(player=ann))
    for kept in ([words], []):
        penalty, about = Penalise(1, 100), NoteText(words, ORGANISER, ann)
        assert await tournaments.submit(tournament, ORGANISER, penalty, words=about)
        async with records.reading() as session:
            assert [row.words for row in (await session.exec(select(NoteRow))).all()] == kept
        await erase(records, HOLDINGS, ann)
    other = await open_to_all(tournaments)
    club = ClubRow(tournament=other, code="0" * 8, name="Curlew & Friends")
    entered = Register(player=ann, club=club.code)
    sealed = DeckRow(tournament=tournament, entrant=1, player=ann, deck="forty lapwings", salt="0" * 64)
    for where, command, row in (
        (other, entered, club),
        (other, RegisterMany((Register(bot="random"), entered)), club),
        (tournament, Penalise(1, 100), sealed),
    ):
        version = (await load_and_check(records, where)).version
        with pytest.raises(OwnerErased):
            await tournaments.submit(where, ORGANISER, command, rows=(row,))
        assert (await load_and_check(records, where)).version == version
    async with records.reading() as session:
        assert not (await session.exec(select(ClubRow))).all()
        assert not (await session.exec(select(DeckRow))).all()
