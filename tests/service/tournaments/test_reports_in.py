"""Tournaments and entrants from FIDE's Tournament Report File, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from chronik.service.matches.catalogue import Catalogue
from chronik.service.tournaments.proof_file import verify_file
from chronik.service.tournaments.routes.trf_body import TRF_EXAMPLE
from tests.service.tournaments.test_tournaments import Caller, TournamentApp, code
from tests.support.service.tables import API, ONE_LOOP, House

pytestmark = ONE_LOOP
REPORT = """\
012 Café Cup
022 Nijmegen
042 2026/03/07
001    1      Jansen, Ada                                                        2.0    1     2 w 1     3 b 1
001    2      Meier, Ben                                                         1.0    2     1 b 0  0000 - U
001    3      דנה לוי                                                            0.5    3  0000 - H     1 w 0
"""


@pytest.fixture
def app(shared_house: House) -> TournamentApp:
    return TournamentApp(shared_house)


async def send_report(app: TournamentApp, olga: Caller, body: bytes, game: str = "katharina", **headers: str) -> Any:
    told = {**olga.headers, "content-type": "text/plain", **headers}
    return await app.client.post(f"{API}/tournaments/reports", params={"game": game}, content=body, headers=told)


async def test_a_report_becomes_a_finished_tournament_that_reports_the_same(app: TournamentApp, tmp_path: Any) -> None:
    olga = await app.register("Olga")
    answer = await send_report(app, olga, REPORT.encode(), **{"idempotency-key": "cafe"})
    assert answer.status_code == 201, answer.text
    card = answer.json()
    assert (card["title"], card["description"], card["phase"]) == ("Café Cup", "Nijmegen · 2026/03/07", "finished")
    assert [one["name"] for one in card["entrants"]] == ["Jansen, Ada", "Meier, Ben", "דנה לוי"]
    at = answer.headers["location"]
    lines = (await app.client.get(f"{at}/standings")).json()["groups"][0]["lines"]
    assert [(one["entrant"], one["score"]["amount"]["value"]) for one in lines] == [(1, 2), (2, 1), (3, 0.5)]
    told = (await app.client.get(f"{at}/report.trf")).text.splitlines()
    before = [line for line in REPORT.splitlines() if line.startswith("001")]
    assert [line[91:] for line in told if line.startswith("001")] == [line[91:].replace("H", "Z") for line in before]
    again = await send_report(app, olga, REPORT.encode(), **{"idempotency-key": "cafe"})
    assert again.json()["id"] == card["id"]
    bundle = tmp_path / "cup.bundle.ndjson"
    bundle.write_bytes((await app.client.get(f"{at}/bundle")).content)
    assert verify_file(bundle, Catalogue({})).ok


async def test_faults_in_a_report_have_a_line_and_a_column(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    for body, game, status, fault in (
        (REPORT.replace("2 w 1", "2 w 0").encode(), "katharina", 422, (4, 81, "trf-points-differ")),
        (REPORT.replace("2 w 1", "2 w ?").encode(), "katharina", 422, (4, 99, "trf-result")),
        (REPORT.replace("Jansen, Ada", "J\u202ensen, Ada").encode(), "katharina", 422, (4, 15, "trf-name")),
        (REPORT.replace("012", "019").encode(), "katharina", 422, (1, 1, "trf-title")),
        (b"012 Cup", "katharina", 422, (1, 1, "trf-empty")),
        (REPORT.encode(), "catan_cards", 201, None),
        (REPORT.encode(), "chess", 400, None),
    ):
        answer = await send_report(app, olga, body, game)
        assert answer.status_code == status, answer.text
        if fault:
            assert code(answer) == (422, "report-refused")
            places = [(one["line"], one["column"], one["code"]) for one in answer.json()["facts"]["lines"]]
            assert fault in places
            assert all(one["detail"] for one in answer.json()["facts"]["lines"])
    assert code(await send_report(app, olga, REPORT.encode(), **{"content-type": "text/csv"}))[0] == 415
    in_json = await olga.post("/tournaments/reports?game=katharina", {"report": REPORT})
    assert in_json.status_code == 201, in_json.text
    assert (await send_report(app, olga, b"0" * 70_000)).status_code == 413


async def test_the_players_of_a_report_become_entrants(app: TournamentApp) -> None:
    olga = await app.register("Olga")
    at = await app.event(olga, elsewhere=True)
    headers = {**olga.headers, "content-type": "text/plain; charset=utf-8"}
    path = f"{API}{at}/entrants/list"
    answer = await app.client.post(path, content=REPORT.replace("   1      J", "   x      J").encode(), headers=headers)
    assert code(answer) == (422, "list-refused")
    assert [(one["line"], one["code"]) for one in answer.json()["facts"]["lines"]] == [(4, "trf-number")]
    answer = await app.client.post(
        path, content=TRF_EXAMPLE.replace("Meier", "Müller").encode("cp1252"), headers=headers
    )
    assert answer.status_code == 200, answer.text
    assert [one["name"] for one in (await olga.get(at))["entrants"]] == ["Jansen, Ada", "Müller, Ben"]
    assert code(await app.client.post(path, content=b"012 Nobody", headers=headers)) == (400, "malformed")
