"""A forger rehashes a whole match so that everything fits: only a head known from elsewhere reveals it."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.proof.archive import Archive, unpack
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import PROVES, chain_heads, verify
from chronik.domain.log.receipts import BadReceipt, KnownHeads, Receipt, read_receipts
from chronik.domain.log.verdict import Check, Status
from tests.engine.test_verification import at_changed, forged
from tests.support.cases import for_each
from tests.support.engine.sittings import LOADED, Sitting

SITTING = Sitting(1, 2).play()
PLAYED = unpack(SITTING.archive())
FORGED = forged(at_changed(PLAYED))


def heads_of(archive: Archive) -> dict[int, str]:
    keys = Keys.of(archive.manifest.match, bytes.fromhex(archive.manifest.secret))
    return dict(chain_heads(outline(archive.batches), keys))


PLAYED_HEADS, FORGED_HEADS = heads_of(PLAYED), heads_of(FORGED)
SAME = max(version for version, head in PLAYED_HEADS.items() if FORGED_HEADS[version] == head)
"""The last version at which the forgery has the head that was shown."""


def receipts(*versions: int) -> KnownHeads:
    return KnownHeads(tuple(Receipt(PLAYED.manifest.match, version, PLAYED_HEADS[version]) for version in versions))


def test_without_a_receipt_a_rehashed_forgery_passes_and_the_verdict_says_so() -> None:
    assert FORGED.manifest.head != PLAYED.manifest.head
    for archive in (PLAYED, FORGED):
        found = verify(archive, LOADED)
        assert found.sentence == (
            f"Played to its end. All {archive.manifest.n} entries are whole, follow the rules and follow their seed,"
            " but were not compared with a head from elsewhere."
        )
        assert (found.head, found.covered) == (archive.manifest.head, None)
        assert set(found.passed) == set(Check)


def test_the_last_head_reveals_a_rehashed_forgery() -> None:
    known = KnownHeads(head=PLAYED.manifest.head)
    found = verify(PLAYED, LOADED, known)
    assert found.sentence.endswith("and lead to the head known from elsewhere.")
    assert found.covered == PLAYED.manifest.n
    found = verify(FORGED, LOADED, known)
    assert (found.status, found.ok, found.covered) == (Status.OTHER, False, None)
    assert PLAYED.manifest.head in found.sentence


def test_a_receipt_for_the_changed_entry_or_a_later_one_reveals_a_forgery() -> None:
    after = [version for version in PLAYED_HEADS if version > SAME]
    assert 1 < SAME < PLAYED.manifest.n
    for version in (after[0], after[-1]):
        assert verify(PLAYED, LOADED, receipts(SAME, version)).covered == version
        found = verify(FORGED, LOADED, receipts(SAME, version))
        assert found.status is Status.OTHER
        assert f"The head {PLAYED_HEADS[version]} was recorded at entry {version}" in found.sentence


def test_a_receipt_proves_nothing_about_later_entries() -> None:
    for known in (receipts(SAME), KnownHeads(head=PLAYED_HEADS[SAME])):
        for archive in (PLAYED, FORGED):
            found = verify(archive, LOADED, known)
            assert (found.ok, found.covered) == (True, SAME)
            assert f"up to entry {SAME} lead to the head" in found.sentence
            assert found.sentence.endswith("which covers nothing later.")


def test_a_receipt_for_the_middle_of_a_batch_is_taken_for_that_of_another_match() -> None:
    between = next(version for version in range(2, PLAYED.manifest.n) if version not in PLAYED_HEADS)
    known = KnownHeads((Receipt(PLAYED.manifest.match, between, PLAYED.manifest.head),))
    assert "it does not have a head there" in verify(PLAYED, LOADED, known).sentence


def test_a_comparison_without_a_matching_receipt_fails() -> None:
    other = KnownHeads((Receipt("f" * 32, 1, PLAYED.manifest.head),))
    found = verify(PLAYED, LOADED, other)
    assert (found.status, found.sentence) == (
        Status.OTHER,
        "None of the receipts is about it, so it was not compared.",
    )


def test_a_file_whose_chain_does_not_fit_is_altered_even_if_the_receipts_fit() -> None:
    cut = replace(PLAYED, manifest=replace(PLAYED.manifest, head="0" * 64))
    assert verify(cut, LOADED, receipts(SAME)).status is Status.ALTERED


def test_receipts_are_written_as_lines_of_json() -> None:
    known = receipts(*PLAYED_HEADS)
    lines = [
        json.dumps({"match": one.match, "version": one.version, "head": one.head}).encode() for one in known.receipts
    ]
    assert read_receipts(b"\n".join(lines) + b"\n\n") == known.receipts
    assert read_receipts(b"\r\n".join(lines)) == known.receipts


@for_each(
    ("stored", "told"),
    [
        (b"", "it does not contain a receipt"),
        (b"\n \n", "it does not contain a receipt"),
        (b"\xff", "line 1 is not a receipt"),
        (b"[" * 100_000, "line 1 is not a receipt"),
        (b'{"match":"' + b"0" * 32 + b'","version":1,"head":"' + b"0" * 64 + b'"}\n{}', "line 2 is not a receipt"),
        (b'{"match":"' + b"0" * 32 + b'","version":0,"head":"' + b"0" * 64 + b'"}', "line 1 is not a receipt"),
        (b'{"match":"' + b"0" * 32 + b'","version":1,"head":"' + b"G" * 64 + b'"}', "line 1 is not a receipt"),
    ],
)
def test_an_invalid_receipt_is_refused_with_its_line_number(stored: bytes, told: str) -> None:
    with pytest.raises(BadReceipt, match=told):
        read_receipts(stored)


def test_a_verdict_states_what_it_claims_in_one_sentence() -> None:
    assert PROVES.count(". ") == 0
    assert PROVES.endswith(".")
