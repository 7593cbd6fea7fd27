"""A forger hashes a whole tournament again: only the digest of its record, or a receipt of a match, tells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.engine.proof.archive import unpack
from domain.engine.proof.receipts import Known, Receipt
from domain.engine.proof.verification import Status
from domain.tournament.proof.bundle import BundledArchive, BundledEntry, Line
from domain.tournament.proof.verification import Findings, verify
from domain.tournament.record.digest import digests
from domain.tournament.record.plan import Method, Stage
from tests.support.tournament.held import ID, Held, bound, plan
from tests.tournament.test_bundle import LOAD


@pytest.fixture(scope="module")
def held() -> Held:
    return Held(plan(Stage(Method.SWISS, 2, rounds=1))).bots(4).play(1).finish()


@pytest.fixture(scope="module")
def heads(held: Held) -> dict[int, str]:
    return dict(digests(ID, held.log))


def checked(lines: list[Line], known: Known) -> Findings:
    return verify(bound(lines), LOAD, known=known)


def retimed(line: Line, since: int) -> Line:
    """An entry that happened an hour later, where it is one of the last."""
    if not isinstance(line, BundledEntry) or line.entry.n < since:
        return line
    return replace(line, entry=replace(line.entry, at=line.entry.at + 3_600_000))


def test_a_rehashed_record_is_told_by_its_digest_alone(held: Held, heads: dict[int, str]) -> None:
    rows, since = len(held.log), 5
    forged = [retimed(line, since) for line in held.lines()]
    found = verify(bound(forged), LOAD)
    assert found.ok, found
    assert found.sentence.endswith("follow the rules and follow their seeds, compared with no head from elsewhere.")
    assert found.head != heads[rows]
    for known, ok in ((heads[rows], False), (heads[since], False), (heads[since - 1], True)):
        assert checked(forged, Known(head=known)).ok is ok
        assert checked(list(held.lines()), Known(head=known)).ok
    assert checked(forged, Known(head=heads[rows])).status is Status.OTHER


def test_a_digest_claims_nothing_of_the_rows_after_it(held: Held, heads: dict[int, str]) -> None:
    rows = len(held.log)
    whole = checked(list(held.lines()), Known(head=heads[rows]))
    assert (whole.head, whole.entries, whole.covered) == (heads[rows], rows, rows)
    assert whole.sentence.endswith("and the head known from elsewhere is theirs.")
    part = checked(list(held.lines()), Known(head=heads[3]))
    assert part.covered == 3
    assert "up to entry 3 the head known from elsewhere is theirs; it covers nothing later." in part.sentence


def test_receipts_of_matches_are_compared_inside_a_bundle(held: Held) -> None:
    lines = list(held.lines())
    archive = unpack(next(line.file for line in lines if isinstance(line, BundledArchive)))
    noted = Receipt(archive.manifest.match, archive.manifest.n, archive.manifest.head)
    found = checked(lines, Known((noted,)))
    assert found.ok, found
    assert "1 match leads to the heads on the receipts." in found.notes
    wrong = checked(lines, Known((replace(noted, head="0" * 64),)))
    assert wrong.status is Status.OTHER
    assert archive.manifest.match in wrong.sentence
    assert checked(lines, Known((replace(noted, match="f" * 32),))).status is Status.OTHER
