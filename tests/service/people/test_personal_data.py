"""Personal data: planted text is exported in full, then erased, then searched for everywhere.

Entropy that a player has chosen is random and stays, because the seed of every draw follows from it.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import structlog
from msgspec.structs import replace
from sqlmodel import SQLModel, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from chronik.domain.tournament.proof.verification import verify
from chronik.service.cli.cli import main
from chronik.service.identity.auth import Principal, Scope
from chronik.service.identity.personal_data import PersonalData
from chronik.service.identity.register import People
from chronik.service.identity.register import Person as Described
from chronik.service.log.bundled import BundledValkey
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.operating.log_lines import configure
from chronik.service.people.erasure import GHOST_LETTERS, erase, export, run_sweeps, sweep
from chronik.service.people.personal_data import HOLDINGS
from chronik.service.running.background import Background
from chronik.service.running.settings import LogLevel, Organisers, Settings
from chronik.service.sql.database import Records, TokenRow, open_records
from chronik.service.tournaments.proof_file import verify_file
from chronik.service.tournaments.tables import EventRow
from tests.service.people import traces
from tests.support.service.apps import running, settings_for, until
from tests.support.service.deck_lists import PLAN_WITH_LISTS, deck
from tests.support.service.sql import migrated
from tests.support.service.tables import House, Person, play_on, refused, serving
from tests.support.service.tables import good as well

WORDS = {
    "name": "Quillibrand Oystercatcher",
    "contact": "quill@canary.example",
    "label": "telescope of Q.",
    "key": "heronkey",
    "diary": "my secret sandpiper",
}
AT_A_TOURNAMENT = {
    "title": "Avocet Open",
    "description": "bring your own bittern",
    "club": "Curlew & Friends",
    "deck": "forty lapwings",
    "note": "shouted like a jackdaw",
}
ENTROPY = "c0ffee" * 8
UNDESCRIBED: tuple[Any, ...] = (
    {},
    [],
    None,
    {"contact": "x"},
    {"name": ""},
    {"name": None},
    {"name": "x" * 41},
    {"name": "a\nb"},
    {"name": "Eve", "contact": "x" * 201},
    {"name": "Eve", "contact": "a\u202eb"},
    {"name": "Eve", "contact": "\u200d"},
    {"name": "Eve", "contact": ["x"]},
    {"name": "Eve", "erased_at": None},
    {"name": "Eve", "id": "0" * 32},
)
SHOWN = frozenset({"name", "contact", "label", "diary"})


class Marked(Person):
    """A player whose idempotency keys contain planted text."""

    requests = 0

    async def ask(
        self, method: str, path: str, body: Any = None, key: str | None = None, version: int | None = None, **more: Any
    ) -> httpx.Response:
        self.requests += 1
        own = f"{WORDS['key']} {self.requests}" if method == "POST" else None
        return await super().ask(method, path, body, key or own, version, **more)


async def run(session: AsyncSession, statement: sa.TextClause) -> sa.CursorResult[Any]:
    return await (await session.connection()).execute(statement)


async def export_diary(session: AsyncSession, player: str) -> Mapping[str, Any]:
    rows = await run(session, sa.text("SELECT words FROM diary WHERE player = :player").bindparams(player=player))
    return {"words": [words for (words,) in rows.all()]}


async def erase_diary(session: AsyncSession, player: str) -> None:
    await run(session, sa.text("DELETE FROM diary WHERE player = :player").bindparams(player=player))


async def forget_diary(session: AsyncSession, player: str) -> None:
    """Erases nothing, like a careless feature."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Captures everything that the service logs, at every level."""
    written = io.StringIO()
    before, level = logging.root.handlers[:], logging.root.level
    configure(LogLevel.DEBUG, file=written)
    yield written
    structlog.reset_defaults()
    logging.root.handlers[:] = before
    logging.root.setLevel(level)


