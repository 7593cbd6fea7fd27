"""Permissions: every operation by role and state of the match, and no answer reveals anything secret."""

from __future__ import annotations

import re
from typing import Any

import httpx
import msgspec
import pytest

from chronik.domain.engine.match.commands import ENGINE_COMMANDS
from chronik.domain.engine.match.events import ENGINE_EVENTS
from chronik.domain.games import CURRENT
from chronik.service.identity.auth import Scope
from chronik.service.sql.database import CheckpointRow, MatchRow, PlayerRow, TokenRow
from tests.support.service.tables import API, GAME, ONE_LOOP, House, Person, good, play_on, refused, table

pytestmark = ONE_LOOP

ROLES = ("nobody", "guest", "own", "other", "referee", "playing referee", "opener", "revoked")
STATES = ("open", "running", "everyone", "players")
COMMAND = {"t": "resolve", "perform": False}

RULING = {
    "open": "401 403 403 403 422 403 403 401",
    "running": "401 403 403 403 422 403 403 401",
    "everyone": "401 403 403 403 409 403 403 401",
    "players": "401 403 403 403 409 403 403 401",
}

PLAYING = {
    "open": "401 403 422 422 403 422 403 401",
    "running": "401 403 422 422 403 422 403 401",
    "everyone": "401 403 409 409 403 409 403 401",
    "players": "401 403 409 409 403 409 403 401",
}
"""The statuses of a command that the rules refuse."""

# By operation and state, the status for each role, in the order of ROLES. 422 and 409 come from the rules, so the
# caller was let in. The playing referee has seat 1 (the "other" seat) at a second table.
EXPECTED: dict[str, dict[str, str]] = {
    "match": dict.fromkeys(STATES, "200 200 200 200 200 200 200 401"),
    "scores": dict.fromkeys(STATES, "200 200 200 200 200 200 200 401"),
    "audit": dict.fromkeys(STATES, "200 200 200 200 200 200 200 401"),
    "view": dict.fromkeys(STATES, "200 200 200 200 200 200 200 401"),
    "replay": dict.fromkeys(STATES, "200 200 200 200 200 200 200 401"),
    "sources": dict.fromkeys(STATES, "200 200 200 200 200 200 200 401"),
    "view as 0": {
        "open": "401 403 200 403 403 403 403 401",
        "running": "401 403 200 403 403 403 403 401",
        "everyone": "200 200 200 200 200 200 200 401",
        "players": "401 403 200 200 200 200 403 401",
    },
    "replay as 0": {
        "open": "401 403 200 403 403 403 403 401",
        "running": "401 403 200 403 403 403 403 401",
        "everyone": "200 200 200 200 200 200 200 401",
        "players": "401 403 200 200 200 200 403 401",
    },
    "view as spectator": {
        "open": "200 200 200 200 200 200 200 401",
        "running": "200 200 403 403 200 403 200 401",
        "everyone": "200 200 200 200 200 200 200 401",
        "players": "200 200 200 200 200 200 200 401",
    },
    "view as referee": {
        "open": "401 403 403 403 200 403 403 401",
        "running": "401 403 403 403 200 403 403 401",
        "everyone": "200 200 200 200 200 200 200 401",
        "players": "401 403 200 200 200 200 403 401",
    },
    "replay as referee": {
        "open": "401 403 403 403 200 403 403 401",
        "running": "401 403 403 403 200 403 403 401",
        "everyone": "200 200 200 200 200 200 200 401",
        "players": "401 403 200 200 200 200 403 401",
    },
    "archive": {
        "open": "404 404 404 404 404 404 404 401",
        "running": "404 404 404 404 404 404 404 401",
        "everyone": "200 200 200 200 200 200 200 401",
        "players": "404 404 200 200 200 200 404 401",
    },
    "analysis": dict.fromkeys(STATES, "404 404 404 404 404 404 404 401"),  # none was requested
    "decision": dict.fromkeys(STATES, "404 404 404 404 404 404 404 401"),
    "request analysis": {
        "open": "401 404 404 404 403 404 404 401",
        "running": "401 404 404 404 403 404 404 401",
        "everyone": "401 202 202 202 403 202 202 401",
        "players": "401 404 202 202 403 202 404 401",
    },
    "options": dict.fromkeys(STATES, "401 403 200 200 403 200 403 401"),
    "command": PLAYING,
    "dry run": PLAYING,
    "undo": PLAYING,
    "vote": PLAYING,
    "answer offer": PLAYING,
    "sit on 0": {
        "open": "401 409 409 409 403 409 409 401",
        "running": "401 422 422 422 403 422 422 401",
        "everyone": "401 409 409 409 403 409 409 401",
        "players": "401 409 409 409 403 409 409 401",
    },
    "fork": {  # forking does not change the original match
        "open": "401 422 422 422 403 422 422 401",
        "running": "401 422 422 422 403 422 422 401",
        "everyone": "401 201 201 201 403 201 201 401",
        "players": "401 422 201 201 403 201 422 401",
    },
    "fork moment": {
        "open": "422 422 422 422 422 422 422 401",
        "running": "422 422 422 422 422 422 422 401",
        "everyone": "200 200 200 200 200 200 200 401",
        "players": "422 422 200 200 200 200 422 401",
    },
    "leave 2": {
        "open": "401 403 403 403 403 403 403 401",
        "running": "401 403 403 403 403 403 403 401",
        "everyone": "401 403 403 403 403 403 403 401",
        "players": "401 403 403 403 403 403 403 401",
    },
    "go on": RULING,
    "extend": RULING,
    "rule": RULING,
    "offer seat": PLAYING | {"running": "401 403 200 422 403 200 403 401"},
    "resign": PLAYING | {"running": "401 403 200 409 403 200 403 401"},  # last, because it ends the running match
}


