"""The events of an account: all that stands, then what changes; nothing that matters is lost, and nothing is told."""

import asyncio
import re
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.dialects import sqlite

from domain.engine.match.events import Closed, Ending
from domain.engine.match.log import codec
from domain.engine.match.match import Match
from domain.engine.match.options import options_of
from domain.engine.seats import SeatHolder
from domain.games import game
from domain.tournament.record.commands import PairRound, Register, RegisterMany, StartRound
from domain.tournament.record.plan import Method, Plan, Stage
from domain.tournament.record.state import Tournament
from projections.games import projection
from service.matches.catalogue import Rules
from service.matches.feed.own import OwnRoundPaired
from service.people.challenges import ChallengeRow, ChallengeState
from service.people.register import People
from service.sql.database import Records
from service.tournaments.paired import PairedRounds, going_on
from service.tournaments.store import Tournaments
from service.workers import own_events
from service.workers.background import Background
from service.workers.own_events import OwnEvents, OwnStream
from tests.support.service.apps import Player, answer_once, opened, play_on, register, until
from tests.support.service.events import Event, Watcher
from tests.support.service.tables import GAME, ONE_LOOP

pytestmark = ONE_LOOP

CARD = re.compile(rb"P\d{3}")


@pytest.fixture
def server(shared_server: httpx.AsyncClient) -> httpx.AsyncClient:
    """One server for all of these tests."""
    return shared_server


@asynccontextmanager
async def listening(client: httpx.AsyncClient, player: Player, after: int | None = None) -> AsyncIterator[Watcher]:
    """A stream of an account that is open."""
    resumed = {} if after is None else {"last-event-id": str(after)}
    async with client.stream("GET", "/api/v1/me/events", headers=player.headers | resumed) as response:
        assert response.status_code == 200, await response.aread()
        yield Watcher(response)


async def up_to(watcher: Watcher, kind: str) -> list[Event]:
    """The events up to the next one of a kind, without heartbeats."""
    found: list[Event] = []
    async for event in watcher.events():
        if event.kind not in ("comment", "retry"):
            found.append(event)
        if event.kind == kind:
            return found
    raise AssertionError(f"the stream ended without {kind}")


def brief(events: list[Event]) -> list[tuple[str, Any]]:
    return [(event.kind, event.data.get("match")) for event in events]


async def seated(client: httpx.AsyncClient, ann: Player, bob: Player) -> str:
    match = await opened(client, ann, "mine", "open")
    await client.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
    return match


async def test_one_stream_tells_of_all_matches_and_a_later_one_of_what_stands(server: httpx.AsyncClient) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    first = await seated(server, ann, bob)
    async with listening(server, ann) as own:
        assert brief(await up_to(own, "standing")) == [("match-started", first), ("turn", first), ("standing", None)]
        second = await seated(server, ann, bob)
        assert brief(await up_to(own, "turn")) == [("match-started", second), ("turn", second)]
        luck = Random(1)
        for player in (ann, bob):
            assert await answer_once(server, second, player, luck)
        turn = (await up_to(own, "turn"))[-1]
        assert (turn.data["match"], turn.data["game"], turn.data["seat"]) == (second, "katharina", 0)
        asked = (await server.get(turn.data["links"]["options"], headers=ann.headers)).json()
        assert turn.data["prompts"] == [one["id"] for one in asked["prompts"]]
        assert turn.data["version"] == asked["version"]
        await play_on(server, second, [ann, bob])
        last = (await up_to(own, "match-finished"))[-1]
        assert last.data["result"].keys() == {"points", "places"}
        assert last.id is not None
        assert not CARD.search(own.raw)
    async with listening(server, ann, last.id) as own:
        again = await up_to(own, "standing")
        assert set(brief(again)) >= {("match-started", first), ("turn", first), ("match-finished", second)}
        assert [event.id for event in again] == sorted({event.id or 0 for event in again}), "ids grow"
        assert min(event.id or 0 for event in again) > last.id
        assert again[-1].data == {"t": "standing", "playing": 1}


async def test_what_ended_while_nobody_listened_is_told_or_said_to_be_unknown(server: httpx.AsyncClient) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    match = await seated(server, ann, bob)
    async with listening(server, ann) as own:
        last = (await up_to(own, "standing"))[-1].id
    answer = await server.post(f"/api/v1/matches/{match}/resignations", json={}, headers=bob.headers)
    assert answer.status_code in (200, 201), answer.text
    async with listening(server, ann, last) as own:
        assert ("match-finished", match) in brief(await up_to(own, "standing"))
    async with listening(server, ann, 1) as own:
        assert brief(await up_to(own, "standing"))[0] == ("reset", None)


