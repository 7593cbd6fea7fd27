"""Lists of entrants over HTTP: JSON and CSV, all or nobody, and every faulty line named."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from service.people.erasure import erase
from service.routes.tournament.entrant_list import EXAMPLE
from tests.service.routes.test_tournaments import Guest, Hall, code
from tests.support.service.tables import API, ONE_LOOP, House

pytestmark = ONE_LOOP

NAMED = {"t": "guest", "name": "Ada", "club": "North"}


@pytest.fixture
def desk(shared_house: House) -> Hall:
    """A hall in the one application of this file."""
    return Hall(shared_house)


async def send(
    organiser: Guest, at: str, csv: str | bytes, *, media: str = "text/csv", key: str = ""
) -> httpx.Response:
    """A list as CSV."""
    headers = organiser.headers | {"content-type": media} | ({"idempotency-key": key} if key else {})
    return await organiser.client.post(f"{API}{at}/entrants/list", content=csv, headers=headers)


def faults(answer: httpx.Response) -> list[tuple[int, str, str]]:
    """The faulty lines of a list that was refused: line, field and code."""
    assert code(answer) == (422, "list-refused"), answer.text
    lines = answer.json()["facts"]["lines"]
    assert all(one["detail"] for one in lines)
    return [(one["line"], one["field"], one["code"]) for one in lines]


async def entered(organiser: Guest, at: str) -> list[tuple[int, str | None, str]]:
    shown = await organiser.get(at)
    return [(one["number"], one.get("name"), one.get("club", "")) for one in shown["entrants"]]


async def test_a_list_in_json_is_entered_by_one_command(desk: Hall) -> None:
    olga, ben = await desk.somebody("Olga"), await desk.somebody("Ben")
    at = await desk.event(olga, elsewhere=True)
    wanted = [NAMED, {"t": "player", "player": ben.player, "club": "north"}, {"t": "me", "club": "South"}]
    answer = await olga.post(f"{at}/entrants/list", {"entrants": wanted})
    assert answer.status_code == 200, answer.text
    assert await entered(olga, at) == [(1, "Ada", "North"), (2, "Ben", "North"), (3, "Olga", "South")]
    log = [one for one in (await desk.client.get(f"{API}{at}/log.ndjson")).text.splitlines() if '"registered"' in one]
    assert ["register-many" in one for one in log] == [True, False, False]
    assert "Ada" not in log[0]
    assert "North" not in log[0]


async def test_a_list_of_bots_for_tables_that_are_played_here(desk: Hall) -> None:
    olga = await desk.somebody("Olga")
    at = await desk.event(olga)
    answer = await olga.post(f"{at}/entrants/list", {"entrants": [{"t": "bot", "level": "random"}] * 3})
    assert answer.status_code == 200, answer.text
    assert [one["bot"] for one in (await olga.get(at))["entrants"]] == ["random"] * 3


@pytest.mark.parametrize(
    "written",
    [
        EXAMPLE,
        b"\xef\xbb\xbf" + EXAMPLE.encode(),
        'club;name\nNorth;"Ada"\n\nSouth;Ben',
        '"Name",  CLUB\r"Ada",North\rBen, "South"\r',
        "level,name,club,player\n,Ada,North\n,Ben,South,\n,,,\n",
    ],
)
async def test_csv_as_people_write_it(desk: Hall, written: str | bytes) -> None:
    olga = await desk.somebody("Olga")
    at = await desk.event(olga, elsewhere=True)
    answer = await send(olga, at, written, media='text/csv; charset="UTF-8"; header=present')
    assert answer.status_code == 200, answer.text
    assert await entered(olga, at) == [(1, "Ada", "North"), (2, "Ben", "South")]


async def test_csv_names_players_by_id_or_page_and_bots_by_level(desk: Hall) -> None:
    olga, ben, cleo = await desk.somebody("Olga"), await desk.somebody("Ben"), await desk.somebody("Cleo")
    at = await desk.event(olga)
    rows = [f'{ben.player},,"North, upper"', f"https://example.org/players/{cleo.player},,", ",random,"]
    answer = await send(olga, at, "\n".join(["player,level,club", *rows]))
    assert answer.status_code == 200, answer.text
    assert await entered(olga, at) == [(1, "Ben", "North, upper"), (2, "Cleo", ""), (3, None, "")]


async def test_every_faulty_line_of_a_list_in_json_is_named_and_nobody_entered(desk: Hall) -> None:
    olga, gone = await desk.somebody("Olga"), await desk.somebody("Gone")
    await erase(desk.records, (), gone.player)
    at = await desk.event(olga, elsewhere=True)
    wanted: list[Any] = [
        NAMED,
        {"t": "guest", "name": "\u202eAda"},
        {"t": "guest", "name": "Ben", "club": "\x07"},
        {"t": "bot", "level": "genius"},
        {"t": "bot", "level": "random"},
        {"t": "player", "player": gone.player},
        {"t": "player", "player": "nobody"},
        {"t": "guest"},
        {"t": "me", "entropy": "0g"},
        17,
    ]
    assert faults(await olga.post(f"{at}/entrants/list", {"entrants": wanted})) == [
        (2, "name", "malformed"),
        (3, "club", "malformed"),
        (4, "level", "malformed"),
        (5, "level", "bots-play-here"),
        (6, "player", "malformed"),
        (7, "player", "malformed"),
        (8, "", "malformed"),
        (9, "entropy", "malformed"),
        (10, "", "malformed"),
    ]
    assert await entered(olga, at) == []


async def test_every_faulty_line_of_a_csv_is_named_by_its_line_in_the_file(desk: Hall) -> None:
    olga, ben = await desk.somebody("Olga"), await desk.somebody("Ben")
    at = await desk.event(olga, elsewhere=True, capacity=2)
    await olga.post(f"{at}/entrants", {"t": "player", "player": ben.player})
    await ben.post(f"{at}/entrants/1/presence", {"presence": "withdrawn"})
    rows = [
        "name,player,level,club",
        "Ada",
        "",
        f"{'x' * 41}",
        "Ada,,random",
        ",,,North",
        ",,random,North",
        ',\0,,"two\nlines"',
        "a,b,c,d,e",
        f",{ben.player}",
        "Cleo",
        "Dora",
    ]
    refused = await send(olga, at, "\n".join(rows))
    assert faults(refused) == [
        (4, "name", "malformed"),
        (5, "", "malformed"),
        (6, "", "malformed"),
        (7, "club", "malformed"),
        (8, "player", "malformed"),
        (10, "", "malformed"),
        (11, "player", "registered-already"),
        (13, "name", "full"),
    ]
    assert [one["facts"] for one in refused.json()["facts"]["lines"]][-2:] == [{"entrant": 1}, {"capacity": 2}]
    assert len(await entered(olga, at)) == 1


@pytest.mark.parametrize(
    ("csv", "status", "line"),
    [
        (b"", 400, 0),
        (b"name,club\n", 400, 0),
        (b"name\n\xff\xfe\n", 400, 0),
        (b"Ada,North\nBen,South,East\n", 422, 2),
        (b"nam;club\nAda;North\n", 422, 1),
        (b"name,name\nAda,Ben\n", 422, 1),
        (b"club\nNorth\n", 422, 1),
        (b'name\nAda\n"Ben"x\n', 422, 3),
        (b'name\nAda\n"Ben\n', 422, 3),
    ],
)
async def test_what_is_no_list_is_refused_in_words(desk: Hall, csv: bytes, status: int, line: int) -> None:
    olga = await desk.somebody("Olga")
    at = await desk.event(olga, elsewhere=True)
    answer = await send(olga, at, csv)
    assert answer.status_code == status, answer.text
    if line:
        assert faults(answer) == [(line, "", "malformed")]
    assert await entered(olga, at) == []


async def test_500_entrants_at_once_and_no_more(desk: Hall) -> None:
    olga = await desk.somebody("Olga")
    at = await desk.event(olga, elsewhere=True)
    lines = ["name,club", *(f"Entrant {number},Club {number % 40}" for number in range(1, 502))]
    assert code(await send(olga, at, "\n".join(lines))) == (400, "malformed")
    many = [{"t": "guest", "name": "Ada"}] * 501
    assert code(await olga.post(f"{at}/entrants/list", {"entrants": many})) == (400, "malformed")
    assert (await send(olga, at, "\n".join(lines[:-1]))).status_code == 200
    shown = await entered(olga, at)
    assert shown == [(n, f"Entrant {n}", f"Club {n % 40}") for n in range(1, 501)]
    assert len(await desk.tournaments.clubs(at.rsplit("/", 1)[1])) == 40
    too_long = "name\n" + "x" * 65_536
    assert code(await send(olga, at, too_long)) == (413, "too-large")


async def test_a_repeated_key_enters_a_list_once(desk: Hall) -> None:
    olga = await desk.somebody("Olga")
    at = await desk.event(olga, elsewhere=True)
    first, again = [await send(olga, at, EXAMPLE, key="list") for _ in range(2)]
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert len(await entered(olga, at)) == 2
    assert code(await send(olga, at, EXAMPLE.replace("Ada", "Eva"), key="list")) == (422, "key-reused")


async def test_only_organisers_enter_lists_and_others_learn_nothing_from_them(desk: Hall) -> None:
    olga, ben = await desk.somebody("Olga"), await desk.somebody("Ben")
    at = await desk.event(olga, elsewhere=True)
    for csv in (EXAMPLE, "player\nnobody\n"):
        assert code(await send(ben, at, csv)) == (403, "not-organiser")
    assert (await desk.client.post(f"{API}{at}/entrants/list", json={"entrants": [NAMED]})).status_code == 401
    assert code(await send(olga, "/tournaments/nowhere", EXAMPLE)) == (404, "not-found")
    assert code(await send(olga, at, EXAMPLE, media="text/html")) == (415, "not-json")


async def test_lists_and_players_at_once_are_all_entered_once(desk: Hall) -> None:
    olga, people = await desk.somebody("Olga"), [await desk.somebody(f"Player {number}") for number in range(3)]
    at = await desk.event(olga)
    ids = [{"t": "player", "player": one.player} for one in people]
    bots = [{"t": "bot", "level": "random"}] * 5
    answers = await asyncio.gather(
        olga.post(f"{at}/entrants/list", {"entrants": ids + bots}),
        *(one.post(f"{at}/entrants", {"t": "me"}) for one in people),
        olga.post(f"{at}/entrants/list", {"entrants": bots + ids}),
    )
    assert {answer.status_code for answer in answers} == {200}, [answer.text for answer in answers]
    shown = (await olga.get(at))["entrants"]
    assert [one["number"] for one in shown] == list(range(1, 14))
    assert sorted(one["player"] for one in shown if "player" in one) == sorted(one.player for one in people)


async def test_a_club_is_kept_only_where_an_entrant_names_it(desk: Hall) -> None:
    olga, ben = await desk.somebody("Olga"), await desk.somebody("Ben")
    at = await desk.event(olga)
    both = [{"t": "player", "player": ben.player, "club": club} for club in ("North", "South")]
    again = [{"t": "player", "player": ben.player, "club": "West"}, {"t": "bot", "level": "random"}]
    for wanted in (both, again):
        assert (await olga.post(f"{at}/entrants/list", {"entrants": wanted})).status_code == 200
    assert await entered(olga, at) == [(1, "Ben", "North"), (2, None, "")]
    assert [one.name for one in await desk.tournaments.clubs(at.rsplit("/", 1)[1])] == ["North"]
