"""The examples of the document: a tour with fixed chance, run here, whose answers must equal the examples.

`CHRONIK_RECORD=1` writes them again, after an intended change of an answer.
"""

import asyncio
import base64
import hashlib
import json
import os
import time
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from chronik.service.log.bundled import BundledValkey
from chronik.service.tournaments.routes.trf_body import TRF_EXAMPLE
from chronik.service.web.openapi.layout import format_json
from tests.support.service.apps import running, settings_for, until
from tests.support.service.deck_lists import PLAN_WITH_LISTS, deck

EXAMPLES = Path("service/web/openapi/examples.json")
MOMENT = 1_767_268_800_000_000_000
API = "/api/v1"
LINES = ("application/x-ndjson", "application/vnd.chronik.tournament-log")
LONGEST = 6
COMMANDS = 6
DRAWS = {
    "chronik.service.identity.register": "service.people.register",
    "chronik.service.seeks.seeks": "service.people.seeks",
    "chronik.service.people.erasure": "service.people.erasure",
    "chronik.service.identity.auth": "service.people.auth",
    "chronik.service.matches.play": "service.matches.play",
    "chronik.service.matches.routes.submission": "service.http.idempotency",
    "chronik.service.seeks.seeking": "service.workers.seeking",
    "chronik.service.tournaments.routes.tournaments": "service.routes.tournament.tournaments",
    "chronik.service.tournaments.routes.newcomers": "service.routes.tournament.newcomers",
    "chronik.service.tournaments.routes.reported": "service.routes.tournament.reported",
    "chronik.service.tournaments.decisions": "service.tournaments.store",
    "chronik.service.tournaments.sealed_lists": "service.tournaments.sealed_lists",
}
"""Where something is drawn by chance, and what its numbers follow from here: a name that stays when a file is moved."""


