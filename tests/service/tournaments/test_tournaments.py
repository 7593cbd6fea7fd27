"""Tournaments over HTTP: permissions, repeated requests, and invalid input."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, event

from chronik.domain.engine.game import DeckProblem, Lists, Rejected
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.proof.verification import verify
from chronik.domain.tournament.record.commands import (
    Cancel,
    Finish,
    PairRound,
    Register,
    RuleTable,
    SealDecks,
    TournamentCommand,
)
from chronik.domain.tournament.record.seeds import Secret, table_secret
from chronik.domain.tournament.record.state import Tournament
from chronik.domain.tournament.rules.decide import decide
from chronik.service.identity.register import People
from chronik.service.log.outcomes import Contended, Unavailable
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.matches.play import open_match
from chronik.service.people.erasure import erase
from chronik.service.tournaments import decisions, match_scheduler
from chronik.service.tournaments.erasable import AuthorErased
from chronik.service.tournaments.routes import standings
from chronik.service.tournaments.store import Tournaments
from tests.support.service.apps import until
from tests.support.service.deck_lists import BUILT_IN, PLAN_WITH_LISTS, deck
from tests.support.service.tables import API, ONE_LOOP, House

pytestmark = ONE_LOOP

SWISS = {"method": "swiss", "table": 2, "rounds": 2}
PLAN: dict[str, Any] = {"title": "Spring Cup", "game": "katharina", "stages": [SWISS], "scoring": "match-points"}


class Caller:
    """A player who was registered over HTTP."""

    def __init__(self, client: httpx.AsyncClient, answer: dict[str, Any]) -> None:
        self.client = client
        self.player: str = answer["player"]
        self.headers = {"authorization": f"Bearer {answer['token']}"}

    async def post(self, path: str, body: Any = None, key: str = "") -> httpx.Response:
        headers = self.headers | ({"idempotency-key": key} if key else {})
        return await self.client.post(f"{API}{path}", json=body, headers=headers)

    async def change(self, path: str, body: Any = None) -> Any:
        """Makes a change and returns the tournament after it."""
        answer = await self.post(path, body)
        assert answer.status_code == 200, answer.text
        assert set(answer.json()) == {"version", "entries"}
        return await self.get("/".join(path.split("/")[:3]))

    async def put(self, path: str, body: Any) -> httpx.Response:
        return await self.client.put(f"{API}{path}", json=body, headers=self.headers)

    async def get(self, path: str, **query: Any) -> Any:
        return (await self.client.get(f"{API}{path}", params=query, headers=self.headers)).json()


class TournamentApp:
    """A test app with tournaments."""

    def __init__(self, house: House) -> None:
        self.client = house.client
        self.records = house.records
        self.tournaments = Tournaments(house.records)

    async def register(self, name: str) -> Caller:
        return Caller(self.client, (await self.client.post(f"{API}/players", json={"name": name})).json())

    async def event(self, organiser: Caller, **plan: Any) -> str:
        """Creates a tournament with open registration, and returns its address."""
        created = await organiser.post("/tournaments", PLAN | plan)
        assert created.status_code == 201, created.text
        at = f"/tournaments/{created.json()['id']}"
        await organiser.post(f"{at}/registration", {"open": True})
        return at


@pytest.fixture(scope="module", autouse=True)
def frequent_searches() -> Iterator[None]:
    """Makes the match scheduler search more often, as several tests wait for it."""
    with patch.object(match_scheduler, "PAUSE", 0.3):
        yield


@pytest.fixture
def house(shared_house: House) -> House:
    """Returns one test app for all tests of this module."""
    return shared_house


@pytest.fixture
def app(house: House) -> TournamentApp:
    return TournamentApp(house)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_the_lobby_lists_a_tournament_from_a_week_before_its_planned_start(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    for title, days in (("Soon", 3), ("Later", 30)):
        starts_at = (datetime.now(UTC) + timedelta(days=days)).isoformat()
        assert (await olga.post("/tournaments", PLAN | {"title": title, "starts_at": starts_at})).status_code == 201
    listed = {one["title"] for one in (await olga.get("/lobby"))["events"]}
    assert "Soon" in listed
    assert "Later" not in listed


async def test_repeated_requests_with_the_same_key_create_only_one_tournament(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    first = await olga.post("/tournaments", PLAN, key="cup")
    again = await olga.post("/tournaments", PLAN, key="cup")
    assert first.status_code == again.status_code == 201
    assert first.json()["id"] == again.json()["id"]
    assert first.headers["location"] == f"{API}/tournaments/{first.json()['id']}"
    other = await olga.post("/tournaments", PLAN | {"scoring": "wwcc-2013"}, key="cup")
    assert code(other) == (422, "key-reused")
    listed = await olga.get("/tournaments", game="katharina", phase="announced")
    assert [one["id"] for one in listed["tournaments"]].count(first.json()["id"]) == 1


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"stages": [SWISS | {"table": 4, "rounds": 0}]}, "$.stages[0].rounds"),
        ({"stages": [SWISS | {"method": "round-robin"}]}, "$.stages[0].rounds"),
        ({"stages": [SWISS | {"cut": 4}]}, "$.stages[0].cut"),
        ({"stages": [SWISS | {"table": 4, "best_of": 3}]}, "$.stages[0].best_of"),
        ({"stages": [SWISS, {"method": "elimination", "table": 2, "advance": 2}]}, "$.stages[1].advance"),
        ({"stages": [SWISS, {"method": "elimination", "table": 2, "groups": 2}]}, "$.stages[1].groups"),
        ({"stages": [SWISS | {"groups": 2}, {"method": "elimination", "table": 2, "cut": 3}]}, "$.stages[1].cut"),
        ({"scoring": "by-beauty"}, "$.scoring"),
        ({"tie_breaks": ["BH", "BH"]}, "$.tie_breaks[1]"),
        ({"tie_breaks": ["XYZ"]}, "$.tie_breaks[0]"),
        ({"clock": {"increment": 5}}, "$.clock"),
    ],
)
async def test_the_refusal_of_an_unplayable_plan_names_the_field(
    app: TournamentApp, changes: dict[str, Any], at: str
) -> None:
    answer = await (await app.register("Olga")).post("/tournaments", PLAN | changes)
    assert code(answer) == (422, "bad-plan")
    assert answer.json()["facts"]["at"] == at


SOON = datetime.now(UTC).year + 5
FULL_PLAN = {
    "game": "cities_knights",
    "stages": [SWISS | {"table": 4}, {"method": "elimination", "table": 4, "cut": 8, "advance": 2}],
    "tie_breaks": ["BH", "H2H"],
    "options": {"preset": "short_de_literal"},
    "clock": {
        "command": 60,
        "match": 600,
        "increment": 5,
        "deadline": f"{SOON}-01-01T12:00:00.250+02:00",
        "at_zero": "bot",
        "bot": "greedy",
    },
    "disclosure": "players",
    "check_in": True,
    "capacity": 32,
}


@pytest.mark.parametrize(
    "plan", [{}, {"clock": {"command": 30}, "elsewhere": True}, FULL_PLAN, {**PLAN_WITH_LISTS, "decks": "after"}]
)
async def test_a_plan_that_was_read_can_be_posted_back_unchanged(app: TournamentApp, plan: dict[str, Any]) -> None:
    olga = await app.register("Olga")
    first = (await olga.post("/tournaments", PLAN | plan)).json()
    again = await olga.post("/tournaments", {"title": "Once more", "game": first["game"], **first["plan"]})
    assert again.status_code == 201, again.text
    assert again.json()["plan"] == first["plan"]


async def test_the_times_in_a_plan_are_shown_as_dates(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    created = (await olga.post("/tournaments", PLAN | FULL_PLAN)).json()
    outline = await olga.get(f"/tournaments/{created['id']}/export.json")
    for shown in (created, outline):
        assert shown["plan"]["clock"]["deadline"] == f"{SOON}-01-01T10:00:00.250000Z"


async def test_an_unchanged_tournament_is_not_sent_again(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    at = f"{API}{await app.event(olga)}"
    tag = (await app.client.get(at)).headers["etag"]
    again = await app.client.get(at, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    await olga.post(f"{at.removeprefix(API)}/entrants", {"t": "me"})
    assert (await app.client.get(at, headers={"if-none-match": tag})).status_code == 200


async def test_an_erased_player_can_no_longer_write_notes(app: TournamentApp, house: House) -> None:
    olga = await app.register("Olga")
    tournament = (await app.event(olga)).rpartition("/")[2]
    await erase(house.records, (), olga.player)
    with pytest.raises(AuthorErased):
        await Tournaments(house.records).describe(tournament, olga.player, "MARKED", "")


async def test_invisible_text_is_refused(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    for title in (" ", "a\u202eb", "\u0007"):
        assert code(await olga.post("/tournaments", PLAN | {"title": title})) == (400, "malformed")
    at = await app.event(olga, description="Two lines,\nand that is all.")
    assert (await olga.get(at))["description"] == "Two lines,\nand that is all."


async def test_a_missing_tournament_round_or_table_is_not_found(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    for path in (f"/tournaments/{'0' * 32}", "/tournaments/nothing"):
        assert (await app.client.get(f"{API}{path}")).status_code == 404
        assert code(await olga.post(f"{path}/rounds", {"round": 1})) == (404, "not-found")
    at = await app.event(olga)
    assert code(await olga.post(f"{at}/entrants/7/presence", {"presence": "withdrawn"})) == (422, "no-such-entrant")
    assert code(await olga.post(f"{at}/rounds/1/tables/1/rulings", {"points": [1, 0]})) == (422, "no-such-table")


async def test_long_previews_do_not_delay_commands(app: TournamentApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """They do not delay another organiser's pairing either: an organiser has only one preview at a time."""
    olga, otto = await app.register("Olga"), await app.register("Otto")
    hers, his = await app.event(olga), await app.event(otto)
    for one, at in ((olga, hers), (otto, his)):
        for _ in range(4):
            await one.post(f"{at}/entrants", {"t": "bot", "level": "random"})
    begun, may_end = list[str](), threading.Event()

    def slowly(tournament: Tournament, by: str, command: TournamentCommand, secret: Secret) -> Any:
        if isinstance(command, PairRound) and by == olga.player:
            begun.append(by)
            assert may_end.wait(30)
        return decide(tournament, by, command, secret)

    monkeypatch.setattr(decisions, "decide", slowly)
    looks = [asyncio.create_task(olga.post(f"{hers}/rounds/preview", {"round": 1})) for _ in range(40)]
    try:
        async with asyncio.timeout(10):
            await until(lambda: asyncio.sleep(0, bool(begun)))
            assert (await otto.post(f"{his}/registration", {"open": False})).status_code == 200
            assert (await otto.post(f"{his}/rounds", {"round": 1})).status_code == 200
        assert len(begun) == 1
    finally:
        may_end.set()
    assert {answer.status_code for answer in await asyncio.gather(*looks)} == {200}


