"""The event stream of an account: the current state, then changes; nothing that matters is lost, and nothing secret
sent.
"""

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

from chronik.domain.engine.match.events import Closed, Ending
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import game
from chronik.domain.tournament.record.commands import PairRound, Register, RegisterMany, StartRound
from chronik.domain.tournament.record.plan import Method, Plan, Stage
from chronik.domain.tournament.record.state import Tournament
from chronik.projections.games import projection
from chronik.service.challenges.challenges import ChallengeRow, ChallengeState
from chronik.service.identity.register import People
from chronik.service.matches.catalogue import Rules
from chronik.service.people import own_events
from chronik.service.people.own_events import OwnEvents, OwnStream
from chronik.service.people.own_feed import OwnRoundPaired
from chronik.service.people.paired_rounds import PairedRounds, select_running
from chronik.service.running.background import Background
from chronik.service.sql.database import Records
from chronik.service.tournaments.store import Tournaments
from tests.support.service.apps import Player, answer_once, good, opened, play_on, register, until
from tests.support.service.events import Event, Watcher
from tests.support.service.tables import GAME, ONE_LOOP

pytestmark = ONE_LOOP

CARD = re.compile(rb"P\d{3}")


@pytest.fixture
def server(shared_server: httpx.AsyncClient) -> httpx.AsyncClient:
    """Returns one server for all tests of this module."""
    return shared_server


@asynccontextmanager
async def open_events(client: httpx.AsyncClient, player: Player, after: int | None = None) -> AsyncIterator[Watcher]:
    """Opens an event stream of an account."""
    resumed = {} if after is None else {"last-event-id": str(after)}
    async with client.stream("GET", "/api/v1/me/events", headers=player.headers | resumed) as response:
        assert response.status_code == 200, await response.aread()
        yield Watcher(response)


async def up_to(watcher: Watcher, kind: str) -> list[Event]:
    """Returns the events up to the next one of a kind, without heartbeats."""
    found: list[Event] = []
    async for event in watcher.events():
        if event.kind not in ("comment", "retry"):
            found.append(event)
        if event.kind == kind:
            return found
    raise AssertionError(f"the stream ended without {kind}")


def brief(events: list[Event]) -> list[tuple[str, Any]]:
    return [(event.kind, event.data.get("match")) for event in events]


async def open_for_two(client: httpx.AsyncClient, ann: Player, bob: Player) -> str:
    match = await opened(client, ann, "mine", "open")
    await client.post(f"/api/v1/matches/{match}/seats", json={}, headers=bob.headers)
    return match


async def test_one_stream_covers_all_matches_and_a_later_one_starts_with_the_current_state(
    server: httpx.AsyncClient,
) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    first = await open_for_two(server, ann, bob)
    good(await server.post("/api/v1/tutorials/katharina", headers=ann.headers))  # of which no event speaks
    async with open_events(server, ann) as own:
        assert brief(await up_to(own, "standing")) == [("match-started", first), ("turn", first), ("standing", None)]
        second = await open_for_two(server, ann, bob)
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
    async with open_events(server, ann, last.id) as own:
        again = await up_to(own, "standing")
        assert set(brief(again)) >= {("match-started", first), ("turn", first), ("match-finished", second)}
        assert [event.id for event in again] == sorted({event.id or 0 for event in again}), "ids grow"
        assert min(event.id or 0 for event in again) > last.id
        assert again[-1].data == {"t": "standing", "playing": 1}


async def test_a_new_stream_sends_missed_ends_or_says_that_they_are_unknown(server: httpx.AsyncClient) -> None:
    ann, bob = await register(server, "Ann"), await register(server, "Bob")
    match = await open_for_two(server, ann, bob)
    async with open_events(server, ann) as own:
        last = (await up_to(own, "standing"))[-1].id
    answer = await server.post(f"/api/v1/matches/{match}/resignations", json={}, headers=bob.headers)
    assert answer.status_code in (200, 201), answer.text
    async with open_events(server, ann, last) as own:
        assert ("match-finished", match) in brief(await up_to(own, "standing"))
    async with open_events(server, ann, 1) as own:
        assert brief(await up_to(own, "standing"))[0] == ("reset", None)


