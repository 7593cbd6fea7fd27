"""Bundles of tournaments, downloaded over HTTP and verified by the command while no service runs."""

from __future__ import annotations

import asyncio
import csv
import gzip
import json
import tarfile
from collections.abc import AsyncIterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import httpx
import jsonschema_rs
import pytest
from caissify_pairings.trf import TRFParser
from structlog.testing import capture_logs

from chronik.domain.engine.proof.verification import PROVES
from chronik.domain.log.signature import NO_SIGNER
from chronik.domain.log.verdict import Status
from chronik.domain.tournament.proof.bundle import MissingReason
from chronik.domain.tournament.proof.verification import verify
from chronik.domain.tournament.record.seeds import table_secret
from chronik.domain.tournament.record.state import seat_holders_of
from chronik.service.cli.cli import main
from chronik.service.cold.logs import Logs
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore
from chronik.service.matches import archivist
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.matches.live import LiveMatches
from chronik.service.running.settings import Settings
from chronik.service.sql.database import Records
from chronik.service.tournaments.archive_files import ArchiveFiles
from chronik.service.tournaments.bundles import bundle
from chronik.service.tournaments.proof_file import is_bundle, is_whole
from chronik.service.web.openapi.stored import stored_schemas
from tests.support.service.apps import Player, good, register, running, serving, until
from tests.support.service.cold import Cold
from tests.support.service.stored import flipped, keep, plant
from tests.support.tournament.local_tournament import SECRET, LocalTournament, plan, play_out_match

API = "/api/v1/tournaments"
CATALOGUE = Catalogue({})
LOAD = game_loader(CATALOGUE)
SWISS = {"method": "swiss", "table": 2, "rounds": 2}


class Event:
    """A tournament over HTTP."""

    def __init__(self, client: httpx.AsyncClient, organiser: Player, card: dict[str, Any]) -> None:
        self.client = client
        self.organiser = organiser
        self.id: str = card["id"]

    @property
    def here(self) -> str:
        return f"{API}/{self.id}"

    async def post(self, path: str, body: Any = None, player: Player | None = None) -> dict[str, Any]:
        headers = (player or self.organiser).headers
        answer: dict[str, Any] = good(await self.client.post(f"{self.here}{path}", json=body or {}, headers=headers))
        return answer

    async def card(self) -> dict[str, Any]:
        answer: dict[str, Any] = good(await self.client.get(self.here))
        return answer

    async def play(self, number: int) -> None:
        """Plays a round of bots to its end."""
        await self.post("/rounds", {"round": number})
        await self.post(f"/rounds/{number}/start")

        async def is_closed() -> bool:
            return bool((await self.card())["rounds"][number - 1]["progress"] == "closed")

        await until(is_closed)

    async def read(self, path: str, player: Player | None = None, **more: Any) -> httpx.Response:
        headers = {**(player.headers if player else {}), **more}
        answer = await self.client.get(f"{self.here}{path}", headers=headers)
        assert answer.status_code == 200, answer.text
        return answer


async def create_event(client: httpx.AsyncClient, organiser: Player, **more: Any) -> Event:
    body = {"title": "Spring Cup", "game": "katharina", "stages": [SWISS], "scoring": "match-points", **more}
    return Event(client, organiser, good(await client.post(API, json=body, headers=organiser.headers)))


async def bots(client: httpx.AsyncClient, organiser: Player, count: int, **more: Any) -> Event:
    event = await create_event(client, organiser, **more)
    for _ in range(count):
        await event.post("/entrants", {"t": "bot", "level": "random"})
    return event


