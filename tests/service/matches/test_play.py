"""The write path over HTTP: whole matches, repeats, refusals, several processes, and failures of the log."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.katharina.facts.load import PRINTED
from chronik.service.log.keys import keys
from chronik.service.log.outcomes import Conflict, OutcomeUnknown, ReadOnly, Unavailable
from chronik.service.log.store import Append, LogStore
from tests.support.service.stored import plant, send
from tests.support.service.tables import (
    API,
    GAME,
    ONE_LOOP,
    House,
    Person,
    good,
    play_on,
    refused,
    seated,
    serving,
    table,
)

JOINS = 200 if os.environ.get("CHRONIK_LONG") else 60


pytestmark = ONE_LOOP


@pytest.fixture
def house(shared_house: House) -> House:
    """The shared application of these tests."""
    return shared_house


@pytest.fixture
def other(shared_other: House) -> House:
    """A second application over the same store."""
    return shared_other


async def test_two_people_play_a_whole_match(house: House) -> None:
    match, people = await seated(house)
    card = await play_on(match, people)
    assert card["status"] == "finished"
    assert min(card["result"]["places"]) == 1
    scores = good(await house.nobody().get(f"/matches/{match}/scores"))
    assert scores["version"] == card["version"]
    assert scores["scores"][-1]["points"] == card["result"]["points"]
    start = await people[0].view(match, at=card["version"] // 2)
    assert start["version"] == card["version"] // 2
    assert len(card["secret"]) == 64
    archive = await house.nobody().get(f"/matches/{match}/archive")
    assert archive.content.startswith(b"chronik-archive/2\n")
    for person in people:
        refused(await person.command(match, {"t": "resolve", "perform": False}), 409, "match-closed")
        refused(await person.command(match, {"t": "resolve", "perform": False}, prompt=3), 409, "match-closed")
        refused(await person.post(f"/matches/{match}/undo", {"to": 9}), 409, "match-closed")


async def test_a_repeated_request_returns_the_first_answer_byte_for_byte(house: House) -> None:
    match, people = await seated(house)
    firsts: list[tuple[int, Any, bytes]] = []
    for turn in range(6):
        for seat, person in enumerate(people):
            offered = (await person.options(match))["options"]
            if offered:
                first = await person.command(match, offered[7 % len(offered)], key=f"turn {turn}")
                assert first.status_code == 200, first.text
                firsts.append((seat, (offered[7 % len(offered)], f"turn {turn}"), first.content))

    async def repeat(people: list[Person]) -> None:
        for seat, (command, key), first in firsts:
            again = await people[seat].command(match, command, key=key)
            assert (again.status_code, again.content) == (200, first)
            assert again.headers["etag"] == f'"{again.json()["version"]}"'

    await repeat(people)
    await play_on(match, people)
    await repeat(people)
    async with serving(house.settings) as later:
        await repeat([person.at(later) for person in people])


async def test_a_known_key_returns_its_answer_before_any_refusal(house: House) -> None:
    match, (ann, ben) = await seated(house)
    asked = await ann.options(match)
    command, prompt = asked["options"][0], asked["prompts"][0]["id"]
    first = await ann.command(match, command, prompt, key="k", version=asked["version"])
    assert first.status_code == 200, first.text
    good(await ben.answer(match))
    again = await ann.command(match, command, prompt, key="k", version=asked["version"])
    assert again.content == first.content
    refused(await ann.command(match, command, prompt, key="another", version=asked["version"]), 412, "stale-view")
    refused(await ann.command(match, command, prompt, key="another"), 409, "prompt-closed")
    refused(await ann.command(match, command, key="another"), 422, "another-question")
    refused(await ann.command(match, asked["options"][1], prompt, key="k"), 422, "key-reused")
    refused(await ann.command(match, command, key="k"), 422, "key-reused")
    refused(await ann.post(f"/matches/{match}/undo", {"to": 3}, key="k"), 422, "key-reused")
    assert (await ben.answer(match, key="k")).status_code == 200, "the same key of another player is a different key"


async def test_a_stale_version_is_refused_with_links_to_the_current_one(house: House) -> None:
    match, (ann, ben) = await seated(house)
    seen = (await ann.view(match))["version"]
    good(await ben.answer(match))
    told = refused(await ann.answer(match, version=seen), 412, "stale-view")
    assert told["version"] == seen + 1
    assert told["replay"] == f"{API}/{GAME}/matches/{match}/replay"
    good(await ann.get(told["view"].removeprefix(API)))
    assert (await ann.answer(match, version=seen + 1)).status_code == 200


async def test_two_seats_that_commit_at_the_same_time_both_succeed(house: House, other: House) -> None:
    match, (ann, ben) = await seated(house)
    ben = ben.at(other)
    mine, theirs = (await ann.options(match))["options"][0], (await ben.options(match))["options"][0]
    for turn in range(3):
        one, two = await asyncio.gather(ann.command(match, mine), ben.command(match, theirs))
        assert (one.status_code, two.status_code) == (200, 200), (turn, one.text, two.text)
        offered = (await ann.options(match))["options"], (await ben.options(match))["options"]
        if not all(offered):
            break
        mine, theirs = offered[0][0], offered[1][0]
    versions = [entry["version"] for entry in good(await ann.get(f"/matches/{match}/audit"))["entries"]]
    assert versions == list(range(1, len(versions) + 1))


async def test_after_eight_conflicts_the_outcome_is_unknown(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, (ann, _) = await seated(house)
    tries = 0

    async def conflict(self: LogStore, batch: Append) -> Any:
        nonlocal tries
        tries += 1
        raise Conflict(99)

    offered = (await ann.options(match))["options"]
    with monkeypatch.context() as patched:
        patched.setattr(LogStore, "append", conflict)
        refused(await ann.command(match, offered[0]), 503, "outcome-unknown")
    assert tries == 8
    assert house.matches.find_cached(match) is None
    good(await ann.command(match, offered[0]))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OutcomeUnknown("lost"), "outcome-unknown"),
        (ReadOnly("MISCONF", "the disk is full"), "read-only"),
        (Unavailable("gone"), "not-ready"),
    ],
)
async def test_if_an_append_fails_the_answer_is_a_503_problem(
    house: House, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    match, (ann, _) = await seated(house)
    offered = (await ann.options(match))["options"]

    async def failing(self: LogStore, *_: Any) -> Any:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(LogStore, "append", failing)
        refused(await ann.command(match, offered[0], key="k"), 503, code)
        refused(await ann.post("/matches", {"game": GAME, "seats": table(["mine", "open"])}), 503, code)
    assert (house.matches.find_cached(match) is None) is (code == "outcome-unknown")
    good(await ann.command(match, offered[0], key="k"))


async def test_if_the_log_does_not_answer_a_command_gets_a_503_problem(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, _) = await seated(house)
    offered = (await ann.options(match))["options"]

    async def failing(self: LogStore, *_: Any) -> Any:
        raise Unavailable("gone")

    monkeypatch.setattr(LogStore, "tail", failing)
    monkeypatch.setattr(LogStore, "read_log", failing)
    for path in (
        f"/matches/{match}",
        f"/matches/{match}/audit",
        f"/matches/{match}/scores",
        f"/{GAME}/matches/{match}/view",
        f"/{GAME}/matches/{match}/options",
        f"/{GAME}/matches/{match}/replay",
    ):
        refused(await ann.get(path), 503, "not-ready")
    refused(await ann.command(match, offered[0], params={"dry_run": True}), 503, "not-ready")
    refused(await ann.command(match, {"t": "choose-display", "cards": ["a", "b", "c"]}), 503, "not-ready")


async def test_a_command_with_unknown_outcome_counts_once_when_repeated(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, _) = await seated(house)
    offered, append = (await ann.options(match))["options"], LogStore.append

    async def append_and_lose(self: LogStore, batch: Append) -> Any:
        await append(self, batch)
        raise OutcomeUnknown("the reply was lost")

    with monkeypatch.context() as patched:
        patched.setattr(LogStore, "append", append_and_lose)
        refused(await ann.command(match, offered[0], key="k"), 503, "outcome-unknown")
    version = good(await ann.get(f"/matches/{match}"))["version"]
    again = good(await ann.command(match, offered[0], key="k"))
    assert again["version"] == version
    assert good(await ann.get(f"/matches/{match}"))["version"] == version


async def test_a_command_is_not_refused_because_memory_is_behind(house: House, other: House) -> None:
    match, (ann, ben) = await seated(house)
    there = [ann.at(other), ben.at(other)]
    await there[0].view(match)
    await there[1].view(match)
    for _ in range(3):
        for person in (ann, ben):
            offered = (await person.options(match))["options"]
            if offered:
                good(await person.command(match, offered[0]))
    tables = [await person.options(match) for person in (ann, ben)]
    seat, asked = next((seat, asked) for seat, asked in enumerate(tables) if asked["options"])
    behind = other.matches.find_cached(match)
    assert behind is not None
    assert behind.match.version < asked["version"], "the other application must be behind"
    legal, prompt = asked["options"][0], asked["prompts"][0]["id"]
    good(await there[seat].command(match, legal, prompt, version=asked["version"]))


async def test_a_player_must_have_the_seat_when_the_command_is_decided(house: House, other: House) -> None:
    ann, ben, cleo = [await house.person(name) for name in ("Ann", "Ben", "Cleo")]
    match = await ann.open("mine", "open")
    old = ann.at(other)
    await old.view(match)
    good(await ann.ask("DELETE", f"/matches/{match}/seats/0"))
    good(await ben.post(f"/matches/{match}/seats", {"seat": 0}))
    good(await cleo.post(f"/matches/{match}/seats", {"seat": 1}))
    theirs = (await ben.options(match))["options"][0]
    refused(await old.command(match, theirs), 403, "not-your-seat")
    await other.matches.find_fresh(match)
    refused(await old.command(match, theirs, params={"dry_run": True}), 403, "not-your-seat")
    assert not good(await ben.get(f"/matches/{match}"))["seats"][0].get("committed")
    assert good(await ben.get(f"/matches/{match}"))["seats"][0]["waiting"]


class RecordingStore:
    """A store that records the calls of one test, but not those of background tasks; each call is one round trip."""

    def __init__(self, store: LogStore) -> None:
        self.store = store
        self.calls: list[str] = []
        self.ours: ContextVar[bool] = ContextVar("ours", default=False)
        self.ours.set(True)  # tasks that start from here inherit it

    def __getattr__(self, name: str) -> Any:
        if self.ours.get():
            self.calls.append(name)
        return getattr(self.store, name)


async def test_an_accepted_command_costs_one_round_trip(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = await seated(house)
    watched = RecordingStore(house.store)
    monkeypatch.setattr(house.matches, "store", watched)
    for person in people:
        offered = (await person.options(match))["options"]
        watched.calls.clear()
        good(await person.command(match, offered[0]))
        assert watched.calls == ["append"]


async def test_a_rejection_has_the_rule_a_sentence_and_a_link_to_the_options(house: House) -> None:
    match, (ann, _) = await seated(house)
    hand = (await ann.view(match))["view"]["seats"]["0"]["hand"]
    told = refused(
        await ann.command(match, {"t": "choose-display", "cards": [hand[0], hand[0], hand[1]]}), 422, "display"
    )
    assert told["type"] == "/problems/rejected"
    assert told["rule"]
    assert told["detail"].endswith(".")
    assert told["version"]
    good(await ann.get(told["options"].removeprefix(API)))


async def test_a_dry_run_records_nothing_and_reveals_nothing(house: House) -> None:
    match, (ann, ben) = await seated(house)
    mine, theirs = (await ann.options(match))["options"][5], (await ben.options(match))["options"]
    before = await ann.view(match)
    dry: dict[str, Any] = {"params": {"dry_run": True}}
    told = good(await ann.command(match, mine, **dry))
    assert (told["version"], told["barrier"]) == (before["version"], False)
    assert told["view"]["seats"]["0"]["choice"] == mine
    assert await ann.view(match) == before
    good(await ben.command(match, theirs[0]))
    last = await ann.command(match, mine, **dry)
    assert last.json()["barrier"] is True
    assert last.json()["view"]["seats"]["1"]["action_row"] == before["view"]["seats"]["1"]["action_row"]
    good(await ben.command(match, theirs[3]))
    other = (await ann.command(match, mine, **dry)).json()
    assert other | {"version": 0} == last.json() | {"version": 0}, "the response must not depend on Ben's sealed choice"
    refused(await ann.command(match, mine, version=1, **dry), 412, "stale-view")
    refused(await ann.command(match, mine, prompt=1, **dry), 409, "prompt-closed")
    refused(await ann.command(match, {"t": "resolve", "perform": True}, **dry), 422, "another-question")


async def test_two_openings_with_one_key_open_one_match(house: House, other: House) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    body = {"game": GAME, "seats": table(["mine", "open"])}
    answers = await asyncio.gather(*(one.post("/matches", body, key="m") for one in (ann, ann.at(other)) * 5))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    match = answers[0].json()["id"]
    assert answers[0].headers["location"] == f"{API}/matches/{match}"
    assert good(await ben.post("/matches", body, key="m"))["id"] != match
    refused(await ann.post("/matches", {**body, "seats": table(["open", "mine"])}, key="m"), 422, "key-reused")
    refused(await ann.post("/matches", {**body, "seats": table(["mine"])}, key="m"), 422, "key-reused")
    good(await ben.post(f"/matches/{match}/seats", {}))
    assert (await ann.post("/matches", body, key="m")).content == answers[0].content
    for seats in (["mine"], ["mine", "mine"], ["open"] * 5):
        assert (
            (await ann.post("/matches", {**body, "seats": table(seats)}, key="n")).json()["type"].endswith("rejected")
        )
    assert good(await ann.post("/matches", body, key="n"))["id"] != match


async def test_seats_can_be_taken_and_left_and_entropy_is_checked(house: House) -> None:
    ann, ben, cleo = [await house.person(name) for name in ("Ann", "Ben", "Cleo")]
    match = await ann.open("mine", "open", "open")
    seats = f"/matches/{match}/seats"
    first = await ben.post(seats, {"entropy": "00FF"}, key="sit")
    assert first.json()["match"]["seats"][1]["player"] == ben.player
    assert (await ben.post(seats, {"entropy": "00FF"}, key="sit")).content == first.content
    refused(await ben.post(seats, {"entropy": "00ff00"}, key="sit"), 422, "key-reused")
    refused(await ben.post(seats, {}), 422, "seated-already")
    refused(await cleo.post(seats, {"seat": 1}), 409, "seat-taken")
    refused(await cleo.post(seats, {"seat": 7}), 422, "no-such-seat")
    for entropy in ("0", "xy", "00" * 65, 7):
        refused(await cleo.post(seats, {"entropy": entropy}), 400, "malformed")
    refused(await cleo.ask("DELETE", f"{seats}/1"), 403, "not-your-seat")
    left = await ben.ask("DELETE", f"{seats}/1", key="go")
    assert left.json()["lines"] == [{"key": "seat-left", "seat": 1}]
    assert (await ben.ask("DELETE", f"{seats}/1", key="go")).content == left.content
    refused(await ben.ask("DELETE", f"{seats}/1"), 403, "not-your-seat")
    good(await cleo.post(seats, {"seat": 2, "entropy": "ab" * 64}))
    refused(await ann.command(match, {"t": "resolve", "perform": False}), 422, "not-started")
    last = good(await ben.post(seats, {}, key="sit again"))
    assert last["match"]["status"] == "running"
    refused(await ann.ask("DELETE", f"{seats}/0"), 422, "started-already")
    refused(await (await house.person("Dora")).post(seats, {}), 422, "started-already")
    assert (await ben.post(seats, {"entropy": "00FF"}, key="sit")).content == first.content


async def test_only_the_opener_and_seated_players_can_seat_bots(house: House) -> None:
    ann, ben, cleo = [await house.person(name) for name in ("Ann", "Ben", "Cleo")]
    match = await ann.open("open", "open", "open", "open", bots_welcome=False)
    seats = f"/matches/{match}/seats"
    refused(await ben.post(seats, {"bot": "random"}), 403, "not-your-seat")
    refused(await ann.post(seats, {"bot": "wise"}), 400, "malformed")
    good(await ann.post(seats, {"seat": 3, "bot": "random"}))
    good(await ben.post(seats, {}))
    refused(await ben.post(seats, {"seat": 3, "bot": "random"}), 409, "seat-taken")
    good(await ben.post(seats, {"bot": "random"}))
    refused(await cleo.post(seats, {"bot": "random"}), 403, "not-your-seat")
    card = good(await ben.post(seats, {"bot": "random"}))["match"]
    assert card["status"] == "running"
    assert [seat.get("bot") for seat in card["seats"]] == [None, "random", "random", "random"]


async def test_many_players_who_join_at_once_never_exceed_the_seats(house: House, other: House) -> None:
    ann = await house.person("Ann")
    guests = [await house.person(f"Guest {n}") for n in range(JOINS)]
    match = await ann.open("mine", "open", "open", "open")
    guests = [guest.at(other) if n % 2 else guest for n, guest in enumerate(guests)]
    answers = await asyncio.gather(*(guest.post(f"/matches/{match}/seats", {}) for guest in guests))
    codes = [answer.status_code for answer in answers]
    assert codes.count(201) == 3, sorted(set(codes))
    assert set(codes) <= {201, 409, 422, 503}
    card = good(await ann.get(f"/matches/{match}"))
    players = [line["player"] for line in card["seats"]]
    assert len(set(players)) == 4
    assert card["status"] == "running"


async def test_a_damaged_log_gives_a_500_problem_and_a_missing_one_a_404(house: House, other: House) -> None:
    match, people = await seated(house)
    ann = people[0]
    offered = (await ann.options(match))["options"]
    at = keys(match)
    items = (await house.store.tail(match, 0)).items
    good(await ann.at(other).get(f"/matches/{match}"))  # so that no read is under way when it is damaged
    await plant(house.store, match, [items[0]._replace(batch=b"{"), *items[1:]])
    other.matches.forget(match)
    refused(await ann.at(other).get(f"/matches/{match}"), 500, "match-damaged")
    await plant(house.store, match, [*items[:-1], items[-1]._replace(batch=b"{", head=bytes(32))])
    for path in (f"/matches/{match}", f"/{GAME}/matches/{match}/view", f"/matches/{match}/audit"):
        refused(await ann.get(path), 500, "match-damaged")
        refused(await ann.at(other).get(path), 500, "match-damaged")
    (secret,) = await send(house.store, ("GET", at.secret))
    await send(house.store, ("DEL", at.secret))  # before the log is restored: no task may load the match in between
    await plant(house.store, match, items)
    refused(await ann.at(other).get(f"/matches/{match}"), 500, "match-damaged")
    await send(house.store, ("SET", at.secret, secret))
    version = good(await ann.get(f"/matches/{match}"))["version"] + 1
    for more in (("e", b"{"), ("b", b'{"n":', "h", bytes(32), "k", bytes(24))):
        await plant(house.store, match, items)
        await send(house.store, ("XADD", at.log, f"{version}-0", *more))
        refused(await ann.get(f"/{GAME}/matches/{match}/view"), 500, "match-damaged")
        refused(await ann.at(other).get(f"/{GAME}/matches/{match}/view"), 500, "match-damaged")
        refused(await ann.command(match, offered[0]), 500, "match-damaged")
    await send(house.store, ("DEL", at.log, at.secret))
    for path in (f"/matches/{match}", f"/{GAME}/matches/{match}/view", f"/matches/{match}/audit"):
        refused(await ann.get(path), 404, "not-found")


async def test_a_log_that_was_replaced_is_read_again_before_the_next_command(house: House) -> None:
    match, (ann, ben) = await seated(house)
    offered = (await ben.options(match))["options"][0]
    items = (await house.store.tail(match, 0)).items
    good(await ann.answer(match))
    longer = (await house.store.tail(match, 0)).items
    await plant(house.store, match, items)
    refused(await ben.command(match, offered), 503, "outcome-unknown")
    good(await ben.command(match, offered))
    await plant(house.store, match, longer)
    told = refused(await ben.command(match, offered), 503, "outcome-unknown")
    assert "again" in told["detail"], told
    assert good(await ben.command(match, offered))["version"] > longer[-1].version


@pytest.fixture
def changed_facts(tmp_path: Path) -> Path:
    """A data set that differs from the printed one."""
    directory = tmp_path / "facts"
    shutil.copytree(PRINTED, directory)
    orders = directory / "orders.toml"
    orders.write_text(orders.read_text("utf-8").replace("schema =", 'made_by = "us"\nschema =', 1), "utf-8")
    return directory


async def test_a_match_whose_data_set_is_not_loaded_only_shows_its_lines(house: House, changed_facts: Path) -> None:
    async with serving(replace(house.settings, data_sets={GAME: changed_facts})) as theirs:
        match, people = await seated(theirs)
        await play_on(match, people, 6)
        facts = good(await people[0].get(f"/matches/{match}"))["facts"]
        entries = good(await people[0].get(f"/matches/{match}/audit"))
    ann = people[0].at(house)
    assert good(await ann.get(f"/matches/{match}/audit")) == entries
    command = {"t": "resolve", "perform": False}
    for answer in (
        await ann.get(f"/{GAME}/matches/{match}/view"),
        await ann.get(f"/{GAME}/matches/{match}/options"),
        await ann.get(f"/{GAME}/matches/{match}/replay"),
        await ann.command(match, command),
        await ann.command(match, command, params={"dry_run": True}),
        await ann.post(f"/matches/{match}/undo", {"to": 9}),
        await ann.get(f"/matches/{match}"),
        await ann.get(f"/matches/{match}/scores"),
        await ann.get(f"/matches/{match}/archive"),
    ):
        assert refused(answer, 409, "data-set-missing")["facts"] == facts
