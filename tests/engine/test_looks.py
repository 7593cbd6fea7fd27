"""A referee's inspection: logged once an hour, regardless of other referees and of undos."""

from __future__ import annotations

from random import Random

from msgspec import Raw

from chronik.domain.engine.match.commands import Inspect, Pause, Resume, TakeBack
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.proof.verification import verify_log
from tests.every_game.playout import Table, opened
from tests.support.cases import for_each
from tests.support.engine.demo import DEMO, Step

RITA, RUTH = "1" * 32, "2" * 32
HOUR = 60 * 60 * 1000


def table() -> Table:
    return opened(DEMO, 2, Random(1), Raw(b'{"goal":1000,"cards":40}'))


@for_each(("after", "covered"), [(-1, False), (0, True), (HOUR - 1, True), (HOUR, False)])
def test_an_inspection_covers_the_hour_after_it_but_not_the_time_before(after: int, covered: bool) -> None:
    match = table()
    (look,) = match.do(Inspect(RITA), by=Author.REFEREE)
    assert match.match.has_inspected(RITA, look.at + after) is covered
    assert not match.match.has_inspected(RUTH, look.at)


def test_an_inspection_survives_an_undo_of_an_earlier_command() -> None:
    match = table()
    start = match.match.version
    match.do(Step(1), 0)
    (look,) = match.do(Inspect(RITA), by=Author.REFEREE)
    match.do(TakeBack(start), 0)
    assert match.match.undos == 1
    assert match.match.has_inspected(RITA, look.at)


def test_a_pause_by_a_referee_keeps_all_earlier_inspections() -> None:
    match = table()
    (look,) = match.do(Inspect(RITA), by=Author.REFEREE)
    match.do(Inspect(RUTH), by=Author.REFEREE)
    match.do(Pause(RITA), by=Author.REFEREE)
    match.do(Resume("3" * 32), by=Author.REFEREE)
    assert [one.player for one in match.match.officials] == [RITA, RUTH, "3" * 32]
    assert match.match.has_inspected(RITA, look.at)


def test_the_hour_covered_by_an_inspection_starts_again_when_it_is_repeated() -> None:
    match = table()
    match.do(Inspect(RITA), by=Author.REFEREE)
    match.do(Inspect(RUTH), by=Author.REFEREE)
    (again,) = match.do(Inspect(RITA), by=Author.REFEREE)
    assert [one.player for one in match.match.officials] == [RUTH, RITA]
    assert match.match.has_inspected(RITA, again.at + HOUR - 1)


def test_a_log_with_two_inspections_in_one_hour_still_passes_verification() -> None:
    match = table()
    for _ in range(2):
        match.do(Inspect(RITA), by=Author.REFEREE)
    found = verify_log(match.match.id, match.stored, match.keys.secret, match.head, lambda _: DEMO)
    assert found.ok, found.sentence