async def test_standings_are_computed_in_a_thread_and_cancelled_when_the_client_disconnects(
    app: TournamentApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga)
    where = list[str]()

    def record_thread(*args: Any, **more: Any) -> standings.Standings:
        where.append(threading.current_thread().name)
        return standings.Standings(1, None, (), (), ())

    monkeypatch.setattr(standings, "standings_of", record_thread)
    empty: dict[str, Any] = {"version": 1, "stage": None, "groups": [], "final": [], "corrections": []}
    for query in ({}, {"explain": True, "as_of": 1}):
        assert await olga.get(f"{at}/standings", **query) == empty
    assert where == ["reading_0", "reading_0"]


async def test_a_round_is_played_by_bots_and_its_results_are_recorded_automatically(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga)
    for _ in range(4):
        await olga.post(f"{at}/entrants", {"t": "bot", "level": "random"})
    await olga.post(f"{at}/rounds", {"round": 1})
    started = await olga.post(f"{at}/rounds/1/start")
    assert started.status_code == 200
    assert code(await olga.post(f"{at}/rounds", {"round": 2})) in ((422, "round-open"), (200, ""))

    async def is_closed() -> bool:
        return bool((await olga.get(at))["rounds"][0]["progress"] == "closed")

    await until(is_closed)
    shown = await olga.get(at)
    for table in shown["rounds"][0]["tables"]:
        match = await olga.get(f"/matches/{table['match']}")
        assert match["result"] == {name: table["result"][name] for name in ("points", "places")}
        assert [seat["bot"] for seat in match["seats"]] == ["random", "random"]
        assert (match["event"]["title"], match["event"]["table"]) == ("Spring Cup", table["table"])
    explained = await olga.get(f"{at}/standings", explain=True)
    for line in explained["groups"][0]["lines"]:
        assert sum(term["amount"]["value"] for term in line["score"]["terms"]) == line["score"]["amount"]["value"]
        assert {term["match"] for term in line["score"]["terms"]} <= {
            table["match"] for table in shown["rounds"][0]["tables"]
        }
    before = await olga.get(f"{at}/standings", as_of=1)
    assert (before["version"], before["groups"]) == (1, [])
    assert (await olga.get(f"{at}/standings", as_of=shown["version"])) == await olga.get(f"{at}/standings")
    assert (await app.client.get(f"{API}{at}/standings", params={"as_of": "yesterday"})).status_code == 400