class Evening:
    """A match of two players, one of whom has left text wherever it is possible."""

    def __init__(self, house: House, engine: BundledValkey, folder: Path, log: io.StringIO) -> None:
        self.house, self.engine, self.folder, self.log = house, engine, folder, log
        self.matches: list[str] = []

    async def play(self) -> None:
        nobody = self.house.nobody()
        made = [well(await nobody.post("/players", {"name": name})) for name in ("Passer-by", "Ben")]
        self.ann = Marked(self.house.client, made[0]["player"], made[0]["token"])
        self.ben = Person(self.house.client, made[1]["player"], made[1]["token"])
        well(await self.ann.ask("PUT", "/me", {"name": WORDS["name"], "contact": WORDS["contact"]}))
        well(await self.ann.post("/me/tokens", {"scopes": ["play"], "label": WORDS["label"]}))
        async with self.house.records.session() as session:
            await run(session, sa.text("CREATE TABLE diary (player VARCHAR(32), words VARCHAR(100))"))
            row = {"player": self.ann.player, "words": WORDS["diary"]}
            await run(session, sa.text("INSERT INTO diary VALUES (:player, :words)").bindparams(**row))
        match = await self.ann.open("open", "open")
        well(await self.ann.post(f"/matches/{match}/seats", {"entropy": ENTROPY}))
        well(await self.ben.post(f"/matches/{match}/seats", {}))
        self.match, self.matches = match, [match, await self.ann.open("mine", "open")]
        await play_on(match, [self.ann, self.ben], 12)
        assert well(await self.ben.post(f"/matches/{match}/resignations", None))["match"]["status"] == "finished"
        await self.wait_for_bookkeeper()

    async def wait_for_bookkeeper(self) -> None:
        """Returns when the bookkeeper has processed the end."""

        async def read() -> bool:
            told = well(await self.ben.get(f"/matches?player={self.ann.player}"))["matches"]
            return sorted(line["status"] for line in told) == ["finished", "open"]

        await until(read)

    async def archive(self) -> bytes:
        return (await self.ben.get(f"/matches/{self.match}/archive")).content

    async def traces(self) -> dict[str, set[str]]:
        """Returns the places of each planted word."""
        return await traces.find_words(WORDS, self.places())

    async def places(self) -> AsyncIterator[tuple[str, bytes]]:
        async for place in traces.tables(self.house.records):
            yield place
        async for place in traces.engine(self.engine.url):
            yield place
        callers = (self.ann, self.ben, self.house.nobody())
        async for place in traces.answers(callers, self.matches, self.ann.player):
            yield place
        async for place in traces.files(self.folder):
            yield place
        yield "log", self.log.getvalue().encode()


@asynccontextmanager
async def evening(settings: Settings, engine: BundledValkey, folder: Path, log: io.StringIO) -> AsyncIterator[Evening]:
    async with serving(settings) as house:
        played = Evening(house, engine, folder, log)
        await played.play()
        yield played


def register_diary(monkeypatch: pytest.MonkeyPatch, how: Any = erase_diary) -> tuple[PersonalData, ...]:
    """Registers the diary as a feature with personal data."""
    made = (PersonalData("diary", export_diary, how),)
    monkeypatch.setattr("chronik.service.app.HOLDINGS", made)
    return made