async def test_a_stream_ends_when_its_token_does_and_uses_a_feed_slot(
    server: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_events, "POLL_SECONDS", 0.05)
    nobody = await server.get("/api/v1/me/events")
    assert nobody.status_code == 401
    ann = await register(server, "Ann")
    async with open_events(server, ann) as own:
        await up_to(own, "standing")
        assert (await server.delete(f"/api/v1/me/tokens/{ann.token_id}", headers=ann.headers)).status_code == 204
        assert [event async for event in own.events() if event.kind != "comment"] == []


async def pair_first_round(tournaments: Tournaments, tournament: str, players: Sequence[str]) -> None:
    """Creates a tournament of some players and pairs its first round."""
    plan = Plan(GAME, (Stage(Method.SWISS, 2, rounds=1),), "match-points", Raw(options_of(game(GAME), {})))
    await tournaments.create(tournament, "A round", "", plan, players[0], game(GAME))
    for command in (RegisterMany(tuple(Register(player=one) for one in players)), PairRound(1)):
        await tournaments.submit(tournament, players[0], command)


async def test_a_paired_player_gets_an_event_for_the_table_or_the_bye(records: Records) -> None:
    tournaments, people = Tournaments(records), People(records)
    players = [(await people.register(name)).player for name in ("Ann", "Bob", "Cem")]
    await pair_first_round(tournaments, "a" * 32, players)
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


async def test_an_unreadable_tournament_does_not_block_the_rounds_of_others(
    sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournaments, people = Tournaments(sqlite_records), People(sqlite_records)
    players = [(await people.register(name)).player for name in ("Ann", "Bob")]
    for name in ("a" * 32, "b" * 32):
        await pair_first_round(tournaments, name, players)
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


async def test_only_running_tournaments_are_searched(sqlite_records: Records) -> None:
    query = select_running().compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    async with sqlite_records.reading() as session:
        plan = (await session.exec(text(f"EXPLAIN QUERY PLAN {query}"))).all()  # type: ignore[call-overload]
    assert "SEARCH tournaments USING INDEX ix_tournaments_published_phase (published=? AND phase=?)" in str(plan)


NOW = 1_800_000_000_000
DAY = 86_400_000


class RecordingStream(OwnStream):
    """A stream that records what it sends; it has already sent an empty state unless it is `new`."""

    def __init__(self, new: bool = False) -> None:
        self.events: list[Any] = []
        super().__init__("ann", None, NOW, None)
        if not new:
            self.send_standing(NOW)
            self.events.clear()

    def send(self, event: Any, now: int) -> None:
        self.events.append(event)


def one_match(number: int, closed_at: int | None = None) -> Any:
    """Returns a match of Ann that waits for other players, or has ended."""
    closed = None if closed_at is None else Closed(Ending.FORFEITED, "")
    match = Match(id=f"{number:032x}", version=1, chairs=(SeatHolder("ann"),), closed=closed)
    rules = Rules(game(GAME), projection(GAME), codec(game(GAME)))
    return SimpleNamespace(match=match, rules=rules, listing=SimpleNamespace(closed_at=closed_at))


async def test_a_finished_match_is_forgotten_once_it_has_been_sent_and_is_not_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_events, "REMEMBERED_ENDS", 5)
    own, early = RecordingStream(), NOW + 1
    own.send_match(one_match(0), NOW)
    over = [one_match(number, NOW + 100 * number) for number in range(1, 41)]
    for live in over:
        own.send_match(live, NOW)
    assert [event.match for event in own.events] == [live.match.id for live in over]
    assert len(own.sent) == 6
    for live in over:
        own.send_match(live, NOW + DAY)  # as after a referee's inspection
    assert len(own.events) == 40
    own.send_match(one_match(0, early), NOW)
    own.send_match(one_match(0, early), NOW)
    assert [event.match for event in own.events[40:]] == [one_match(0).match.id], "what was known to go on is told"