async def test_a_table_that_is_still_playing_can_be_ruled_but_not_reported(app: TournamentApp) -> None:
    olga, ben, cleo = [await app.register(name) for name in ("Olga", "Ben", "Cleo")]
    at = await app.event(olga, clock={"command": 3600})
    for one in (ben, cleo):
        await one.post(f"{at}/entrants", {"t": "me"})
    await olga.post(f"{at}/rounds", {"round": 1})
    (table,) = (await olga.change(f"{at}/rounds/1/start"))["rounds"][0]["tables"]
    place = f"{at}/rounds/1/tables/1"
    assert code(await ben.post(f"{place}/result", {"points": [1, 0]})) == (422, "played-here")
    assert (await olga.post(f"{place}/pauses", {"paused": True})).status_code == 200
    assert code(await olga.post(f"{place}/pauses", {"paused": True})) == (422, "paused-already")
    assert code(await ben.post(f"{place}/pauses", {"paused": False})) == (403, "not-referee")
    assert (await olga.post(f"{place}/pauses", {"paused": False})).status_code == 200
    assert (await olga.post(f"{place}/extensions", {"seconds": 60})).status_code == 200
    ruling = {"points": [5, 7], "cause": "no-show", "words": "Ben did not come."}
    ruled = await olga.change(f"{place}/rulings", ruling)
    assert ruled["rounds"][0]["progress"] == "closed"
    match = await olga.get(f"/matches/{table['match']}")
    assert (match["status"], match["result"]["places"]) == ("finished", [2, 1])
    corrected = await olga.change(f"{place}/rulings", {"points": [7, 5], "cause": "error"})
    assert corrected["rounds"][0]["tables"][0]["result"]["points"] == [7, 5]