def request(operation: str, match: str) -> tuple[str, str, Any, dict[str, str]]:  # noqa: C901  one case per route
    """Returns the method, path, body and query of an operation."""
    name, _, viewer = operation.partition(" as ")
    typed, neutral = f"/{GAME}/matches/{match}", f"/matches/{match}"
    query = {"as": viewer} if viewer else {}
    match name:
        case "match":
            return "GET", neutral, None, query
        case "scores" | "audit" | "archive" | "analysis":
            return "GET", f"{neutral}/{name}", None, query
        case "decision":
            return "GET", f"{neutral}/analysis/9", None, query
        case "request analysis":
            return "POST", f"{neutral}/analysis", None, query
        case "view" | "replay" | "sources" | "options":
            return "GET", f"{typed}/{name}", None, query
        case "command":
            return "POST", f"{typed}/commands", {"command": COMMAND}, query
        case "dry run":
            return "POST", f"{typed}/commands", {"command": COMMAND}, {"dry_run": "true"}
        case "undo":
            return "POST", f"{neutral}/undo", {"to": 1}, query
        case "vote":
            return "POST", f"{neutral}/undo/3/votes", {"grant": True}, query
        case "answer offer":
            return "POST", f"{neutral}/seat-offers/3/answers", {"grant": True}, query
        case "offer seat":
            return "POST", f"{neutral}/seat-offers", None, query
        case "sit on 0":
            return "POST", f"{neutral}/seats", {"seat": 0}, query
        case "fork":
            return "POST", f"{neutral}/forks", {"at": 20, "seats": table(("open", "open"))}, query
        case "fork moment":
            return "GET", f"{neutral}/forks", None, {"at": "20"}
        case "go on":
            return "POST", f"{neutral}/pauses", {"paused": False}, query
        case "extend":
            return "POST", f"{neutral}/extensions", {"seconds": 60}, query
        case "rule":
            return "POST", f"{neutral}/rulings", {"points": [1], "places": [1]}, query
        case "resign":
            return "POST", f"{neutral}/resignations", None, query
        case "leave 2":
            return "DELETE", f"{neutral}/seats/2", None, query
        case _:
            raise LookupError(name)


@pytest.fixture
def house(shared_house: House) -> House:
    """Returns one test app for all tests of this module."""
    return shared_house


class Cast:
    """The people of all roles, at two tables: at the second one a referee has the other seat."""

    def __init__(self, people: dict[str, Person], tables: dict[bool, dict[str, str]]) -> None:
        self.people = people
        self.tables = tables

    async def ask(self, role: str, state: str, operation: str) -> httpx.Response:
        method, path, body, query = request(operation, self.tables[role == "playing referee"][state])
        return await self.people[role].ask(method, path, body, params=query)


