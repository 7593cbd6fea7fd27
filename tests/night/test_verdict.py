"""The night's eyes: what they are there to see is seen when it is planted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import Raw

from tests.night import listening
from tests.night.listening import Event, Heard, Listener
from tests.night.parts import Sample
from tests.night.report import Report
from tests.night.tables import Matches
from tests.night.verdict import Batch, Verdict, compare
from tests.support.crash.journal import Acknowledgement, Intent, Journal
from tests.support.crash.verdict import hashed

MATCH = "0" * 32


def told(version: int, key: str = "a", number: int = 1) -> Acknowledgement:
    intent = Intent(number, key, "/commands", Raw(b"{}"), 0, b'{"t":"pass"}')
    return Acknowledgement(intent, MATCH, 200, version, f"head {version}")


def stored(version: int, key: str = "a", command: str = '{"t":"pass"}', head: str = "") -> Batch:
    batch = f'{{"seat":0,"cmd":{command},"e":[]}}'.encode()
    return Batch(version, head or f"head {version}", batch, hashed(key))


def judged(said: Sequence[Acknowledgement], batches: Sequence[Batch], folder: Path) -> Verdict:
    journal, verdict = Journal(folder / "journal"), Verdict()
    journal.intents = {one.intent.key: one.intent.number for one in said}
    compare(MATCH, said, batches, [journal], verdict)
    return verdict


def test_what_stands_there_once_as_it_was_acknowledged_is_good(tmp_path: Path) -> None:
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
    ],
)
def test_control_what_is_lost_altered_or_doubled_is_seen(
    said: Sequence[Acknowledgement], batches: Sequence[Batch], seen: str, tmp_path: Path
) -> None:
    assert msgspec.structs.asdict(judged(said, batches, tmp_path))[seen]


async def heard(monkeypatch: pytest.MonkeyPatch, *events: Event, after: int = 0) -> Heard:
    """What one listener makes of a stream."""

    async def streamed(*_: object) -> AsyncIterator[Event]:
        for event in events:
            yield event

    monkeypatch.setattr(listening, "events", streamed)
    matches, all_heard = Matches(), Heard()
    matches.all[MATCH] = "katharina"
    listener = Listener(["http://nowhere"], Random(1), matches, all_heard)
    listener.match, listener.last, listener.ended = MATCH, after, False
    await listener.follow()
    return all_heard


VIEW, FOUR, FIVE = Event("view", 3, b"{}"), Event("frame", 4, b"4"), Event("frame", 5, b"5")


async def test_a_whole_stream_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not (await heard(monkeypatch, VIEW, FOUR, FIVE, Event("end", 5, b""))).wrong


@pytest.mark.parametrize(
    ("events", "after"),
    [
        ((VIEW, FIVE), 0),
        ((FOUR, FOUR), 3),
        ((FIVE,), 3),
        ((VIEW,), 4),
        ((VIEW, FOUR, Event("end", 5, b"")), 0),
    ],
)
async def test_control_a_stream_with_a_gap_a_repeat_or_a_step_back_is_not(
    monkeypatch: pytest.MonkeyPatch, events: tuple[Event, ...], after: int
) -> None:
    assert (await heard(monkeypatch, *events, after=after)).wrong


def test_control_two_who_hear_different_things_of_one_entry_are_noticed() -> None:
    all_heard = Heard()
    all_heard.take(MATCH, FOUR)
    all_heard.take(MATCH, Event("frame", 4, b"vanished"))
    assert all_heard.wrong


MIB = 1 << 20


@pytest.mark.parametrize(
    ("memory", "files", "unkept"),
    [(0.9, 0.0, []), (1.2, 0.0, ["memory grows"]), (0.0, 40.0, ["descriptors grow"])],  # in ten minutes
)
def test_what_grows_in_a_night_is_noticed_and_feeds_may_come(memory: float, files: float, unkept: list[str]) -> None:
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