async def test_a_stream_ends_with_its_token_and_takes_the_place_of_a_feed(
    server: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_events, "ASK_SECONDS", 0.05)
    nobody = await server.get("/api/v1/me/events")
    assert nobody.status_code == 401
    ann = await register(server, "Ann")
    async with listening(server, ann) as own:
        await up_to(own, "standing")
        assert (await server.delete(f"/api/v1/me/tokens/{ann.token_id}", headers=ann.headers)).status_code == 204
        assert [event async for event in own.events() if event.kind != "comment"] == []


async def paired(tournaments: Tournaments, tournament: str, players: Sequence[str]) -> None:
    """A tournament of some players whose first round is paired."""
    plan = Plan(GAME, (Stage(Method.SWISS, 2, rounds=1),), "match-points", Raw(options_of(game(GAME), {})))
    await tournaments.create(tournament, "A round", "", plan, players[0], game(GAME))
    for command in (RegisterMany(tuple(Register(player=one) for one in players)), PairRound(1)):
        await tournaments.submit(tournament, players[0], command)


async def test_whoever_is_paired_is_told_of_the_table_or_the_bye(records: Records) -> None:
    tournaments, people = Tournaments(records), People(records)
    players = [(await people.register(name)).player for name in ("Ann", "Bob", "Cem")]
    await paired(tournaments, "a" * 32, players)
    asked = PairedRounds(tournaments)
    assert await asked.rounds({"0" * 32}) == {}
    told = await asked.rounds(players)
    assert told.keys() == set(players)
    assert sorted((one.table, one.match is None, one.started) for (one,) in told.values() if one.table) == [
        (1, False, False),
        (1, False, False),
    ]
    assert [(one.match, one.round) for (one,) in told.values() if one.table is None] == [(None, 1)]
    await tournaments.submit("a" * 32, players[0], StartRound(1))
    assert all(one.started for (one,) in (await asked.rounds(players)).values())


async def test_a_tournament_that_cannot_be_read_keeps_no_round_of_another_from_being_told(
    sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournaments, people = Tournaments(sqlite_records), People(sqlite_records)
    players = [(await people.register(name)).player for name in ("Ann", "Bob")]
    for name in ("a" * 32, "b" * 32):
        await paired(tournaments, name, players)
    find = tournaments.find

    async def broken(name: str) -> Tournament | None:
        if name == "a" * 32:
            raise ValueError("no entry")
        return await find(name)

    asked = PairedRounds(tournaments)
    with monkeypatch.context() as damaged:
        damaged.setattr(tournaments, "find", broken)
        assert [one.tournament for one in (await asked.rounds(players))[players[0]]] == ["b" * 32]
    before = await asked.rounds(players)
    await tournaments.submit("a" * 32, players[0], StartRound(1))
    with monkeypatch.context() as damaged:
        damaged.setattr(tournaments, "find", broken)
        assert await asked.rounds(players) == before, "what was told before is not over"


async def test_only_tournaments_that_go_on_are_looked_at(sqlite_records: Records) -> None:
    query = going_on().compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    async with sqlite_records.reading() as session:
        plan = (await session.exec(text(f"EXPLAIN QUERY PLAN {query}"))).all()  # type: ignore[call-overload]
    assert "SEARCH tournaments USING INDEX ix_tournaments_published_phase (published=? AND phase=?)" in str(plan)


NOW = 1_800_000_000_000
DAY = 86_400_000


class Own(OwnStream):
    """A stream that was told what stands, nothing, and keeps what it says."""

    def __init__(self) -> None:
        self.said: list[Any] = []
        super().__init__("ann", None, NOW, None)
        self.stand(NOW)
        self.said.clear()

    def say(self, event: Any, now: int) -> None:
        self.said.append(event)


def one_match(number: int, closed_at: int | None = None) -> Any:
    """A match of Ann that waits for others, or is over since a moment."""
    closed = None if closed_at is None else Closed(Ending.FORFEITED, "")
    match = Match(id=f"{number:032x}", version=1, chairs=(SeatHolder("ann"),), closed=closed)
    rules = Rules(game(GAME), projection(GAME), codec(game(GAME)))
    return SimpleNamespace(match=match, rules=rules, listing=SimpleNamespace(closed_at=closed_at))


async def test_what_is_over_is_forgotten_once_told_and_not_told_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_events, "REMEMBERED", 5)
    own, early = Own(), NOW + 1
    own.take(one_match(0), NOW)
    over = [one_match(number, NOW + 100 * number) for number in range(1, 41)]
    for live in over:
        own.take(live, NOW)
    assert [event.match for event in own.said] == [live.match.id for live in over]
    assert len(own.told) == 6
    for live in over:
        own.take(live, NOW + DAY)  # as a look of a referee brings it
    assert len(own.said) == 40
    own.take(one_match(0, early), NOW)
    own.take(one_match(0, early), NOW)
    assert [event.match for event in own.said[40:]] == [one_match(0).match.id], "what was known to go on is told"