async def cast_of(house: House) -> Cast:
    referee = await house.person("Rita", Scope.REFEREE)
    both = await house.person("Paul", Scope.PLAY, Scope.REFEREE)
    people = {
        "nobody": house.nobody(),
        "guest": await house.person("Gil"),
        "own": await house.person("Ann"),
        "other": await house.person("Ben"),
        "referee": referee,
        "playing referee": both,
        "opener": await house.person("Olga"),
        "revoked": await house.person("Rob"),
    }
    revoked = people["revoked"]
    (token,) = good(await revoked.get("/me/tokens"))["tokens"]
    assert (await revoked.ask("DELETE", f"/me/tokens/{token['id']}")).status_code == 204
    tables = {}
    for with_referee in (False, True):
        players = [people["own"], both if with_referee else people["other"]]
        tables[with_referee] = {state: await open_in_state(people["opener"], players, state) for state in STATES}
    return Cast(people, tables)


async def open_in_state(opener: Person, players: list[Person], state: str) -> str:
    """Opens a match of three seats in a state; the third seat belongs to a third player, or is open."""
    disclosure = "players" if state == "players" else "everyone"
    seats = ["open", "open"] + (["open"] if state == "open" else [])
    match = await opener.open(*seats, disclosure=disclosure)
    for seat, person in enumerate(players):
        good(await person.post(f"/matches/{match}/seats", {"seat": seat}))
    if state in ("everyone", "players"):
        assert (await play_on(match, players))["status"] == "finished"
    return match


async def test_every_operation_answers_each_caller_as_the_access_matrix_says(house: House) -> None:
    cast = await cast_of(house)
    wrong: list[str] = []
    for operation, states in EXPECTED.items():
        for state in STATES:
            for role, status in zip(ROLES, states[state].split(), strict=True):
                answer = await cast.ask(role, state, operation)
                if str(answer.status_code) != status:
                    told = answer.json().get("code", "") if answer.status_code >= 400 else ""
                    wrong.append(f"{operation}, {state}, {role}: {answer.status_code} {told}, expected {status}")
    assert not wrong, "\n".join(wrong)


async def test_the_access_matrix_has_every_operation(house: House) -> None:
    made = {request(operation, "x")[:2] for operation in EXPECTED}
    asked = {
        (
            method,
            path.replace("/x", "/{match}")
            .replace("undo/3", "undo/{undo}")
            .replace("offers/3", "offers/{offer}")
            .replace("analysis/9", "analysis/{version}")
            .removesuffix("/2"),
        )
        for method, path in made
    }
    ours = set()
    for route in house.app.routes:
        for method in getattr(route, "methods", ()):
            path = route.path.removeprefix(API)
            if "{match" in path and route.path.startswith(API) and method not in ("OPTIONS", "HEAD"):
                named = path.replace(":str", "").removesuffix("/{seat}")
                ours.add((method, named))
    other = {(method, re.sub(f"^/({'|'.join(CURRENT)})/", f"/{GAME}/", path)) for method, path in ours}
    assert other - asked == {
        ("GET", f"/{GAME}/matches/{{match}}/feed"),
        ("GET", f"/{GAME}/matches/{{match}}/luck"),
    }, "the feed is tested with the feed, the luck with the luck; one factory makes the routes of every game"


async def test_nothing_secret_is_in_any_answer_of_a_running_match(house: House) -> None:
    people = [await house.person(name) for name in ("Ann", "Ben", "Cleo")]
    entropies = ["a1" * 16, "b2" * 16, "c3" * 16]
    match = good(await people[0].post("/matches", {"game": GAME, "seats": [{"t": "open"}] * 3}))["id"]
    for person, entropy in zip(people, entropies, strict=True):
        good(await person.post(f"/matches/{match}/seats", {"entropy": entropy}))
    await play_on(match, people, 7)
    secret = await house.store.secret(match)
    live = house.matches.find_cached(match)
    assert secret is not None
    assert live is not None
    hidden = {secret.hex(), live.keys.seed.hex(), live.keys.salt.hex(), *entropies, *(one.token for one in people)}
    for seat, person in [*enumerate(people), (None, house.nobody())]:
        texts = []
        for operation in ("match", "scores", "audit", "view", "replay", "options", "archive", "view as 0"):
            method, path, body, query = request(operation, match)
            texts.append((await person.ask(method, path, body, params=query)).text)
        texts.append((await person.get("/matches")).text)
        texts.append((await person.command(match, COMMAND)).text)
        texts.append((await person.command(match, {"t": "choose-display", "cards": ["x", "y", "z"]})).text)
        everything = "\n".join(texts)
        assert not [one for one in hidden if one in everything]
        view = good(await person.get(f"/{GAME}/matches/{match}/view"))["view"]
        for number, shown in view["seats"].items():
            mine = seat is not None and int(number) == seat
            assert ("hand" in shown) is mine
            assert "choice" not in shown or mine
            if mine:
                # Read again, because one of the commands above may have been legal.
                assert live.match.state is not None
                assert shown["hand"] == list(live.match.state.seats[int(number)].hand)
        assert "stock_order" not in view


