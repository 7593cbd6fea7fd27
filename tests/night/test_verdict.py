"""The judgement of stored commands: planted losses, changes and repetitions are detected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import Raw

from tests.night.answering import PROBLEM, answering
from tests.night.asking import Asker
from tests.night.parts import Sample
from tests.night.report import Report
from tests.night.stored import Batch
from tests.night.stored import archived as from_archive
from tests.night.verdict import Verdict, compare
from tests.support.crash.journal import Acknowledgement, Intent, Journal
from tests.support.crash.verdict import hashed

MATCH = "0" * 32


def told(version: int, key: str = "a", number: int = 1) -> Acknowledgement:
    intent = Intent(number, key, f"/matches/{MATCH}/commands", Raw(b"{}"), 0, b'{"t":"pass"}')
    return Acknowledgement(intent, MATCH, 200, version, f"head {version}")


def stored(version: int, key: str = "a", command: str = '{"t":"pass"}', head: str = "") -> Batch:
    batch = f'{{"seat":0,"cmd":{command},"e":[]}}'.encode()
    return Batch(version, head or f"head {version}", batch, hashed(key))


def archived(version: int, command: str = '{"t":"pass"}', by: str = "") -> Batch:
    """Returns a batch of a match that has left the cluster: it does not contain its key."""
    batch = f'{{"seat":0,{by}"cmd":{command},"e":[]}}'.encode()
    return Batch(version, f"head {version}", batch, None)


def judged(
    said: Sequence[Acknowledgement], batches: Sequence[Batch], folder: Path, unanswered: Intent | None = None
) -> Verdict:
    journal, verdict = Journal(folder / "journal"), Verdict()
    journal.unanswered = unanswered
    compare(MATCH, said, batches, [journal], verdict)
    return verdict


def test_commands_that_are_stored_once_as_they_were_acknowledged_pass(tmp_path: Path) -> None:
    verdict = judged([told(3), told(5, "b", 2)], [stored(3), stored(5, "b")], tmp_path)
    assert (verdict.acknowledged, verdict.found) == (2, [])


@pytest.mark.parametrize(
    ("said", "batches", "seen"),
    [
        ([told(3)], [], "lost"),
        ([told(3)], [stored(3, head="another")], "altered"),
        ([told(3)], [stored(3, command='{"t":"other"}')], "altered"),
        ([told(3)], [stored(3, "of another")], "altered"),
        ([told(3)], [stored(3), stored(4)], "doubled"),
        ([told(3), told(3, "b", 2)], [stored(3)], "doubled"),
        ([told(5), told(3, "b", 2)], [stored(3, "b"), stored(5)], "altered"),
        ([told(3)], [archived(4)], "lost"),
        ([told(3)], [archived(3, '{"t":"other"}')], "altered"),
        ([told(3)], [archived(3), archived(4)], "doubled"),
        ([told(4)], [archived(3), archived(4)], "doubled"),
        ([told(5), told(3, "b", 2)], [archived(3), archived(5)], "altered"),
    ],
)
def test_control_lost_altered_and_doubled_commands_are_detected(
    said: Sequence[Acknowledgement], batches: Sequence[Batch], seen: str, tmp_path: Path
) -> None:
    assert msgspec.structs.asdict(judged(said, batches, tmp_path))[seen]


@pytest.mark.parametrize("batch", [archived, stored])
def test_an_unanswered_command_may_be_stored_once_and_commands_of_bots_any_number_of_times(
    batch: Callable[[int], Batch], tmp_path: Path
) -> None:
    pending = told(0, "a").intent
    bots = [archived(version, by='"by":"bot",') for version in (6, 7)]
    assert judged([told(3, "b")], [stored(3, "b"), batch(5), *bots], tmp_path, pending).found == []
    assert judged([told(3, "b")], [stored(3, "b"), batch(4), batch(5)], tmp_path, pending).doubled
    elsewhere = msgspec.structs.replace(pending, path="/matches/another/commands")
    assert judged([told(3, "b")], [stored(3, "b"), batch(5)], tmp_path, elsewhere).doubled


def test_an_answered_command_is_no_longer_pending(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        journal.intend(told(3).intent)
        assert journal.unanswered == told(3).intent
        journal.acknowledge(told(3))
    assert journal.unanswered is None


@pytest.mark.parametrize(
    ("status", "body", "seen"),
    [
        (404, b'{"code":"not-found"}', "lost"),
        (500, b'{"code":"match-damaged"}', "lost"),
        (200, b"chronik-archive/2\nno archive", "altered"),
    ],
)
async def test_control_all_acknowledged_commands_of_an_unreadable_match_are_reported_lost(
    status: int, body: bytes, seen: str, tmp_path: Path
) -> None:
    async with answering(PROBLEM, status, body) as url:
        asker = Asker([url], Random(1))
        found = await from_archive(asker, MATCH)
        await asker.close()
    verdict = judged([told(3)], found.batches, tmp_path)
    verdict.take(found)
    assert asker.wrong == []
    assert [
        sentence for sentence in msgspec.structs.asdict(verdict)[seen] if not sentence.startswith(f"{MATCH} version")
    ]
    assert [sentence for sentence in verdict.lost if sentence.startswith(f"{MATCH} version 3")]


MIB = 1 << 20


@pytest.mark.parametrize(
    ("memory", "files", "unkept"),
    [(0.9, 0.0, []), (1.2, 0.0, ["memory grows"]), (0.0, 40.0, ["descriptors grow"])],  # in ten minutes
)
def test_growth_in_a_night_is_detected_unless_more_feeds_explain_it(
    memory: float, files: float, unkept: list[str]
) -> None:
    report = Report(seed=1)
    minutes = [number / 6 for number in range(240)]
    report.weigh(
        [
            Sample(
                60 * at, int(200 * MIB + memory * MIB * at / 10), int(90 + at * 8 + files * at / 10), int(40 + at * 8)
            )
            for at in minutes
        ]
    )
    assert [sentence.partition(":")[0] for sentence in report.unkept] == unkept