async def test_however_many_entrants_there_are_a_command_is_answered_only_with_its_entries(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    guests = [{"t": "guest", "name": f"Guest {number}"} for number in range(200)]
    await olga.post(f"{at}/entrants/list", {"entrants": guests})
    await olga.post(f"{at}/rounds", {"round": 1})
    started = (await olga.post(f"{at}/rounds/1/start")).json()
    assert [one["e"] for one in started["entries"]] == [{"t": "round-started", "round": 1}]
    answer = await olga.post(f"{at}/rounds/1/tables/1/result", {"points": [3, 1]}, key="result")
    assert len(answer.content) < 1000
    (entry,) = answer.json()["entries"]
    assert entry.pop("at") > 0
    result = {"t": "result-reported", "round": 1, "table": 1, "entrant": 0, "points": [3, 1], "places": [1, 2]}
    assert entry == {"n": started["version"] + 1, "by": olga.player, "e": result}
    assert answer.json()["version"] == entry["n"]
    assert answer.headers["etag"] == f'"{entry["n"]}"'
    await olga.post(f"{at}/rounds/1/tables/2/result", {"points": [3, 1]})
    repeated = await olga.post(f"{at}/rounds/1/tables/1/result", {"points": [3, 1]}, key="result")
    assert repeated.content == answer.content


async def test_results_played_elsewhere_are_reported_and_confirmed(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga, elsewhere=True)
    await ben.post(f"{at}/entrants", {"t": "me"})
    guest = await olga.post(f"{at}/entrants", {"t": "guest", "name": "Cleo"}, key="cleo")
    assert (await olga.post(f"{at}/entrants", {"t": "guest", "name": "Cleo"}, key="cleo")).json() == guest.json()
    await olga.post(f"{at}/rounds", {"round": 1})
    started = await olga.change(f"{at}/rounds/1/start")
    assert "match" not in started["rounds"][0]["tables"][0]
    place = f"{at}/rounds/1/tables/1"
    zoe = await app.register("Zoe")
    assert code(await zoe.post(f"{place}/result", {"points": [3, 1]})) == (403, "not-your-table")
    assert code(await ben.post(f"{place}/result", {"points": [3, 1], "places": [1, 3]})) == (422, "result-places")
    assert code(await ben.post(f"{place}/result", {"points": [3, 1, 1]})) == (422, "result-size")
    reported = (await ben.change(f"{place}/result", {"points": [3, 1]}))["rounds"][0]["tables"][0]
    assert "result" not in reported
    assert reported["confirmed"] == [1]
    confirmed = await olga.change(f"{place}/confirmations")  # the staff confirms for the guest
    assert confirmed["rounds"][0]["progress"] == "closed"


async def test_games_of_a_table_are_ruled_one_by_one_or_all_at_once(app: TournamentApp, house: House) -> None:
    olga, ben, cleo = [await app.register(name) for name in ("Olga", "Ben", "Cleo")]
    at = await app.event(olga, stages=[SWISS | {"best_of": 3}])
    for one in (ben, cleo):
        await one.post(f"{at}/entrants", {"t": "me"})
    await olga.post(f"{at}/rounds", {"round": 1})
    (table,) = (await olga.change(f"{at}/rounds/1/start"))["rounds"][0]["tables"]
    place = f"{at}/rounds/1/tables/1"
    assert code(await olga.post(f"{place}/rulings", {"points": [1, 0], "game": 2})) == (422, "no-such-game")
    (table,) = (await olga.change(f"{place}/rulings", {"points": [9, 8], "game": 1}))["rounds"][0]["tables"]
    assert (table["best_of"], table["won"], "result" in table) == (3, [1, 0], False)
    first, second = table["games"]
    assert (first["entrants"], first["result"]["points"]) == (second["entrants"][::-1], [9, 8])
    assert table["match"] == second["match"]

    async def is_opened() -> bool:
        return (await app.client.get(f"{API}/matches/{second['match']}")).is_success

    await until(is_opened)
    told = await olga.get(f"/matches/{second['match']}")
    assert (told["event"]["table"], told["event"]["game"]) == (1, 2)
    assert [seat["player"] for seat in told["seats"]] == [
        [ben, cleo][number - 1].player for number in second["entrants"]
    ]
    whole = {"points": [0, 1], "cause": "no-show"}
    done = await olga.post(f"{place}/rulings", whole, key="whole")
    assert (await olga.post(f"{place}/rulings", whole, key="whole")).json() == done.json()
    match = await olga.get(f"/matches/{second['match']}")
    assert (match["status"], match["ending"]) == ("finished", "called-off")
    (table,) = (await olga.get(at))["rounds"][0]["tables"]
    assert (table["result"]["places"], table["result"]["kind"]) == ([2, 1], "ruled")
    (sat,) = (await olga.get(f"/players/{ben.player}"))["tables"]
    assert [game["match"] for game in sat["games"]] == [first["match"], second["match"]]
    assert sorted(sat["won"]) == [0, 1]
    (term,) = (await olga.get(f"{at}/standings", explain=True))["groups"][0]["lines"][0]["score"]["terms"]
    assert (term["won"], term["matches"]) == ([1, 0], [first["match"], second["match"]])


async def test_games_played_elsewhere_are_confirmed_by_their_number(app: TournamentApp) -> None:
    olga, ben, cleo = [await app.register(name) for name in ("Olga", "Ben", "Cleo")]
    at = await app.event(olga, stages=[SWISS | {"best_of": 3}], elsewhere=True)
    for one in (ben, cleo):
        await one.post(f"{at}/entrants", {"t": "me"})
    await olga.post(f"{at}/rounds", {"round": 1})
    await olga.post(f"{at}/rounds/1/start")
    place = f"{at}/rounds/1/tables/1"
    assert code(await ben.post(f"{place}/result", {"points": [3, 1]})) == (422, "no-such-game")
    await ben.change(f"{place}/result", {"points": [3, 1], "game": 1})
    assert code(await cleo.post(f"{place}/confirmations")) == (422, "no-such-game")
    (table,) = (await cleo.change(f"{place}/confirmations?game=1"))["rounds"][0]["tables"]
    assert [game["game"] for game in table["games"]] == [1, 2]


async def test_a_list_that_breaks_the_rules_gets_all_faults_at_once(
    app: TournamentApp, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = (
        DeckProblem("too-many", "D1", card="Gold Cache", found="3", allowed="2"),
        DeckProblem("too-short", "D2"),
    )
    advice = DeckProblem("dull", "D3", advice=True)
    lists: Lists[Any] = Lists(
        expects=lambda _: True,
        problems=lambda _, deck: (*wrong, advice) if "3 Gold Cache" in deck else (advice,),
        command=lambda deck: deck,
        built_in=lambda _: (),
    )
    rules = house.matches.catalogue.current("katharina")
    assert rules is not None
    listed = replace(rules, game=replace(rules.game, lists=lists))
    monkeypatch.setattr(house.matches.catalogue, "current", lambda _: listed)
    monkeypatch.setattr(house.matches.catalogue, "edition", lambda *_: listed)
    olga = await app.register("Olga")
    at = await app.event(olga, decks="after")
    await olga.post(f"{at}/entrants", {"t": "me"})
    answer = await olga.put(f"{at}/entrants/1/deck", {"deck": "3 Gold Cache"})
    assert code(answer) == (422, "deck-invalid")
    first = {"code": "too-many", "rule": "D1", "card": "Gold Cache", "found": "3", "allowed": "2"}
    second = {"code": "too-short", "rule": "D2", "card": "", "found": "", "allowed": ""}
    assert answer.json()["problems"] == [first | {"sentence": "too-many"}, second | {"sentence": "too-short"}]
    assert answer.json()["detail"] == "too-many too-short"
    assert (await olga.put(f"{at}/entrants/1/deck", {"deck": "2 Gold Cache"})).status_code == 200


@pytest.mark.parametrize("changes", [{}, {"elsewhere": True}, {"game": "cities_knights"}])
async def test_sealed_lists_are_refused_for_a_game_without_lists(app: TournamentApp, changes: dict[str, Any]) -> None:
    answer = await (await app.register("Olga")).post("/tournaments", PLAN | {"decks": "after"} | changes)
    assert code(answer) == (400, "malformed")
    assert answer.json()["at"] == "$.decks"


async def test_an_organiser_who_takes_part_cannot_seal_lists_for_others(app: TournamentApp) -> None:
    olga, ben = [await app.register(name) for name in ("Olga", "Ben")]
    at = await app.event(olga, decks="after", elsewhere=True, **PLAN_WITH_LISTS)
    for one in (olga, ben):
        await one.post(f"{at}/entrants", {"t": "me"})
    await olga.post(f"{at}/entrants", {"t": "guest", "name": "Gus"})
    refusal = await olga.put(f"{at}/entrants/2/deck", {"deck": deck("Olga's choice")})
    assert code(refusal) == (422, "not-your-list")
    assert refusal.json()["facts"] == {"entrant": 2}
    await ben.put(f"{at}/entrants/2/deck", {"deck": deck("Ben's own")})
    assert code(await olga.put(f"{at}/entrants/2/deck", {"deck": deck("Olga's choice")})) == (422, "not-your-list")
    assert (await ben.get(f"{at}/entrants/2/deck"))["deck"] == deck("Ben's own")
    for number in (1, 3):
        await olga.put(f"{at}/entrants/{number}/deck", {"deck": deck("Olga's own")})
    sealed_by = [one.get("deck_by") for one in (await ben.get(at))["entrants"]]
    assert sealed_by == [None, None, olga.player]


async def test_an_organiser_can_seal_a_missing_list_but_never_replace_one(app: TournamentApp) -> None:
    olga, ben = [await app.register(name) for name in ("Olga", "Ben")]
    at = await app.event(olga, decks="after", **PLAN_WITH_LISTS)
    await ben.post(f"{at}/entrants", {"t": "me"})
    for found in ("Mistaken", "Corrected"):
        await olga.put(f"{at}/entrants/1/deck", {"deck": deck(found)})
        assert (await ben.get(at))["entrants"][0]["deck_by"] == olga.player, "Ben is told who it was"
    assert (await ben.get(f"{at}/entrants/1/deck"))["deck"] == deck("Corrected")
    await ben.put(f"{at}/entrants/1/deck", {"deck": deck("Ben's own")})
    assert "deck_by" not in (await ben.get(at))["entrants"][0]
    assert code(await olga.put(f"{at}/entrants/1/deck", {"deck": deck("Another")})) == (422, "not-your-list")
    assert (await ben.get(f"{at}/entrants/1/deck"))["deck"] == deck("Ben's own")


async def test_bots_seal_built_in_lists_when_they_are_entered(app: TournamentApp, house: House) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga, decks="after", **PLAN_WITH_LISTS)
    bot = {"t": "bot", "level": "random"}
    await olga.post(f"{at}/entrants", bot, key="once")
    await olga.post(f"{at}/entrants", bot, key="once")
    await olga.post(f"{at}/entrants/list", {"entrants": [bot, bot]})
    tournaments, tournament = Tournaments(house.records), at.rpartition("/")[2]
    sealed = await tournaments.decks(tournament)
    assert {number: deck for number, (deck, _) in sealed.items()} == {
        number: BUILT_IN[number % len(BUILT_IN)] for number in (1, 2, 3)
    }
    commitments = [one["deck"] for one in (await olga.get(at))["entrants"]]
    assert len(set(commitments)) == 3
    assert (await app.client.get(f"{API}{at}/entrants/1/deck")).status_code == 404


async def test_a_bot_whose_list_was_not_sealed_in_time_gets_one_when_a_round_is_paired(
    app: TournamentApp, house: House
) -> None:
    """This happens if a process died right after it had entered the bot."""
    olga = await app.register("Olga")
    at = await app.event(olga, decks="after", **PLAN_WITH_LISTS)
    tournaments, tournament = Tournaments(house.records), at.rpartition("/")[2]
    for _ in range(2):
        await tournaments.submit(tournament, olga.player, Register(bot="random"))
    assert (await olga.post(f"{at}/rounds", {"round": 1})).status_code == 200
    assert len(await tournaments.decks(tournament)) == 2


async def test_entering_bots_succeeds_even_if_sealing_their_lists_conflicts(
    app: TournamentApp, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga, bot = await app.register("Olga"), {"t": "bot", "level": "random"}
    at = await app.event(olga, decks="after", **PLAN_WITH_LISTS)
    submit, tournament = Tournaments.submit, at.rpartition("/")[2]

    async def overtaken(self: Tournaments, name: str, by: str, command: Any, **more: Any) -> Any:
        if isinstance(command, SealDecks):
            raise Contended("others were faster")
        return await submit(self, name, by, command, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Tournaments, "submit", overtaken)
        assert (await olga.post(f"{at}/entrants", bot)).json()["version"] == 3
        assert (await olga.post(f"{at}/entrants/list", {"entrants": [bot]})).json()["version"] == 4
    assert (await olga.post(f"{at}/rounds", {"round": 1})).status_code == 200
    assert len(await app.tournaments.decks(tournament)) == 2


async def test_ending_a_tournament_succeeds_even_if_publishing_the_secret_conflicts(
    app: TournamentApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga)

    async def overtaken(*_: Any) -> None:
        raise Contended("others were faster")

    with monkeypatch.context() as patched:
        patched.setattr(match_scheduler.MatchScheduler, "settle", overtaken)
        assert (await olga.post(f"{at}/ending", {"ending": "cancelled"})).status_code == 200
    assert (await olga.get(at))["phase"] == "cancelled"


async def test_players_at_a_table_see_each_others_lists_if_the_plan_says_so(app: TournamentApp) -> None:
    olga, ben, cleo = [await app.register(name) for name in ("Olga", "Ben", "Cleo")]
    at = await app.event(olga, decks="table", elsewhere=True, **PLAN_WITH_LISTS)
    for number, one in enumerate((ben, cleo), 1):
        await one.post(f"{at}/entrants", {"t": "me"})
        await one.put(f"{at}/entrants/{number}/deck", {"deck": deck(f"List {number}")})
    await ben.put(f"{at}/entrants/1/deck", {"deck": deck("MARKED LIST")})
    address = f"{API}{at}/entrants/1/deck"
    assert (await app.client.get(address, headers=cleo.headers)).status_code == 404
    await olga.post(f"{at}/rounds", {"round": 1})
    await olga.post(f"{at}/rounds/1/start")
    assert (await app.client.get(address, headers=cleo.headers)).json()["deck"] == deck("MARKED LIST")
    assert (await app.client.get(address, headers=olga.headers)).status_code == 404


async def test_a_penalty_counts_once_per_idempotency_key_and_changes_the_standings(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    for name in ("Ben", "Cleo"):
        await olga.post(f"{at}/entrants", {"t": "guest", "name": name})
    await olga.post(f"{at}/rounds", {"round": 1})
    await olga.post(f"{at}/rounds/1/start")
    await olga.post(f"{at}/rounds/1/tables/1/rulings", {"points": [1, 0]})
    winner = (await olga.get(f"{at}/standings"))["groups"][0]["lines"][0]["entrant"]
    penalty = {"hundredths": 150, "cause": "conduct", "words": "Was rude."}
    for _ in range(2):
        assert (await olga.post(f"{at}/entrants/{winner}/penalties", penalty, key="p1")).status_code == 200
    assert code(await olga.post(f"{at}/entrants/{winner}/penalties", penalty | {"hundredths": 1}, key="p1"))[0] == 422
    last = (await olga.get(f"{at}/standings"))["groups"][0]["lines"][-1]
    assert (last["entrant"], last["score"]["amount"]["exact"]) == (winner, "-1/2")


async def test_a_profile_shows_tournaments_results_and_ratings(app: TournamentApp) -> None:
    olga, ben, cleo = [await app.register(name) for name in ("Olga", "Ben", "Cleo")]
    at = await app.event(olga, elsewhere=True)
    for one in (ben, cleo):
        await one.post(f"{at}/entrants", {"t": "me"})
    await olga.post(f"{at}/rounds", {"round": 1})
    (table,) = (await olga.change(f"{at}/rounds/1/start"))["rounds"][0]["tables"]
    points = [9 if entrant == 1 else 4 for entrant in table["entrants"]]
    for one in (ben, cleo):
        await one.post(f"{at}/rounds/1/tables/1/result", {"points": points})
    shown = await ben.get(f"/players/{ben.player}")
    assert (shown["name"], shown["ghost"]) == ("Ben", False)
    assert [(one["title"], one["place"]) for one in shown["entries"]] == [("Spring Cup", 1)]
    assert sorted((seat["name"], seat["place"]) for seat in shown["tables"][0]["seats"]) == [("Ben", 1), ("Cleo", 2)]
    (rating,) = shown["ratings"]
    assert (rating["formula"], rating["contests"], rating["wins"], rating["provisional"]) == ("glicko-2/1", 1, 1, True)
    assert rating["history"][0]["middle"] > 1500
    pools = (await ben.get("/ratings", game="katharina"))["pools"]
    named = [line["name"] for pool in pools if pool["seats"] == 2 and not pool["bots"] for line in pool["players"]]
    assert {"Ben", "Cleo"} <= set(named)
    with patch("chronik.service.tournaments.ratings.rate_contests", side_effect=AssertionError("nothing was played")):
        await app.event(olga, elsewhere=True)
        assert (await ben.get("/ratings", game="katharina"))["pools"] == pools
    assert (await app.client.get(f"{API}/players/{'0' * 32}")).status_code == 404


async def test_a_profile_is_found_without_reading_the_tournaments_of_others(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    for number in range(3):
        at = await app.event(olga, elsewhere=True)
        await (ben if number else olga).post(f"{at}/entrants", {"t": "me"})
    await ben.get(f"/players/{ben.player}")
    asked: list[str] = []

    def record_statement(_: Any, __: Any, statement: str, *___: Any) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", record_statement)
    try:
        shown = await ben.get(f"/players/{ben.player}")
    finally:
        event.remove(Engine, "before_cursor_execute", record_statement)
    assert len(shown["entries"]) == 2
    of_events = [statement for statement in asked if "FROM tournament_events" in statement]
    assert of_events
    assert all("WHERE tournament_events.tournament = ?" in statement for statement in of_events)


async def test_a_tournament_can_be_read_by_many_callers_at_once(app: TournamentApp) -> None:
    """There are more readers than connections: none waits for a second connection while it has one."""
    at = await app.event(await app.register("Olga"))
    async with asyncio.timeout(20):
        seen = await asyncio.gather(*(app.client.get(f"{API}{at}") for _ in range(24)))
    assert [answer.status_code for answer in seen] == [200] * 24


async def test_a_table_ruled_before_its_match_is_open_is_no_longer_opened(
    app: TournamentApp, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is away when the round starts: the start is recorded, and the match scheduler opens the other tables
    later.
    """
    olga = await app.register("Olga")
    at = await app.event(olga)
    for _ in range(4):
        await olga.post(f"{at}/entrants", {"t": "bot", "level": "random"})
    await olga.post(f"{at}/rounds", {"round": 1})

    async def away(*_: Any, **__: Any) -> None:
        raise Unavailable

    with monkeypatch.context() as broken:
        broken.setattr(match_scheduler, "open_match", away)
        started = await olga.post(f"{at}/rounds/1/start")
        assert started.status_code == 200
        ruled = await olga.change(f"{at}/rounds/1/tables/1/rulings", {"points": [1, 0], "cause": "time"})
    assert ruled["rounds"][0]["tables"][0]["result"]["points"] == [1, 0]
    first, second = (table["match"] for table in ruled["rounds"][0]["tables"])

    async def is_closed() -> bool:
        return bool((await olga.get(at))["rounds"][0]["progress"] == "closed")

    await until(is_closed)
    assert (await olga.get(f"/matches/{second}"))["status"] == "finished"
    assert await house.matches.find(first) is None


async def test_a_table_that_cannot_be_opened_does_not_block_others(
    app: TournamentApp, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga)
    for _ in range(4):
        await olga.post(f"{at}/entrants", {"t": "bot", "level": "random"})
    tables = (await olga.change(f"{at}/rounds", {"round": 1}))["rounds"][0]["tables"]
    bad = tables[0]["match"]

    async def picky(matches: Any, rules: Any, command: Any, match: str, *more: Any, **named: Any) -> Any:
        if match == bad:
            raise Rejected("seats")
        return await open_match(matches, rules, command, match, *more, **named)

    monkeypatch.setattr(match_scheduler, "open_match", picky)
    assert (await olga.post(f"{at}/rounds/1/start")).status_code == 200
    assert await house.matches.find(tables[1]["match"]) is not None
    assert (await olga.post(f"{at}/rounds/1/tables/1/rulings", {"points": [0, 0]})).status_code == 200


async def test_options_that_do_not_allow_the_table_size_are_refused_at_creation(
    app: TournamentApp, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = house.matches.catalogue.current("katharina")
    assert rules is not None

    def opening(options: Any, seats: int) -> Any:
        if seats == 3:
            raise Rejected("seats")

    picky = replace(rules, game=replace(rules.game, opening=opening))
    monkeypatch.setattr(type(house.matches.catalogue), "current", lambda *_: picky)
    olga = await app.register("Olga")
    answer = await olga.post("/tournaments", PLAN | {"stages": [SWISS | {"table": 4}]})
    assert (*code(answer), answer.json()["at"], answer.json()["seats"]) == (400, "malformed", "$.options", 3)
    assert (await olga.post("/tournaments", PLAN)).status_code == 201


async def test_the_entropy_of_entrants_is_in_the_log_and_in_their_matches(app: TournamentApp) -> None:
    olga, ben, cleo = [await app.register(name) for name in ("Olga", "Ben", "Cleo")]
    at = await app.event(olga)
    assert code(await ben.post(f"{at}/entrants", {"t": "me", "entropy": "0g"})) == (400, "malformed")
    assert (await ben.post(f"{at}/entrants", {"t": "me", "entropy": "AB" * 64})).status_code == 200
    assert (await olga.post(f"{at}/entrants", {"t": "player", "player": cleo.player})).status_code == 200
    assert (await cleo.post(f"{at}/entrants/2/entropy", {"entropy": "CD"})).status_code == 200
    assert code(await olga.post(f"{at}/entrants", {"t": "bot", "level": "random", "entropy": "00"})) == (
        400,
        "malformed",
    )
    await olga.post(f"{at}/rounds", {"round": 1})
    (table,) = (await olga.change(f"{at}/rounds/1/start"))["rounds"][0]["tables"]
    assert (await olga.post(f"{at}/rounds/1/tables/1/rulings", {"points": [1, 0]})).status_code == 200
    entries = (await ben.get(f"/matches/{table['match']}/audit"))["entries"]
    added = [one["event"]["entropy"] for one in entries if one["line"]["key"] == "seat-taken"]
    assert added == [("", "ab" * 64, "cd")[number] for number in table["entrants"]]
    assert (await olga.post(f"{at}/ending", {"ending": "finished"})).status_code == 200

    async def is_published() -> bool:
        return (await olga.get(at))["secret"] is not None

    await until(is_published)
    saved = (await app.client.get(f"{API}{at}/bundle", headers=olga.headers)).content
    found = verify(saved.splitlines(keepends=True), game_loader(Catalogue({})))
    assert found.ok, found
    assert any(note.startswith("The secret of each match follows from the published one") for note in found.notes)
    assert "2 of 2 entrants added entropy at their own request." in found.notes
    assert not any("could choose" in note or "unchecked" in note for note in found.notes)


async def test_calling_off_closes_every_match_first_and_then_publishes_the_secret(app: TournamentApp) -> None:
    olga, ben, cleo = [await app.register(name) for name in ("Olga", "Ben", "Cleo")]
    at = await app.event(olga)
    for one in (ben, cleo):
        await one.post(f"{at}/entrants", {"t": "me"})
    await olga.post(f"{at}/rounds", {"round": 1})
    (table,) = (await olga.change(f"{at}/rounds/1/start"))["rounds"][0]["tables"]
    called_off = await olga.change(f"{at}/ending", {"ending": "cancelled"})
    assert called_off["phase"] == "cancelled"
    assert code(await olga.post(f"{at}/rounds/1/tables/1/rulings", {"points": [1, 0]})) == (422, "tournament-over")
    match = await ben.get(f"/matches/{table['match']}")
    assert (match["status"], match["ending"]) == ("finished", "called-off")
    assert "result" not in match
    assert (await ben.post(f"/matches/{table['match']}/resignations")).status_code == 409

    async def is_published() -> bool:
        return (await olga.get(at))["secret"] is not None

    await until(is_published)
    shown = await olga.get(at)
    assert (shown["phase"], "result" in shown["rounds"][0]["tables"][0]) == ("cancelled", False)
    assert match["secret"] == table_secret(bytes.fromhex(shown["secret"]["tables"]), table["match"]).hex()
    assert (await olga.post(f"{at}/ending", {"ending": "cancelled"})).status_code == 422


async def test_a_ghost_can_be_neither_entered_nor_appointed(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga)
    erased = await ben.post("/me/erasure", {"confirm": ben.player})
    assert erased.status_code == 200, erased.text
    assert code(await olga.post(f"{at}/entrants", {"t": "player", "player": ben.player})) == (400, "malformed")
    assert code(await olga.post(f"{at}/staff", {"player": ben.player, "role": "referee"})) == (400, "malformed")


async def test_a_revoked_token_cannot_appoint_staff_in_a_process_that_still_caches_it(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at, people = await app.event(olga), People(app.records)
    (token,) = await people.tokens(olga.player)
    assert await people.revoke(olga.player, token.id)  # as another process does
    assert (await olga.get(at))["yours"]["organiser"], "for five seconds"
    assert code(await olga.post(f"{at}/staff", {"player": ben.player, "role": "organiser"})) == (401, "unauthenticated")
    assert not (await ben.get(at))["yours"]["organiser"]


async def test_a_player_erased_while_being_entered_leaves_no_club(app: TournamentApp, house: House) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga)
    look = Tournaments.clubs

    async def erase_then_read(self: Tournaments, tournament: str) -> Any:
        await erase(house.records, (), ben.player)
        return await look(self, tournament)

    with patch.object(Tournaments, "clubs", erase_then_read):
        body = {"t": "player", "player": ben.player, "club": "Curlew & Friends"}
        assert code(await olga.post(f"{at}/entrants", body)) == (400, "malformed")
    assert not await app.tournaments.clubs(at.rpartition("/")[2])


async def test_notes_about_an_entrant_are_erased_with_the_entrant(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga)
    await ben.post(f"{at}/entrants", {"t": "me"})
    await olga.post(f"{at}/entrants/1/penalties", {"hundredths": 50, "words": "MARKED"})
    await olga.post(f"{at}/entrants/1/presence", {"presence": "disqualified", "words": "MARKED"})
    told = (await ben.post("/me/exports")).json()
    assert [note["about"] for note in told["holdings"]["tournaments"]["notes"]] == [ben.player, ben.player]
    await ben.post("/me/erasure", {"confirm": ben.player})
    assert "MARKED" not in (await olga.post("/me/exports")).text


async def test_a_list_with_a_null_character_is_refused(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga, decks="after", **PLAN_WITH_LISTS)
    await ben.post(f"{at}/entrants", {"t": "me"})
    assert code(await ben.put(f"{at}/entrants/1/deck", {"deck": "a\0b"})) == (400, "malformed")


@pytest.mark.parametrize("ended", ["finished", "cancelled"])
async def test_a_match_that_is_still_running_is_closed_before_the_secret_is_published(
    app: TournamentApp, house: House, ended: str
) -> None:
    """As after a process died between the entry and the match, or after an outage: any process completes it."""
    olga, ben, cleo = [await app.register(name) for name in ("Olga", "Ben", "Cleo")]
    at = await app.event(olga)
    for one in (ben, cleo):
        await one.post(f"{at}/entrants", {"t": "me"})
    await olga.post(f"{at}/rounds", {"round": 1})
    (table,) = (await olga.change(f"{at}/rounds/1/start"))["rounds"][0]["tables"]
    tournaments, tournament = Tournaments(house.records), at.rpartition("/")[2]

    if ended == "finished":
        await tournaments.submit(tournament, olga.player, RuleTable(1, 1, (3, 5), (2, 1), Cause.TIME))
    await tournaments.submit(tournament, olga.player, Cancel() if ended == "cancelled" else Finish())

    async def is_published() -> bool:
        return (await olga.get(at))["secret"] is not None

    await until(is_published)
    match = await ben.get(f"/matches/{table['match']}")
    assert (match["status"], match["ending"]) == ("finished", "called-off" if ended == "cancelled" else "ruled")
    assert match.get("result", {}).get("places") == (None if ended == "cancelled" else [2, 1])