async def test_planted_text_is_exported_and_is_found_nowhere_after_the_erasure(
    engine: BundledValkey, bare_database: str, tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_diary(monkeypatch)
    settings = replace(settings_for(engine.url, tmp_path), database_url=bare_database)
    async with evening(settings, engine, tmp_path, log) as played:
        ann, ben = played.ann, played.ben
        before = await played.traces()
        assert set().union(*before.values()) == SHOWN, "the search finds what is there, and keys are nowhere as text"
        assert before["sql players"] == {"name", "contact"}
        assert before["sql tokens"] == {"label"}
        assert before["sql diary"] == {"diary"}
        assert before[f"GET /api/v1/matches/{played.match}"] == {"name"}
        assert before["GET /api/v1/me"] == {"name", "contact"}
        assert not [place for place in before if place.startswith(("engine", "log", "GET /metrics")) or "aof" in place]

        told = well(await ann.ask("POST", "/me/exports"))
        assert {name for name in WORDS if WORDS[name] in json.dumps(told)} == SHOWN
        assert told["player"]["id"] == ann.player
        assert [(token["label"], token["revoked_at"]) for token in told["tokens"]] == [
            ("", None),
            (WORDS["label"], None),
        ]
        assert [(line["id"], line["seat"], line["opener"]) for line in told["matches"]] == [
            (played.matches[0], 0, True),
            (played.matches[1], 0, True),
        ]
        assert told["holdings"] == {"diary": {"words": [WORDS["diary"]]}}
        assert "hash" not in json.dumps(told)
        archive = await played.archive()
        assert (await ann.client.get(told["matches"][0]["links"]["archive"])).content == archive

        ghost = well(await ann.post("/me/erasure", {"confirm": ann.player}))
        assert (ghost["player"], ghost["swept"]) == (ann.player, True)
        assert ghost["name"].startswith("ghost ")
        refused(await ann.get("/me"), 401, "unauthenticated")
        assert await played.traces() == {}

        card = well(await ben.get(f"/matches/{played.match}"))
        assert [line["name"] for line in card["seats"]] == [ghost["name"], "Ben"]
        assert card["result"] is not None
        assert await played.archive() == archive
        assert ENTROPY.encode() in join_bytes([place async for place in traces.engine(engine.url)])
    file = tmp_path / "match.chronik"
    file.write_bytes(archive)
    assert verify_file(file, Catalogue({})).ok


def join_bytes(places: list[tuple[str, bytes]]) -> bytes:
    return b"".join(content for _, content in places)


async def test_a_feature_that_does_not_erase_its_data_is_noticed(
    engine: BundledValkey, tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the search above must fail if one place is left out, or if the files are not swept."""
    register_diary(monkeypatch, forget_diary)
    async with evening(settings_for(engine.url, tmp_path), engine, tmp_path, log) as played:
        well(await played.ann.post("/me/erasure", {"confirm": played.ann.player}))
        left = await played.traces()
        assert left["sql diary"] == {"diary"}
        assert set(left) == {"sql diary", "file chronik.db"}


@pytest.mark.parametrize("decks", ["closed", "after"])
async def test_text_at_a_tournament_is_exported_and_then_erased(
    decks: str, engine: BundledValkey, tmp_path: Path, log: io.StringIO
) -> None:
    async with serving(settings_for(engine.url, tmp_path)) as house:
        made = well(await house.nobody().post("/players", {"name": "Passer-by"}))
        ann, ben = Person(house.client, made["player"], made["token"]), await house.person("Ben")
        words = {**AT_A_TOURNAMENT, "name": WORDS["name"], "key": WORDS["key"]}
        well(await ann.ask("PUT", "/me", {"name": words["name"]}))
        stages = [{"method": "swiss", "table": 2, "rounds": 1}]
        plan = {**PLAN_WITH_LISTS, "stages": stages, "decks": decks, "elsewhere": True}
        scoring = well(await ann.get("/scoring"))["presets"][0]["id"]
        about = {"title": words["title"], "description": words["description"], "scoring": scoring}
        here = "/tournaments/" + well(await ann.post("/tournaments", {**plan, **about}, key=words["key"]))["id"]
        well(await ann.post(f"{here}/registration", {"open": True}))
        well(await ann.post(f"{here}/entrants", {"t": "me", "club": words["club"]}, key=words["key"]))
        well(await ben.post(f"{here}/entrants", {"t": "me"}))
        well(await ann.ask("PUT", f"{here}/entrants/1/deck", {"deck": deck(words["deck"])}, key=f"{words['key']} 3"))
        well(await ben.ask("PUT", f"{here}/entrants/2/deck", {"deck": deck("another")}))
        words["salt"] = well(await ann.get(f"{here}/entrants/1/deck"))["salt"]
        penalty = {"hundredths": 1, "cause": "other", "words": words["note"]}
        well(await ann.post(f"{here}/entrants/1/penalties", penalty, key=f"{words['key']} 2"))

        async def places() -> AsyncIterator[tuple[str, bytes]]:
            async for place in traces.tables(house.records):
                yield place
            async for place in traces.answers((ann, ben, house.nobody()), [], ann.player, here.rpartition("/")[2]):
                yield place
            async for place in traces.files(tmp_path):
                yield place
            yield "log", log.getvalue().encode()

        well(await ann.post(f"{here}/rounds", {"round": 1}))
        well(await ann.post(f"{here}/rounds/1/start", {}))
        well(await ann.post(f"{here}/rounds/1/tables/1/result", {"points": [1, 0]}))
        well(await ben.post(f"{here}/rounds/1/tables/1/confirmations", {}))
        well(await ann.post(f"{here}/ending", {"ending": "finished"}))
        before = await traces.find_words(words, places())
        opened = before.get(f"GET /api/v1{here}/bundle", set()) == {"deck", "salt"}
        assert opened is (decks != "closed")
        shown = set(words) - {"key"}
        assert set().union(*before.values()) == shown
        told = json.dumps(well(await ann.ask("POST", "/me/exports")))
        assert {name for name, word in words.items() if word in told} == shown
        well(await ann.post("/me/erasure", {"confirm": ann.player}))
        assert await traces.find_words(words, places()) == {}
        async with house.records.reading() as session:
            rows = (await session.exec(select(EventRow))).all()
        assert not [row for row in rows if row.key or row.fingerprint], "hashes of words tell a good guess"
        left = verify((await ben.get(f"{here}/bundle")).content.splitlines(keepends=True), game_loader(Catalogue({})))
        assert left.ok, left
        missing = "1 opened list is not in the file (erased or removed): only the commitment remains."
        assert (missing in left.notes) is opened
        names = [one["name"] for one in well(await ben.get(here))["entrants"]]
        assert names == [(await People(house.records).names([ann.player]))[ann.player], "Ben"]


async def test_erased_text_stays_in_the_files_until_they_are_swept(
    sqlite_records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lazy(_: Records) -> bool:
        return True

    ann = await register_with_contact(sqlite_records)
    with monkeypatch.context() as patched:
        patched.setattr(Records, "scrub", lazy)
        await erase(sqlite_records, (), ann)
    assert await traces.find_words(WORDS, traces.tables(sqlite_records)) == {}
    assert await traces.find_words(WORDS, traces.files(tmp_path)) == {"file chronik.db-wal": {"name", "contact"}}
    await erase(sqlite_records, (), ann)
    assert await traces.find_words(WORDS, traces.files(tmp_path)) == {}


async def register_with_contact(records: Records) -> str:
    """Registers a player with name, contact and a labelled token."""
    people = People(records)
    ann = (await people.register("Ann")).player
    assert await people.describe(ann, Described(WORDS["name"], WORDS["contact"]))
    return ann


@contextmanager
def hold_reader(folder: Path) -> Iterator[None]:
    """Holds a reading transaction open."""
    with closing(sqlite3.connect(folder / "chronik.db", isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT * FROM players").fetchall()
        yield
        connection.execute("ROLLBACK")


async def test_sweeps_are_repeated_until_a_reader_no_longer_keeps_erased_text(
    engine: BundledValkey, tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronik.service.people.erasure.FIRST_PAUSE", 0.01)
    async with serving(settings_for(engine.url, tmp_path)) as house:
        ann = await house.person("Passer-by")
        well(await ann.ask("PUT", "/me", {"name": WORDS["name"], "contact": WORDS["contact"]}))
        with hold_reader(tmp_path):
            ghost = well(await ann.post("/me/erasure", {"confirm": ann.player}))
            assert ghost["swept"] is False
            before = await traces.find_words(WORDS, traces.files(tmp_path))
            assert set().union(*before.values()) == {"name", "contact"}

        async def is_logged() -> bool:
            return "erased text has left the write-ahead log" in log.getvalue()

        await until(is_logged)
        assert await traces.find_words(WORDS, traces.files(tmp_path)) == {}, "while the service runs on"


async def test_a_second_erasure_keeps_the_first_ghost(sqlite_records: Records, tmp_path: Path) -> None:
    ann = await register_with_contact(sqlite_records)
    with hold_reader(tmp_path):
        ghost = await erase(sqlite_records, (), ann)
    assert ghost is not None
    assert not ghost.swept
    again = await erase(sqlite_records, (), ann)
    assert again is not None
    assert (again.swept, again.name, again.erased_at) == (True, ghost.name, ghost.erased_at)
    assert await traces.find_words(WORDS, traces.files(tmp_path)) == {}


async def test_an_erasure_whose_caller_disconnects_is_still_swept(
    sqlite_records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cancel_scrub(_: Records) -> bool:
        raise asyncio.CancelledError

    ann = await register_with_contact(sqlite_records)
    monkeypatch.setattr("chronik.service.people.erasure.FIRST_PAUSE", 0.0)
    with monkeypatch.context() as patched:
        patched.setattr(Records, "scrub", cancel_scrub)
        with pytest.raises(asyncio.CancelledError):
            await erase(sqlite_records, (), ann)
    assert sqlite_records.unswept.is_set()
    assert await traces.find_words(WORDS, traces.files(tmp_path)) != {}
    await sweep(sqlite_records)
    assert await traces.find_words(WORDS, traces.files(tmp_path)) == {}


async def test_a_sweep_that_fails_is_repeated(sqlite_records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    scrub = Records.scrub
    answers: list[OSError | bool] = [OSError(), False, True]

    async def failing(records: Records) -> bool:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer and await scrub(records)

    async def is_done() -> bool:
        return not answers and not sqlite_records.unswept.is_set()

    monkeypatch.setattr("chronik.service.people.erasure.FIRST_PAUSE", 0.0)
    monkeypatch.setattr(Records, "scrub", failing)
    sqlite_records.unswept.set()
    async with Background().running(sweep=run_sweeps(sqlite_records)):
        await until(is_done)


async def test_erased_text_left_by_a_crash_is_swept_even_if_a_reader_is_active_at_the_start(tmp_path: Path) -> None:
    async with open_records(f"sqlite+aiosqlite:///{tmp_path / 'chronik.db'}") as records:
        assert not records.unswept.is_set()
        await register_with_contact(records)
        with hold_reader(tmp_path):
            async with open_records(f"sqlite+aiosqlite:///{tmp_path / 'chronik.db'}") as beginning:
                assert beginning.unswept.is_set()


async def test_a_ghost_gets_a_random_name_and_keeps_it(records: Records) -> None:
    people = People(records)
    ann, ben = [await people.register(name) for name in ("Ann", "Ben")]
    first, other = await erase(records, (), ann.player), await erase(records, (), ben.player)
    again = await erase(records, (), ann.player)
    assert first is not None
    assert other is not None
    assert again == first
    assert first.name != other.name
    assert set(first.name.removeprefix("ghost ")) <= set(GHOST_LETTERS)
    assert await people.issue(ann.player, [Scope.PLAY]) is None
    assert not await people.describe(ann.player, Described("Ann", None))
    assert (await people.names([ann.player]))[ann.player] == first.name
    assert await erase(records, (), "0" * 32) is None
    assert await export(records, (), "0" * 32) is None


async def test_concurrent_erasures_make_one_ghost(records: Records) -> None:
    ann = await register_with_contact(records)
    ghosts = await asyncio.gather(*(erase(records, (), ann) for _ in range(6)))
    assert len({ghost.name for ghost in ghosts if ghost is not None}) == 1
    told = await export(records, (), ann)
    assert told is not None
    assert (told.player.contact, told.player.erased_at is None) == (None, False)
    assert all(token.revoked_at is not None for token in told.tokens)


async def test_writing_token_uses_and_erasing_the_player_do_not_deadlock(records: Records) -> None:
    """Both lock tokens in the same order, whichever token was created first."""
    people = People(records)
    ann = (await people.register("Ann")).player
    late, early = (
        TokenRow(id=letter * 32, hash=letter * 64, player=ann, scopes="play", created_at=0) for letter in ("f", "0")
    )
    for row in (late, early):
        async with records.session() as session:
            session.add(row)
    taken = asyncio.Event()

    async def uses() -> None:
        async with records.session() as session:
            for row in (early, late):  # in the order of `write_uses`
                await session.exec(sa.update(TokenRow).where(col(TokenRow.id) == row.id).values(used_at=1))
                taken.set()
                await asyncio.sleep(0.2)

    async def erase_player() -> None:
        await taken.wait()
        await erase(records, (), ann)

    await asyncio.gather(uses(), erase_player())
    told = await export(records, (), ann)
    assert told is not None
    assert {token.used_at for token in told.tokens} == {None}


async def test_an_erased_players_token_changes_nothing_in_a_process_that_still_caches_it(
    house: House, other: House
) -> None:
    ann = await house.person(WORDS["name"])
    there = ann.at(other)
    well(await there.get("/me"))
    ghost = well(await ann.post("/me/erasure", {"confirm": ann.player}))
    refused(await there.ask("PUT", "/me", {"name": WORDS["name"]}), 401, "unauthenticated")
    refused(await there.post("/me/tokens", {"scopes": ["play"]}), 401, "unauthenticated")
    assert well(await there.get("/me"))["name"] == ghost["name"]
    assert well(await there.post("/me/erasure", {"confirm": ann.player}))["name"] == ghost["name"]
    refused(await there.get("/me"), 401, "unauthenticated")


async def test_a_token_looked_up_during_its_revocation_is_not_cached(house: House) -> None:
    """The answer of the database may be older than the revocation."""
    authenticator, asked = house.app.state.authenticator, asyncio.Event()
    ann = await house.person("Ann")
    look = authenticator.find

    async def slow(hashed: str) -> Principal | None:
        found: Principal | None = await look(hashed)
        asked.set()
        await asyncio.sleep(0.05)
        return found

    authenticator.find = slow
    asking = asyncio.create_task(ann.get("/me"))
    await asked.wait()
    authenticator.find = look
    authenticator.forget_player(ann.player)
    assert (await asking).status_code == 200
    assert not authenticator.cache


async def test_an_invalid_profile_update_changes_nothing(house: House) -> None:
    ann = await house.person("Ann")
    headers = {"authorization": f"Bearer {ann.token}", "content-type": "application/json"}
    for body in UNDESCRIBED:
        content = json.dumps(body).encode()
        refused(await house.client.put("/api/v1/me", content=content, headers=headers), 400, "malformed")
    refused(await house.nobody().ask("PUT", "/me", {"name": "Eve"}), 401, "unauthenticated")
    assert well(await ann.get("/me"))["name"] == "Ann"


async def test_an_erasure_without_the_right_player_id_is_refused(house: House) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    wrong = (None, "", "yes", True, 1, "0" * 32, [ann.player], f"{ann.player} ", f"0{ann.player}", ben.player)
    for body in (*({"confirm": one} for one in wrong), {}, [], {"confirm": ann.player, "player": ben.player}):
        refused(await ann.post("/me/erasure", body), 400, "malformed")
    refused(await house.nobody().post("/me/erasure", {"confirm": ann.player}), 401, "unauthenticated")
    assert [well(await who.get("/me"))["name"] for who in (ann, ben)] == ["Ann", "Ben"]


async def test_a_contact_is_stored_in_canonical_form_and_can_be_deleted(house: House) -> None:
    ann = await house.person("Ann")
    for given, kept in (("  ann@x.example  (post) ", "ann@x.example (post)"), ("", None), ("x" * 200, "x" * 200)):
        me = well(await ann.ask("PUT", "/me", {"name": " Ann  Lee", "contact": given}))
        assert (me["name"], me["contact"]) == ("Ann Lee", kept)
        assert well(await ann.get("/me")) == me
    assert well(await ann.ask("PUT", "/me", {"name": "Ann"}))["contact"] is None


async def test_idempotency_keys_are_stored_as_hashes_and_still_work(house: House) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    table = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "open"}]}
    first = well(await ann.post("/matches", table, key=WORDS["key"]))
    assert well(await ann.post("/matches", table, key=WORDS["key"]))["id"] == first["id"]
    assert well(await ben.post("/matches", table, key=WORDS["key"]))["id"] != first["id"]
    refused(await ann.post("/matches", {**table, "disclosure": "players"}, key=WORDS["key"]), 422, "key-reused")


@pytest.mark.parametrize(
    ("organisers", "scopes"),
    [(Organisers.EVERYONE, ["play", "organise"]), (Organisers.APPOINTED, ["play"])],
)
async def test_new_players_get_the_configured_scopes(
    store_url: str, tmp_path: Path, organisers: Organisers, scopes: list[str]
) -> None:
    async with running(settings_for(store_url, tmp_path, organisers=organisers)) as (_, client):
        assert (await client.post("/api/v1/players", json={"name": "Ann"})).json()["scopes"] == scopes
    named = {"CHRONIK_ORGANISERS": organisers.value}
    assert Settings.from_environment(named).organisers is organisers


TOLD = {"players.name", "players.contact", "tokens.label"}
BESIDE_TOURNAMENTS = {
    "tournaments.title",
    "tournaments.description",
    "tournament_notes.words",
    "sealed_decks.deck",
    "tournament_clubs.name",
}
KEPT = {"own_lists.name", "own_lists.deck"}
"""Planted and searched in `test_own_lists.py`."""
WITHOUT_WORDS = {
    "analyses": {"match", "facts", "model", "analysis"},
    "archives": {"match", "head", "hash", "key_id"},
    "challenges": {
        *("id", "challenger", "challenged", "game", "opening", "state", "reason"),
        *("challenger_entropy", "challenged_entropy"),
    },
    "checkpoints": {"projection", "match"},
    "matches": {"id", "game", "rules", "status", "seats", "opened_by", "head", "result", "disclosure", "origin"},
    "own_lists": {"player", "game"},
    "players": {"id"},
    "positions": {"projection", "position"},
    "seek_terms": {"key", "game", "opening", "match"},
    "seeks": {"id", "player", "terms", "match", "state"},
    "sealed_decks": {"tournament", "player", "salt"},
    "tokens": {"id", "hash", "player", "scopes"},
    "tournament_clubs": {"tournament", "code"},
    "tournament_notes": {"tournament", "by", "about"},
    "tournament_events": {"tournament", "by", "cmd", "e", "key", "fingerprint"},
    "tournament_tables": {"match", "tournament"},
    "tournaments": {"id", "zone", "game", "organiser", "phase", "draws_secret", "tables_secret"},
}


def test_every_text_column_is_listed_with_its_author() -> None:
    """A new text column must be listed here with its author: text of players is erased, and planted in a test."""
    found = {
        f"{table.name}.{column.name}"
        for table in SQLModel.metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, sa.String | sa.LargeBinary | sa.JSON)
    }
    plain = {f"{table}.{column}" for table, columns in WITHOUT_WORDS.items() for column in columns}
    assert found == TOLD | BESIDE_TOURNAMENTS | KEPT | plain


def test_every_personal_data_feature_has_a_unique_name() -> None:
    names = [holding.name for holding in HOLDINGS]
    assert len(set(names)) == len(names)


async def register_in(data: Path) -> str:
    """Registers a player in a data directory."""
    async with open_records(f"sqlite+aiosqlite:///{data / 'chronik.db'}") as records:
        return await register_with_contact(records)


def test_an_operator_can_export_and_erase_a_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, file = tmp_path / "data", tmp_path / "ann.json"
    monkeypatch.setenv("CHRONIK_DATA", str(data))
    ann = asyncio.run(register_in(data))
    assert main(["admin", "export-player", ann, str(file)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    told = json.loads(file.read_bytes())
    assert (told["player"]["name"], told["player"]["contact"]) == (WORDS["name"], WORDS["contact"])
    file.unlink()
    said = []
    for _ in range(2):
        assert main(["admin", "erase-player", ann]) == 0
        said.append(capsys.readouterr())
    assert said[0] == said[1]
    assert said[0].err == ""
    assert re.fullmatch(rf"player {ann}\nname ghost [a-z]{{6}}\nerased \S+Z\n", said[0].out)
    assert asyncio.run(traces.find_words(WORDS, traces.files(tmp_path))) == {}
    assert main(["admin", "export-player", ann, str(file)]) == 0
    assert json.loads(file.read_bytes())["player"]["name"].startswith("ghost ")


def test_the_erase_command_waits_until_the_text_has_left_the_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scrub, said = Records.scrub, []

    async def read_from(records: Records) -> bool:
        """Reads until the command has said that it waits."""
        said.append(capsys.readouterr())
        if any(one.err for one in said):
            return await scrub(records)
        with hold_reader(tmp_path):
            return await scrub(records)

    ann = asyncio.run(register_in(tmp_path))
    monkeypatch.setenv("CHRONIK_DATA", str(tmp_path))
    monkeypatch.setattr("chronik.service.people.erasure.FIRST_PAUSE", 0.0)
    monkeypatch.setattr(Records, "scrub", read_from)
    assert main(["admin", "erase-player", ann]) == 0
    assert [one.out.count("\n") for one in said if one.out] == [3]
    assert [one.err for one in said if one.err] == [
        "Another process is reading the database: waiting to remove old texts from its files.\n"
    ]
    assert asyncio.run(traces.find_words(WORDS, traces.files(tmp_path))) == {}


@pytest.mark.parametrize("asked", [("export-player", "0" * 32, "x"), ("erase-player", "Ann"), ("erase-player", "")])
def test_a_missing_player_can_be_neither_exported_nor_erased(
    asked: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHRONIK_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chronik.db").write_bytes(migrated())
    assert main(["admin", *asked]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"There is no player {asked[1]}.\n")
    assert not (tmp_path / "x").exists()
