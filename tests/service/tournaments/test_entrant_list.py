"""Lists of entrants over HTTP: JSON and CSV; all entrants are registered or none, and every faulty line is named."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from chronik.service.people.erasure import erase
from chronik.service.tournaments.routes.entrant_list import EXAMPLE
from chronik.service.tournaments.routes.trf_body import TRF_EXAMPLE
from tests.service.tournaments.test_tournaments import Caller, TournamentApp, code
from tests.support.service.tables import API, ONE_LOOP, House

pytestmark = ONE_LOOP

NAMED = {"t": "guest", "name": "Ada", "club": "North"}


@pytest.fixture
def app(shared_house: House) -> TournamentApp:
    """Returns the test app of this module."""
    return TournamentApp(shared_house)


async def send(
    organiser: Caller, at: str, csv: str | bytes, *, media: str = "text/csv", key: str = "", query: str = ""
) -> httpx.Response:
    """Sends a list as CSV."""
    headers = organiser.headers | {"content-type": media} | ({"idempotency-key": key} if key else {})
    return await organiser.client.post(f"{API}{at}/entrants/list{query}", content=csv, headers=headers)


def faults(answer: httpx.Response) -> list[tuple[int, str, str]]:
    """Returns the faulty lines of a refused list: line, field and code."""
    assert code(answer) == (422, "list-refused"), answer.text
    lines = answer.json()["facts"]["lines"]
    assert all(one["detail"] for one in lines)
    return [(one["line"], one["field"], one["code"]) for one in lines]


async def list_entrants(organiser: Caller, at: str) -> list[tuple[int, str | None, str]]:
    shown = await organiser.get(at)
    return [(one["number"], one.get("name"), one.get("club", "")) for one in shown["entrants"]]


async def test_a_list_in_json_is_entered_with_one_command(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga, elsewhere=True)
    wanted = [NAMED, {"t": "player", "player": ben.player, "club": "north"}, {"t": "me", "club": "South"}]
    answer = await olga.post(f"{at}/entrants/list", {"entrants": wanted})
    assert answer.status_code == 200, answer.text
    assert await list_entrants(olga, at) == [(1, "Ada", "North"), (2, "Ben", "North"), (3, "Olga", "South")]
    log = [one for one in (await app.client.get(f"{API}{at}/log.ndjson")).text.splitlines() if '"registered"' in one]
    assert ["register-many" in one for one in log] == [True, False, False]
    assert "Ada" not in log[0]
    assert "North" not in log[0]


async def test_a_list_of_bots_can_be_entered_if_tables_are_played_on_the_service(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga)
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
async def test_csv_lists_in_common_formats_can_be_read(app: TournamentApp, written: str | bytes) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    answer = await send(olga, at, written, media='text/csv; charset="UTF-8"; header=present')
    assert answer.status_code == 200, answer.text
    assert await list_entrants(olga, at) == [(1, "Ada", "North"), (2, "Ben", "South")]


async def test_csv_lists_name_players_by_id_or_page_and_bots_by_level(app: TournamentApp) -> None:
    olga, ben, cleo = await app.register("Olga"), await app.register("Ben"), await app.register("Cleo")
    at = await app.event(olga)
    rows = [f'{ben.player},,"North, upper"', f"https://example.org/players/{cleo.player},,", ",random,"]
    answer = await send(olga, at, "\n".join(["player,level,club", *rows]))
    assert answer.status_code == 200, answer.text
    assert await list_entrants(olga, at) == [(1, "Ben", "North, upper"), (2, "Cleo", ""), (3, None, "")]


async def test_every_faulty_line_of_a_json_list_is_named_and_no_entrant_is_registered(app: TournamentApp) -> None:
    olga, gone = await app.register("Olga"), await app.register("Gone")
    await erase(app.records, (), gone.player)
    at = await app.event(olga, elsewhere=True)
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
    assert await list_entrants(olga, at) == []


async def test_every_faulty_line_of_a_csv_list_is_named_by_its_line_number_in_the_file(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga, elsewhere=True, capacity=2)
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
        (5, "", "list-who"),
        (6, "", "list-no-name"),
        (7, "club", "list-bot-club"),
        (8, "player", "malformed"),
        (10, "", "list-fields"),
        (11, "player", "registered-already"),
        (13, "name", "full"),
    ]
    assert [one["facts"] for one in refused.json()["facts"]["lines"]][-2:] == [{"entrant": 1}, {"capacity": 2}]
    assert len(await list_entrants(olga, at)) == 1


@pytest.mark.parametrize(
    ("csv", "fault"),
    [
        (b"", None),
        (b"name,club\n", None),
        (b"name\n\xff\xfe\n", None),
        (b"Ada,North\nBen,South,East\n", (2, "list-unclear")),
        (b"Berg;Anna\nNovak;Bela\n", (1, "list-unclear")),
        (b"nam;club\nAda;North\n", (1, "list-heading")),
        (b"name,name\nAda,Ben\n", (1, "list-heading-twice")),
        (b"club\nNorth\n", (1, "list-no-names")),
        (b'name\nAda\n"Ben"x\n', (3, "list-quotes")),
        (b'name\nAda\n"Ben\n', (3, "list-quotes")),
        (b"Anna Berg;SC Nord\nBela Novak,SC Nord\n", (2, "list-separator")),
        (b'{"entrants": []}', (1, "list-format")),
    ],
)
async def test_a_text_that_is_not_a_list_is_refused_with_a_reason(
    app: TournamentApp, csv: bytes, fault: tuple[int, str] | None
) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    for query in ("", "?dry_run=true"):
        answer = await send(olga, at, csv, query=query)
        if fault is None:
            assert code(answer) == (400, "malformed")
        else:
            assert faults(answer) == [(fault[0], "", fault[1])]
    assert await list_entrants(olga, at) == []


CLUBS = """sep=;\r\nNr.;Nachname;Vorname;Elo;Verein\r\n1;Berg;Anna;2100;SC Nord\r\n2;Novak;Bela;;\r\n"""


async def test_a_dry_run_shows_how_a_list_was_understood_and_records_nothing(app: TournamentApp) -> None:
    """An organiser sees separator, columns, first entrants and their number before any are registered."""
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    shown = await send(olga, at, CLUBS, query="?dry_run=true")
    assert shown.status_code == 200, shown.text
    assert shown.json() == {
        "format": "table",
        "separator": ";",
        "heading": 2,
        "columns": [
            {"heading": "Nr.", "use": ""},
            {"heading": "Nachname", "use": "surname"},
            {"heading": "Vorname", "use": "first_name"},
            {"heading": "Elo", "use": ""},
            {"heading": "Verein", "use": "club"},
        ],
        "count": 2,
        "first": [{"line": 3, "name": "Anna Berg", "club": "SC Nord"}, {"line": 4, "name": "Bela Novak"}],
    }
    assert await list_entrants(olga, at) == []
    assert await app.tournaments.clubs(at.rsplit("/", 1)[1]) == []
    assert (await send(olga, at, CLUBS)).status_code == 200
    assert await list_entrants(olga, at) == [(1, "Anna Berg", "SC Nord"), (2, "Bela Novak", "")]


async def test_a_dry_run_is_refused_for_the_same_reasons_as_the_list(app: TournamentApp) -> None:
    """This includes the rules of the tournament, and each refusal shows the reading of the list."""
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True, capacity=2)
    for query in ("", "?dry_run=true"):
        refused = await send(olga, at, "Name;Club\nAda;North\n\x07;North\nBen\nCleo\n", query=query)
        assert faults(refused) == [(3, "name", "malformed"), (5, "name", "full")]
        reading = refused.json()["facts"]["reading"]
        assert (reading["separator"], reading["heading"], reading["count"]) == (";", 1, 4)
    wanted = {"entrants": [NAMED, {"t": "bot", "level": "random"}]}
    in_json = await olga.post(f"{at}/entrants/list?dry_run=true", wanted)
    assert faults(in_json) == [(2, "level", "bots-play-here")]
    in_json = await olga.post(f"{at}/entrants/list?dry_run=true", {"entrants": [NAMED]})
    assert in_json.json()["first"] == [{"line": 1, "name": "Ada", "club": "North"}]
    assert await list_entrants(olga, at) == []


@pytest.mark.parametrize("media", ["text/csv", "text/plain"])
async def test_lists_with_and_without_clubs_are_distinguished_from_reports_by_their_text(
    app: TournamentApp, media: str
) -> None:
    """A first line without a club once turned six lines with a club into names such as "Bela Novak;SC Nord"."""
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    assert (await send(olga, at, "Anna Berg\nBela Novak;SC Nord\n", media=media)).status_code == 200
    assert (await send(olga, at, TRF_EXAMPLE, media=media)).status_code == 200
    names = [(2, "Bela Novak", "SC Nord"), (3, "Jansen, Ada", ""), (4, "Meier, Ben", "")]
    assert await list_entrants(olga, at) == [(1, "Anna Berg", ""), *names]


async def test_a_list_may_have_500_entrants_but_not_more(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    lines = ["name,club", *(f"Entrant {number},Club {number % 40}" for number in range(1, 502))]
    assert code(await send(olga, at, "\n".join(lines))) == (400, "malformed")
    many = [{"t": "guest", "name": "Ada"}] * 501
    assert code(await olga.post(f"{at}/entrants/list", {"entrants": many})) == (400, "malformed")
    assert (await send(olga, at, "\n".join(lines[:-1]))).status_code == 200
    shown = await list_entrants(olga, at)
    assert shown == [(n, f"Entrant {n}", f"Club {n % 40}") for n in range(1, 501)]
    assert len(await app.tournaments.clubs(at.rsplit("/", 1)[1])) == 40
    too_long = "name\n" + "x" * 65_536
    assert code(await send(olga, at, too_long)) == (413, "too-large")


async def test_a_list_sent_twice_with_the_same_key_is_entered_only_once(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    first, again = [await send(olga, at, EXAMPLE, key="list") for _ in range(2)]
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert len(await list_entrants(olga, at)) == 2
    assert code(await send(olga, at, EXAMPLE.replace("Ada", "Eva"), key="list")) == (422, "key-reused")


async def test_only_organisers_can_enter_lists_and_a_refusal_reveals_nothing_to_others(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga, elsewhere=True)
    for csv in (EXAMPLE, "player\nnobody\n"):
        assert code(await send(ben, at, csv)) == (403, "not-organiser")
    assert (await app.client.post(f"{API}{at}/entrants/list", json={"entrants": [NAMED]})).status_code == 401
    assert code(await send(olga, "/tournaments/nowhere", EXAMPLE)) == (404, "not-found")
    assert code(await send(olga, at, EXAMPLE, media="text/html")) == (415, "not-json")


async def test_lists_and_players_sent_concurrently_are_each_entered_once(app: TournamentApp) -> None:
    olga, people = await app.register("Olga"), [await app.register(f"Player {number}") for number in range(3)]
    at = await app.event(olga)
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


async def test_a_club_is_stored_only_if_an_entrant_names_it(app: TournamentApp) -> None:
    olga, ben = await app.register("Olga"), await app.register("Ben")
    at = await app.event(olga)
    both = [{"t": "player", "player": ben.player, "club": club} for club in ("North", "South")]
    again = [{"t": "player", "player": ben.player, "club": "West"}, {"t": "bot", "level": "random"}]
    for wanted in (both, again):
        assert (await olga.post(f"{at}/entrants/list", {"entrants": wanted})).status_code == 200
    assert await list_entrants(olga, at) == [(1, "Ben", "North"), (2, None, "")]
    assert [one.name for one in await app.tournaments.clubs(at.rsplit("/", 1)[1])] == ["North"]
