"""Tutorials: their seed follows from the lesson, so every player of a lesson gets the same deal."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.proof.archive import unpack
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import TUTORIAL, chain_head, verify
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.verdict import Status
from tests.support.engine.sittings import LOADED, Sitting

ANN, BOT = SeatHolder("a" * 32), SeatHolder(bot="greedy")
LESSON = OpenMatch((ANN, BOT), Raw(b"{}"), tutorial="katharina/1")


def sitting_of(number: int, opening: OpenMatch = LESSON) -> Sitting:
    sitting = Sitting(number, 2)
    sitting.do(opening)
    return sitting


def test_all_matches_of_a_lesson_have_the_same_deal() -> None:
    one, other = sitting_of(1), sitting_of(2)
    assert one.keys.secret != other.keys.secret
    assert one.match.state == other.match.state
    assert sitting_of(1, replace(LESSON, tutorial="katharina/2")).match.state != one.match.state
    assert sitting_of(1, replace(LESSON, tutorial="")).match.state != one.match.state


def test_the_verdict_says_that_the_seed_was_known() -> None:
    found = verify(unpack(sitting_of(1).play().archive()), LOADED)
    assert (found.status, found.notes) == (Status.GOOD, (TUTORIAL,))


@pytest.mark.parametrize("changed", ["katharina/2", ""])
def test_a_tutorial_with_another_seed_is_altered(changed: str) -> None:
    """A forger who renames the lesson, or hides it, and computes the whole chain again is found."""
    archive = unpack(sitting_of(1).play().archive())
    old, new = b',"tutorial":"katharina/1"', b',"tutorial":"%s"' % changed.encode() if changed else b""
    log = (archive.batches[0].replace(old, new), *archive.batches[1:])
    header = replace(archive.manifest.header, tutorial=changed)
    keys = Keys.of(archive.manifest.match, bytes.fromhex(archive.manifest.secret))
    manifest = replace(archive.manifest, header=header, head=chain_head(outline(log), keys).hex())
    found = verify(replace(archive, manifest=manifest, batches=log), LOADED)
    assert found.status is Status.ALTERED
    assert found.entry is not None


@pytest.mark.parametrize(
    "wrong",
    [{"chairs": (replace(ANN, entropy="aa"), BOT)}, {"chairs": (ANN, SeatHolder())}, {"bound": True}],
)
def test_a_tutorial_has_no_entropy_no_open_seats_and_no_tournament(wrong: dict[str, Any]) -> None:
    with pytest.raises(Rejected, match="tutorial"):
        sitting_of(1, replace(LESSON, **wrong))