async def test_matches_that_ended_before_a_stream_are_sent_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_events, "REMEMBERED_ENDS", 1)
    own = RecordingStream(new=True)
    for number in (3, 2, 1):
        own.send_match(one_match(number, NOW + number), NOW)
    own.send_standing(NOW)
    assert [event.match for event in own.events[:-1]] == [one_match(number).match.id for number in (3, 2, 1)]
    assert len(own.sent) == 1


async def test_challenges_that_ended_are_forgotten_once_sent_and_not_sent_again() -> None:
    own = RecordingStream()
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
    own.send_challenges([row], NOW)
    row.state, row.changed_at = ChallengeState.DECLINED.value, NOW + 1
    for moment in (NOW + 1, NOW + DAY, NOW + DAY + own_events.SLACK_MS):
        own.send_challenges([row], moment)
    assert [event.state for event in own.events] == [ChallengeState.OPEN, ChallengeState.DECLINED]
    own.send_challenges([], NOW + 2 * DAY)
    assert not own.challenges


class StandIn:
    """A substitute for everything that the event streams query; it has only what a test adds."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.begun.set()
        self.challenges: list[ChallengeRow] = []
        self.match: Any = None

    async def find_fresh(self, _: str) -> Any:
        return self.match

    async def find_challenges(self, *_: Any) -> list[ChallengeRow]:
        return self.challenges

    async def working(self, hashes: Collection[str]) -> frozenset[str]:
        return frozenset(hashes)

    def events(self) -> OwnEvents:
        async def none(*_: Any) -> dict[str, Any]:
            return {}

        matches: Any = SimpleNamespace(find_fresh=self.find_fresh)
        hints: Any = SimpleNamespace(begun=self.begun, listen=lambda _: None)
        unfinished: Any = SimpleNamespace(of=none)
        paired: Any = SimpleNamespace(rounds=none)
        challenges: Any = SimpleNamespace(of=self.find_challenges)
        return OwnEvents(matches, hints, unfinished, paired, challenges, self.working)


def make_declined_challenge(reason: str) -> ChallengeRow:
    """Returns a challenge to Ann that was just declined."""
    fields: dict[str, Any] = {"id": "c", "challenger": "cem", "challenged": "ann", "game": GAME, "opening": ""}
    fields |= {"created_at": NOW, "changed_at": NOW, "expires_at": NOW + DAY}
    return ChallengeRow(**fields, state=ChallengeState.DECLINED.value, reason=reason)


@pytest.mark.parametrize("of", ["a challenge", "a match"])
async def test_a_failed_update_of_one_account_ends_no_stream_of_another(
    of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The update fails as if a newer process had written a value that this one does not know."""
    monkeypatch.setattr(own_events, "POLL_SECONDS", 0.01)
    quiet, good = StandIn(), one_match(1)
    events = quiet.events()
    ann, bob, again = (OwnStream(player, None, NOW, None) for player in ("ann", "bob", "ann"))
    async with Background().running(own_events=events.run()):
        for stream in (ann, bob):
            await events.add(stream, None)
        if of == "a challenge":
            quiet.challenges = [make_declined_challenge("of-a-newer-version")]
        else:
            quiet.match = SimpleNamespace(match=good.match, listing=good.listing, rules=None)
            events.handle_hint(good.match.id, 1)
        async with asyncio.timeout(10):
            await ann.outbox.closed.wait()
        events.remove(ann)
        quiet.challenges, quiet.match = [], good
        await events.add(again, None)
        quiet.challenges = [make_declined_challenge("other")]
        events.handle_hint(good.match.id, 1)

        async def is_sent() -> bool:
            return bool(again.challenges and again.sent)

        await until(is_sent, 10)
        assert not bob.outbox.closed.is_set()
        assert not again.outbox.closed.is_set()


async def test_a_round_that_is_over_is_forgotten() -> None:
    own, told = RecordingStream(), OwnRoundPaired("t", 1, started=False, table=1, match=None, page="")
    for rounds in ([told], [told], [], [replace(told, round=2)]):
        own.send_rounds(rounds, NOW)
    assert [event.round for event in own.events] == [1, 2]
    own.send_rounds([], NOW)
    assert not own.rounds
