"""Withheld matches: a finished table reveals nothing of a sealed list by any route until its tournament is over."""

from __future__ import annotations

import asyncio
import json
import os
import re
import tarfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from io import BytesIO
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace

from chronik.service.identity import access
from chronik.service.identity.auth import Scope
from chronik.service.identity.register import People
from chronik.service.tournaments import sealed_lists, withheld
from chronik.service.tournaments.proof_file import verify_bundle
from chronik.service.tournaments.routes import exports
from tests.support.service.apps import settings_for, until
from tests.support.service.engines import emptied
from tests.support.service.lists_app import Cup, WithLists, cast, open_lists_app
from tests.support.service.promised import DOCUMENT
from tests.support.service.sql import new_database
from tests.support.service.tables import API, ONE_LOOP, House, Person, good, refused

pytestmark = ONE_LOOP

LISTS = ("1 2 9", "1 3 5", "2 4 6", "3 4 5")
TWIN = ("1 2 8", *LISTS[1:])
"""Ann's third number differs; it is never played."""
GAMES = ("/cities_knights/", "/katharina/", "/catan_cards/")
ASKED = {
    "as": ("as=0", "as=1", "as=spectator", "as=referee"),
    "at": ("at=5",),
    "names": ("names=true",),
    "refused": ("refused=true",),
    "lang": ("lang=de",),
    "stage": ("stage=1",),
    "as_of": ("as_of=1",),
    "explain": ("explain=1",),
    "e": ("e=5",),
    "p": ("p=0",),
    "v": ("v=2",),
    "theme": ("theme=dark",),
    "minutes": ("minutes=5",),
}
"""Query strings for each address, by the name of the parameter."""


