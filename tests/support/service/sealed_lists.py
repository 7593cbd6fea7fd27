"""A tournament in SQL with four players who seal lists of the tiny list game."""

from __future__ import annotations

from secrets import token_hex

from msgspec import Raw

from chronik.domain.tournament.record.commands import OpenRegistration, PairRound, Register, SealDeck, StartRound
from chronik.domain.tournament.record.plan import Decks, Method, Plan, Stage
from chronik.domain.tournament.record.state import Tournament
from chronik.service.sql.database import PlayerRow, Records, put
from chronik.service.tournaments.sealed_lists import commitment_of, seal
from chronik.service.tournaments.store import Tournaments
from tests.support.engine.lists import LISTS
from tests.support.service.rounds import ORGANISER

PLAYERS = tuple(str(number) * 32 for number in range(1, 5))
DECKS = ("1 5 9", "2 4 6", "3 7 8", "1 2 9")
BROUGHT = {number: tuple(map(int, deck.split())) for number, deck in enumerate(DECKS, 1)}


async def seal_lists(records: Records) -> Tournament:
    """Creates the tournament; its players have sealed their lists."""
    tournaments, id = Tournaments(records), token_hex(16)
    async with records.session() as session:
        people = [PlayerRow(id=one, name="Player", created_at=0) for one in (ORGANISER, *PLAYERS)]
        await put(session, people)
    plan = Plan("lists", (Stage(Method.SWISS, 2, rounds=2),), "match-points", Raw(b"{}"), decks=Decks.AFTER)
    await tournaments.create(id, "Lists", "", plan, ORGANISER, LISTS)
    await tournaments.submit(id, ORGANISER, OpenRegistration())
    for number, (player, deck) in enumerate(zip(PLAYERS, DECKS, strict=True), 1):
        done = await tournaments.submit(id, player, Register(player=player))
        assert done is not None
        row = seal(done.tournament, number, deck)
        await tournaments.submit(id, player, SealDeck(number, commitment_of(row)), rows=(row,))
    found = await tournaments.find(id)
    assert found is not None
    return found


async def start_round(records: Records) -> Tournament:
    """Creates the tournament and starts its first round, at two tables."""
    tournaments, id = Tournaments(records), (await seal_lists(records)).id
    await tournaments.submit(id, ORGANISER, PairRound(1))
    done = await tournaments.submit(id, ORGANISER, StartRound(1))
    assert done is not None
    return done.tournament
