"""Bots on seats: each answers by itself and exactly once, however many processes serve and restart."""

import asyncio
import random
from collections import Counter
from typing import Any

import httpx
import pytest
from msgspec import Raw
from msgspec.structs import replace
from structlog.testing import capture_logs

from chronik.domain.catan_cards.commands import Demolish
from chronik.domain.cities_knights.commands import ConfirmTrade
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.decide import Intent, decide
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.games import CURRENT, game
from chronik.domain.katharina.commands import Resolve
from chronik.domain.log.canonical import encode
from chronik.projections.thinking.bot import RANDOM, Bot
from chronik.projections.thinking.thought import choose_answer
from chronik.service.bots import driver as module
from chronik.service.bots.driver import BotDriver, draw_luck
from chronik.service.log.members import Members
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.play import Recorded, Submission, play
from chronik.service.running.settings import Settings
from tests.support.service.apps import (
    PATIENCE,
    Player,
    answer_once,
    card,
    finished,
    good,
    opened,
    play_on,
    register,
    running,
    until,
)
from tests.support.service.match_workers import MatchWorkers, track_match_workers


def asked_anew(secret: bytes) -> list[Any]:
    """Returns a random bot's answers to forty questions in the same match, given its secret."""
    rules, match, seats = Catalogue({}).current("katharina"), "ab" * 16, (SeatHolder(bot="random"),) * 2
    assert rules is not None
    opening = OpenMatch(seats, options_of(rules.game, {}))
    wanted = Intent(command=opening, raw=Raw(encode(opening)), at=0, by=Author.ENGINE)
    begun = decide(rules.game, Match(id=match), wanted, Keys.of(match, bytes(32))).match
    live = Live(rules, begun, b"", Keys.of(match, secret))
    game, projection = rules.game, rules.projection
    return [choose_answer(RANDOM, game, projection, begun.state, 0, draw_luck(live, 0, prompt)) for prompt in range(40)]


def test_the_answers_of_a_random_bot_depend_on_the_secret_of_the_match() -> None:
    assert asked_anew(b"\x01" * 32) != asked_anew(b"\x02" * 32)


def test_a_bot_gives_the_same_answers_when_another_process_takes_over_its_match() -> None:
    assert asked_anew(b"\x01" * 32) == asked_anew(b"\x01" * 32)


async def entries(client: httpx.AsyncClient, match: str) -> list[dict[str, Any]]:
    """Returns the audit of a match."""
    found: list[dict[str, Any]] = good(await client.get(f"/api/v1/matches/{match}/audit"))["entries"]
    return found


@pytest.mark.parametrize("level", ["random", "greedy"])
async def test_four_bots_finish_a_match(client: httpx.AsyncClient, level: str) -> None:
    ann = await register(client)
    match = await opened(client, ann, level, level, level, level)
    over = await finished(client, match)
    assert min(over["result"]["places"]) == 1
    assert {entry["by"] for entry in await entries(client, match)} == {"engine", "bot"}


async def test_several_matches_of_bots_finish_side_by_side(client: httpx.AsyncClient) -> None:
    ann = await register(client)
    matches = [await opened(client, ann, "random", "greedy") for _ in range(3)]
    await asyncio.gather(*(finished(client, match) for match in matches))


async def test_a_person_plays_with_bots(client: httpx.AsyncClient) -> None:
    ann = await register(client)
    match = await opened(client, ann, "greedy", "mine", "random")
    await play_on(client, match, [ann], commands=5)
    await until(lambda: only_waits_for(client, match, 1))
    by = Counter((entry["seat"], entry["by"]) for entry in await entries(client, match) if entry["by"] != "engine")
    assert set(by) == {(0, "bot"), (1, "seat"), (2, "bot")}


async def seated_later(
    workers: MatchWorkers, client: httpx.AsyncClient, ann: Player, bots: int, name: str = "katharina"
) -> str:
    """Opens a match in which bots take the open seats after all workers have become idle."""
    match = await opened(client, ann, "mine", *["open"] * bots, game=name)
    await workers.wait_until_idle()
    for _ in range(bots):
        body = {"bot": "random"}
        good(await client.post(f"/api/v1/matches/{match}/seats", json=body, headers=ann.headers))
    return match


@pytest.mark.parametrize("name", sorted(CURRENT))
async def test_a_bot_that_is_seated_later_plays_too(settings: Settings, name: str) -> None:
    luck = random.Random(1)
    with track_match_workers() as workers:
        async with running(settings) as (_, client):
            ann = await register(client)
            match = await seated_later(workers, client, ann, min(game(name).seats) - 1, name)

            async def a_bot_has_played() -> bool:
                await answer_once(client, match, ann, luck, name)
                return "bot" in {entry["by"] for entry in await entries(client, match)}

            await until(a_bot_has_played)