@pytest_asyncio.fixture(
    scope="module", loop_scope="module", params=["sqlite", *(["postgres"] if os.environ.get("CHRONIK_LONG") else [])]
)
async def lists_app(
    store_url: str, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> AsyncIterator[House]:
    settings = settings_for(emptied(store_url), tmp_path_factory.mktemp("lists"))
    async with AsyncExitStack() as stack:
        if request.param == "postgres":
            server = request.getfixturevalue("postgres")
            settings = replace(settings, database_url=await stack.enter_async_context(new_database(server)))
        yield await stack.enter_async_context(open_lists_app(settings))


class Twins:
    """Two tournaments of the same players that differ only in Ann's list, each with her table played."""

    def __init__(
        self,
        house: House,
        organiser: Person,
        people: Sequence[Person],
        opponent: Person,
        cups: Sequence[tuple[Cup, str]],
    ) -> None:
        self.house = house
        self.opponent = opponent
        self.stranger = next(one for one in people[1:] if one is not opponent)
        self.organiser = organiser
        self.people = people
        self.cups = cups

    @classmethod
    async def of(cls, house: House, **more: Any) -> Twins:
        organiser, people = await cast(house)
        cups, opponent = [], people[0]
        for key, lists in (("one", LISTS), ("other", TWIN)):
            cup = await Cup.of(house, organiser, people, lists, key, **more)
            tables = [(await cup.match(table))[1] for table in (1, 2)]
            table = 1 + (people[0] in tables[1])
            opponent = next(one for one in tables[table - 1] if one is not people[0])
            cups.append((cup, await cup.play(table)))
        return cls(house, organiser, people, opponent, cups)

    async def differences(self, viewers: Sequence[Person] = (), only: str = "") -> list[str]:
        """Returns the addresses at which anyone but Ann could distinguish the two."""
        told: list[str] = []
        for number, viewer in enumerate(viewers or (self.house.nobody(), self.opponent, self.organiser)):
            one, other = [
                [(path, await self._get(viewer, path)) for path in addresses(cup, match) if only in path]
                for cup, match in self.cups
            ]
            told += [f"{number}: {a}" for (a, seen), (_, also) in zip(one, other, strict=True) if seen != also]
        return told

    async def _get(self, viewer: Person, path: str) -> tuple[int, str]:
        headers = {"authorization": f"Bearer {viewer.token}"} if viewer.token else {}
        if viewer is self.organiser and path.endswith("?as=referee"):
            return 0, "a look of the staff is an entry, and has a test of its own"
        answer = await viewer.client.get(path, headers=headers)
        return answer.status_code, plain(answer.text)

    async def end(self, ending: str) -> None:
        for cup, _ in self.cups:
            await cup.end(ending)


def read_addresses() -> Iterator[tuple[str, list[str]]]:
    """Returns every GET address of the interface document, as if for a game with lists, and its parameters."""
    for path, methods in DOCUMENT["paths"].items():
        endless = path.endswith("/tournaments/{tournament}/feed")  # it shows only the log, which is read here
        if "get" in methods and not endless and not any(game in path for game in GAMES[:2]):
            asked = [one["name"] for one in methods["get"].get("parameters", ()) if one["in"] == "query"]
            yield path.replace(GAMES[2], "/lists/"), asked


def addresses(cup: Cup, match: str) -> Iterator[str]:
    """Returns every GET address of a match, a tournament or a player, for all viewers."""
    values = {
        "match": match,
        "tournament": cup.id,
        "player": cup.people[0].player,
        "entrant": "1",
        "round": "1",
        "one": "1",
        "table": "1",
        "undo": "1",
        "version": "9",
        "name": "x",
        "stage": "0",
    }
    for path, asked in read_addresses():
        if {"match", "tournament", "player"}.intersection(re.findall(r"{(\w+)}", path)):
            filled = re.sub(r"{(\w+)}", lambda found: values[found[1]], path)
            yield from (filled, *(f"{filled}?{one}" for name in asked for one in ASKED[name]))


def plain(text: str) -> str:
    """Returns an answer without what differs between tournaments: ids and hashes become ordinals, times are removed."""
    known: dict[str, str] = {}
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*Z?", "then", text)
    text = re.sub(r"(?<![0-9a-f])1[6-9]\d{8}(\d{3})?(?![0-9a-f])", "then", text)
    return re.sub(r"[0-9a-f]{8,}", lambda found: known.setdefault(found[0], f"#{len(known)}"), text)


@pytest.fixture(scope="module")
def cache(lists_app: House) -> dict[str, Twins]:
    """Makes something once per test app for the module."""
    return {}


async def twins(house: House, cache: dict[str, Twins]) -> Twins:
    """Returns the running twins, made once for the module."""
    if "running" not in cache:
        cache["running"] = await Twins.of(house)
    return cache["running"]


async def test_no_route_reveals_a_sealed_list_while_the_tournament_runs(
    lists_app: House, cache: dict[str, Twins]
) -> None:
    found = await twins(lists_app, cache)
    assert await found.differences() == []
    cup, match = found.cups[0]
    seen = [path for path in addresses(cup, match) if path.startswith(API)]
    assert {f"{API}/matches/{match}/archive", f"{API}{cup.at}/bundle", f"{API}/lists/matches/{match}/feed"} <= {*seen}
    assert await found.differences(found.people[:1], "/view") != [], "Ann knows her own list"
    texts = {"1 2 8", "1 2 9", "[1,2,8]", "[1,2,9]"}
    whole = {path for path, _ in read_addresses() if "{" not in path} - {f"{API}/me/events"}  # an endless stream
    for viewer in (lists_app.nobody(), found.opponent, found.organiser):
        for path in (path for path in sorted(whole) if path.startswith((API, "/metrics"))):
            headers = {"authorization": f"Bearer {viewer.token}"} if viewer.token else {}
            told = (await viewer.client.get(path, headers=headers)).text
            assert not any(text in told for text in texts), path
    for person, own in ((found.people[0], True), (found.opponent, False)):
        told = (await person.post("/me/exports", None)).text
        assert any(text in told for text in texts) is own


@pytest.mark.parametrize(
    ("where", "what", "instead", "only"),
    [
        (access, "is_withheld", lambda _: False, "/audit"),
        (access, "is_withheld", lambda _: False, "/archive"),
        (access, "is_withheld", lambda _: False, "/view?as="),
        (access, "is_withheld", lambda _: False, "/replay?as="),
        (access, "is_withheld", lambda _: False, "/feed?as="),
        (
            withheld,
            "withholding_of",
            lambda found, of=withheld.withholding_of: replace(of(found), over=True),
            "/archive",
        ),
        (exports, "_is_open_to", lambda *_: True, "/bundle"),
        (sealed_lists, "_have_met", lambda *_: True, "/deck"),
    ],
)
async def test_planted_leaks_of_sealed_lists_are_caught(
    lists_app: House,
    cache: dict[str, Twins],
    monkeypatch: pytest.MonkeyPatch,
    where: Any,
    what: str,
    instead: Callable[..., Any],
    only: str,
) -> None:
    found = await twins(lists_app, cache)
    monkeypatch.setattr(where, what, instead)
    viewer = found.people[1] if only == "/deck" else lists_app.nobody()
    assert await found.differences((viewer,), only) != []


async def test_a_closed_withheld_match_shows_each_viewer_what_it_showed_before(
    lists_app: House, cache: dict[str, Twins]
) -> None:
    found = await twins(lists_app, cache)
    _, match = found.cups[0]
    ann, ben = found.people[0], found.opponent
    at = f"/lists/matches/{match}"
    assert good(await ann.get(f"{at}/view"))["view"]["own"] == [1, 2, 9]
    assert good(await ben.get(f"{at}/view"))["view"]["own"] != [1, 2, 9]
    summary = good(await ben.get(f"/matches/{match}"))
    assert (summary["status"], summary["held"]) == ("finished", "end")
    assert "secret" not in summary
    seat = next(line["seat"] for line in summary["seats"] if line["player"] == ann.player)
    refused(await ben.get(f"{at}/view?as={seat}"), 403, "not-your-seat")
    refused(await ben.get(f"{at}/view?as=referee"), 403, "scope-missing")
    for one in (ann, ben, found.organiser):
        refused(await one.get(f"/matches/{match}/archive"), 404, "not-found")
        refused(await one.post(f"/matches/{match}/analysis", None), 404, "not-disclosed")
        entries = good(await one.get(f"/matches/{match}/audit"))["entries"]
        assert not any("command" in entry or "event" in entry for entry in entries)
    rita = await lists_app.person("Rita", Scope.PLAY, Scope.REFEREE)
    for one in (ann, ben, rita, found.organiser):
        lacking = await all_archives(one, found.cups[0][0])
        assert [(name.partition(".")[2], told["why"]) for name, told in lacking] == [("lacking.json", "withheld")]
    for one in (ben, rita):
        refused(await one.get(f"{found.cups[0][0].at}/entrants/1/deck"), 404, "not-found")


async def all_archives(person: Person, cup: Cup) -> list[tuple[str, Any]]:
    """Returns the files that a caller gets for the finished matches of a tournament, once the bookkeeper has them."""
    while True:
        answer = await person.get(f"/matches.tar?tournament={cup.id}")
        with tarfile.open(fileobj=BytesIO(answer.content)) as tar:
            if tar.getnames():
                files = [(one.name, tar.extractfile(one)) for one in tar]
                return [(name, json.loads(file.read())) for name, file in files if file is not None]
        await asyncio.sleep(0.05)


async def looks_of(cup: Cup) -> list[tuple[str, str | int]]:
    """Returns the inspections in the log of a tournament: whose, and of which match or which entrant's list."""
    _, *lines = (await cup.organiser.get(f"{cup.at}/log.ndjson")).text.splitlines()
    events = [json.loads(line)["e"] for line in lines]
    seen = {"match-inspected": "match", "deck-inspected": "entrant"}
    return [(one["player"], one[seen[one["t"]]]) for one in events if one["t"] in seen]


async def test_a_referees_inspection_of_a_withheld_match_is_an_entry_of_its_tournament(
    lists_app: House, cache: dict[str, Twins]
) -> None:
    found = await twins(lists_app, cache)
    cup, match = found.cups[0]
    rita = await lists_app.person("Rita", Scope.PLAY, Scope.REFEREE)
    before = await looks_of(cup)
    for way in ("view", "replay", "feed", "view"):
        answer = await rita.get(f"/lists/matches/{match}/{way}?as=referee")
        assert answer.status_code == 200
    assert await looks_of(cup) == [*before, (rita.player, match)], "once an hour"
    lists = good(await rita.get(f"/lists/matches/{match}/view?as=referee"))["view"]["lists"]
    assert [1, 2, 9] in lists
    refused(await rita.get(f"/matches/{match}/archive"), 404, "not-found")
    seen = good(await found.organiser.get(f"/lists/matches/{match}/view?as=referee"))["view"]["lists"]
    assert seen == lists, "the staff may look"
    assert (await looks_of(cup))[-1] == (found.organiser.player, match)


async def test_a_referee_who_is_an_entrant_cannot_look_at_withheld_matches(
    lists_app: House, cache: dict[str, Twins]
) -> None:
    """The referee may look neither at a finished table of others nor at a running one."""
    found = await twins(lists_app, cache)
    cup, match = found.cups[0]
    ann = found.people[0]
    running = next(at for at, seated in [await cup.match(1), await cup.match(2)] if ann not in seated)
    for one, at in ((found.opponent, running), (found.opponent, match), (found.stranger, match)):
        issued = await People(lists_app.records).issue(one.player, (Scope.PLAY, Scope.REFEREE))
        assert issued is not None
        judging = Person(one.client, one.player, issued.token)
        refused(await judging.get(f"/lists/matches/{at}/view?as=referee"), 403, "not-your-seat")


def games_of_lists(report: Any, *entrants: int) -> dict[str, int]:
    """Returns the games that count for some lists, and how many they have won."""
    lines = [one for one in report["lists"] if one["entrant"] in entrants]
    return {count: sum(one[count] for one in lines) for count in ("played", "won")}


@pytest.mark.parametrize("ending", ["finished", "cancelled"])
async def test_at_the_end_everything_is_disclosed_and_verifies(lists_app: House, ending: str) -> None:
    organiser, people = await cast(lists_app)
    cup = await Cup.of(lists_app, organiser, people, LISTS, ending)
    match, nobody = await cup.play(1), lists_app.nobody()
    held = await nobody.get(f"/matches/{match}")
    assert good(await nobody.get(f"{cup.at}/decks")) == {"lists": [], "cards": []}
    if ending == "finished":
        await cup.play(2)
    await cup.end(ending)
    tag = {"if-none-match": held.headers["etag"]}
    opened = good(await nobody.client.get(f"{API}/matches/{match}", headers=tag))
    assert "held" not in opened, "though no entry has come since"
    assert len(opened["secret"]) == 64
    assert (await nobody.get(f"/matches/{match}/archive")).status_code == 200
    report, tables = good(await nobody.get(f"{cup.at}/decks")), 2 if ending == "finished" else 1
    assert [one["entrant"] for one in report["lists"]] == [1, 2, 3, 4]
    assert sum(one["played"] for one in report["lists"]) == 2 * tables
    assert report["cards"][0] == {"card": "1", "lists": 2, "copies": 2} | games_of_lists(report, 1, 2)
    listed = good(await nobody.get(f"{cup.at}/entrants/1/deck"))
    assert listed["cards"] == {"1": 1, "2": 1, "9": 1}
    assert [(game["round"], "match" in game) for game in listed["games"]] == [(1, True)]
    entries = good(await nobody.get(f"/matches/{match}/audit"))["entries"]
    assert [one["seat"] for one in entries[0]["command"]["first"]] == [0, 1]
    await until(cup.is_published)
    file = BytesIO((await nobody.get(f"{cup.at}/bundle")).content)
    findings = verify_bundle(file, WithLists({}), lambda _done, _of: None)
    assert findings.ok, findings
    assert any("brought exactly the list that was sealed" in note for note in findings.notes)


async def test_matches_with_lists_that_stay_closed_are_withheld_from_all_but_referees(
    lists_app: House,
) -> None:
    organiser, people = await cast(lists_app)
    cup = await Cup.of(lists_app, organiser, people, LISTS, "closed", decks="closed")
    match, (one, other) = await cup.play(1), (await cup.match(1))[1]
    running, (resigning, _) = await cup.match(2)
    resigned = good(await resigning.post(f"/matches/{running}/resignations", {}))["match"]
    assert (resigned["status"], resigned["held"]) == ("finished", "ever")
    await cup.end("cancelled")
    for somebody in (lists_app.nobody(), one):
        summary = good(await somebody.get(f"/matches/{match}"))
        assert (summary["held"], summary.get("secret")) == ("ever", None)
        refused(await somebody.get(f"/matches/{match}/archive"), 404, "not-found")
        entries = good(await somebody.get(f"/matches/{match}/audit"))["entries"]
        assert not any("command" in entry or "event" in entry for entry in entries)
    seat = next(line["seat"] for line in summary["seats"] if line["player"] == other.player)
    refused(await one.get(f"/lists/matches/{match}/replay?as={seat}"), 403, "not-your-seat")
    rita = await lists_app.person("Rita", Scope.PLAY, Scope.REFEREE)
    assert (await rita.get(f"/matches/{match}/archive")).status_code == 200
    assert await looks_of(cup) == [(rita.player, match)]
    for _ in range(2):
        assert good(await rita.get(f"{cup.at}/entrants/1/deck"))["deck"] == LISTS[0]
    assert good(await people[0].get(f"{cup.at}/entrants/1/deck"))["deck"] == LISTS[0]
    assert await looks_of(cup) == [(rita.player, match), (rita.player, 1)], "once an hour, and not the owner's"
    refused(await people[1].get(f"{cup.at}/entrants/1/deck"), 404, "not-found")
    assert good(await rita.get(f"{cup.at}/decks")) == {"lists": [], "cards": []}, (
        "lists that are not open are not counted"
    )
    await until(cup.is_published)
    file = BytesIO((await rita.get(f"{cup.at}/bundle")).content)
    findings = verify_bundle(file, WithLists({}), lambda _done, _of: None)
    assert findings.ok, findings
    assert "withheld because of the sealed lists, not checked" in findings.sentence


async def test_after_the_end_the_plan_decides_what_is_disclosed(lists_app: House) -> None:
    organiser, people = await cast(lists_app)
    cup = await Cup.of(lists_app, organiser, people, LISTS, "players", disclosure="players")
    match, seated = await cup.play(1), (await cup.match(1))[1]
    await cup.end("cancelled")
    for one in seated:
        assert (await one.get(f"/matches/{match}/archive")).status_code == 200
    refused(await organiser.get(f"/matches/{match}/archive"), 404, "not-found")
    refused(await organiser.get(f"/lists/matches/{match}/view?as=referee"), 403, "scope-missing")
    assert await looks_of(cup) == []


async def test_a_plan_for_a_game_with_lists_must_say_who_sees_them(lists_app: House) -> None:
    organiser, _ = await cast(lists_app)
    stages = [{"method": "swiss", "table": 2, "rounds": 1}]
    plan = {"title": "Cup", "game": "lists", "stages": stages, "scoring": "match-points"}
    assert refused(await organiser.post("/tournaments", plan), 400, "malformed")["at"] == "$.decks"
    for more in ({"decks": "closed"}, {"elsewhere": True}, {"options": {"along": False}}):
        good(await organiser.post("/tournaments", {**plan, **more}))