@pytest.fixture
async def service(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with running(settings) as (_, client):
        yield client


def table(answer: httpx.Response, *, attached: bool = True) -> list[dict[str, str]]:
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert ("attachment" in answer.headers.get("content-disposition", "")) is attached
    return list(csv.DictReader(StringIO(answer.text, newline="")))


async def test_the_bundle_of_a_tournament_of_bots_verifies(
    service: httpx.AsyncClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    olga = await register(service, "Olga")
    event = await bots(service, olga, 5, zone="Europe/Amsterdam")
    for number in (1, 2):
        await event.play(number)
    await event.post("/ending", {"ending": "finished"})

    lines = (await event.read("/log.ndjson")).text.splitlines()
    heading = json.loads(lines[0])
    assert jsonschema_rs.validator_for(stored_schemas()["tournament-log"]).is_valid(heading)
    assert (heading["format"], heading["title"]) == ("chronik-tournament/1", "Spring Cup")
    assert heading["entries"] == len(lines) - 1 == (await event.card())["version"]

    answer = await event.read("/export.json")
    outline = answer.json()
    assert answer.headers["content-type"] == "application/vnd.chronik.tournament-outline+json"
    assert jsonschema_rs.validator_for(stored_schemas()["tournament-outline"]).is_valid(outline)
    assert outline["digest"] == heading["digest"]
    assert [len(one["matches"]) for one in outline["stages"][0]["groups"][0]["rounds"]] == [2, 2]
    assert outline["plan"]["game"] == "katharina"

    assert len(table(await event.read("/standings.csv"))) == 5
    opened = (await event.read("/standings.csv?lang=de")).content.decode()
    assert opened.startswith("\ufeffstage;group;place;")
    pairings = table(await event.read("/pairings.csv"))
    assert len(pairings) == 10
    assert {row["started_at"][-6:] for row in pairings} <= {"+01:00", "+02:00"}
    seats = table(await service.get("/api/v1/matches.csv", params={"tournament": event.id}), attached=False)
    assert {row["closed_at"][-6:] for row in seats} <= {"+01:00", "+02:00"}
    results = table(await event.read("/results.csv"))
    assert len([row for row in results if row["kind"] == "played"]) == 8

    report = await event.read("/report.trf")
    assert report.headers["content-type"] == "text/plain; charset=utf-8"
    assert len(TRFParser(report.text).parse()["players"]) == 5

    file = tmp_path / "cup.ndjson"
    answer = await event.read("/bundle")
    assert answer.headers["content-type"] == "application/vnd.chronik.bundle"
    assert answer.headers["content-disposition"].endswith('.bundle.ndjson"')
    general = await event.read("/bundle", accept="application/x-ndjson")
    assert (general.headers["content-type"], general.content) == ("application/x-ndjson", answer.content)
    file.write_bytes(answer.content)
    assert b"Olga" not in answer.content
    assert b"Spring" not in answer.content
    packed = tmp_path / "cup.ndjson.gz"
    packed.write_bytes(gzip.compress(answer.content))
    named = tmp_path / "named.ndjson"
    named.write_bytes((await event.read("/bundle?names=true")).content)
    assert b'"Olga"' in named.read_bytes()

    assert main(["verify", str(file), str(packed), str(named)]) == 0
    said = capsys.readouterr().out
    assert said.count(f"  The head at entry {heading['entries']} is {heading['digest']}.") == 3
    assert said.count(PROVES) == 1
    assert f"{file}: good: Finished. Tournament {event.id}: 2 rounds, 4 matches verified" in said
    assert f"{named}: good: Finished. Tournament {event.id}: 2 rounds" in said
    assert said.count("  Not signed: ") == said.count(" name, and the title: Spring Cup\n") == 1
    assert "  Every seed follows from the published secret" in said

    file.write_bytes(answer.content.replace(b'"points":[', b'"points":[1', 1))
    packed.write_bytes(packed.read_bytes()[:-40])
    named.write_bytes(named.read_bytes()[:-200])
    for bad, told in ((file, "altered"), (packed, "damaged"), (named, "damaged")):
        assert main(["verify", str(bad)]) == 1
        assert f"{bad}: {told}" in capsys.readouterr().out

    matches = {row["match"] for row in results if row["match"]}
    with await archives(service, tournament=event.id) as tar:
        tar.extractall(tmp_path / "archives", filter="data")
        assert main(["verify", *(str(tmp_path / "archives" / name) for name in tar.getnames())]) == 0
        assert {name.partition(".")[0] for name in tar.getnames()} == matches
        with await archives(service, tournament=event.id, after=tar.getnames()[1][:32]) as rest:
            assert rest.getnames() == tar.getnames()[2:], "an id is a place to go on behind"

    page = await service.get(f"/tournaments/{event.id}/print/final", headers={"accept-language": "de"})
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "style-src 'sha256-" in page.headers["content-security-policy"]
    assert "Abschlusstabelle" in page.text
    assert heading["digest"] in page.text
    assert all(f"/replay/{match}" in page.text for match in matches)
    page = await service.get(f"/tournaments/{event.id}/print/rounds/2?lang=nl")
    assert "Ronde 2" in page.text


async def test_a_running_tournament_can_be_exported(
    service: httpx.AsyncClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    olga, ada, ben = [await register(service, name) for name in ("Olga", "Ada", "Ben")]
    event = await create_event(service, olga)
    await event.post("/registration", {"open": True})
    for player in (ada, ben):
        await event.post("/entrants", {"t": "me", "club": "Rooks"}, player)
    await event.post("/rounds", {"round": 1})
    await event.post("/rounds/1/start")
    bundle = await event.read("/bundle")
    assert (await service.head(f"{event.here}/bundle")).headers["content-type"] == "application/vnd.chronik.bundle"
    assert json.loads(bundle.content.splitlines()[-4])["why"] in (
        MissingReason.RUNNING.value,
        MissingReason.UNOPENED.value,
    )
    file = tmp_path / "cup.ndjson"
    file.write_bytes(bundle.content)
    assert main(["verify", str(file)]) == 0
    assert "The secret is not published yet" in capsys.readouterr().out
    assert {row["club"] for row in table(await event.read("/standings.csv"))} == {"Rooks"}
    assert not any(word in bundle.content for word in (b"Rooks", b"Ada", b"Ben"))
    assert "Ada" in (await service.get(f"/tournaments/{event.id}/print/rounds/1")).text


async def test_matches_disclosed_only_to_their_players_are_left_out_of_bundles_for_others(
    service: httpx.AsyncClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    olga, stranger = await register(service, "Olga"), await register(service, "Stranger")
    event = await bots(service, olga, 2, disclosure="players")
    await event.play(1)
    file = tmp_path / "cup.ndjson"
    for player, told in (
        (olga, "1 match verified"),
        (stranger, "1 disclosed to its players only"),
        (None, "1 disclosed to its players only"),
    ):
        file.write_bytes((await event.read("/bundle", player)).content)
        assert main(["verify", str(file)]) == 0
        assert told in capsys.readouterr().out
    with await archives(service, tournament=event.id) as tar:
        (name,) = tar.getnames()
        assert json.loads(contents(tar, name)) == {"kind": "lacking", "match": name[:32], "why": "withheld"}


async def test_a_tar_file_that_broke_off_has_no_end_marker(store: LogStore, monkeypatch: pytest.MonkeyPatch) -> None:
    held = LocalTournament(plan(), "c" * 32).register_bots(4).play_rounds(1)
    first, second = await store_matches(store, held)
    live = LiveMatches(store, CATALOGUE, 10)
    files = ArchiveFiles(live, AsyncMock(of_all=AsyncMock(return_value={})), NO_SIGNER)

    async def pages() -> AsyncIterator[list[tuple[str, int]]]:
        yield [(first, 1_000)]
        monkeypatch.setattr(store, "read_log", AsyncMock(side_effect=Unavailable))
        yield [(second, 2_000)]

    with capture_logs() as said:
        pieces = [piece async for piece in files.tar(pages(), None)]
    assert [one["event"] for one in said] == ["a tar broke off: the log is unavailable"]
    (whole,) = pieces
    assert not whole.endswith(bytes(1024))


async def test_an_impossible_export_is_refused_with_a_reason(service: httpx.AsyncClient) -> None:
    olga = await register(service, "Olga")
    nowhere = {"title": "Cup", "game": "katharina", "stages": [SWISS], "scoring": "match-points", "zone": "Nowhere"}
    refused = await service.post(API, json=nowhere, headers=olga.headers)
    assert (refused.status_code, refused.json()["at"]) == (400, "$.zone")
    pods = await bots(service, olga, 4, stages=[{"method": "swiss", "table": 4, "rounds": 1}])
    refused = await service.get(f"{pods.here}/report.trf")
    assert (refused.status_code, refused.json()["code"]) == (422, "no-report")
    paths = ("log.ndjson", "export.json", "standings.csv", "pairings.csv", "results.csv", "report.trf", "bundle")
    for path in paths:
        for unknown in ("f" * 32, "x"):
            assert (await service.get(f"{API}/{unknown}/{path}")).status_code == 404
        if path != "report.trf":
            await pods.read(f"/{path}")
    for path in ("rounds/1", "rounds/x", "rounds/0"):
        assert (await service.get(f"/tournaments/{pods.id}/print/{path}")).status_code == 404
    assert (await service.get(f"/tournaments/{pods.id}/print/final?lang=fr")).status_code == 400
    assert (await service.get(f"/tournaments/{'f' * 32}/print/final")).status_code == 404


async def test_the_export_command_saves_a_tournament(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with serving(settings) as client:
        event = await bots(client, await register(client, "Olga"), 2)
        await event.play(1)
        url, file = str(client.base_url), tmp_path / "cup.ndjson"
        export = ["export", event.id, str(file), "--tournament", "--url", url]
        assert await run(*export) == 0
        assert f"{file}: {file.stat().st_size} bytes" in capsys.readouterr().out
        assert file.stat().st_mode & 0o077, "open to everybody, as the tournament is"
        assert await run(*export, "--names") == 0
        assert file.stat().st_mode & 0o777 == 0o600
        assert b"Spring Cup" in file.read_bytes()
        assert await run("export", "f" * 32, str(tmp_path / "none"), "--tournament", "--url", url) == 1
        assert "404" in capsys.readouterr().err
        assert not (tmp_path / "none").exists()
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"{file}: good: Running. Tournament {event.id}: 1 round, 1 match verified" in said
    assert said.endswith("  Not signed: 1 name, and the title: Spring Cup\n")


async def archives(client: httpx.AsyncClient, **wanted: str) -> tarfile.TarFile:
    """Returns the requested archives, from a tar that has its end."""
    answer = await client.get("/api/v1/matches.tar", params=wanted)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-tar")
    assert answer.content.endswith(bytes(1024))
    return tarfile.open(fileobj=BytesIO(answer.content))


def contents(tar: tarfile.TarFile, name: str) -> bytes:
    """Returns a file of a tar."""
    file = tar.extractfile(name)
    assert file is not None
    return file.read()


async def run(*arguments: str) -> int:
    """Runs the command next to the service that it calls."""
    return await asyncio.to_thread(main, arguments)


def test_a_file_that_is_not_a_bundle_does_not_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for content in (b"", gzip.compress(b"{}"), b'{"kind":"head","format":"chronik-bundle/2"}\n'):
        file = tmp_path / "file"
        file.write_bytes(content)
        assert main(["verify", str(file)]) == 2
        assert "unreadable" in capsys.readouterr().out


async def store_matches(store: LogStore, held: LocalTournament) -> list[str]:
    """Stores the matches of a tournament."""
    tables = [table for one in held.tournament.rounds for table in one.tables]
    for table in tables:
        log = play_out_match(table.match, seat_holders_of(held.tournament, table.games[0])).batches
        await keep(store, table.match, table_secret(SECRET.tables, table.match), log)
    return [table.match for table in tables]


async def write_bundle(store: LogStore, held: LocalTournament, logs: Logs | None = None) -> list[bytes]:
    """Returns the bundle that the service writes for a tournament."""
    live, everything = LiveMatches(store, CATALOGUE, 10, logs=logs), b""
    async for piece in bundle(
        live, held.tournament.id, tuple(held.log), lambda listing: listing.closed_at is not None, {}
    ):
        everything += piece
    return everything.splitlines(keepends=True)


async def test_a_damaged_match_invalidates_the_bundle_but_no_other_match(store: LogStore) -> None:
    held = LocalTournament(plan(), "d" * 32).register_bots(4).play_rounds(2).finish()
    matches = await store_matches(store, held)
    assert verify(await write_bundle(store, held), LOAD).ok
    damaged = (await store.tail(matches[1], 0)).items
    await plant(store, matches[1], flipped(damaged, 5, 30))
    with capture_logs() as said:
        lines = await write_bundle(store, held)
    assert [one["event"] for one in said] == ["match damaged"]
    assert sum(b'"kind":"archive"' in line for line in lines) == 3
    found = verify(lines, LOAD)
    assert found.status is Status.ALTERED
    assert (
        found.sentence
        == f"Round 1, table 2: match {matches[1]} is damaged in the service's store, so it has no archive."
    )
    await plant(store, matches[1], damaged[1:])
    assert verify(await write_bundle(store, held), LOAD) == found, "what cannot even be read as a log says the same"


async def test_a_bundle_includes_matches_that_have_left_the_log(
    store: LogStore, sqlite_records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    held, cold = (
        LocalTournament(plan(), "f" * 32).register_bots(4).play_rounds(2).finish(),
        Cold(store, sqlite_records, tmp_path / "archives"),
    )
    matches = await store_matches(store, held)
    before = await write_bundle(store, held, cold.logs)
    assert verify(before, LOAD).ok
    await cold.books.catch_up(matches)
    assert await cold.archivist.round() == 4
    assert await write_bundle(store, held, cold.without_cache()) == before
    cold.now += 1
    assert await cold.archivist.round() == 4
    assert [(await store.tail(match, 0)).last for match in matches] == [0] * 4
    assert await write_bundle(store, held, cold.without_cache()) == before
    cold.file(matches[1]).unlink()  # control
    with capture_logs() as said:
        spoilt = await write_bundle(store, held, cold.without_cache())
    assert [one["event"] for one in said] == ["match damaged"]
    assert verify(spoilt, LOAD).status is Status.ALTERED


async def test_a_match_without_its_data_set_is_listed_as_missing(store: LogStore) -> None:
    held = LocalTournament(plan(), "e" * 32).register_bots(2).play_rounds(1)
    await store_matches(store, held)
    live = LiveMatches(store, CATALOGUE, 10)
    with patch.object(CATALOGUE, "rules_of", return_value=None):
        lines = [one async for one in bundle(live, held.tournament.id, tuple(held.log), lambda _: True, {})]
    found = verify(b"".join(lines).splitlines(keepends=True), LOAD)
    assert "has a result, but its archive is missing" in found.sentence


async def test_a_bundle_that_broke_off_does_not_verify(tmp_path: Path) -> None:
    held = LocalTournament(plan()).register_bots(2).play_rounds(1)
    store = LogStore("redis://127.0.0.1:1", timeout=0.2)
    with capture_logs() as said:
        lines = await write_bundle(store, held)
    await store.close()
    assert [one["event"] for one in said] == ["a bundle broke off: the log is unavailable"]
    file = tmp_path / "cup.ndjson"
    file.write_bytes(b"".join(lines))
    assert is_bundle(file.read_bytes())
    assert not is_whole(file)
    assert verify(lines, LOAD).sentence == "The bundle is cut short: its last line is missing."