async def test_bots_play_until_only_the_person_has_to_act(client: httpx.AsyncClient) -> None:
    ann = await register(client)
    match = await opened(client, ann, "mine", "greedy", "greedy")
    await until(lambda: only_waits_for(client, match, 0))
    for turn in range(3):
        await answer_once(client, match, ann, random.Random(turn))
        await until(lambda: only_waits_for(client, match, 0))


async def only_waits_for(client: httpx.AsyncClient, match: str, seat: int) -> bool:
    seats = (await card(client, match))["seats"]
    return [line["seat"] for line in seats if line.get("waiting")] == [seat]


async def test_a_new_process_continues_the_matches_of_bots(settings: Settings) -> None:
    async with running(settings) as (_, client):
        ann = await register(client)
        match = await opened(client, ann, "random", "random", "greedy", "greedy")
        await until(lambda: has_come(client, match, 40))
    async with running(settings) as (_, client):
        assert (await finished(client, match))["version"] > 150
        assert_each_once(await entries(client, match))


async def has_come(client: httpx.AsyncClient, match: str, version: int) -> bool:
    return bool((await card(client, match))["version"] >= version)


async def test_two_processes_together_answer_every_prompt_only_once(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here neither process leaves a prompt to the other: both try to answer everything."""
    monkeypatch.setattr("chronik.service.bots.driver.FOREIGN_MS", 0)
    async with running(settings) as (_, one), running(settings) as (_, other):
        ann = await register(one)
        match = await opened(one, ann, "random", "greedy", "mine")
        for turn in range(12):
            await until(lambda: only_waits_for(one, match, 2))
            await answer_once(other if turn % 2 else one, match, ann, random.Random(turn))
        assert_each_once(await entries(one, match))


async def test_matches_between_bots_are_played_mostly_by_the_process_that_owns_their_partition(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: Counter[tuple[str, bool]] = Counter()
    sharing = dict[LiveMatches, Members]()
    begin = BotDriver.__init__

    def begun(driver: BotDriver, matches: LiveMatches, *rest: Any) -> None:
        begin(driver, matches, *rest)
        sharing[matches] = next(one for one in rest if isinstance(one, Members))

    async def noted(matches: LiveMatches, live: Live, submission: Submission) -> Recorded:
        played[sharing[matches].name, sharing[matches].owns(live.match.id)] += 1
        return await play(matches, live, submission)

    async def know_of_each_other() -> bool:
        return [len(members.names) for members in sharing.values()] == [2, 2]

    monkeypatch.setattr(BotDriver, "__init__", begun)
    monkeypatch.setattr(module, "play", noted)
    async with running(settings) as (_, one), running(settings):
        ann = await register(one)
        await until(know_of_each_other)
        matches = [await opened(one, ann, "random", "random") for _ in range(8)]
        for match in matches:
            await finished(one, match)
    assert len({name for name, owns in played if owns}) == 2
    assert sum(number for (_, owns), number in played.items() if owns) > 0.8 * played.total()


def assert_each_once(audit: list[dict[str, Any]]) -> None:
    """Checks that no seat commits twice between two revelations: a bot never replaces its choice."""
    committed: Counter[int] = Counter()
    for entry in audit:
        if entry["line"]["key"] == "committed":
            committed[entry["seat"]] += entry["by"] == "bot"
            assert committed[entry["seat"]] <= 1, entry
        else:
            committed.clear()


async def test_bots_grant_an_undo(client: httpx.AsyncClient) -> None:
    ann = await register(client)
    await grants_an_undo(client, ann, await opened(client, ann, "mine", "random", "random"))


async def test_bots_that_were_seated_later_also_grant_an_undo(settings: Settings) -> None:
    with track_match_workers() as workers:
        async with running(settings) as (_, client):
            ann = await register(client)
            await grants_an_undo(client, ann, await seated_later(workers, client, ann, 2))


async def grants_an_undo(client: httpx.AsyncClient, ann: Player, match: str) -> None:
    """Checks that bots on seats 1 and 2 grant what Ann asks to undo, and that the match continues."""
    start = (await card(client, match))["version"]
    await play_on(client, match, [ann], commands=3)
    await until(lambda: only_waits_for(client, match, 0))  # a bot that still answers would let the request lapse
    asked = await client.post(f"/api/v1/matches/{match}/undo", json={"to": 5, "ask": True}, headers=ann.headers)
    if asked.status_code == 422:
        earliest = asked.json()["facts"]["earliest"]
        body = {"to": earliest, "ask": True}
        asked = await client.post(f"/api/v1/matches/{match}/undo", json=body, headers=ann.headers)
    number = good(asked)["match"]["undo"]["number"]
    await until(lambda: has_line(client, match, "undone"))
    votes = [entry for entry in await entries(client, match) if entry["line"]["key"] == "undo-answered"]
    assert [(vote["seat"], vote["by"], vote["line"]["params"]["request"]) for vote in votes] == [
        (1, "bot", number),
        (2, "bot", number),
    ]
    assert start > 0
    await play_on(client, match, [ann], seed=8, commands=3)


async def has_line(client: httpx.AsyncClient, match: str, key: str) -> bool:
    return any(entry["line"]["key"] == key for entry in await entries(client, match))


async def test_a_fault_in_one_match_stops_no_other_match(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await register(client)
    match = await opened(client, ann, "random", "mine")
    await until(lambda: only_waits_for(client, match, 1))
    with monkeypatch.context() as broken, capture_logs() as said:
        broken.setattr("chronik.service.bots.driver.bot", lost_levels)
        broken.setattr("chronik.service.matches.turn_queue.SHORTEST", 0.01)
        before = (await card(client, match))["version"]
        await answer_once(client, match, ann, random.Random(1))
        await until(lambda: has_waited(said))
        assert (await card(client, match))["seats"][0]["waiting"]
        assert (await card(client, match))["version"] > before
        assert {line["match"] for line in said if line["event"] == "a bot has to wait"} == {match}
    await finished(client, await opened(client, ann, "random", "random"))
    await play_on(client, match, [ann], commands=2)


REFUSED: dict[str, Any] = {
    "katharina": Resolve(perform=False, bonus=True),
    "cities_knights": ConfirmTrade(99, 0),
    "catan_cards": Demolish("abbey-1"),
}
"""Commands that the rules of each game refuse in every position of the tests below."""


@pytest.mark.parametrize("name", sorted(CURRENT))
async def test_a_bot_whose_answer_is_refused_gives_the_default_answer(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It would choose the same again, so the match continues with the default; the log omits what was tried."""
    stubborn = Bot("greedy", lambda view, options, luck: REFUSED[name], needs_view=False)
    monkeypatch.setattr("chronik.service.bots.driver.bot", lambda game, level, data_set: stubborn)
    with capture_logs() as said:
        ann = await register(client)
        match = await opened(client, ann, *["greedy"] * min(game(name).seats), game=name)
        await until(lambda: has_come(client, match, 40))
    warned = [line for line in said if line["event"] == "a bot is refused"]
    assert {line["match"] for line in warned} == {match}
    assert {*warned[0]} == {"event", "log_level", "match", "seat", "prompt", "level", "code"}
    assert not await has_waited(said)
    assert {entry["by"] for entry in await entries(client, match)} == {"engine", "bot"}


async def test_a_refused_bot_does_not_keep_a_person_waiting(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    stubborn = Bot("greedy", lambda view, options, luck: REFUSED["katharina"], needs_view=False)
    monkeypatch.setattr("chronik.service.bots.driver.bot", lambda game, level, data_set: stubborn)
    ann = await register(client)
    match = await opened(client, ann, "mine", "greedy")
    await play_on(client, match, [ann], commands=5)
    await until(lambda: only_waits_for(client, match, 0))


async def has_waited(said: list[Any]) -> bool:
    return "a bot has to wait" in {line["event"] for line in said}


async def test_bots_continue_after_a_log_server_outage(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronik.service.matches.match_worker.RECHECK_SECONDS", 0.01)
    stops = "the search stops"

    async def away(*_: Any) -> Any:
        raise Unavailable("no answer")

    async def has_stopped() -> bool:
        return stops in {line["event"] for line in said}

    async with running(settings) as (_, client):
        ann = await register(client)
        match = await opened(client, ann, "random", "mine")
        await until(lambda: only_waits_for(client, match, 1))
        with monkeypatch.context() as broken, capture_logs() as said:
            broken.setattr(LogStore, "tail", away)
            await until(has_stopped)
        await play_on(client, match, [ann], commands=3)
        await until(lambda: only_waits_for(client, match, 1))


@pytest.fixture
def looking_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronik.service.matches.match_worker.RECHECK_SECONDS", 0.01)


async def test_a_bot_plays_in_a_match_that_was_briefly_not_found(
    looking_often: None, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens while its slot moves."""
    missed = asyncio.Event()

    async def absent(*_: Any) -> None:
        missed.set()

    ann = await register(client)
    with monkeypatch.context() as moving:
        moving.setattr(LiveMatches, "find", absent)
        match = await opened(client, ann, "mine", "random")
        async with asyncio.timeout(PATIENCE):
            await missed.wait()
    await until(lambda: only_waits_for(client, match, 0))


def lost_levels(*args: Any) -> Any:
    """Stands in for `bot` in a process that does not know the level."""
    raise KeyError("no such level")


async def test_a_person_never_sees_conflicts_with_bots(settings: Settings) -> None:
    async with running(replace(settings, cached_matches=2)) as (_, one), running(settings) as (_, other):
        ann = await register(one)
        match = await opened(one, ann, "mine", "random", "random", "random")
        luck = random.Random(3)
        for turn in range(20):
            await answer_once(other if turn % 2 else one, match, ann, luck)