class Tour:
    """A caller that records each operation's request and answer."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.noted: dict[str, dict[str, Any]] = {}

    async def ask(self, operation: str, method: str, path: str, token: str = "", body: Any = None, **more: Any) -> Any:
        """Sends a request and records it under its operation; the first of each operation is its example."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        content = {} if body is None else {"json": body}
        answer = await self.client.request(method, path, headers=headers, **content, **more)
        assert answer.is_success, f"{operation}: {answer.text}"
        note = {} if body is None else {"body": body}
        if answer.headers.get("content-type") in LINES:
            note["lines"] = "\n".join(answer.text.splitlines()[:3]) + "\n"
        elif answer.headers.get("content-type", "").startswith("text/"):
            note["lines"] = answer.text
        elif answer.content:
            note["answer"] = shorten(answer.json())
        self.noted.setdefault(operation, note)
        return answer.json() if "answer" in note else None

    async def meet(self, kind: str, method: str, path: str, token: str = "", **more: Any) -> None:
        """Sends a request that leads to a problem, and records it under the problem's kind."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self.client.request(method, path, headers={**headers, **more.pop("headers", {})}, **more)
        told = answer.json()
        assert told["type"] == f"/problems/{kind}", answer.text
        self.noted.setdefault("problems", {})[kind] = shorten(told)


def fixed(label: str) -> SimpleNamespace:
    """Returns a replacement for the module `secrets` with fixed values."""
    numbers = count()

    def drawn(size: int) -> bytes:
        return hashlib.sha256(f"{label} {next(numbers)}".encode()).digest()[:size]

    return SimpleNamespace(
        token_hex=lambda size: drawn(size).hex(),
        token_bytes=drawn,
        choice=lambda among: among[0],
        token_urlsafe=lambda size: base64.urlsafe_b64encode(drawn(size)).decode().rstrip("="),
    )


def shorten(value: Any) -> Any:
    """Returns an answer with its long lists shortened."""
    if isinstance(value, list):
        return [shorten(one) for one in (value if len(value) <= LONGEST else value[:2])]
    if isinstance(value, dict):
        return {key: shorten(one) for key, one in value.items()}
    return value


async def tour_operations(client: httpx.AsyncClient) -> dict[str, dict[str, Any]]:
    """Calls every operation once, from the first player to a vote on an undo."""
    tour = Tour(client)
    ada = (await tour.ask("register", "POST", f"{API}/players", body={"name": "Ada"}))["token"]
    ben = (await tour.ask("register", "POST", f"{API}/players", body={"name": "Ben"}))["token"]
    described = {"name": "Ada L.", "contact": "ada@example.org"}
    ada_id = (await tour.ask("describe_me", "PUT", f"{API}/me", ada, described))["player"]
    await tour.ask("me", "GET", f"{API}/me", ada)
    more = {"scopes": ["play"], "label": "telephone"}
    added = await tour.ask("add_token", "POST", f"{API}/me/tokens", ada, more)
    await tour.ask("tokens", "GET", f"{API}/me/tokens", ada)
    await tour.ask("revoke_token", "DELETE", f"{API}/me/tokens/{added['id']}", ada)
    for game in (await tour.ask("list_games", "GET", f"{API}/games"))["games"]:
        if game["game"] == "catan_cards":
            await lists(tour, ada, game["game"])
    await tour.ask("game", "GET", f"{API}/games/katharina")
    clock = {"command": 300, "match": 3_600, "increment": 10, "at_zero": "bot", "bot": "greedy"}
    table = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "open"}], "clock": clock}
    match = (await tour.ask("open_match", "POST", f"{API}/matches", ada, table))["id"]
    neutral, typed = f"{API}/matches/{match}", f"{API}/katharina/matches/{match}"
    await wait_until_listed(client)
    await tour.ask("list_matches", "GET", f"{API}/matches")
    await tour.ask("export_me", "POST", f"{API}/me/exports", ada)
    await tour.ask("take_seat", "POST", f"{neutral}/seats", ben, {"seat": 1})
    await tour.ask("open_tutorial", "POST", f"{API}/tutorials/katharina", ada)
    await tour.ask("leave_seat", "DELETE", f"{await other_match(client, ada)}/seats/0", ada)
    await tour.ask("match", "GET", neutral)
    await tour.ask("katharina_view", "GET", f"{typed}/view", ada)
    for _ in range(2):
        for token in (ada, ben):
            offered = await tour.ask("katharina_options", "GET", f"{typed}/options?refused=true", token)
            body = {"command": offered["options"][0], "prompt": offered["prompts"][0]["id"]}
            done = await tour.ask("katharina_command", "POST", f"{typed}/commands", token, body)
    batches = (await client.get(f"{neutral}/audit")).json()["entries"]
    before = max(entry["version"] for entry in batches if entry["version"] <= batches[-1]["cause"])
    asked = await tour.ask("undo", "POST", f"{neutral}/undo", ada, {"to": before, "ask": True})
    vote = f"{neutral}/undo/{asked['match']['undo']['number']}/votes"
    await tour.ask("vote_on_undo", "POST", vote, ben, {"grant": True})
    assert done["version"] > before
    offered = await tour.ask("offer_seat", "POST", f"{neutral}/seat-offers", ada)
    answer = f"{neutral}/seat-offers/{offered['version']}/answers"
    await tour.ask("answer_seat_offer", "POST", answer, ben, {"grant": False})
    await challenges(tour, ada, ben)
    await seeks(tour, ada, ben)
    over = await start_match(client, ada, ben)
    await tour.ask("resign", "POST", f"{API}/matches/{over}/resignations", ben)
    await tour.ask("katharina_feed", "GET", f"{API}/katharina/matches/{over}/feed")
    entries = (await client.get(f"{API}/matches/{over}/audit")).json()["entries"]
    asked_at = max(entry["version"] for entry in entries if entry["line"]["key"] not in ("resigned", "closed"))
    begun = {"at": asked_at, "as": "0", "seats": [{"t": "mine"}, {"t": "bot", "level": "greedy"}]}
    await tour.ask("fork_moment", "GET", f"{API}/matches/{over}/forks?at={asked_at}&as=0", ada)
    await tour.ask("fork_match", "POST", f"{API}/matches/{over}/forks", ada, begun)
    await problems(tour, ada, ben, match, over)
    await tour.ask("scores", "GET", f"{neutral}/scores")
    await tour.ask("audit", "GET", f"{neutral}/audit")
    await tour.ask("katharina_replay", "GET", f"{typed}/replay", ada)
    await tour.ask("katharina_sources", "GET", f"{typed}/sources")
    for game in ("cities_knights", "catan_cards"):
        await play_start(tour, game, ada, ben)
    await run_tournament(tour, ada, ben)
    await analyse(tour, ada)
    await tour.ask("player", "GET", f"{API}/players/{ada_id}")
    await tour.ask("erase_me", "POST", f"{API}/me/erasure", ada, {"confirm": ada_id})
    await tour.ask("problem", "GET", "/problems/malformed")
    await tour.ask("codes", "GET", f"{API}/codes")
    await tour.ask("rating_formulas", "GET", f"{API}/ratings/formulas")
    await tour.ask("stored_schema", "GET", "/docs/format/receipt")
    await tour.ask("signing_keys", "GET", "/.well-known/chronik-keys.json")
    await tour.ask("live", "GET", "/health/live")
    await tour.ask("ready", "GET", "/health/ready")
    return tour.noted


async def challenges(tour: Tour, ada: str, ben: str) -> None:
    """Challenges a player to a match, and answers in every way."""
    player = (await tour.client.get(f"{API}/me", headers={"authorization": f"Bearer {ben}"})).json()["player"]
    offer = {
        "game": "katharina",
        "seats": [{"t": "mine"}, {"t": "player", "player": player}],
        "clock": {"command": 300},
    }
    addresses = [
        f"{API}/challenges/{(await tour.ask('challenge', 'POST', f'{API}/challenges', ada, offer))['id']}"
        for _ in range(3)
    ]
    await tour.ask("challenge_by_id", "GET", addresses[0], ben)
    await tour.ask("accept_challenge", "POST", f"{addresses[0]}/acceptance", ben, {"entropy": "5eed"})
    await tour.ask("decline_challenge", "POST", f"{addresses[1]}/refusal", ben, {"reason": "not-now"})
    await tour.ask("withdraw_challenge", "DELETE", addresses[2], ada)
    await tour.ask("my_challenges", "GET", f"{API}/me/challenges", ben)


async def seeks(tour: Tour, ada: str, ben: str) -> None:
    """Lets two players seek the same match, and one stop seeking."""
    wanted = {"game": "katharina", "seats": 2, "clock": {"command": 300}}
    first = await tour.ask("seek", "POST", f"{API}/seeks", ada, wanted)
    await tour.ask("open_seeks", "GET", f"{API}/seeks")
    await tour.ask("withdraw_seek", "DELETE", f"{API}/seeks/{first['id']}", ada)
    second = await tour.ask("seek", "POST", f"{API}/seeks", ada, wanted)
    await tour.ask("seek", "POST", f"{API}/seeks", ben, wanted)
    await tour.ask("seek_by_id", "GET", f"{API}/seeks/{second['id']}", ada)
    await tour.ask("my_seeks", "GET", f"{API}/me/seeks", ben)


async def leave_early(tour: Tour, ada: str, tournaments: str, plan: Any) -> None:
    """Plays a round robin of three guests, of whom one leaves after the first game."""
    at = f"{tournaments}/{(await tour.ask('create_tournament', 'POST', tournaments, ada, plan))['id']}"
    guests = [{"t": "guest", "name": name} for name in ("Anna", "Bela", "Cem")]
    await tour.ask("enter_list", "POST", f"{at}/entrants/list", ada, {"entrants": guests})
    await tour.ask("pair_round", "POST", f"{at}/rounds", ada, {"round": 1})
    await tour.ask("start_round", "POST", f"{at}/rounds/1/start", ada)
    await tour.ask("report_result", "POST", f"{at}/rounds/1/tables/1/result", ada, {"points": [12, 9]})
    gone = (await tour.ask("tournament", "GET", at))["rounds"][0]["tables"][0]["entrants"][0]
    await tour.ask("set_presence", "POST", f"{at}/entrants/{gone}/presence", ada, {"presence": "withdrawn"})
    await tour.ask("strike_games", "POST", f"{at}/entrants/{gone}/struck-games", ada, {"struck": True})


async def run_tournament(tour: Tour, ada: str, ben: str) -> None:
    """Runs a tournament of two, whose table is played outside the service, from its plan to its end."""
    tournaments = f"{API}/tournaments"
    await tour.ask("scoring", "GET", f"{API}/scoring")
    stage = {"method": "swiss", "table": 2, "rounds": 1}
    plan = {"title": "Spring Cup", "game": "katharina", "stages": [stage], "scoring": "match-points"}
    wanted = {**plan, "elsewhere": True}
    at = f"{tournaments}/{(await tour.ask('create_tournament', 'POST', tournaments, ada, wanted))['id']}"
    await tour.ask("list_tournaments", "GET", tournaments)
    words = {"title": "Spring Cup 2026", "description": "In the old town desk."}
    await tour.ask("describe_tournament", "PUT", f"{at}/words", ada, words)
    await tour.ask("open_registration", "POST", f"{at}/registration", ada, {"open": True})
    await tour.ask("enter", "POST", f"{at}/entrants", ben, {"t": "me", "club": "North"})
    await tour.ask("enter", "POST", f"{at}/entrants", ada, {"t": "guest", "name": "Cleo"})
    await tour.ask("enter", "POST", f"{at}/entrants", ada, {"t": "me"})
    eve = await tour.ask("register", "POST", f"{API}/players", body={"name": "Eve"})
    await tour.ask("appoint", "POST", f"{at}/staff", ada, {"player": eve["player"], "role": "referee"})
    await tour.ask("rename_guest", "PUT", f"{at}/entrants/2/name", ada, {"name": "Cleo Bauer"})
    await tour.ask("add_entropy", "POST", f"{at}/entrants/1/entropy", ben, {"entropy": "5eed"})
    await tour.ask("set_club", "PUT", f"{at}/entrants/2/club", ada, {"club": "South"})
    await tour.ask("set_presence", "POST", f"{at}/entrants/2/presence", ada, {"presence": "withdrawn"})
    await tour.ask("forbid_pair", "POST", f"{at}/forbidden", ada, {"entrants": [1, 2]})
    await tour.ask("preview_round", "POST", f"{at}/rounds/preview", ada, {"round": 1})
    await tour.ask("pair_round", "POST", f"{at}/rounds", ada, {"round": 1})
    await tour.ask("start_round", "POST", f"{at}/rounds/1/start", ada)
    table = f"{at}/rounds/1/tables/1"
    await tour.ask("report_result", "POST", f"{table}/result", ben, {"points": [12, 9]})
    await tour.ask("confirm_result", "POST", f"{table}/confirmations", ada)
    ruling = {"points": [12, 10], "cause": "error", "words": "A point was forgotten."}
    await tour.ask("rule_table", "POST", f"{table}/rulings", eve["token"], ruling)
    penalty = {"hundredths": 50, "cause": "conduct"}
    await tour.ask("penalise", "POST", f"{at}/entrants/1/penalties", ada, penalty)
    await tour.ask("standings", "GET", f"{at}/standings", params={"explain": "true"})
    await tour.ask("ratings", "GET", f"{API}/ratings")
    await tour.ask("export_tournament", "GET", f"{at}/export.json")
    await tour.ask("tournament_log", "GET", f"{at}/log.ndjson")
    for name in ("pairings", "results", "standings"):
        await tour.ask(f"{name}_csv", "GET", f"{at}/{name}.csv")

    async def booked() -> bool:
        return bool((await tour.client.get(f"{API}/matches.ndjson", params={"game": "katharina"})).text.strip())

    await until(booked)
    await tour.ask("finished_matches", "GET", f"{API}/matches.ndjson", params={"game": "katharina"})
    await tour.ask("finished_matches_csv", "GET", f"{API}/matches.csv", params={"game": "katharina"})
    await tour.ask("end_tournament", "POST", f"{at}/ending", ada, {"ending": "finished"})
    await tour.ask("tournament", "GET", at)
    report = {"report": TRF_EXAMPLE}
    await tour.ask("take_in_tournament", "POST", f"{tournaments}/reports", ada, report, params={"game": "katharina"})
    another = f"{tournaments}/{(await tour.ask('create_tournament', 'POST', tournaments, ada, wanted))['id']}"
    several = [{"t": "guest", "name": "Dora", "club": "North"}, {"t": "player", "player": eve["player"]}]
    await tour.ask("enter_list", "POST", f"{another}/entrants/list", ada, {"entrants": several})
    await leave_early(tour, ada, tournaments, {**wanted, "stages": [{"method": "round-robin", "table": 2}]})
    with_lists = await tour.ask(
        "create_tournament", "POST", tournaments, ada, {**plan, **PLAN_WITH_LISTS, "decks": "after"}
    )
    own = f"{tournaments}/{with_lists['id']}/entrants"
    await tour.ask("enter", "POST", own, ada, {"t": "me"})
    await tour.ask("seal_deck", "PUT", f"{own}/1/deck", ada, {"deck": deck("Merchants")})
    await tour.ask("deck", "GET", f"{own}/1/deck", ada)
    await tour.ask("end_tournament", "POST", f"{tournaments}/{with_lists['id']}/ending", ada, {"ending": "cancelled"})
    await tour.ask("opened_decks", "GET", f"{tournaments}/{with_lists['id']}/decks")


async def problems(tour: Tour, ada: str, ben: str, match: str, over: str) -> None:
    """Causes the problems of a running match and of a finished one."""
    neutral, typed = f"{API}/matches/{match}", f"{API}/katharina/matches/{match}"
    offered = (await tour.client.get(f"{typed}/options", headers={"authorization": f"Bearer {ada}"})).json()
    body = {"command": offered["options"][0], "prompt": offered["prompts"][0]["id"]}
    seats = [{"t": "mine"}, {"t": "open"}]
    eve = (await tour.client.post(f"{API}/players", json={"name": "Eve"})).json()["token"]
    await tour.meet("malformed", "GET", f"{neutral}?seats=1")
    await tour.meet("unauthenticated", "GET", f"{API}/me")
    await tour.meet("not-found", "GET", f"{API}/matches/{'0' * 32}")
    await tour.meet("not-acceptable", "GET", neutral, headers={"accept": "image/png"})
    await tour.meet("not-json", "POST", f"{API}/players", content="name=Ada", headers={"content-type": "text/plain"})
    await tour.meet("not-your-seat", "POST", f"{typed}/commands", eve, json=body)
    await tour.meet("not-a-spectator", "GET", f"{typed}/view?as=spectator", ada)
    await tour.meet("stale-view", "POST", f"{typed}/commands", ada, json=body, headers={"if-match": '"3"'})
    await tour.meet("prompt-closed", "POST", f"{typed}/commands", ada, json={**body, "prompt": 3})
    twice = {"t": "choose-display", "cards": ["P001", "P001", "P001"]}
    await tour.meet("rejected", "POST", f"{typed}/commands", ada, json={"command": twice})
    await tour.meet("undo-blocked", "POST", f"{neutral}/undo", ada, json={"to": 8})
    await tour.meet("match-closed", "POST", f"{API}/matches/{over}/resignations", ada)
    key = {"idempotency-key": "one"}
    table = {"game": "katharina", "seats": seats}
    headers = {**key, "authorization": f"Bearer {eve}"}
    waiting = (await tour.client.post(f"{API}/matches", json=table, headers=headers)).headers["location"]
    await tour.meet("seat-taken", "POST", f"{waiting}/seats", ben, json={"seat": 0})
    await tour.meet("key-reused", "POST", f"{API}/matches", eve, json={**table, "takebacks": "own"}, headers=key)
    await tour.meet("scope-missing", "POST", f"{neutral}/rulings", ben, json={"points": [1, 0], "places": [1, 2]})
    await tour.meet(
        "deck-invalid", "PUT", f"{API}/me/decks/none", ben, json={"game": "catan_cards", "deck": "9 Dragon"}
    )


async def play_start(tour: Tour, game: str, ada: str, ben: str) -> None:
    """Plays the beginning of a match in its game's types, until a player resigns."""
    match = await start_match(tour.client, ada, ben, game)
    typed, tokens = f"{API}/{game}/matches/{match}", (ada, ben)
    for _ in range(COMMANDS):
        for token in tokens:
            offered = await tour.ask(f"{game}_options", "GET", f"{typed}/options?refused=true", token)
            if offered["prompts"]:
                body = {"command": offered["options"][0], "prompt": offered["prompts"][0]["id"]}
                await tour.ask(f"{game}_command", "POST", f"{typed}/commands", token, body)
    await tour.ask(f"{game}_view", "GET", f"{typed}/view", ada)
    await tour.ask(f"{game}_luck", "GET", f"{typed}/luck")
    await tour.ask(f"{game}_sources", "GET", f"{typed}/sources")
    await tour.ask(f"{game}_replay", "GET", f"{typed}/replay", ada)
    await tour.client.post(f"{API}/matches/{match}/resignations", headers={"authorization": f"Bearer {ben}"})
    await tour.ask(f"{game}_feed", "GET", f"{typed}/feed")


