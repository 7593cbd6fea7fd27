"""Analyses over HTTP: requested, computed once in another process, read by those who may see the match, and dropped."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from sqlmodel import select, update

from chronik.domain.engine.proof.archive import unpack
from chronik.service.analysis import routes
from chronik.service.analysis.analysing import StoredMatch
from chronik.service.analysis.routes import AN_HOUR, AnalysisPace
from chronik.service.analysis.worker import AnalysisWorker
from chronik.service.bots import thinkers
from chronik.service.bots.thinkers import Solvable, Thinkers
from chronik.service.matches.rebuild import rebuild
from chronik.service.people.erasure import erase
from chronik.service.sql.analyses import AnalysisRow
from chronik.service.web.problems.problem import Problem
from tests.support.service.apps import until
from tests.support.service.tables import House, Person, good, play_on, refused, seated

OTHER = "0" * 64
"""The digest of an older model."""


@pytest.fixture(autouse=True)
def _usual_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starts the thinking process without its low priority, with which it waits for minutes on a busy machine."""
    monkeypatch.setattr(thinkers, "START", thinkers.START.replace(f"os.nice({thinkers.NICE})", "os.nice(0)"))


async def hang(self: Thinkers, problem: Solvable) -> bytes:
    """Thinks for ever."""
    await asyncio.Event().wait()
    return b""


async def read(person: Person, match: str, path: str = "", **params: Any) -> httpx.Response:
    """Returns the answer about an analysis once it is computed."""
    answers: list[httpx.Response] = []

    async def computed() -> bool:
        answers.append(await person.get(f"/matches/{match}/analysis{path}", params=params))
        assert (
            answers[-1].status_code == 200
            or int(answers[-1].headers["retry-after"]) == answers[-1].json()["retry_after"]
        )
        return answers[-1].status_code == 200

    await until(computed)
    return answers[-1]


async def test_a_requested_analysis_is_computed_once_and_read_by_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, ben) = await seated(house)
    path, reader = f"/matches/{match}/analysis", house.nobody()
    refused(await ann.post(path, None), 404, "not-disclosed")
    await play_on(match, [ann, ben])
    refused(await reader.get(path), 404, "not-requested")
    refused(await reader.post(path, None), 401, "unauthenticated")
    asked = await ann.post(path, None)
    assert (asked.status_code, asked.json()["place"]) == (202, 1)
    found = await read(reader, match)
    assert good(await ben.post(path, None)) == {"place": 0, "retry_after": 0}

    decisions = [decision["version"] for decision in found.json()["decisions"] if decision["seat"] == 1]
    assert [one["version"] for one in good(await read(reader, match, **{"as": "1"}))["decisions"]] == decisions
    refused(await reader.get(path, params={"as": "2"}), 400, "unknown-seat")
    one = good(await reader.get(f"{path}/{decisions[2]}"))
    assert (one["version"], one["seat"]) == (decisions[2], 1)
    assert one["played"]["line"][0]["key"] == "committed"
    assert (
        refused(await reader.get(f"{path}/1"), 422, "no-decision")["nearest"] == found.json()["decisions"][0]["version"]
    )

    with monkeypatch.context() as patched:
        patched.setattr(routes, "MOST_WAITING", 0)
        refused(await reader.get(f"{path}/{decisions[2]}"), 429, "too-many-analyses")

    for change in ("model", "rebuild", "erasure"):
        if change == "model":
            async with house.records.session() as session:
                await session.exec(update(AnalysisRow).values(model=OTHER))
            assert (await read(reader, match)).content == found.content
        elif change == "rebuild":
            await rebuild(house.store, house.records, house.matches.catalogue)
            refused(await reader.get(path), 404, "not-requested")
            monkeypatch.setattr(Thinkers, "solve", hang)
            good(await ben.post(path, None))
        else:
            await erase(house.records, (), ann.player)
        async with house.records.reading() as session:
            rows = (await session.exec(select(AnalysisRow.match))).all()
        assert rows == ([] if change == "erasure" else [match])


async def test_a_match_that_was_not_played_to_its_end_has_only_a_curve(house: House) -> None:
    match, (ann, ben) = await seated(house, disclosure="players")
    await play_on(match, [ann, ben], 30)
    good(await ann.post(f"/matches/{match}/resignations", None))
    good(await ben.post(f"/matches/{match}/analysis", None))
    answer = await read(ann, match)
    archive = unpack((await ann.get(f"/matches/{match}/archive")).content)
    stored = StoredMatch("katharina", archive.manifest.header.rules, match, archive.batches)
    assert answer.content == stored.solve()
    found = good(answer)
    assert (found["unjudged"], found["decisions"]) == ("forfeited", [])
    assert len(found["curve"]) > 30
    refused(await ann.get(f"/matches/{match}/analysis/20"), 422, "not-judged")
    refused(await house.nobody().get(f"/matches/{match}/analysis"), 404, "not-disclosed")


async def test_a_match_without_a_model_is_refused_once_that_is_known(house: House) -> None:
    ann = await house.person("Ann")
    options = {"victory_points": 5}
    match = await ann.open("greedy", "greedy", game="cities_knights", options=options)

    async def is_over() -> bool:
        return bool(good(await ann.get(f"/matches/{match}"))["status"] == "finished")

    await until(is_over)
    good(await ann.post(f"/matches/{match}/analysis", None))

    async def is_known() -> bool:
        return (await ann.get(f"/matches/{match}/analysis")).status_code != 202

    await until(is_known)
    refused(await ann.get(f"/matches/{match}/analysis"), 422, "no-model")


async def test_a_process_that_ends_leaves_its_analysis_to_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, people = await seated(house)
    await play_on(match, people, 10)
    good(await people[0].post(f"/matches/{match}/resignations", None))
    begun = asyncio.Event()

    async def begin(self: Thinkers, problem: Solvable) -> bytes:
        begun.set()
        return await hang(self, problem)

    monkeypatch.setattr(Thinkers, "solve", begin)
    good(await people[0].post(f"/matches/{match}/analysis", None))
    await begun.wait()
    working = [task for task in asyncio.all_tasks() if task.get_name() == "analyses"]
    assert [task.cancel() for task in working] == [True]
    await asyncio.wait(working)
    monkeypatch.undo()
    assert await AnalysisWorker(house.matches, house.records).analyse_next()
    good(await read(people[1], match))


def test_an_account_may_ask_for_some_analyses_an_hour() -> None:
    pace = AnalysisPace(limited=True)
    for _ in range(AN_HOUR // 3):
        pace.charge("ann")
    with pytest.raises(Problem) as refusal:
        pace.charge("ann")
    assert refusal.value.code == "too-many-analyses"