async def test_what_ended_while_nobody_listened_is_told_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_events, "REMEMBERED", 1)
    own = Own()
    own._first = []
    for number in (3, 1, 2):
        own.take(one_match(number, NOW + number), NOW)
    own.stand(NOW)
    assert [event.match for event in own.said[:-1]] == [one_match(number).match.id for number in (3, 1, 2)]
    assert len(own.told) == 1


async def test_challenges_that_are_over_are_forgotten_once_told_and_not_told_twice() -> None:
    own = Own()
    row = ChallengeRow(
        id="c",
        challenger="ann",
        challenged="bob",
        game=GAME,
        opening="",
        created_at=NOW,
        changed_at=NOW,
        expires_at=NOW + DAY,
    )
    own.challenge([row], NOW)
    row.state, row.changed_at = ChallengeState.DECLINED.value, NOW + 1
    for moment in (NOW + 1, NOW + DAY, NOW + DAY + own_events.SLACK_MS):
        own.challenge([row], moment)
    assert [event.state for event in own.said] == [ChallengeState.OPEN, ChallengeState.DECLINED]
    own.challenge([], NOW + 2 * DAY)
    assert not own.challenges


class Quiet:
    """Whatever the events of accounts are asked of; nothing goes on there but what a test adds."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.begun.set()
        self.challenges: list[ChallengeRow] = []
        self.match: Any = None

    async def fresh(self, _: str) -> Any:
        return self.match

    async def challenged(self, *_: Any) -> list[ChallengeRow]:
        return self.challenges

    async def working(self, hashes: Collection[str]) -> frozenset[str]:
        return frozenset(hashes)

    def events(self) -> OwnEvents:
        async def none(*_: Any) -> dict[str, Any]:
            return {}

        matches: Any = SimpleNamespace(fresh=self.fresh)
        hints: Any = SimpleNamespace(begun=self.begun, listen=lambda _: None)
        unfinished: Any = SimpleNamespace(of=none)
        paired: Any = SimpleNamespace(rounds=none)
        challenges: Any = SimpleNamespace(of=self.challenged)
        return OwnEvents(matches, hints, unfinished, paired, challenges, self.working)


def declined(reason: str) -> ChallengeRow:
    """A challenge to Ann that was declined a moment ago."""
    fields: dict[str, Any] = {"id": "c", "challenger": "cem", "challenged": "ann", "game": GAME, "opening": ""}
    fields |= {"created_at": NOW, "changed_at": NOW, "expires_at": NOW + DAY}
    return ChallengeRow(**fields, state=ChallengeState.DECLINED.value, reason=reason)


@pytest.mark.parametrize("of", ["a challenge", "a match"])
async def test_what_one_account_cannot_be_told_ends_no_stream_of_another(
    of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a newer process has written what this one does not know."""
    monkeypatch.setattr(own_events, "ASK_SECONDS", 0.01)
    quiet, good = Quiet(), one_match(1)
    events = quiet.events()
    ann, bob, again = (OwnStream(player, None, NOW, None) for player in ("ann", "bob", "ann"))
    async with Background().running(own_events=events.attend()):
        for stream in (ann, bob):
            await events.welcome(stream, None)
        if of == "a challenge":
            quiet.challenges = [declined("of-a-newer-version")]
        else:
            quiet.match = SimpleNamespace(match=good.match, listing=good.listing, rules=None)
            events.heard(good.match.id, 1)
        async with asyncio.timeout(10):
            await ann.outbox.closed.wait()
        events.leave(ann)
        quiet.challenges, quiet.match = [], good
        await events.welcome(again, None)
        quiet.challenges = [declined("other")]
        events.heard(good.match.id, 1)

        async def told() -> bool:
            return bool(again.challenges and again.told)

        await until(told, 10)
        assert not bob.outbox.closed.is_set()
        assert not again.outbox.closed.is_set()


async def test_a_round_that_is_over_is_forgotten() -> None:
    own, told = Own(), OwnRoundPaired("t", 1, started=False, table=1, match=None, page="")
    for rounds in ([told], [told], [], [replace(told, round=2)]):
        own.pair(rounds, NOW)
    assert [event.round for event in own.said] == [1, 2]
    own.pair([], NOW)
    assert not own.rounds
