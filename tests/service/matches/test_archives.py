"""Archive files, and the games and data sets that verifying them needs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from chronik.domain.engine.proof.archive import MAX_FILE, pack, unpack
from chronik.domain.engine.proof.verification import verify_log
from chronik.domain.games import game
from chronik.domain.katharina.facts.load import PRINTED
from chronik.domain.log.signature import NO_SIGNER
from chronik.domain.log.verdict import Check, Status, Verdict
from chronik.projections.games import projection
from chronik.service.bots.levels import bot
from chronik.service.cli.simulation import play_out
from chronik.service.matches.archives import build_archive
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.tournaments.proof_file import verify_file
from tests.support.engine.edits import file_by_later_version, with_batches
from tests.support.engine.sittings import KATHARINA, Sitting

PRINTED_ONLY = Catalogue({})


@pytest.fixture
def data_set(tmp_path: Path) -> Path:
    """A data set that differs from the printed one."""
    directory = tmp_path / "facts"
    directory.mkdir()
    for file in PRINTED.glob("*.toml"):
        shutil.copy(file, directory)
    orders = directory / "orders.toml"
    orders.write_text(orders.read_text("utf-8").replace("schema =", 'made_by = "us"\nschema =', 1), "utf-8")
    return directory


def test_a_new_archive_is_verified(tmp_path: Path) -> None:
    sitting = Sitting(1, 2).play(undos=1)
    body = build_archive(KATHARINA, sitting.match.id, sitting.stored, sitting.head, NO_SIGNER)
    assert body == sitting.archive()
    file = tmp_path / "match.chronik"
    file.write_bytes(body)
    found = verify_file(file, PRINTED_ONLY)
    assert found.ok, found
    assert found.entries == sitting.match.version


@pytest.mark.parametrize("content", [b"", b"{}", b"chronik-archive/1\n", b"chronik-archive/1\n" + bytes(MAX_FILE)])
def test_an_invalid_archive_is_unreadable(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "match.chronik"
    file.write_bytes(content)
    found = verify_file(file, PRINTED_ONLY)
    assert found.status is Status.UNREADABLE
    assert found.sentence.endswith(".")


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    found = verify_file(tmp_path / "nowhere", PRINTED_ONLY)
    assert (found.status, found.sentence) == (
        Status.UNREADABLE,
        "The file cannot be read: No such file or directory.",
    )
    assert verify_file(tmp_path, PRINTED_ONLY).status is Status.UNREADABLE


def test_a_match_with_another_data_set_needs_that_data_set(tmp_path: Path, data_set: Path) -> None:
    rules = game("katharina", data_set=data_set)
    assert rules.facts != KATHARINA.facts
    sitting = Sitting(1, 2, rules).play()
    file = tmp_path / "match.chronik"
    file.write_bytes(sitting.archive())
    found = verify_file(file, PRINTED_ONLY)
    assert found.status is Status.UNKNOWN_FACTS
    assert rules.facts in found.sentence
    assert verify_file(file, Catalogue({"katharina": data_set})).ok


def test_a_file_of_a_later_version_says_that_it_needs_that_version(tmp_path: Path) -> None:
    body = Sitting(1, 2).play().archive()
    file = tmp_path / "match.chronik"
    file.write_bytes(file_by_later_version(body))
    found = verify_file(file, PRINTED_ONLY)
    assert found.status is Status.UNKNOWN_FACTS
    assert found.sentence == (
        "A newer version of Chronik played this match: katharina with rules 3. Verify it with that version."
    )


@pytest.mark.parametrize("version", [3, 99])
def test_a_match_with_newer_rules_and_known_event_types_is_hashed_but_not_judged(tmp_path: Path, version: int) -> None:
    sitting = Sitting(1, 2, replace(KATHARINA, version=version)).play()
    file = tmp_path / "match.chronik"
    file.write_bytes(sitting.archive())
    found = verify_file(file, PRINTED_ONLY)
    assert isinstance(found, Verdict)
    assert (found.status, found.passed[-1]) == (Status.UNKNOWN_FACTS, Check.CHAIN)
    assert f"rules {version}" in found.sentence
    changed = [*sitting.stored[:-2], sitting.stored[-1]]
    file.write_bytes(pack(with_batches(unpack(sitting.archive()), changed)))
    assert verify_file(file, PRINTED_ONLY).status is Status.ALTERED


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_simulated_match_is_verified(seats: int) -> None:
    match, secret = "0" * 32, bytes(32)
    played = play_out(KATHARINA, projection("katharina"), match, secret, [bot("katharina", "random")] * seats)
    found = verify_log(match, played.batches, secret, played.head, game_loader(PRINTED_ONLY))
    assert found.ok, found
