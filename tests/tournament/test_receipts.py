"""A forger who hashes a whole tournament again: only the digest of its log, or a receipt of a match, reveals it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.engine.proof.archive import unpack
from chronik.domain.log.receipts import KnownHeads, Receipt
from chronik.domain.log.verdict import Status, Verdict
from chronik.domain.tournament.proof.bundle import BundledArchive, BundledEntry, Line
from chronik.domain.tournament.proof.verification import verify
from chronik.domain.tournament.record.digest import digests
from chronik.domain.tournament.record.plan import Method, Stage
from tests.support.tournament.local_tournament import ID, LocalTournament, encode_bundle, plan
from tests.tournament.test_bundle import LOAD


@pytest.fixture(scope="module")
def cup() -> LocalTournament:
    return LocalTournament(plan(Stage(Method.SWISS, 2, rounds=1))).register_bots(4).play_rounds(1).finish()


@pytest.fixture(scope="module")
def heads(cup: LocalTournament) -> dict[int, str]:
    return dict(digests(ID, cup.log))


def verify_with(lines: list[Line], known: KnownHeads) -> Verdict:
    return verify(encode_bundle(lines), LOAD, known=known)


def delay_entry(line: Line, since: int) -> Line:
    """Returns an entry one hour later if it is one of the last."""
    if not isinstance(line, BundledEntry) or line.entry.n < since:
        return line
    return replace(line, entry=replace(line.entry, at=line.entry.at + 3_600_000))


def test_only_the_digest_reveals_a_rehashed_log(cup: LocalTournament, heads: dict[int, str]) -> None:
    rows, since = len(cup.log), 5
    forged = [delay_entry(line, since) for line in cup.lines()]
    found = verify(encode_bundle(forged), LOAD)
    assert found.ok, found
    assert found.sentence.endswith(
        "follow the rules and follow their seeds, but were not compared with a head from elsewhere."
    )
    assert found.head != heads[rows]
    for known, ok in ((heads[rows], False), (heads[since], False), (heads[since - 1], True)):
        assert verify_with(forged, KnownHeads(head=known)).ok is ok
        assert verify_with(list(cup.lines()), KnownHeads(head=known)).ok
    assert verify_with(forged, KnownHeads(head=heads[rows])).status is Status.OTHER


def test_a_digest_does_not_cover_later_entries(cup: LocalTournament, heads: dict[int, str]) -> None:
    rows = len(cup.log)
    whole = verify_with(list(cup.lines()), KnownHeads(head=heads[rows]))
    assert (whole.head, whole.entries, whole.covered) == (heads[rows], rows, rows)
    assert whole.sentence.endswith("and lead to the head known from elsewhere.")
    part = verify_with(list(cup.lines()), KnownHeads(head=heads[3]))
    assert part.covered == 3
    assert "those up to entry 3 lead to the head known from elsewhere, which covers nothing later." in part.sentence


def test_receipts_of_matches_are_compared_inside_a_bundle(cup: LocalTournament) -> None:
    lines = list(cup.lines())
    archive = unpack(next(line.file for line in lines if isinstance(line, BundledArchive)))
    noted = Receipt(archive.manifest.match, archive.manifest.n, archive.manifest.head)
    found = verify_with(lines, KnownHeads((noted,)))
    assert found.ok, found
    assert "1 match leads to the heads on the receipts." in found.notes
    wrong = verify_with(lines, KnownHeads((replace(noted, head="0" * 64),)))
    assert wrong.status is Status.OTHER
    assert archive.manifest.match in wrong.sentence
    assert verify_with(lines, KnownHeads((replace(noted, match="f" * 32),))).status is Status.OTHER
