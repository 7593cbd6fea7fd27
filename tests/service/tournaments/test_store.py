"""The log of a tournament: what many want of it at once is recorded, each once and without a gap."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest
from msgspec import Raw
from sqlmodel import select

from domain.engine.match.options import options_of
from domain.games import game
from domain.tournament.record.commands import OpenRegistration, Penalise, Register, RegisterMany
from domain.tournament.record.plan import Method, Plan, Stage
from service.people.erasure import Ghost, erase
from service.people.register import People
from service.sql.database import PlayerRow, Records, put
from service.tournaments import store
from service.tournaments.personal_data import HOLDINGS
from service.tournaments.store import TRIES, Gone, Key, Tournaments, Words
from service.tournaments.tables import ClubRow, DeckRow, NoteRow
from tests.support.service.rounds import GAME, ORGANISER, sound

CROWD = 5 * TRIES


async def open_to_all(tournaments: Tournaments) -> str:
    """A tournament whose registration is open."""
    tournament = secrets.token_hex(16)
    plan = Plan(GAME, (Stage(Method.SWISS, 2, rounds=3),), "match-points", Raw(options_of(game(GAME), {})))
    async with tournaments.records.session() as session:
        await put(session, [PlayerRow(id=ORGANISER, name="Olga", created_at=0)])
    await tournaments.create(tournament, "A rush", "", plan, ORGANISER, game(GAME))
    await tournaments.submit(tournament, ORGANISER, OpenRegistration())
    return tournament


async def test_of_a_crowd_that_enters_at_once_everybody_is_entered(records: Records, database: str) -> None:
    """Here, and then here and in another process."""
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
    found = await sound(records, tournament)
    assert sorted(one.player for one in found.entrants) == sorted(entered)
    assert [one.number for one in found.entrants] == list(range(1, len(entered) + 1))
    assert not here._locks, "a lock is kept as long as somebody waits"
    await others.close()


async def test_who_holds_the_log_needs_no_second_connection(
    sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Overtaken until then, on a pool that has no other connection: all is read on the one that holds the log."""
    tournaments, held, size = Tournaments(sqlite_records), list[bool](), 15
    tournament = await open_to_all(tournaments)
    append, submit = store.append, tournaments._submit

    async def overtaken(*given: Any) -> bool:
        return held[-1] and await append(*given)

    async def noted(*given: Any, **named: Any) -> Any:
        held.append(named["held"])
        return await submit(*given, **named)

    async def idle() -> None:
        async with sqlite_records.reading() as session:
            await session.exec(select(NoteRow))
            taken.release()
            await over.wait()

    monkeypatch.setattr(store, "append", overtaken)
    monkeypatch.setattr(tournaments, "_submit", noted)
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
    assert held == [False] * TRIES + [True, False]
    assert done is not None
    assert done.entries
    assert again is not None
    assert again.entries == done.entries


async def test_who_writes_words_and_is_erased_at_that_moment_gets_an_answer(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An erasure takes the player and then their tournaments: so does a command, else both wait for each other."""
    tournaments, written = Tournaments(records), asyncio.Event()
    tournament = await open_to_all(tournaments)
    append = store.append

    async def slow(*given: Any) -> bool:
        done = await append(*given)
        written.set()
        await asyncio.sleep(0.3)  # in which the erasure takes what it can
        return done

    async def erased() -> Ghost | None:
        await written.wait()
        return await erase(records, HOLDINGS, ORGANISER)

    monkeypatch.setattr(store, "append", slow)
    words = Words("as agreed", ORGANISER)
    done, ghost = await asyncio.gather(
        tournaments.submit(tournament, ORGANISER, Register(bot="random"), words=words), erased()
    )
    assert done is not None
    assert done.entries
    assert ghost is not None
    async with records.reading() as session:
        assert not (await session.exec(select(NoteRow))).all()


async def test_nothing_is_kept_about_somebody_who_was_erased_a_moment_ago(records: Records) -> None:
    """A command is recorded without words that would go with them; with their list or club it is not."""
    tournaments, people = Tournaments(records), People(records)
    tournament = await open_to_all(tournaments)
    ann, words = (await people.register("Ann")).player, "always late"
    await tournaments.submit(tournament, ORGANISER, Register(player=ann))
    for kept in ([words], []):
        penalty, about = Penalise(1, 100), Words(words, ORGANISER, ann)
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
        version = (await sound(records, where)).version
        with pytest.raises(Gone):
            await tournaments.submit(where, ORGANISER, command, beside=(row,))
        assert (await sound(records, where)).version == version
    async with records.reading() as session:
        assert not (await session.exec(select(ClubRow))).all()
        assert not (await session.exec(select(DeckRow))).all()