async def test_ids_that_do_not_exist_and_malformed_ones_get_the_same_answer(house: House) -> None:
    ann = await house.person("Ann", Scope.PLAY, Scope.REFEREE)
    answers = set()
    for operation in EXPECTED:
        for match in ("0" * 32, "f" * 31, "F" * 32, "x", "0" * 33, "%00", "..%2f", "\u0661" * 32):
            method, path, body, query = request(operation, match)
            answer = await ann.ask(method, path, body, params=query)
            assert answer.status_code == 404, (operation, match, answer.text)
            answers.add(answer.content)
    assert len(answers) == 1


async def test_a_callers_seat_follows_from_the_token(house: House) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    match = await ann.open("mine", "open")
    good(await ben.post(f"/matches/{match}/seats", {}))
    offered = (await ben.options(match))["options"][0]
    for field in ("seat", "player", "as", "by"):
        body = {"command": offered, field: 1}
        refused(await ann.post(f"/{GAME}/matches/{match}/commands", body), 400, "malformed")
        refused(
            await ann.post(f"/{GAME}/matches/{match}/commands", {"command": {**offered, field: 1}}), 400, "malformed"
        )
    answer = await ann.command(match, offered, params={"as": "1", "seat": "1"})
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize(
    ("path", "body", "places"),
    [
        ("/matches", {"game": GAME, "seats": table(["mine", "open"])}, ((), ("seats", 0), ("seats", 1))),
        ("/matches", {"game": GAME, "seats": table(["mine", "random"])}, (("seats", 1),)),
        ("/matches", {"game": GAME, "seats": table(["mine", "open"]), "options": {}}, (("options",),)),
        ("/matches/{match}/seats", {}, ((),)),
        ("/matches/{match}/undo", {"to": 3}, ((),)),
        ("/matches/{match}/forks", {"at": 3, "seats": table(("mine", "open"))}, ((), ("seats", 0))),
        ("/matches/{match}/undo/3/votes", {"grant": True}, ((),)),
        ("/matches/{match}/seat-offers/3/answers", {"grant": True}, ((),)),
        (f"/{GAME}/matches/{{match}}/commands", {"command": COMMAND}, ((), ("command",))),
    ],
)
async def test_no_stored_field_can_be_assigned(
    house: House, path: str, body: dict[str, Any], places: tuple[tuple[str | int, ...], ...]
) -> None:
    ann = await house.person("Ann")
    match = await ann.open("mine", "open")
    stored = {"n", "at", "seat", "by", "cause", "cmd", "e", "t", "id", "head", "secret", "version", "entries"}
    for row in (MatchRow, PlayerRow, TokenRow, CheckpointRow):
        stored |= set(row.model_fields)
    for kind in (*ENGINE_EVENTS, *ENGINE_COMMANDS):
        stored |= {field.encode_name for field in msgspec.structs.fields(kind)}
    before = good(await ann.get(f"/matches/{match}"))["version"]
    for where in places:
        known = {"game", "seats", "options", "disclosure", "seat", "entropy", "to", "ask", "grant", "command", "prompt"}
        for field in sorted(stored - (known | set(body) if not where else {"t", "level"})):
            altered = msgspec.json.decode(msgspec.json.encode(body))
            inner = altered
            for step in where:
                inner = inner[step]
            inner[field] = 1
            answer = await ann.post(path.format(match=match), altered)
            assert answer.status_code == 400, (where, field, answer.text)
    assert good(await ann.get(f"/matches/{match}"))["version"] == before
