"""Idempotency keys are stored in the log, so every process returns the first answer to a repeated request."""

from __future__ import annotations

import pytest

from chronik.service.log.idempotency import make_mark
from chronik.service.log.outcomes import NoSecret
from chronik.service.log.store import Append, LogStore
from chronik.service.matches.play import Submission
from tests.support.service.tables import ONE_LOOP, House, good, play_on, refused, seated, serving, table

pytestmark = ONE_LOOP
OPENING = {"game": "katharina", "seats": table(("mine", "open"))}


async def test_a_repeated_key_is_recognised_by_a_process_that_is_behind_and_after_an_undo(
    shared_house: House, shared_other: House
) -> None:
    house, other = shared_house, shared_other
    match, (ann, ben) = await seated(house)
    for person in (ann, ben):
        await person.at(other).view(match)
    offered = (await ann.options(match))["options"]
    first = await ann.command(match, offered[0], key="once")
    assert first.status_code == 200, first.text
    again = await ann.at(other).command(match, offered[0], key="once")
    assert (again.status_code, again.content) == (200, first.content)
    refused(await ann.at(other).command(match, offered[1], key="once"), 422, "key-reused")
    await play_on(match, [ann, ben], 6)
    before = (await ann.view(match))["version"]
    asked = good(await ann.post(f"/matches/{match}/undo", {"to": first.json()["version"], "ask": True}, key="back"))
    number = asked["request"]["number"] if isinstance(asked.get("request"), dict) else asked["version"]
    voted = await ben.post(f"/matches/{match}/undo/{number}/votes", {"grant": True}, key="yes")
    assert voted.status_code < 300, voted.text
    assert voted.json()["version"] > before
    async with serving(house.settings) as later:
        for there in (house, other, later):
            told = await ann.at(there).command(match, offered[0], key="once")
            assert (told.status_code, told.content) == (200, first.content), "even though its command was undone"
            twice = await ben.at(there).post(f"/matches/{match}/undo/{number}/votes", {"grant": True}, key="yes")
            assert (twice.status_code, twice.content) == (voted.status_code, voted.content)
            no = await ben.at(there).post(f"/matches/{match}/undo/{number}/votes", {"grant": False}, key="yes")
            refused(no, 422, "key-reused")


async def test_keys_that_share_their_first_four_bytes_stay_distinct(
    shared_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, ben) = await seated(shared_house)

    def alike(self: Submission) -> bytes:
        return bytes(4) + make_mark(self.key, self.fingerprint)[4:]

    monkeypatch.setattr(Submission, "mark", property(alike))
    matches = shared_house.matches
    for turn in range(4):
        for person in (ann, ben):
            asked = await person.options(match)
            if asked["options"]:
                answer = await person.command(match, asked["options"][0], key=f"turn {turn}")
                assert answer.status_code == 200, answer.text
                again = await person.command(match, asked["options"][0], key=f"turn {turn}")
                assert again.content == answer.content
    live = matches.find_cached(match)
    assert live is not None
    assert live.seen.may_contain(bytes(24)), "the control: memory alone would treat any key as repeated"
    tail = await shared_house.store.tail(match, 0)
    assert len({item.mark for item in tail.items}) == len(tail.items)
    assert await shared_house.store.fsck(match) == ()


async def test_an_opening_whose_secret_was_swept_is_tried_again(
    shared_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = shared_house
    ann, outcomes = await house.person("Ann"), list[str]()
    append = LogStore.append

    async def swept_before(self: LogStore, batch: Append) -> None:
        if batch.secret is not None and len(outcomes) < 2:
            assert await self.drop_secret(batch.match)
        try:
            await append(self, batch)
            outcomes.append("opened")
        except NoSecret:
            outcomes.append("no secret")
            raise

    monkeypatch.setattr(LogStore, "append", swept_before)
    opened = await ann.post("/matches", OPENING, key="slow")
    assert opened.status_code == 201, opened.text
    assert outcomes == ["no secret", "no secret", "opened"]
    match = opened.json()["id"]
    assert await house.store.fsck(match) == ()
    assert not await house.store.drop_secret(match)
