"""The minima of a night: a night in which too little happened is not good."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from chronik.service.sql.database import open_records
from tests.night.faults import Faults
from tests.night.minima import Size, missing
from tests.night.parts import Parts
from tests.night.report import Report
from tests.night.verdict import Verdict
from tests.support.cases import for_each

KINDS = ("kill a master", "besiege")


def nightly(**other: object) -> Report:
    """Returns the report of a night of 40 minutes at 64 tables, with one value changed."""
    faults = {"kill a master": 30, "besiege": 30}
    verdict = Verdict(acknowledged=20_000, archived=60, left=60, tournaments=2)
    usual = Report(1, verdict=verdict, finished=80, unknown=9, heard=450_000, faults=faults, memory="+0.5 MiB")
    for name, value in other.items():
        setattr(verdict if hasattr(verdict, name) else usual, name, value)
    return usual


WHOLE = Size(40, 64, 500, 4)


def test_a_night_in_which_enough_of_everything_happened_passes() -> None:
    assert missing(nightly(), WHOLE, KINDS) == []


@for_each(
    "other",
    [
        {"acknowledged": 1_000},
        {"heard": 0},
        {"heard": 20_000},
        {"faults": {"kill a master": 60}},
        {"faults": {"kill a master": 4, "besiege": 4}},
        {"finished": 0},
        {"archived": 0},
        {"left": 0},
        {"tournaments": 0},
        {"unknown": 0},
        {"memory": Report(1).memory},
    ],
)
def test_control_a_night_with_too_few_events_of_one_kind_fails(other: dict[str, object]) -> None:
    report = nightly(**other)
    report.unkept += missing(report, WHOLE, KINDS)
    assert len(report.unkept) == 1
    assert not report.good


def test_a_short_night_needs_fewer_events_but_a_night_without_events_fails() -> None:
    short = Report(1, verdict=Verdict(acknowledged=80), heard=1_000, faults={"besiege": 4})
    assert missing(short, Size(3, 8, 40, 4), KINDS) == []
    assert len(missing(Report(1), Size(3, 8, 40, 4), KINDS)) == 3


async def test_a_fault_is_not_counted_if_it_found_no_archive_to_spoil(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'chronik.db'}"
    nothing: Any = None
    async with open_records(url):
        faults = Faults(Parts(nothing, None, nothing, nothing, nothing, {"CHRONIK_DATABASE_URL": url}), Random(1))
        faults.done["spoil an archive"] += 1
        await faults.spoil_an_archive()
    assert (faults.spoilt, faults.done.total()) == (set(), 0)
    assert "spoil an archive" in faults.kinds