async def lists(tour: Tour, ada: str, game: str) -> None:
    """Checks, stores, reads and deletes a card list."""
    text = "2 Abbey\n3 Spy\n1 Plague"
    await tour.ask(f"{game}_check_deck", "POST", f"{API}/{game}/decks/check", body={"deck": text})
    await tour.ask("keep_deck", "PUT", f"{API}/me/decks/First try", ada, {"game": game, "deck": text})
    await tour.ask("own_decks", "GET", f"{API}/me/decks", ada)
    await tour.ask("own_deck", "GET", f"{API}/me/decks/First try", ada)
    await tour.ask("forget_deck", "DELETE", f"{API}/me/decks/First try", ada)


async def wait_until_listed(client: httpx.AsyncClient) -> None:
    """Returns when the bookkeeper has processed a match."""
    for _ in range(500):
        if (await client.get(f"{API}/matches")).json()["matches"]:
            return
        await asyncio.sleep(0.02)


async def other_match(client: httpx.AsyncClient, token: str, game: str = "katharina") -> str:
    """Opens another match, which does not start, and returns its address."""
    body = {"game": game, "seats": [{"t": "mine"}, {"t": "open"}]}
    opened = await client.post(f"{API}/matches", json=body, headers={"authorization": f"Bearer {token}"})
    return str(opened.headers["location"])


async def start_match(client: httpx.AsyncClient, ada: str, ben: str, game: str = "katharina") -> str:
    """Opens a match without a clock and starts it."""
    address = await other_match(client, ada, game)
    await client.post(f"{address}/seats", json={}, headers={"authorization": f"Bearer {ben}"})
    return address.rsplit("/", 1)[1]


async def analyse(tour: Tour, ada: str) -> None:
    """Requests the analysis of a match between bots, and reads it."""
    bots = {"game": "katharina", "seats": [{"t": "bot", "level": "random"}] * 2}
    headers = {"authorization": f"Bearer {ada}"}
    match = (await tour.client.post(f"{API}/matches", headers=headers, json=bots)).json()["id"]
    address = f"{API}/matches/{match}/analysis"

    async def answers(path: str) -> bool:
        return (await tour.client.get(path)).status_code == 200

    await until(lambda: answers(f"{API}/matches/{match}/archive"))
    await tour.ask("request_analysis", "POST", address, ada)
    await until(lambda: answers(address))
    found = await tour.ask("analysis", "GET", address)
    await tour.ask("analysed_decision", "GET", f"{address}/{found['decisions'][5]['version']}")
    await tour.meet("not-analysed", "GET", f"{address}/1")


def load_or_record(noted: dict[str, Any]) -> Any:
    """Returns the examples; writes them first if `CHRONIK_RECORD` is set."""
    if os.environ.get("CHRONIK_RECORD"):
        EXAMPLES.write_text(format_json(noted) + "\n")
    return json.loads(EXAMPLES.read_text())


async def test_every_example_equals_the_answer_recorded_on_the_tour(
    engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, label in DRAWS.items():
        monkeypatch.setattr(f"{module}.secrets", fixed(label))
    monkeypatch.setattr(time, "time_ns", lambda: MOMENT)
    async with running(settings_for(engine.url, tmp_path)) as (_, client):
        noted = await tour_operations(client)
    assert noted == load_or_record(noted)
